// SPDX-License-Identifier: Apache-2.0
// The editor's user and two Python clients edit the same world: `two_clients [SECONDS [light|dark
// [WxH]]]`. Nothing may be lost, the history must name who did what, and the window must stay at hand.
// Exit status 1 otherwise.
#include <QAbstractButton>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <cstdio>

#include "app/editor/main_window.h"
#include "resources/samples/samples.h"
#include "tests/gui/share/ledger.h"
#include "tests/gui/share/user.h"
#include "tests/support/window_manager.h"
#include "ui/bridge/watchdog.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::share_test;

namespace {

constexpr double kLongestCpuMs = 50.0, kLongestHeldMs = 400.0;

int g_problems = 0;

void check(bool holds, const QString& text) {
  std::printf("%s %s\n", holds ? "ok   " : "WRONG", qPrintable(text));
  if (!holds) ++g_problems;
}

void turn(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

bool turnUntil(const std::function<bool()>& condition, int ms) {
  QElapsedTimer clock;
  clock.start();
  while (!condition() && clock.elapsed() < ms) turn(50);
  return condition();
}

std::unique_ptr<QProcess> startClient(const QString& address, const char* name, const char* seconds,
                                      const char* offset) {
  auto client = std::make_unique<QProcess>();
  client->setProcessChannelMode(QProcess::ForwardedErrorChannel);
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
  client->setProcessEnvironment(environment);
  client->start(QStringLiteral(WW_PYTHON),
                {qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/tests/gui/share/client.py"), address,
                 QLatin1String(name), QLatin1String(seconds), QStringLiteral(WW_STUBS), QLatin1String(offset)});
  return client;
}

// What was acknowledged to the client is what the ledger has under its name, edit by edit.
void compare(const char* name, QProcess& client, const std::map<std::string, Ledger::Count>& counts) {
  const QJsonObject said = QJsonDocument::fromJson(client.readAllStandardOutput()).object();
  const QJsonObject acknowledged = said["acknowledged"].toObject();
  const auto found = counts.find(name);
  const Ledger::Count count = found == counts.end() ? Ledger::Count{} : found->second;
  std::size_t sum = 0, lost = 0, unasked = 0;
  for (auto it = acknowledged.begin(); it != acknowledged.end(); ++it) {
    const auto label = count.labels.find(it.key().toStdString());
    const std::size_t have = label == count.labels.end() ? 0 : label->second,
                      told = static_cast<std::size_t>(it.value().toInt());
    sum += told;
    lost += told > have ? told - have : 0;
    unasked += have > told ? have - told : 0;
  }
  check(sum > 50 && lost == 0 && unasked == 0 && count.commits == sum,
        QStringLiteral(
            "%1: %2 edits acknowledged, %3 in the session under its name, %4 lost; %5 undone by the user; refused: %6")
            .arg(QLatin1String(name))
            .arg(sum)
            .arg(count.commits)
            .arg(lost)
            .arg(count.undone)
            .arg(QString::fromUtf8(QJsonDocument(said["refused"].toObject()).toJson(QJsonDocument::Compact))));
}

void run(const char* seconds, ui::Watchdog& dog, editor::MainWindow& window,
         const std::shared_ptr<session::WorldSession>& session) {
  check(turnUntil([&] { return window.share().state() == ui::Share::State::kOn; }, 20000),
        QStringLiteral("the world is shared at ") + window.share().address());
  Ledger ledger(session);
  int told = 0;
  QObject::connect(&window.bridge(), &ui::SessionBridge::changed, &window, [&told] { ++told; });
  const auto revision = session->snapshot().revision;
  auto a = startClient(window.share().address(), "cell_py", seconds, "0"),
       b = startClient(window.share().address(), "line_py", seconds, "1");
  turn(1000);
  dog.reset();
  QElapsedTimer clock;
  clock.start();
  int drags = 0, undos = 0;
  {
    User user(window, QStringLiteral("table"));
    const int limit = static_cast<int>(1000 * std::atof(seconds)) + 60000;
    check(turnUntil([&] { return a->state() == QProcess::NotRunning && b->state() == QProcess::NotRunning; }, limit),
          QStringLiteral("both clients have ended"));
    user.stop();
    drags = user.drags();
    undos = user.undos();
  }
  const double took = static_cast<double>(clock.elapsed()) / 1000.0;
  turn(1000);
  const QString watched = dog.summary();
  const double p99 = dog.wallPercentile(0.99), cpu = dog.worstOutsideFrameMs(), held = dog.worstHeldMs();
  const ui::Watchdog::Pause checking(&dog);
  const auto counts = ledger.counts();
  compare("cell_py", *a, counts);
  compare("line_py", *b, counts);
  const auto own = counts.find("");
  check(own != counts.end() && drags > 2 && undos > 1,
        QStringLiteral("the user: %1 drags, %2 steps back or forth, %3 edits, %4 of them undone")
            .arg(drags)
            .arg(undos)
            .arg(own == counts.end() ? 0 : own->second.commits)
            .arg(own == counts.end() ? 0 : own->second.undone));
  const auto wrong = ledger.compareWithHistory();
  for (const auto& text : wrong) std::printf("      %s\n", text.c_str());
  check(wrong.empty(), QStringLiteral("the history has %1 entries, end to end, each under its author")
                           .arg(session->history().entries.size()));
  const auto other = ledger.replay();
  check(other.empty(), other.empty() ? QStringLiteral("a replay of the history gives the same world")
                                     : QString::fromStdString(other.front()));
  check(true, QStringLiteral("%1 changes in %2 s, told to the views as %3")
                  .arg(session->snapshot().revision - revision)
                  .arg(took, 0, 'f', 1)
                  .arg(told));
  check(cpu < kLongestCpuMs && held < kLongestHeldMs,
        QStringLiteral("watchdog: p99 %1 ms, longest held %2 ms, worst CPU outside the frame %3 ms (%4)")
            .arg(p99, 0, 'f', 1)
            .arg(held, 0, 'f', 1)
            .arg(cpu, 0, 'f', 1)
            .arg(watched));
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setStencilBufferSize(8);
  QSurfaceFormat::setDefaultFormat(format);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("two clients"));
  QStandardPaths::setTestModeEnabled(true);
  QSettings().clear();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(argc > 2 && qstrcmp(argv[2], "light") == 0 ? ui::Theme::Choice::kLight
                                                                             : ui::Theme::Choice::kDark);
  const char* seconds = argc > 1 ? argv[1] : "60";
  const test::WindowManager manager;

  auto store = std::make_shared<geometry::GeometryStore>();
  auto world = samples::makeSample("pick_and_place", *store);
  if (!world.ok()) return 2;
  auto session = std::make_shared<session::WorldSession>(std::move(world).value(), store);
  session->setHistoryLimit(1'000'000);  // so that all of it can be looked at
  {
    auto making = std::make_unique<ui::Watchdog::Pause>(&dog);
    editor::MainWindow window(session);
    dog.setFrameSource([view = window.viewHost().view()] { return ui::ViewProbe(*view).frameTotals(); });
    const QStringList size = QString::fromLatin1(argc > 3 ? argv[3] : "1280x800").split(QLatin1Char('x'));
    if (size.size() == 2) window.resize(size[0].toInt(), size[1].toInt());
    window.show();
    turn(2500);
    window.activateWindow();
    window.viewHost().fitAll();
    window.setSharing(true);
    if (const auto* box = window.findChild<QMessageBox*>(QStringLiteral("shareQuestion")))
      for (auto* button : box->buttons())
        if (box->buttonRole(button) == QMessageBox::AcceptRole) button->click();
    turn(1000);
    making.reset();
    run(seconds, dog, window, session);
    dog.setFrameSource({});
  }
  return g_problems == 0 ? 0 : 1;
}
