// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>
#include <functional>

namespace ww::test {

// Speeds are judged against fixed work that is measured in turns with them, so that neither the machine nor what
// else runs on it decides: what is slow beside the reference is slow.
enum class Like {
  kMemory,      // look-ups, hashes, small allocations
  kArithmetic,  // chains of sines, cosines and roots
  kPrograms,    // starts of a small program; times are those of the programs that have ended
};

struct Speed {
  double us = 0;       // of one call, in processor time of this thread, or of the programs it starts
  double ratio = 0;    // to a call of the reference
  double planted = 0;  // the same with each call made twice: a bound that this keeps to is worth nothing
};

// The ratios are the least of up to three tries, ended by one below `bound`. Where speeds do not count: one try.
Speed speedOf(Like like, double bound, const std::function<void()>& fn);
// The same beside work of one's own.
Speed speedBeside(const std::function<void()>& reference, double bound, const std::function<void()>& fn);

// Processor time of one call on this thread, the median of many.
double medianMicroseconds(const std::function<void()>& fn);

// How many times as long as on the processor that limits in milliseconds are stated for (an AMD EPYC) the reference
// takes on this one, 1 to 1.6: such limits are multiplied with it. Measured once.
double slownessHere();

// Whether the build is one that speeds are stated for: optimised, without sanitizer. CMake says so (WwTargets.cmake).
constexpr bool speedsCount() {
#ifdef WW_SPEEDS_COUNT
  return true;
#else
  return false;
#endif
}

}  // namespace ww::test

// What `fn` does takes less than `bound` times the reference, and doing it twice would be seen. Bounds are some 1.4
// times what was measured. Processors differ by a fifth in what is quick on them, so only a bound that twice the work
// keeps to by more than that is called too loose.
#define WW_SPEED(name, like, bound, fn) \
  WW_JUDGE_SPEED(name, bound, ::ww::test::speedOf(::ww::test::Like::like, ww_bound_, (fn)))

#define WW_SPEED_BESIDE(name, reference, bound, fn) \
  WW_JUDGE_SPEED(name, bound, ::ww::test::speedBeside((reference), ww_bound_, (fn)))

// What follows the bound measures, and may name it ww_bound_.
#define WW_JUDGE_SPEED(name, bound, ...)                                                                             \
  do {                                                                                                               \
    const double ww_bound_ = (bound);                                                                                \
    const ::ww::test::Speed ww_speed_ = __VA_ARGS__;                                                                 \
    qInfo("%s: %.3g us, %.3g of the reference (at most %.3g; done twice %.3g)", name, ww_speed_.us, ww_speed_.ratio, \
          ww_bound_, ww_speed_.planted);                                                                             \
    if (!::ww::test::speedsCount()) break;                                                                           \
    QVERIFY2(ww_speed_.ratio < ww_bound_, qPrintable(QStringLiteral("slow: %1").arg(ww_speed_.ratio)));              \
    QVERIFY2(ww_speed_.planted > ww_bound_ / 1.25,                                                                   \
             qPrintable(QStringLiteral("done twice %1: the bound is too loose").arg(ww_speed_.planted)));            \
  } while (false)
