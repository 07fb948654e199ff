// SPDX-License-Identifier: Apache-2.0
// What the window keeps for its user, while the disk is slow.
#include <unistd.h>

#include <QElapsedTimer>
#include <atomic>
#include <thread>

#include "tests/gui/editor/window_test.h"
#include "ui/settings/user_settings.h"

using namespace ww;
using namespace ww::editor;

namespace {

constexpr int kSlowMs = 400;
const std::thread::id kWindowThread = std::this_thread::get_id();
std::atomic<int> waited_in_window = 0, waited = 0;
std::atomic<bool> slow = false;

struct SlowDisk {
  SlowDisk() {
    waited_in_window = waited = 0;
    slow = true;
  }
  ~SlowDisk() { slow = false; }
};

}  // namespace

// In the place of the C library's, for Qt as well.
extern "C" int fdatasync(int /*file*/) {
  if (!slow) return 0;
  ++(std::this_thread::get_id() == kWindowThread ? waited_in_window : waited);
  std::this_thread::sleep_for(std::chrono::milliseconds(kSlowMs));
  return 0;
}

class TestSettings : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theWindowClosesAtOnce() {
    const SlowDisk disk;
    QElapsedTimer clock;
    clock.start();
    QVERIFY(window_->close());
    QVERIFY(!window_->isVisible());
    QVERIFY2(clock.elapsed() < kSlowMs, qPrintable(QString::number(clock.elapsed())));
    // The program ends when all is written.
    window_.reset();
    QVERIFY(waited > 0);
    QCOMPARE(waited_in_window, 0);
    QVERIFY(!QSettings().value(QStringLiteral("window/geometry")).toByteArray().isEmpty());
    QVERIFY(!QSettings().value(QStringLiteral("workspaces/layout/layout")).toByteArray().isEmpty());
  }

  void whatWasDoneIsKnownAtOnceAndKept() {
    const SlowDisk disk;
    const QString file = folder_.filePath(QStringLiteral("kept.wright"));
    run("add.box");
    saveTo(file);
    QCOMPARE(RecentFiles::list(), QStringList(file));
    run("view.theme-dark");
    QCOMPARE(ui::settings::value(QStringLiteral("window/theme")).toInt(), 2);
    ui::settings::flush();
    QCOMPARE(waited_in_window, 0);
    QCOMPARE(QSettings().value(QStringLiteral("files/recent")).toStringList(), QStringList(file));
    RecentFiles::clear();
    QVERIFY(RecentFiles::list().isEmpty());
    ui::settings::flush();
    QVERIFY(!QSettings().contains(QStringLiteral("files/recent")));
    QCOMPARE(RecentFiles::list(), QStringList());
    QCOMPARE(waited_in_window, 0);
    run("view.theme-light");
    window_.reset();
  }
};

int main(int argc, char** argv) { return runWindowTest<TestSettings>(argc, argv); }
#include "test_settings.moc"
