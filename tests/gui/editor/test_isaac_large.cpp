// SPDX-License-Identifier: Apache-2.0
// What is large holds no turn of the window: pictures of a log that is scrubbed, and messages that wait for the disk.
#include <QElapsedTimer>
#include <QLabel>

#include "app/editor/isaac_desk.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "tests/gui/editor/isaac_page_test.h"
#include "tests/unit/isaac/stalled_log.h"
#include "ui/bridge/isaac_file.h"
#include "ui/bridge/watchdog.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestIsaacLarge : public IsaacPageTest {
  Q_OBJECT
 public:
  explicit TestIsaacLarge(ui::Watchdog& dog) : dog_(dog) {}
 private Q_SLOTS:
  void cleanup() { dog_.setFrameSource({}); }
  void largePicturesOfALogHoldNothing();
  void aLargeTreeIsEditedAndSent();
  void aFullQueueIsTold();

 private:
  static constexpr int kSide = 8192, kTimes = 3;

  void watch() {
    dog_.setFrameSource([this] { return ui::ViewProbe(*window_->viewHost().view()).frameTotals(); });
    dog_.reset();
  }
  void judge(const char* what) {
    std::fprintf(stderr, "%s: at most %.1f ms of CPU a turn outside frames, held %.1f ms; %s\n", what,
                 dog_.worstOutsideFrameMs(), dog_.worstHeldMs(), qPrintable(dog_.summary()));
    QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
    QVERIFY2(dog_.worstHeldMs() < ui::Watchdog::Limits().held_ms, qPrintable(dog_.summary()));
  }
  // Each second a picture of 201 MB in a colour of its own, a depth of 268 MB, a cloud and an edge.
  void writeLog(const QString& folder) {
    const auto log = isaac::CaskWriter::create(folder.toStdString());
    QVERIFY(log.ok());
    constexpr std::size_t kPixels = std::size_t{kSide} * kSide;
    const auto depths = std::make_shared<const std::string>(4 * kPixels, '\x40');
    std::vector<Vec3> points;
    for (int i = 0; i < 250'000; ++i) points.emplace_back(std::cos(i), std::sin(i), 1e-5 * i);
    for (int i = 0; i < kTimes; ++i) {
      const auto colors = std::make_shared<const std::string>(3 * kPixels, static_cast<char>(60 * (i + 1)));
      auto color = isaac::colorMessage({{kSide, kSide, 3, isaac::PixelType::kUint8, colors}, {1, 1, 1, 1}});
      auto depth =
          isaac::depthMessage({{kSide, kSide, 1, isaac::PixelType::kFloat32, depths}, {1, 1, 1, 1}, 0.0, 10.0});
      auto cloud = isaac::pointMessage(points);
      QVERIFY(color.ok() && depth.ok() && cloud.ok());
      isaac::Message edge = isaac::messageOf(isaac::PoseEdge{"world", "post", Pose::translation(i, 0, 0)});
      color->channel = "color", depth->channel = "depth", cloud->channel = "cloud", edge.channel = "pose";
      for (isaac::Message* message : {&*color, &*depth, &*cloud, &edge}) {
        message->uuid = isaac::newUuid();
        message->pubtime_ns = i * 1'000'000'000ll;
        QVERIFY((*log)->write(*message).ok());
      }
    }
    QVERIFY((*log)->close().ok());
  }
  void choose(const char* channel) {
    auto* list = page().messages()->channels();
    QTRY_VERIFY_WITH_TIMEOUT(!list->findItems(QLatin1String(channel), Qt::MatchExactly).isEmpty(), 20000);
    auto* item = list->findItems(QLatin1String(channel), Qt::MatchExactly).front();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
  }
  QTreeWidgetItem* channel(const char* name) {
    return page().messages()->channels()->findItems(QLatin1String(name), Qt::MatchExactly).front();
  }
  const ui::MessageView& view() { return *page().messages()->view(); }
  bool sees(const char* channel) { return view().message() && view().message()->channel == channel; }
  int grey() {
    const QImage& image = view().canvas()->image();
    return image.isNull() ? -1 : qRed(image.pixel(image.width() / 2, image.height() / 2));
  }

  static isaac::Message largeTree() {
    constexpr int kNodes = 10'000;
    std::vector<isaac::TreeNode> nodes(kNodes);
    for (int i = 0; i < kNodes; ++i)
      nodes[static_cast<std::size_t>(i)] = {"node_" + std::to_string(i), (i - 1) / 10,
                                            Pose::translation(std::sin(i), std::cos(i), 1.0 / (1 + i)),
                                            Pose::translation(std::cos(i), std::sin(i), 1e-3 * i)};
    nodes[0].parent = -1;
    isaac::Message out = isaac::messageOf("world", nodes);
    out.channel = "large_tree";
    return out;
  }
  void copyTree();

  ui::Watchdog& dog_;
};

void TestIsaacLarge::largePicturesOfALogHoldNothing() {
  const QString folder = folder_.filePath(QStringLiteral("large"));
  writeLog(folder);
  open();
  page().tabs()->setCurrentWidget(page().messages());
  page().messages()->openLog(folder);
  QTRY_VERIFY_WITH_TIMEOUT(desk().log().isOpen(), 60000);
  watch();
  choose("color");
  view().tabs()->setCurrentIndex(1);
  QTRY_COMPARE_WITH_TIMEOUT(grey(), 60, 60000);
  // To the end by keys: what is seen at last is the last one.
  auto* line = page().messages()->bar()->clock()->timeline();
  line->setFocus();
  for (int i = 0; desk().log().time() < desk().log().duration() && i < 300; ++i) QTest::keyClick(line, Qt::Key_Right);
  QTRY_COMPARE_WITH_TIMEOUT(grey(), 180, 60000);
  // To and fro between large ones: the newest wins.
  for (const int key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Home, Qt::Key_End, Qt::Key_Home}) {
    QTest::keyClick(line, Qt::Key(key));
    QTest::qWait(30);
  }
  QTRY_COMPARE_WITH_TIMEOUT(grey(), 60, 60000);
  QTest::qWait(500);
  QCOMPARE(grey(), 60);
  judge("pictures of 201 MB scrubbed");
  // Another channel ends what is read of this one.
  dog_.reset();
  QTest::keyClick(line, Qt::Key_End);
  choose("depth");
  QTRY_VERIFY_WITH_TIMEOUT(sees("depth") && view().canvas()->image().width() > 100, 60000);
  QTest::keyClick(line, Qt::Key_Home);
  choose("pose");
  QTRY_VERIFY_WITH_TIMEOUT(sees("pose") && view().canvas()->drawing().places.size() == 2, 60000);
  QCOMPARE(page().messages()->channels()->currentItem()->text(3), QStringLiteral("PoseTreeEdgeProto"));
  judge("from one channel to the other");
  // The type of a channel that was looked at stays in the list, whatever becomes of the list.
  desk().log().setChannelOn("color", false);
  QTRY_VERIFY_WITH_TIMEOUT(channel("color")->checkState(0) == Qt::Unchecked, 20000);
  QTRY_COMPARE_WITH_TIMEOUT(channel("depth")->text(3), QStringLiteral("DepthCameraProto"), 20000);
  dog_.reset();
  choose("cloud");
  QTRY_VERIFY_WITH_TIMEOUT(sees("cloud") && view().canvas()->drawing().points.size() > 100'000, 60000);
  for (int i = 0; i < 10; ++i) {
    QTest::keyClick(view().canvas(), Qt::Key_Left);
    QTest::qWait(20);
  }
  judge("a cloud that is turned");
  // Copied and saved beside all else, too.
  dog_.reset();
  choose("depth");
  QTRY_VERIFY_WITH_TIMEOUT(sees("depth") && part<QPushButton>("messageSave")->isEnabled(), 60000);
  const QString path = folder_.filePath(QStringLiteral("depth.jsonl"));
  page().messages()->view()->save(path);
  QVERIFY(!part<QPushButton>("messageSave")->isEnabled());
  QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("messageSave")->isEnabled(), 60000);
  QVERIFY(QFileInfo(path).size() > 4ll * kSide * kSide);
  judge("a depth that is saved");
}

void TestIsaacLarge::copyTree() {
  auto* writer = page().writer();
  dog_.reset();
  page().tabs()->setCurrentWidget(page().messages());
  click(part<QPushButton>("messageEdit"));
  QTRY_VERIFY_WITH_TIMEOUT(!writer->isCopying(), 60000);
  QTest::qWait(200);
  judge("a copy of it");
  QVERIFY(writer->json()->toPlainText().contains(QLatin1String("node_9999")));
  std::fprintf(stderr, "%d lines, %lld letters\n", writer->json()->blockCount(),
               static_cast<long long>(writer->json()->toPlainText().size()));
}

// Ten thousand nodes are some megabytes of text, to be made, shown, read and sent.
void TestIsaacLarge::aLargeTreeIsEditedAndSent() {
  const isaac::Message tree = largeTree();
  const QString path = folder_.filePath(QStringLiteral("tree.jsonl"));
  QVERIFY(ui::writeMessageFile(path, tree).ok());
  switchOn();
  const auto reader = connected();
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().receivers.size() == 1, 20000);
  page().tabs()->setCurrentWidget(page().messages());
  watch();
  page().messages()->openFile(path);
  QTRY_VERIFY_WITH_TIMEOUT(sees("large_tree"), 60000);
  judge("a tree of 10,000 nodes that is shown");
  dog_.reset();
  auto* writer = page().writer();
  const QString before = writer->json()->toPlainText();
  click(part<QPushButton>("messageEdit"));
  QCOMPARE(page().tabs()->currentWidget(), writer);
  QVERIFY(writer->isCopying() && writer->cancelButton()->isVisible() && !writer->sendButton()->isEnabled());
  click(writer->cancelButton());
  QVERIFY(!writer->isCopying() && !writer->cancelButton()->isVisible());
  QTest::qWait(1000);
  QCOMPARE(writer->json()->toPlainText(), before);
  judge("a copy of it that is cancelled");
  copyTree();
  copyTree();
  // A change in it is read and undone like any other.
  dog_.reset();
  QTest::keyClick(writer->json(), Qt::Key_End, Qt::ControlModifier);
  QTest::keyClicks(writer->json(), QStringLiteral("]"));
  QTRY_VERIFY2_WITH_TIMEOUT(writer->told().contains(QLatin1String("bracket")), qPrintable(writer->told()), 60000);
  QTest::keyClick(writer->json(), Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY2_WITH_TIMEOUT(writer->sendButton()->isEnabled(), qPrintable(writer->told()), 60000);
  page().resize(page().width() + 40, page().height());
  QTest::qWait(100);
  QTest::mouseClick(writer->sendButton(), Qt::LeftButton);
  std::optional<isaac::Message> came;
  QTRY_VERIFY_WITH_TIMEOUT(
      [&] {
        while (auto message = reader->next(0.0))
          if (message->channel == "large_tree") came = std::move(message);
        return came.has_value();
      }(),
      60000);
  const auto nodes_came = isaac::poseTreeOf(*came);
  const auto nodes = isaac::poseTreeOf(tree).value();
  QVERIFY(nodes_came.ok() && nodes_came->size() == nodes.size() && nodes_came->back().name == "node_9999");
  QVERIFY((nodes_came->back().parent_t_node.p - nodes.back().parent_t_node.p).norm() < 1e-12);
  QTRY_VERIFY_WITH_TIMEOUT(writer->told().startsWith(QLatin1String("Sent")), 20000);
  judge("a tree that is edited and sent");
  click(page().connection()->switchBox());
}

// The disk stands still while a run is recorded, and somebody sends large messages.
void TestIsaacLarge::aFullQueueIsTold() {
  using ww::test::StalledLog;
  if (!StalledLog::isPossible()) QSKIP("python3-lmdb is not there");
  switchOn();
  const QString folder = folder_.filePath(QStringLiteral("stalled"));
  page().connection()->record(folder);
  constexpr int kSmaller = 3000;  // 36 MB
  const auto pixels = std::make_shared<const std::string>(4u * kSmaller * kSmaller, '\0');
  auto picture = isaac::depthMessage({{kSmaller, kSmaller, 1, isaac::PixelType::kFloat32, pixels}, {1, 1, 1, 1}, 0, 1});
  QVERIFY(picture.ok());
  picture->channel = "depth";
  auto* writer = page().writer();
  page().tabs()->setCurrentWidget(writer);
  writer->take(*picture);
  QTRY_VERIFY(!writer->isCopying());
  QPushButton* send = writer->sendButton();
  const QString usual = send->text();
  QTest::mouseClick(send, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(writer->told().startsWith(QLatin1String("Sent")), 20000);
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().logged > 0, 20000);
  StalledLog disk;
  QVERIFY(disk.stall(folder));
  watch();
  QElapsedTimer timer;
  int sent = 0;
  for (; sent < 30 && !writer->told().contains(QLatin1String("queue is full")); ++sent) {
    timer.start();
    QTest::mouseClick(send, Qt::LeftButton);
    QVERIFY2(timer.elapsed() < 300, qPrintable(QString::number(timer.elapsed())));
    QTRY_VERIFY_WITH_TIMEOUT(!writer->told().startsWith(QLatin1String("It is being sent")), 20000);
  }
  QVERIFY2(writer->told().contains(QLatin1String("queue is full")), qPrintable(writer->told()));
  QVERIFY(sent > 3 && send->isEnabled() && send->text() != usual);
  if (qEnvironmentVariableIsSet("WW_SHOTS"))
    page().grab().save(qEnvironmentVariable("WW_SHOTS") + QStringLiteral("/queue_full.png"));
  judge("messages sent to a full queue");
  disk.release();
  QTest::qWait(1000);
  QTest::mouseClick(send, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(writer->told().startsWith(QLatin1String("Sent")), 20000);
  QCOMPARE(send->text(), usual);
  click(page().connection()->switchBox());
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("messages test"));
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TestIsaacLarge test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_isaac_large.moc"
