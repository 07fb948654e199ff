// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/share/user.h"

#include <QCoreApplication>
#include <QProcess>
#include <optional>

#include "app/editor/main_window.h"
#include "core/world/views/references.h"
#include "ui/scene/viewport.h"

namespace ww::share_test {
namespace {

void xdotool(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral("xdotool"), arguments);
  process.waitForFinished(20000);
}

QStringList at(const QPoint& p) {
  return {QStringLiteral("mousemove"), QString::number(p.x()), QString::number(p.y())};
}
QStringList wait(const char* seconds) { return {QStringLiteral("sleep"), QLatin1String(seconds)}; }

// What the window says, asked on its own thread.
template <typename T>
T ask(QObject& window, const std::function<T()>& question) {
  T answer{};
  QMetaObject::invokeMethod(
      &window, [&] { answer = question(); }, Qt::BlockingQueuedConnection);
  return answer;
}

}  // namespace

User::User(editor::MainWindow& window, QString object)
    : window_(window), object_(std::move(object)), thread_([this] { work(); }) {}

void User::stop() {
  stop_ = true;
  while (thread_.joinable()) {
    // It may be waiting for an answer from this thread.
    QCoreApplication::processEvents();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!ended_) continue;
    thread_.join();
  }
}

bool User::select() {
  return ask<bool>(window_, [this] {
    const auto world = window_.bridge().snapshot().world;
    const auto found = world::resolveText(*world, object_.toStdString());
    if (!found.ok()) return false;
    if (!window_.selection().contains(*found)) window_.selection().select({*found});
    window_.viewHost().setTool(ui::Tool::kMove);
    return true;
  });
}

void User::drag(const QPoint& by) {
  const auto from = ask<std::optional<QPoint>>(window_, [this]() -> std::optional<QPoint> {
    const auto handle = ui::ViewProbe(*window_.viewHost().view()).handlePosition(ui::scene::Handle::kMoveZ);
    if (!handle) return std::nullopt;
    return window_.viewHost().view()->surface()->mapToGlobal(handle->toPoint());
  });
  if (!from) return;
  QStringList all =
      at(*from) + wait("0.15") + QStringList{QStringLiteral("mousedown"), QStringLiteral("1")} + wait("0.05");
  for (int i = 1; i <= 10; ++i) all += at(*from + by * i / 10) + wait("0.03");
  all += wait("0.1") + QStringList{QStringLiteral("mouseup"), QStringLiteral("1")} + wait("0.1");
  xdotool(all);
  ++drags_;
}

void User::work() {
  for (int turn = 0; !stop_; ++turn) {
    if (!select()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    drag(QPoint(0, turn % 2 == 0 ? -40 : 40));
    if (stop_) break;
    const int steps = turn % 3;
    for (int i = 0; i < steps && !stop_; ++i) {
      xdotool({QStringLiteral("key"), QStringLiteral("--clearmodifiers"),
               turn % 6 == 5 && i == 1 ? QStringLiteral("ctrl+shift+z") : QStringLiteral("ctrl+z")});
      ++undos_;
      std::this_thread::sleep_for(std::chrono::milliseconds(120));
    }
  }
  ended_ = true;
}

}  // namespace ww::share_test
