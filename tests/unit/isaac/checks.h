// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "core/base/failure.h"
#include "core/interop/isaac/message.h"

// The value, or the test fails with the line of the failure.
#define ISAAC_GOT(decl, expr)                                                                  \
  auto WW_CONCAT(had_, __LINE__) = (expr);                                                     \
  QVERIFY2(WW_CONCAT(had_, __LINE__).ok(), WW_CONCAT(had_, __LINE__).status().line().c_str()); \
  decl = std::move(WW_CONCAT(had_, __LINE__)).value()

#define ISAAC_DONE(expr)                                    \
  do {                                                      \
    const ::ww::Status isaac_done_ = (expr);                \
    QVERIFY2(isaac_done_.ok(), isaac_done_.line().c_str()); \
  } while (false)

namespace ww::test {

// The code of a failure; empty where there is none.
inline std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

inline isaac::Buffer bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace ww::test
