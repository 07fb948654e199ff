// SPDX-License-Identifier: Apache-2.0
#include "tests/support/window_manager.h"

#include <QTest>

namespace ww::test {
namespace {

constexpr int kStartMs = 30000, kEndMs = 3000;

// Whether somebody tells the display how many desktops there are.
bool managed() {
  QProcess asked;
  asked.setStandardOutputFile(QProcess::nullDevice());
  asked.setStandardErrorFile(QProcess::nullDevice());
  asked.start(QStringLiteral("xdotool"), {QStringLiteral("get_num_desktops")});
  return asked.waitForFinished(kStartMs) && asked.exitStatus() == QProcess::NormalExit && asked.exitCode() == 0;
}

}  // namespace

WindowManager::WindowManager() {
  process_.setStandardOutputFile(QProcess::nullDevice());
  process_.setStandardErrorFile(QProcess::nullDevice());
  process_.start(QStringLiteral("openbox"), {QStringLiteral("--sm-disable")});
  runs_ = process_.waitForStarted() && QTest::qWaitFor(managed, kStartMs);
}

WindowManager::~WindowManager() {
  if (process_.state() == QProcess::NotRunning) return;
  process_.terminate();
  if (process_.waitForFinished(kEndMs)) return;
  process_.kill();
  process_.waitForFinished(kEndMs);
}

}  // namespace ww::test
