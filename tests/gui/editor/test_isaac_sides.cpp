// SPDX-License-Identifier: Apache-2.0
// The two sides of an exchange of Isaac messages in the window: roles, other names for channels, UDP, recordings.
#include <QDir>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "core/interop/isaac/udp.h"
#include "core/session/pose_builders.h"
#include "tests/gui/editor/isaac_page_test.h"
#include "ui/widgets/section.h"

using namespace ww;
using namespace ww::editor;

class TestIsaacSides : public IsaacPageTest {
  Q_OBJECT
 private Q_SLOTS:
  void theRoleTurnsThePorts();
  void anApplicationOrdersWhatIsMoved();
  void smallMessagesGoOverUdp();
  void valuesOfJointsAreWrittenAndSent();
  void aDrawingFitsWhatIsChosen();
  void aMapOfDistancesIsSeenWhereItLies();
  void aMinimisedWindowComesBack();
  void theWindowStaysUntilTheRecordingIsWritten();
  void aRecordingThatBreaksOffIsTold();
  void whatIsSentBeforeARecordingEndsIsInIt();
  void whatWasRecordedIsOffered();

 private:
  static constexpr int kPictures = 4;
  // Pictures of 36 MB each, whose end takes a while.
  void recordPictures(const QString& folder) {
    constexpr int kSide = 3000;
    page().connection()->record(folder);
    QVERIFY(!exchange().report().log.empty());
    const auto pixels = std::make_shared<const std::string>(4u * kSide * kSide, '\0');
    for (int i = 0; i < kPictures; ++i) {
      auto picture = isaac::depthMessage({{kSide, kSide, 1, isaac::PixelType::kFloat32, pixels}, {1, 1, 1, 1}, 0, 1});
      QVERIFY(picture.ok());
      picture->channel = "depth";
      QVERIFY(exchange().send(std::move(picture).value()));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!exchange().isSending(), 20000);
  }
  bool isTold(const char* text) { return noticeTexts().join(QLatin1Char('|')).contains(QLatin1String(text)); }
};

void TestIsaacSides::theRoleTurnsThePorts() {
  open();
  const auto choose = [&](int key) {
    auto* role = part<QComboBox>("isaacRole");
    role->setFocus();
    QTest::keyClick(role, key);
    Q_EMIT role->activated(role->currentIndex());
  };
  choose(Qt::Key_Down);
  QCOMPARE(part<QSpinBox>("isaacPort")->value(), 55001);
  QCOMPARE(part<QLineEdit>("isaacReadFrom")->text(), QStringLiteral("127.0.0.1:55000"));
  QVERIFY(exchange().settings().role == isaac::Role::kApplication);
  choose(Qt::Key_Up);
  QCOMPARE(part<QSpinBox>("isaacPort")->value(), 55000);
  // What is wrong in a name is told, and nobody listens.
  page().connection()->findChild<ui::Section*>()->head()->click();
  type(part<QLineEdit>("isaacNames"), QStringLiteral("teleport"));
  type(part<QSpinBox>("isaacPort"), QStringLiteral("0"));
  click(page().connection()->switchBox());
  QVERIFY(!exchange().isOn());
  QVERIFY(QString::fromStdString(exchange().problem().line()).contains(QLatin1String("CHANNEL=NAME")));
}

// The window as the application: it follows, and what is moved in it is told, under another name.
void TestIsaacSides::anApplicationOrdersWhatIsMoved() {
  const ObjectId crate = box("crate", Pose::translation(1, 0, 0));
  const auto simulator = isaac::Publisher::listen({}).value();
  ui::IsaacSettings settings = exchange().settings();
  settings.setRole(isaac::Role::kApplication);
  settings.port = 0;
  settings.source = QString::fromStdString(simulator->address().text());
  settings.channels = {QStringLiteral("teleport=orders")};
  exchange().setSettings(settings);
  exchange().setOn(true);
  QVERIFY2(exchange().isOn(), exchange().problem().line().c_str());
  QTRY_VERIFY_WITH_TIMEOUT(simulator->peers().size() == 1, 20000);
  const auto reader = connected();
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().receivers.size() == 1, 20000);
  isaac::Message told = isaac::messageOf(isaac::BodyGroup{"world", {{"crate", Pose::translation(2, 0, 0)}}});
  told.channel = "bodies";
  QVERIFY(simulator->publish(told).ok());
  QTRY_VERIFY_WITH_TIMEOUT(world()->rootT({crate}).p == Vec3(2, 0, 0), 20000);
  window_->bridge().commit(QStringLiteral("move"),
                           session::setPoses(*world(), {{{crate}, {world::kRootObject}, Pose::translation(3, 0, 0)}}));
  isaac::BodyGroup orders;
  const auto isOrdered = [&] {
    while (const auto message = reader->next(0.01))
      if (const auto group = isaac::bodyGroupOf(*message); group.ok() && message->channel == "orders") orders = *group;
    return orders.bodies.size() == 1;
  };
  QTRY_VERIFY_WITH_TIMEOUT(isOrdered(), 20000);
  QVERIFY(orders.bodies[0].name == "crate" && orders.bodies[0].frame_t_body.p == Vec3(3, 0, 0));
}

void TestIsaacSides::smallMessagesGoOverUdp() {
  box("crate", Pose::translation(1, 2, 3));
  const auto ears = isaac::UdpReceiver::listen({}).value();
  open();
  page().connection()->findChild<ui::Section*>()->head()->click();
  type(part<QLineEdit>("isaacUdpTo"), QString::fromStdString(ears->address().text()));
  switchOn();
  QVERIFY(!part<QLineEdit>("isaacUdpTo")->isEnabled() && part<QPushButton>("isaacTree")->isEnabled());
  std::set<std::string> channels;
  const auto came = [&](const char* channel) {
    for (const isaac::Message& message : ears->take()) channels.insert(message.channel);
    return channels.contains(channel);
  };
  QTRY_VERIFY_WITH_TIMEOUT(came("pose"), 20000);
  QTRY_VERIFY_WITH_TIMEOUT(came("pose_tree"), 20000);
  channels.clear();
  click(part<QPushButton>("isaacTree"));
  QTRY_VERIFY_WITH_TIMEOUT(came("pose_tree"), 20000);
  QTRY_COMPARE_WITH_TIMEOUT(page().connection()->peers()->topLevelItemCount(), 1, 20000);
  QVERIFY(page().connection()->peers()->topLevelItem(0)->text(0).contains(QLatin1String("UDP")));
}

// In the buffer of a message they lie, and stand in its text.
void TestIsaacSides::valuesOfJointsAreWrittenAndSent() {
  switchOn();
  const auto reader = connected();
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().receivers.size() == 1, 20000);
  isaac::Message command = isaac::messageOf(std::vector<isaac::Quantity>{{"robot/joint_1", "position", 0.5}});
  command.channel = "joint_position";
  auto* writer = page().writer();
  page().tabs()->setCurrentWidget(writer);
  writer->take(command);
  QTRY_VERIFY(!writer->isCopying());
  const QString text = writer->json()->toPlainText();
  QVERIFY2(text.contains(QLatin1String("[0.5]")), qPrintable(text));
  writer->json()->setPlainText(QString(text).replace(QLatin1String("[0.5]"), QLatin1String("[0.5, 1]")));
  QTRY_VERIFY2(writer->told().contains(QLatin1String("dimensions")), qPrintable(writer->told()));
  QVERIFY(!writer->sendButton()->isEnabled());
  writer->json()->setPlainText(QString(text).replace(QLatin1String("[0.5]"), QLatin1String("[0.75]")));
  QTRY_VERIFY2(writer->sendButton()->isEnabled(), qPrintable(writer->told()));
  QTest::mouseClick(writer->sendButton(), Qt::LeftButton);
  std::vector<isaac::Quantity> came;
  const auto isThere = [&] {
    while (const auto message = reader->next(0.01))
      if (message->channel == "joint_position") came = isaac::quantitiesOf(*message).value();
    return came.size() == 1;
  };
  QTRY_VERIFY_WITH_TIMEOUT(isThere(), 20000);
  QCOMPARE(came[0].value, 0.75);
}

// Two cells, an obstacle and what is far from it, turned with all else.
void TestIsaacSides::aMapOfDistancesIsSeenWhereItLies() {
  open();
  page().tabs()->setCurrentWidget(page().messages());
  auto* view = page().messages()->view();
  isaac::Message message;
  message.channel = "obstacles";
  message.uuid = isaac::newUuid();
  message.type_id = isaac::findType(std::string_view("ObstaclesProto"))->id;
  message.segments = isaac::segmentsOfJson(message.type_id, R"({"robotFrame": "robot", "distanceMaps": [{
      "image": {"elementType": "float32", "rows": 2, "cols": 1, "channels": 1, "dataBufferIndex": 0},
      "robotTGridmap": {"rotation": {"q": {"x": 1, "y": 0}}, "translation": {"x": 3, "y": -1}}, "gridCellSize": 2}]})")
                         .value();
  const float distances[] = {0.0f, 2.0f};
  message.buffers = {std::make_shared<const std::string>(reinterpret_cast<const char*>(distances), sizeof distances)};
  view->show({message});
  view->tabs()->setCurrentIndex(1);
  auto* canvas = view->canvas();
  QTRY_COMPARE_WITH_TIMEOUT(canvas->drawing().sheets.size(), std::size_t{1}, 20000);
  const auto seen = [&](const Vec3& p) {
    const QPixmap picture = canvas->grab();
    return QColor(picture.toImage().pixel((canvas->at(p) * picture.devicePixelRatio()).toPoint()));
  };
  for (int turns = 0; turns < 3; ++turns) {
    const QColor near = seen(Vec3(4, 0, 0)), far = seen(Vec3(6, 0, 0));
    QVERIFY2(near.red() > near.blue() + 60 && near.red() > near.green() + 60, qPrintable(near.name()));
    QVERIFY2(far.blue() > far.red() + 60, qPrintable(far.name()));
    QTest::keyClick(canvas, Qt::Key_Left);
    QTest::keyClick(canvas, Qt::Key_Up);
  }
  if (qEnvironmentVariableIsSet("WW_SHOTS"))
    page().grab().save(qEnvironmentVariable("WW_SHOTS") + QStringLiteral("/distance_map.png"));
}

void TestIsaacSides::aDrawingFitsWhatIsChosen() {
  open();
  page().tabs()->setCurrentWidget(page().messages());
  auto* view = page().messages()->view();
  const auto show = [&](const char* channel, const Vec3& at) {
    isaac::Message message = isaac::messageOf(isaac::BodyGroup{
        "world", {{"a", Pose{at, Quat::Identity()}}, {"b", Pose{at + Vec3::UnitX(), Quat::Identity()}}}});
    message.channel = channel;
    message.uuid = isaac::newUuid();
    view->show({message});
    QTRY_VERIFY_WITH_TIMEOUT(view->message() && view->message()->uuid == message.uuid, 20000);
  };
  show("near", Vec3::Zero());
  view->tabs()->setCurrentIndex(1);
  QTRY_COMPARE_WITH_TIMEOUT(view->canvas()->drawing().places.size(), std::size_t{2}, 20000);
  // Within a channel the view stays, or what moves could not be seen to.
  const QPointF before = view->canvas()->at(Vec3::Zero());
  show("near", Vec3(0.1, 0, 0));
  QVERIFY(view->canvas()->at(Vec3::Zero()) == before);
  show("far", Vec3(0, 0, 16));
  QVERIFY(view->canvas()->rect().contains(view->canvas()->at(Vec3(0, 0, 16)).toPoint()));
}

void TestIsaacSides::aMinimisedWindowComesBack() {
  open();
  page().showMinimized();
  QTRY_VERIFY(page().isMinimized());
  run("tools.messages");
  QTRY_VERIFY(!page().isMinimized() && page().isVisible());
  QVERIFY(QTest::qWaitForWindowExposed(&page()));
}

// Whoever closes it does not wait before a window that hangs, and may stay after all.
void TestIsaacSides::theWindowStaysUntilTheRecordingIsWritten() {
  const char* title = "The recording is written to its end first";
  switchOn();
  recordPictures(folder_.filePath(QStringLiteral("stays")));
  QElapsedTimer timer;
  timer.start();
  QVERIFY(!window_->close());
  QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
  QVERIFY(window_->isVisible() && exchange().isEndingLog() && isTold(title));
  noticeButton(QStringLiteral("Stay here"))->click();
  QVERIFY(!isTold(title));
  QTRY_VERIFY_WITH_TIMEOUT(!exchange().isEndingLog(), 60000);
  QTest::qWait(100);
  QVERIFY(window_->isVisible() && exchange().isOn());

  const QString folder = folder_.filePath(QStringLiteral("goes"));
  recordPictures(folder);
  QVERIFY(!window_->close());
  QVERIFY(isTold(title));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), 60000);
  QVERIFY(!exchange().isEndingLog());
  const auto log = isaac::CaskReader::open(folder.toStdString());
  QVERIFY(log.ok());
  const auto depth = std::ranges::find(log->channels(), std::string("depth"), &isaac::LogChannel::name);
  QVERIFY(depth != log->channels().end());
  QCOMPARE(depth->entries.size(), std::size_t{kPictures});
}

// The folder is gone while it is recorded into; the window of messages may be closed.
void TestIsaacSides::aRecordingThatBreaksOffIsTold() {
  switchOn();
  const QString folder = folder_.filePath(QStringLiteral("lost"));
  page().connection()->record(folder);
  isaac::Message edge = isaac::messageOf(isaac::PoseEdge{"world", "idea", Pose()});
  edge.channel = "pose";
  QVERIFY(exchange().send(edge));
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().logged > 0, 20000);
  page().close();
  QVERIFY(QDir(folder).removeRecursively());
  edge.channel = "fresh";  // which takes a new file
  QTRY_VERIFY_WITH_TIMEOUT((exchange().send(edge), isTold("The recording of messages broke off")), 20000);
  QVERIFY(exchange().report().log.empty());
  // What is done after it is well.
  QVERIFY(exchange().send(edge));
  QVERIFY(window_->close());
}

// In one turn of the window: what waits to be told then goes into the log still, and what is sent after it does not.
void TestIsaacSides::whatIsSentBeforeARecordingEndsIsInIt() {
  switchOn();
  const QString folder = folder_.filePath(QStringLiteral("ended"));
  exchange().startLog(folder);
  QVERIFY2(exchange().problem().ok(), exchange().problem().line().c_str());
  constexpr int kBefore = 10;
  for (int i = 0; i < kBefore + 3; ++i) {
    if (i == kBefore) exchange().endLog();
    isaac::Message edge = isaac::messageOf(isaac::PoseEdge{"world", "part_" + std::to_string(i), Pose()});
    edge.channel = "by_hand";
    QVERIFY(exchange().send(std::move(edge)));
  }
  QTRY_VERIFY_WITH_TIMEOUT(!exchange().isSending() && !exchange().isEndingLog(), 20000);
  const auto log = isaac::CaskReader::open(folder.toStdString());
  QVERIFY(log.ok());
  const auto channel = std::ranges::find(log->channels(), std::string("by_hand"), &isaac::LogChannel::name);
  QVERIFY(channel != log->channels().end());
  QCOMPARE(channel->entries.size(), std::size_t{kBefore});
  for (int i = 0; i < kBefore; ++i) {
    const auto message = log->message(*channel, channel->entries[static_cast<std::size_t>(i)]);
    QCOMPARE(isaac::poseEdgeOf(message.value())->rhs, "part_" + std::to_string(i));
  }
  click(page().connection()->switchBox());
}

// Whoever has just recorded something wants to look at that.
void TestIsaacSides::whatWasRecordedIsOffered() {
  box("post", Pose::translation(1, 0, 0));
  switchOn();
  const QString folder = folder_.filePath(QStringLiteral("just_now"));
  auto* source = page().messages()->source();
  const int choices = source->count();
  page().connection()->record(folder);
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().logged > 0, 20000);
  QCOMPARE(source->count(), choices);
  click(page().connection()->recordButton());
  QTRY_COMPARE_WITH_TIMEOUT(source->count(), choices + 1, 20000);
  QCOMPARE(source->itemText(choices), QStringLiteral("Recording just_now"));
  source->setCurrentIndex(choices);
  QTRY_VERIFY_WITH_TIMEOUT(!desk().log().channels().empty(), 20000);
  QCOMPARE(desk().log().folder(), folder);
  click(page().connection()->switchBox());
}

int main(int argc, char** argv) { return runWindowTest<TestIsaacSides>(argc, argv); }
#include "test_isaac_sides.moc"
