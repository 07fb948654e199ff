// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "core/base/failure.h"
#include "tests/unit/simulation/cell.h"

#define WW_GOT(decl, expr)                                                                     \
  auto WW_CONCAT(got_, __LINE__) = (expr);                                                     \
  QVERIFY2(WW_CONCAT(got_, __LINE__).ok(), WW_CONCAT(got_, __LINE__).status().line().c_str()); \
  decl = std::move(WW_CONCAT(got_, __LINE__)).value()

#define WW_DONE(expr)                                         \
  do {                                                        \
    const ::ww::Status ww_done_ = ::ww::test::statusOf(expr); \
    QVERIFY2(ww_done_.ok(), ww_done_.line().c_str());         \
  } while (false)

// The kind of failure, by its code.
#define WW_FAILED(expr, wanted)                                                              \
  do {                                                                                       \
    const ::ww::Status ww_failed_ = ::ww::test::statusOf(expr);                              \
    QVERIFY2(!ww_failed_.ok(), "it should fail");                                            \
    QVERIFY2(ww_failed_.failure&& ww_failed_.failure->row->code == std::string_view(wanted), \
             ww_failed_.line().c_str());                                                     \
  } while (false)

#define WW_NEAR(got, expected, tolerance) \
  QVERIFY2(std::abs((got) - (expected)) <= (tolerance), qPrintable(QString::number((got), 'g', 12)))

namespace ww::test {

inline Status statusOf(Status status) { return status; }
template <typename T>
Status statusOf(const Result<T>& result) {
  return result.status();
}

}  // namespace ww::test
