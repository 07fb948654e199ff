// SPDX-License-Identifier: Apache-2.0
// Messages of the Isaac SDK in the window: exchanged, looked at, edited and sent, recorded and scrubbed.
#include <QClipboard>
#include <QMessageBox>
#include <algorithm>
#include <cmath>

#include "app/editor/isaac_desk.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/subscriber.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/isaac_page_test.h"
#include "ui/panels/isaac/isaac_window.h"

using namespace ww;
using namespace ww::editor;

class TestIsaacMessages : public IsaacPageTest {
  Q_OBJECT
 private Q_SLOTS:
  void nobodyCanConnectUntilItIsAskedFor();
  void theExchangeIsSwitchedOnAndOff();
  void otherMachinesAreAskedFor();
  void whatIsTypedIsRemembered();
  void anOrderCanBeUndone();
  void aMessageIsLookedAtEditedAndSent();
  void unknownOnesAreShownRaw();
  void aCameraIsStreamedWhileThingsMove();
  void aCameraSeesARobotMove();
  void aRunIsRecordedAndScrubbed();
  void aMessageIsSavedAndOpened();
  void aLogThatIsNoneSaysSo();

 private:
  void goTo(const char* channel) {
    page().tabs()->setCurrentWidget(page().messages());
    auto* list = page().messages()->channels();
    QTRY_VERIFY_WITH_TIMEOUT(!list->findItems(QLatin1String(channel), Qt::MatchExactly).isEmpty(), 20000);
    auto* item = list->findItems(QLatin1String(channel), Qt::MatchExactly).front();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
    QTRY_VERIFY_WITH_TIMEOUT(
        page().messages()->view()->message() && page().messages()->view()->message()->channel == channel, 20000);
  }
  void shoot(const char* name) {
    if (!qEnvironmentVariableIsSet("WW_SHOTS")) return;
    const QSize before = page().size();
    for (const QSize size : {QSize(960, 600), QSize(1860, 1000)}) {
      page().resize(size);
      QTest::qWait(300);
      page().grab().save(
          QStringLiteral("%1/%2_%3.png").arg(qEnvironmentVariable("WW_SHOTS"), QLatin1String(name)).arg(size.width()));
    }
    page().resize(before);
  }
  QString value(const char* path) {
    auto* item = page().messages()->view()->tree()->itemAt(QLatin1String(path));
    return item ? item->text(1) : QStringLiteral("(none)");
  }
};

void TestIsaacMessages::nobodyCanConnectUntilItIsAskedFor() {
  QVERIFY(!exchange().isOn());
  open();
  QVERIFY(!exchange().isOn());
  QVERIFY(part<QLabel>("isaacState")->text().startsWith(QLatin1String("Off")));
  QVERIFY(!page().connection()->recordButton()->isEnabled());
  QVERIFY(!page().writer()->sendButton()->isEnabled());
  QVERIFY(page().writer()->told().contains(QLatin1String("Connection")));
  QCOMPARE(part<QLineEdit>("isaacHost")->text(), QStringLiteral("127.0.0.1"));
  QCOMPARE(part<QSpinBox>("isaacPort")->value(), 55000);
}

void TestIsaacMessages::theExchangeIsSwitchedOnAndOff() {
  box("crate", Pose::translation(1, 2, 3));
  switchOn();
  QVERIFY(part<QLabel>("isaacState")->text().contains(exchange().address()));
  QVERIFY(!part<QLineEdit>("isaacHost")->isEnabled());
  const auto reader = connected();
  auto* peers = page().connection()->peers();
  QTRY_COMPARE_WITH_TIMEOUT(peers->topLevelItemCount(), 1, 20000);
  // Who comes is told where everything is.
  isaac::PoseEdge told;
  const auto isTold = [&] {
    while (const auto message = reader->next(0.01))
      if (const auto edge = isaac::poseEdgeOf(*message); edge.ok()) told = *edge;
    return told.rhs == "crate";
  };
  QTRY_VERIFY_WITH_TIMEOUT(isTold(), 20000);
  QVERIFY(told.lhs_t_rhs.p == Vec3(1, 2, 3));
  QTRY_VERIFY_WITH_TIMEOUT(peers->topLevelItem(0)->text(2).toInt() > 0, 20000);
  QCOMPARE(peers->topLevelItem(0)->text(5), QStringLiteral("0"));
  click(page().connection()->switchBox());
  QVERIFY(!exchange().isOn());
  QTRY_VERIFY_WITH_TIMEOUT(!reader->state().connected, 20000);
  QTRY_COMPARE(peers->topLevelItemCount(), 0);
  // A port that is taken.
  const auto taken = isaac::Publisher::listen({}).value();
  auto* port = part<QSpinBox>("isaacPort");
  port->setFocus();
  port->selectAll();
  QTest::keyClicks(port, QString::number(taken->address().port));
  QTest::keyClick(port, Qt::Key_Return);
  click(page().connection()->switchBox());
  QVERIFY(!exchange().isOn() && !page().connection()->switchBox()->isChecked());
  bool said = false;
  for (auto* label : page().connection()->findChildren<QLabel*>())
    said = said || (label->isVisible() && label->text().contains(QLatin1String("cannot listen"), Qt::CaseInsensitive));
  QVERIFY(said);
}

void TestIsaacMessages::otherMachinesAreAskedFor() {
  open();
  auto* port = part<QSpinBox>("isaacPort");
  port->setFocus();
  port->selectAll();
  QTest::keyClicks(port, QStringLiteral("0"));
  type(part<QLineEdit>("isaacHost"), QStringLiteral("0.0.0.0"));
  const auto question = [&] { return window_->findChild<QMessageBox*>(QStringLiteral("isaacQuestion")); };
  click(page().connection()->switchBox());
  QTRY_VERIFY(question() && question()->isVisible());
  QVERIFY(!exchange().isOn());
  QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
  QTRY_VERIFY(!question());
  QVERIFY(!exchange().isOn() && !page().connection()->switchBox()->isChecked());
  click(page().connection()->switchBox());
  QTRY_VERIFY(question() && question()->isVisible());
  for (auto* button : question()->buttons())
    if (question()->buttonRole(button) == QMessageBox::AcceptRole) QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(exchange().isOn());
  QVERIFY(part<QLabel>("isaacState")->text().contains(QLatin1String("everybody")));
}

void TestIsaacMessages::whatIsTypedIsRemembered() {
  open();
  type(part<QLineEdit>("isaacReadFrom"), QStringLiteral("127.0.0.1:4711"));
  QCOMPARE(ui::settings::value(QStringLiteral("isaac/source")).toString(), QStringLiteral("127.0.0.1:4711"));
  type(part<QLineEdit>("isaacReadFrom"), QStringLiteral("somewhere"));
  click(page().connection()->switchBox());
  QVERIFY(!exchange().isOn());
  QVERIFY(!exchange().problem().ok());
}

void TestIsaacMessages::anOrderCanBeUndone() {
  const auto application = isaac::Publisher::listen({}).value();
  switchOn(QString::fromStdString(application->address().text()));
  QTRY_VERIFY_WITH_TIMEOUT(application->peers().size() == 1, 20000);
  isaac::Message order = isaac::messageOf(isaac::ActorRequests{{{"crate", "box", Pose::translation(1, 0, 0)}}, {}});
  order.channel = "scenario_actors";
  QVERIFY(application->publish(order).ok());
  QTRY_VERIFY_WITH_TIMEOUT(bool{world()->find("crate")}, 20000);
  QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("isaacCounts")->text().contains(QLatin1String("1 came")), 20000);
  goTo("scenario_actors");
  QCOMPARE(value("spawnRequests/[0]/name"), QStringLiteral("crate"));
  window_->activateWindow();
  run("edit.undo");
  QTRY_VERIFY(!world()->find("crate"));
}

void TestIsaacMessages::aMessageIsLookedAtEditedAndSent() {
  box("crate", Pose::translation(1, 2, 3));
  switchOn();
  const auto reader = connected();
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().receivers.size() == 1, 20000);
  goTo("pose");
  QCOMPARE(value("rhs"), QStringLiteral("crate"));
  QCOMPARE(value("pose/translation/y"), QStringLiteral("2"));
  auto* view = page().messages()->view();
  QTest::mouseClick(view->tabs()->tabBar(), Qt::LeftButton, {}, view->tabs()->tabBar()->tabRect(1).center());
  QTRY_COMPARE(view->canvas()->drawing().places.size(), std::size_t{2});
  shoot("drawing");
  // It is turned by the mouse.
  const QPointF before = view->canvas()->at(Vec3(1, 2, 3));
  const QPoint middle = view->canvas()->rect().center();
  QTest::mousePress(view->canvas(), Qt::LeftButton, {}, middle);
  QTest::mouseMove(view->canvas(), middle + QPoint(60, 20));
  QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, middle + QPoint(60, 20));
  QTRY_VERIFY(view->canvas()->at(Vec3(1, 2, 3)) != before);
  click(part<QPushButton>("messageCopy"));
  QTRY_VERIFY(QApplication::clipboard()->text().contains(QLatin1String("\"crate\"")));

  click(part<QPushButton>("messageEdit"));
  QCOMPARE(page().tabs()->currentWidget(), page().writer());
  auto* json = page().writer()->json();
  QTRY_VERIFY(json->toPlainText().contains(QLatin1String("\"crate\"")));
  // What is wrong is told as it is typed, and cannot be sent.
  QTest::keyClick(json, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(json, QStringLiteral("{\"lhs\": \"world\", \"right\": 1}"));
  QTRY_VERIFY2(page().writer()->told().contains(QLatin1String("right")), qPrintable(page().writer()->told()));
  QVERIFY(!page().writer()->sendButton()->isEnabled());
  QTest::keyClick(json, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(json, QStringLiteral("{\"lhs\": \"world\", \"rhs\": \"truck\"}"));
  QTRY_VERIFY2(page().writer()->sendButton()->isEnabled(), qPrintable(page().writer()->told()));
  QTest::mouseClick(page().writer()->sendButton(), Qt::LeftButton);
  shoot("writer");
  bool came = false;
  QTRY_VERIFY_WITH_TIMEOUT(
      [&] {
        while (const auto message = reader->next(0.0)) {
          const auto edge = isaac::poseEdgeOf(*message);
          came = came || (edge.ok() && edge->rhs == "truck" && message->channel == "pose");
        }
        return came;
      }(),
      20000);
  QTRY_VERIFY(page().writer()->told().startsWith(QLatin1String("Sent")));
}

void TestIsaacMessages::unknownOnesAreShownRaw() {
  const auto application = isaac::Publisher::listen({}).value();
  switchOn(QString::fromStdString(application->address().text()));
  QTRY_VERIFY_WITH_TIMEOUT(application->peers().size() == 1, 20000);
  isaac::Message odd;
  odd.channel = "odd";
  odd.type_id = 0x1234567890abcdef;
  odd.segments = {{0x0102030405060708, 0}};
  QVERIFY(application->publish(odd).ok());
  goTo("odd");
  QCOMPARE(value("segment 0/[0]"), QStringLiteral("08 07 06 05 04 03 02 01"));
  QVERIFY(!part<QPushButton>("messageEdit")->isEnabled());
  QVERIFY(!page().messages()->view()->tabs()->isTabEnabled(1));
}

void TestIsaacMessages::aCameraIsStreamedWhileThingsMove() {
  window_->selection().clear();
  run("add.sample.camera");
  QTRY_VERIFY_WITH_TIMEOUT(bool{world()->aliasNamed("camera")}, 20000);
  const ObjectId camera = world()->aliasNamed("camera");
  const Pose ahead = world()->rootT(camera) * Pose::translation(1.0, 0, 0.015);
  const ObjectId target = box("target", ahead);
  switchOn();
  const auto reader = connected();
  auto* sensors = page().connection()->sensors();
  QTRY_COMPARE(sensors->count(), 1);
  sensors->setFocus();
  sensors->setCurrentRow(0);
  QTest::keyClick(sensors, Qt::Key_Space);
  QCOMPARE(exchange().settings().sensors.size(), 1);
  auto* streams = part<QTreeWidget>("isaacStreams");
  QTRY_VERIFY_WITH_TIMEOUT(streams->topLevelItemCount() == 1 && streams->topLevelItem(0)->text(2).toInt() > 0, 30000);
  shoot("connection");
  goTo("color");
  auto* view = page().messages()->view();
  view->tabs()->setCurrentIndex(1);
  const auto middle = [&] {
    const QImage& image = view->canvas()->image();
    return image.isNull() ? 0u : image.pixel(image.width() / 2, image.height() / 2);
  };
  QTRY_VERIFY_WITH_TIMEOUT(qRed(middle()) > 60 && qGreen(middle()) < 40, 30000);
  window_->poseLayer().setRootTObject(target, ahead * Pose::translation(0, 3.0, 0));
  QTRY_VERIFY_WITH_TIMEOUT(qGreen(middle()) > 60, 30000);
  shoot("picture");
  // This one stays while others come.
  click(part<QCheckBox>("messageHold"));
  const auto held = view->message()->uuid;
  window_->poseLayer().clear();
  const auto frames = streams->topLevelItem(0)->text(2).toInt();
  QTRY_VERIFY_WITH_TIMEOUT(streams->topLevelItem(0)->text(2).toInt() > frames + 2, 30000);
  QVERIFY(view->message()->uuid == held);
}

// By its joints, as a motion is played: in the picture that is sent, and in the joints that are told.
void TestIsaacMessages::aCameraSeesARobotMove() {
  auto& session = window_->bridge().session();
  session.replace(samples::makeSample("pick_and_place", session.store()).value());
  QTRY_VERIFY(world()->find("robot"));
  const ObjectId robot = world()->find("robot");
  run("add.sample.camera");
  QTRY_VERIFY_WITH_TIMEOUT(bool{world()->aliasNamed("camera")}, 20000);
  const ObjectId camera = world()->aliasNamed("camera");
  const Pose ahead = world()->rootT({robot}) * Pose{Vec3(2.5, 0, 0.8), Quat(0, 0, 0, 1)};
  window_->bridge().commit(QStringLiteral("place"),
                           session::setPoses(*world(), {{{camera}, {world::kRootObject}, ahead}}));
  QTRY_VERIFY(world()->rootT({camera}).p == ahead.p);
  switchOn();
  const auto reader = connected();
  auto* sensors = page().connection()->sensors();
  QTRY_COMPARE(sensors->count(), 1);
  sensors->setFocus();
  sensors->setCurrentRow(0);
  QTest::keyClick(sensors, Qt::Key_Space);
  goTo("color");
  auto* view = page().messages()->view();
  view->tabs()->setCurrentIndex(1);
  QTRY_VERIFY_WITH_TIMEOUT(!view->canvas()->image().isNull(), 30000);
  const QImage before = view->canvas()->image();
  JointVector joints = world()->object(robot)->jointPositions();
  joints[0] += 0.7;
  joints[1] += 0.4;
  window_->poseLayer().setJoints(robot, joints);
  const auto changed = [&] {
    const QImage& now = view->canvas()->image();
    if (now.size() != before.size()) return 0;
    int count = 0;
    for (int y = 0; y < now.height(); y += 4)
      for (int x = 0; x < now.width(); x += 4) count += now.pixel(x, y) != before.pixel(x, y);
    return count;
  };
  QTRY_VERIFY2_WITH_TIMEOUT(changed() > 200, qPrintable(QString::number(changed())), 30000);
  shoot("robot");
  double told = 0.0;
  const auto isTold = [&] {
    while (const auto message = reader->next(0.01))
      if (const auto quantities = isaac::quantitiesOf(*message); quantities.ok() && message->channel == "joint_state")
        told = quantities->front().value;
    return std::abs(told - joints[0]) < 1e-9;
  };
  QTRY_VERIFY2_WITH_TIMEOUT(isTold(), qPrintable(QString::number(told)), 30000);
  QVERIFY(world()->object(robot)->jointPositions() != joints);
}

void TestIsaacMessages::aRunIsRecordedAndScrubbed() {
  const ObjectId crate = box("crate", Pose::translation(1, 0, 0));
  switchOn();
  const QString folder = folder_.filePath(QStringLiteral("run"));
  page().connection()->record(folder);
  QTRY_VERIFY_WITH_TIMEOUT(exchange().report().logged > 0 && part<QLabel>("isaacLog")->text().contains(folder), 20000);
  for (int i = 2; i < 5; ++i) {
    window_->poseLayer().setRootTObject(crate, Pose::translation(i, 0, 0));
    QTest::qWait(150);
  }
  window_->poseLayer().clear();
  QTest::qWait(150);
  click(page().connection()->recordButton());
  QTRY_VERIFY(exchange().report().log.empty());

  page().tabs()->setCurrentWidget(page().messages());
  page().messages()->openLog(folder);
  QTRY_VERIFY_WITH_TIMEOUT(desk().log().isOpen(), 20000);
  QVERIFY(desk().log().duration() > 0.3);
  auto* bar = page().messages()->bar();
  QVERIFY(bar->isVisible());
  // It says how long it is before anybody has touched it.
  const QString all = QLocale().toString(desk().log().duration(), 'f', 2) + QStringLiteral(" s");
  bool said = false;
  for (const auto* label : bar->findChildren<QLabel*>()) said = said || label->text().endsWith(all);
  QVERIFY2(said, qPrintable(all));
  click(bar->showBox());
  QVERIFY(desk().log().isShown());
  // Where things are is worked out beside the window.
  const auto settles = [&] { QTRY_VERIFY_WITH_TIMEOUT(desk().log().isUpToDate(), 20000); };
  const auto shown = [&] {
    settles();
    const auto& objects = window_->poseLayer().objects();
    const auto at = objects.find(crate);
    return at == objects.end() ? 0.0 : at->second.p.x();
  };
  QTRY_COMPARE(shown(), 1.0);
  // Scrubbed by keys, it goes through where it was.
  std::set<double> places;
  auto* line = bar->clock()->timeline();
  line->setFocus();
  // 20 ms a step.
  for (int i = 0; desk().log().time() < desk().log().duration() && i < 3000; ++i) {
    QTest::keyClick(line, Qt::Key_Right);
    places.insert(shown());
  }
  // It glides from one to the next.
  for (const double place : {2.0, 3.0, 4.0})
    QVERIFY(std::ranges::any_of(places, [&](double at) { return std::abs(at - place) < 0.3; }));
  QCOMPARE(shown(), 1.0);  // let go at the end
  QTest::keyClick(line, Qt::Key_Home);
  QCOMPARE(desk().log().time(), 0.0);
  shoot("log");
  // Played in its own time, up to the end.
  QTest::keyClick(line, Qt::Key_Space);
  QVERIFY(bar->clock()->isPlaying());
  QTRY_VERIFY_WITH_TIMEOUT(!bar->clock()->isPlaying(), 30000);
  QVERIFY(std::abs(desk().log().time() - desk().log().duration()) < 1e-9);
  // Without the channels that tell where things are nothing is shown.
  for (const char* channel : {"pose", "bodies", "pose_tree"}) {
    auto* list = page().messages()->channels();
    auto* item = list->findItems(QLatin1String(channel), Qt::MatchExactly).front();
    list->setFocus();
    list->setCurrentItem(item);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(item->checkState(0), Qt::Unchecked);
  }
  QTRY_COMPARE_WITH_TIMEOUT(desk().log().thingsShown(), std::size_t{0}, 20000);
  click(bar->showBox());
  QVERIFY(window_->poseLayer().empty());
  // What else is shown takes its place.
  click(bar->showBox());
  QVERIFY(desk().log().isShown() && bar->showBox()->isChecked());
  window_->poseLayer().setRootTObject(crate, Pose::translation(0, 7, 0));
  QVERIFY(!desk().log().isShown() && !bar->showBox()->isChecked());
  QCOMPARE(window_->poseLayer().objects().at(crate).p.y(), 7.0);
  window_->poseLayer().clear();
  QVERIFY(world()->rootT({crate}).p == Vec3(1, 0, 0));
}

void TestIsaacMessages::aMessageIsSavedAndOpened() {
  box("crate", Pose::translation(1, 2, 3));
  switchOn();
  goTo("pose");
  const QString path = folder_.filePath(QStringLiteral("message.jsonl"));
  page().messages()->view()->save(path);
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path), 20000);
  click(page().connection()->switchBox());
  page().messages()->openFile(path);
  QCOMPARE(window_->jobs().jobs().back().title, QStringLiteral("Read the messages of message.jsonl"));
  QTRY_COMPARE(page().messages()->source()->currentText(), QStringLiteral("message.jsonl"));
  QTRY_COMPARE(page().messages()->channels()->topLevelItemCount(), 1);
  QTRY_COMPARE(value("rhs"), QStringLiteral("crate"));
  QCOMPARE(value("pose/translation/z"), QStringLiteral("3"));
  const auto told = [&](const char* words) {
    for (auto* label : page().messages()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QLatin1String(words))) return true;
    return false;
  };
  page().messages()->openFile(write(QStringLiteral("bad.jsonl"), "{\"channel\": \"a\"}\n"));
  QTRY_VERIFY_WITH_TIMEOUT(told("line 1"), 20000);
  QCOMPARE(page().messages()->channels()->topLevelItemCount(), 0);
  page().messages()->openFile(
      write(QStringLiteral("odd.jsonl"), R"({"channel": "a", "type": "PoseTreProto", "message": {}})"));
  QTRY_VERIFY(told("PoseTreeProto"));
}

void TestIsaacMessages::aLogThatIsNoneSaysSo() {
  open();
  page().tabs()->setCurrentWidget(page().messages());
  page().messages()->openLog(folder_.filePath(QStringLiteral("nowhere")));
  const auto told = [&] {
    for (auto* label : page().messages()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QLatin1String("no folder"))) return true;
    return false;
  };
  QTRY_VERIFY_WITH_TIMEOUT(told(), 20000);
  QVERIFY(!page().messages()->bar()->clock()->timeline()->isEnabled());
}

int main(int argc, char** argv) { return runWindowTest<TestIsaacMessages>(argc, argv); }
#include "test_isaac_messages.moc"
