// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/base/vector_state.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

class TestVectorState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theUpperHalvesAreGivenUp();
};

#if defined(__x86_64__)
namespace {

// Whether the processor tells which registers are in use (XGETBV with 1).
bool tells() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx2") && __get_cpuid_count(0xd, 1, &a, &b, &c, &d) != 0 && (a >> 2 & 1u) != 0;
}

bool upperHalvesInUse() {
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low >> 2 & 1u) != 0;
}

}  // namespace
#endif

void TestVectorState::theUpperHalvesAreGivenUp() {
#if defined(__x86_64__)
  if (!tells()) QSKIP("this processor does not tell which registers are in use");
  __asm__ volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" : : : "xmm0");
  const bool before = upperHalvesInUse();
  ww::clearVectorState();
  const bool after = upperHalvesInUse();
  QVERIFY(before);
  QVERIFY(!after);
#else
  QSKIP("this processor has no upper halves");
#endif
}

QTEST_GUILESS_MAIN(TestVectorState)
#include "test_vector_state.moc"
