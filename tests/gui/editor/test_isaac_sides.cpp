// SPDX-License-Identifier: Apache-2.0
// The two sides of an exchange of Isaac messages in the window: roles, other names for channels, UDP.
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/spatial.h"
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

int main(int argc, char** argv) { return runWindowTest<TestIsaacSides>(argc, argv); }
#include "test_isaac_sides.moc"
