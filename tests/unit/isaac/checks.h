// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QtTest>
#include <optional>

#include "core/base/failure.h"
#include "core/interop/isaac/message.h"
#include "core/interop/isaac/subscriber.h"

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

// Whether it becomes true. Once it is nobody asks again: messages are read by it.
template <typename Condition>
bool comes(const Condition& condition, int ms = 20000) {
  QElapsedTimer timer;
  timer.start();
  while (timer.elapsed() < ms) {
    if (condition()) return true;
    QThread::msleep(5);
  }
  return false;
}

// The next message on that channel.
inline std::optional<isaac::Message> nextOn(isaac::Subscriber& reader, const std::string& channel, double seconds) {
  QElapsedTimer timer;
  timer.start();
  while (static_cast<double>(timer.elapsed()) < 1000 * seconds)
    if (auto message = reader.next(0.1); message && message->channel == channel) return message;
  return std::nullopt;
}

inline isaac::Buffer bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace ww::test
