// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/journey/desk.h"

#include <QDir>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QScreen>
#include <QTest>
#include <cmath>
#include <csignal>
#include <thread>

#include "tests/support/reference_speed.h"

namespace ww::journey {
namespace {

constexpr int kAnswerMs = 20000;
constexpr int kEndMs = 20000;

QString program(const char* name) {
  return qEnvironmentVariable("WW_BIN_DIR") + QLatin1Char('/') + QLatin1String(name);
}

}  // namespace

double longestCpuMs() { return std::ceil(50.0 * test::slownessHere()); }

Desk::Desk() {
  // Settings and recent files of its own.
  for (const char* name : {"config", "data", "cache", "run"}) QDir(folder_.path()).mkdir(QLatin1String(name));
  QFile(folder_.filePath(QStringLiteral("run"))).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  if (!manager_.runs()) error_ = QStringLiteral("openbox does not run");
}

Desk::~Desk() {
  probe_.abort();
  if (editor_.state() == QProcess::NotRunning) return;
  editor_.terminate();
  if (!editor_.waitForFinished(3000)) editor_.kill();
  editor_.waitForFinished(3000);
}

bool Desk::open(const QString& file, const QStringList& options) {
  return start(QStringList(file) + options) && waitUntil([this] { return state()["objects"].toInt() > 1; }, 60000) &&
         settle(60000);
}

bool Desk::openEmpty(const QStringList& options) { return start(options) && settle(60000); }

bool Desk::openWith(const QStringList& arguments) { return start(arguments); }

bool Desk::killAfter(int ms, const std::function<void()>& meanwhile) {
  const auto pid = static_cast<pid_t>(editor_.processId());
  bool ran = false;
  {
    const std::jthread killer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(ms));
      using namespace std::chrono;
      killed_at_ = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
      ran = pid > 0 && ::kill(pid, SIGKILL) == 0;
    });
    if (meanwhile) meanwhile();
  }
  editor_.waitForFinished(kEndMs);
  probe_.abort();
  return ran && editor_.exitStatus() == QProcess::CrashExit;
}

bool Desk::start(const QStringList& arguments) {
  auto environment = QProcessEnvironment::systemEnvironment();
  const QString socket = folder_.filePath(QStringLiteral("probe"));
  environment.insert(QStringLiteral("WORLDWRIGHT_PROBE"), socket);
  environment.insert(QStringLiteral("WORLDWRIGHT_WATCHDOG"), QString::number(longestCpuMs(), 'f', 0));
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder_.filePath(QStringLiteral("config")));
  environment.insert(QStringLiteral("XDG_DATA_HOME"), folder_.filePath(QStringLiteral("data")));
  environment.insert(QStringLiteral("XDG_STATE_HOME"), folder_.filePath(QStringLiteral("state")));
  environment.insert(QStringLiteral("XDG_CACHE_HOME"), folder_.filePath(QStringLiteral("cache")));
  environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder_.filePath(QStringLiteral("run")));
  editor_.setProcessEnvironment(environment);
  editor_.setStandardOutputFile(QProcess::nullDevice());
  told_.clear();
  editor_.start(program("worldwright-editor"), arguments);
  if (!editor_.waitForStarted()) {
    error_ = editor_.errorString();
    return false;
  }
  return waitUntil([&] {
    if (probe_.state() == QLocalSocket::ConnectedState) return true;
    probe_.abort();
    probe_.connectToServer(socket);
    return probe_.waitForConnected(200);
  });
}

int Desk::waitForEnd() {
  const bool ended = editor_.state() == QProcess::NotRunning || editor_.waitForFinished(kEndMs);
  probe_.abort();
  return ended && editor_.exitStatus() == QProcess::NormalExit ? editor_.exitCode() : -1;
}

QString Desk::told() {
  told_ += editor_.readAllStandardError();
  return QString::fromUtf8(told_);
}

// ---- asking

QJsonObject Desk::ask(const QJsonObject& query) {
  if (probe_.state() != QLocalSocket::ConnectedState) return {};
  probe_.write(QJsonDocument(query).toJson(QJsonDocument::Compact) + '\n');
  QElapsedTimer clock;
  clock.start();
  while (!probe_.canReadLine()) {
    if (clock.elapsed() > kAnswerMs || probe_.state() != QLocalSocket::ConnectedState) return {};
    probe_.waitForReadyRead(50);
  }
  return QJsonDocument::fromJson(probe_.readLine()).object();
}

QPoint Desk::toPoint(const QJsonArray& a) { return QPoint(qRound(a.at(0).toDouble()), qRound(a.at(1).toDouble())); }

QRect Desk::toRect(const QJsonArray& a) {
  return QRect(toPoint(a), QSize(qRound(a.at(2).toDouble()), qRound(a.at(3).toDouble())));
}

QRect Desk::view() { return toRect(ask({{"camera", true}})["rect"].toArray()); }

std::optional<QPoint> Desk::middle(const QJsonObject& answer) {
  if (!answer.contains(QLatin1String("rect"))) {
    error_ = QString::fromUtf8(QJsonDocument(answer).toJson(QJsonDocument::Compact));
    return std::nullopt;
  }
  return toRect(answer["rect"].toArray()).center();
}

std::optional<QPoint> Desk::widget(const QString& name, const QString& within) {
  return middle(ask({{"widget", name}, {"in", within}}));
}
std::optional<QPoint> Desk::item(const QString& text, const QString& within, const QString& panel) {
  return middle(ask({{"item", text}, {"in", within}, {"panel", panel}}));
}
std::optional<QPoint> Desk::button(const QString& action) { return middle(ask({{"action", action}})); }

std::optional<QPoint> Desk::point(double x, double y, double z) {
  const QJsonObject answer = ask({{"point", QJsonArray{x, y, z}}});
  return answer["inside"].toBool() ? std::optional(toPoint(answer["at"].toArray())) : std::nullopt;
}

std::optional<QPoint> Desk::gizmo(const QString& handle) {
  const QJsonObject answer = ask({{"gizmo", handle}});
  return answer.contains(QLatin1String("at")) ? std::optional(toPoint(answer["at"].toArray())) : std::nullopt;
}

// ---- doing

void Desk::xdotool(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral("xdotool"), arguments);
  if (!process.waitForFinished(20000) || process.exitCode() != 0)
    error_ = QStringLiteral("xdotool: ") + QString::fromUtf8(process.readAllStandardError());
  QTest::qWait(20);
}

void Desk::moveTo(const QPoint& p) {
  xdotool({QStringLiteral("mousemove"), QString::number(p.x()), QString::number(p.y())});
}

void Desk::click(const QPoint& p) {
  ++inputs_;
  moveTo(p);
  QTest::qWait(60);
  xdotool({QStringLiteral("click"), QStringLiteral("1")});
  QTest::qWait(60);
}

void Desk::press(const QPoint& p) {
  moveTo(p);
  QTest::qWait(60);
  xdotool({QStringLiteral("mousedown"), QStringLiteral("1")});
}

void Desk::letGo() { xdotool({QStringLiteral("mouseup"), QStringLiteral("1")}); }

void Desk::drag(const QPoint& from, const QPoint& to, int steps) {
  ++inputs_;
  const auto at = [](const QPointF& p) {
    return QStringList{QStringLiteral("mousemove"), QString::number(qRound(p.x())), QString::number(qRound(p.y())),
                       QStringLiteral("sleep"), QStringLiteral("0.03")};
  };
  QStringList all =
      at(from) + QStringList{QStringLiteral("sleep"), QStringLiteral("0.15"),  QStringLiteral("mousedown"),
                             QStringLiteral("1"),     QStringLiteral("sleep"), QStringLiteral("0.1")};
  for (int i = 1; i <= steps; ++i) all += at(from + QPointF(to - from) * i / steps);
  all += {QStringLiteral("sleep"), QStringLiteral("0.6"),   QStringLiteral("mouseup"),
          QStringLiteral("1"),     QStringLiteral("sleep"), QStringLiteral("0.1")};
  xdotool(all);
}

bool Desk::dragOver(const QPoint& from, const QPoint& to, int steps) {
  ++inputs_;
  moveTo(from);
  QTest::qWait(150);
  xdotool({QStringLiteral("mousedown"), QStringLiteral("1")});
  QTest::qWait(100);
  for (int i = 1; i <= steps; ++i) moveTo((from + QPointF(to - from) * i / steps).toPoint());
  // A busy target is not told of all that the pointer does: as a hand does, it moves on a little.
  int flip = 0;
  const bool seen = waitUntil(
      [&] {
        moveTo(to + QPoint(flip ^= 1, 0));
        const QPoint at = toPoint(ask({{"drag", true}})["at"].toArray());
        return (at - to).manhattanLength() <= 2;
      },
      20000);
  xdotool({QStringLiteral("mouseup"), QStringLiteral("1")});
  return seen;
}

void Desk::enter(const QString& text) {
  ++inputs_;
  xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("30"), QStringLiteral("--"), text});
  xdotool({QStringLiteral("key"), QStringLiteral("Return")});
  QTest::qWait(60);
}

void Desk::key(const QString& keys) {
  ++inputs_;
  xdotool({QStringLiteral("key"), QStringLiteral("--clearmodifiers"), keys});
  QTest::qWait(60);
}

void Desk::wheelUp(const QPoint& p, int notches) {
  moveTo(p);
  xdotool({QStringLiteral("click"), QStringLiteral("--repeat"), QString::number(notches), QStringLiteral("--delay"),
           QStringLiteral("60"), QStringLiteral("4")});
}

void Desk::moveWindowToCorner() {
  xdotool({QStringLiteral("getactivewindow"), QStringLiteral("windowmove"), QStringLiteral("1"), QStringLiteral("20")});
  QTest::qWait(200);
}

bool Desk::waitUntil(const std::function<bool()>& condition, int ms) {
  QElapsedTimer clock;
  clock.start();
  do {
    if (condition()) return true;
    QTest::qWait(40);
  } while (clock.elapsed() < ms && editor_.state() != QProcess::NotRunning);
  return condition();
}

bool Desk::settle(int ms) {
  int frames = -1, still = 0;
  QJsonObject looks;
  return waitUntil(
      [&] {
        const QJsonObject now = state();
        const bool rests = now["jobs"].toInt(-1) == 0 && !now["busy"].toBool() && now["presented"] == now["revision"] &&
                           now["frames"].toInt() == frames;
        frames = now["frames"].toInt();
        const QJsonObject look = ask({{"camera", true}});
        still = rests && look == looks ? still + 1 : 0;
        looks = look;
        return still >= 6;
      },
      ms);
}

bool Desk::choose(const QString& menu_button, const QString& action) {
  const auto menu = widget(menu_button);
  if (!menu) return false;
  click(*menu);
  std::optional<QPoint> entry;
  const bool shown = waitUntil(
      [&] {
        const QJsonObject there = ask({{"action", action}});
        if (there.contains(QLatin1String("entry"))) entry = toRect(there["entry"].toArray()).center();
        return entry.has_value();
      },
      5000);
  if (!shown) {
    error_ = QStringLiteral("%1 has no entry %2").arg(menu_button, action);
    return false;
  }
  click(*entry);
  return true;
}

// ---- looking

QImage Desk::screen() {
  QTest::qWait(80);
  return QGuiApplication::primaryScreen()->grabWindow(0).toImage().convertToFormat(QImage::Format_RGB32);
}

QImage Desk::shot(const QString& name) {
  const QImage all = screen();
  const QString to =
      qEnvironmentVariable("WW_SHOTS", qEnvironmentVariable("WW_BUILD_DIR") + QStringLiteral("/journey"));
  QDir().mkpath(to);
  const QRect frame = toRect(ask({{"widget", "mainWindow"}})["frame"].toArray());
  all.copy(frame & all.rect()).save(to + QLatin1Char('/') + name + QStringLiteral(".png"));
  return all;
}

std::optional<QByteArray> Desk::command(const QStringList& arguments) {
  QProcess process;
  process.start(program("worldwright"), arguments);
  if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
    error_ =
        arguments.join(QLatin1Char(' ')) + QStringLiteral(": ") + QString::fromUtf8(process.readAllStandardError());
    return std::nullopt;
  }
  return process.readAllStandardOutput();
}

}  // namespace ww::journey
