// SPDX-License-Identifier: Apache-2.0
// Which node is the tool of a robot when nobody says which.
#include <QtTest>

#include "core/geometry/store.h"
#include "core/kinematics/tool.h"
#include "core/kinematics/tool_names.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

using namespace ww;
using namespace ww::kinematics;
namespace so = intrinsic_proto::scene_object::v1;

namespace {

enum class Kind { kLink, kTurning, kFixed, kFrame };
struct Part {
  const char* name;
  const char* parent;
  Kind kind = Kind::kLink;
};
using Parts = std::vector<Part>;

so::SceneObject object(const Parts& parts) {
  so::SceneObject out;
  out.set_name("object");
  for (const Part& part : parts) {
    so::Entity& entity = *out.add_entities();
    entity.set_name(part.name);
    entity.set_parent_name(part.parent);
    if (part.kind == Kind::kLink) entity.mutable_link();
    if (part.kind == Kind::kFrame) entity.mutable_frame();
    if (part.kind == Kind::kLink || part.kind == Kind::kFrame) continue;
    auto* k = entity.mutable_joint()->mutable_kinematics_component();
    using Component = intrinsic_proto::world::KinematicsComponent;
    k->set_motion_type(part.kind == Kind::kTurning ? Component::MOTION_TYPE_REVOLUTE : Component::MOTION_TYPE_FIXED);
    k->mutable_axis()->set_z(1);
    k->mutable_parent_t_inboard()->mutable_position()->set_z(0.2);
    k->mutable_parent_t_inboard()->mutable_orientation()->set_w(1);
    k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
    k->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
  }
  return out;
}

// Two joints, then what is given.
Parts armWith(const Parts& rest) {
  Parts parts{{"base_link", ""},
              {"joint_1", "base_link", Kind::kTurning},
              {"link_1", "joint_1"},
              {"joint_2", "link_1", Kind::kTurning},
              {"link_2", "joint_2"}};
  parts.insert(parts.end(), rest.begin(), rest.end());
  return parts;
}

}  // namespace

class TestTool : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() { world_ = world::World(); }
  void namesSayWhatTheyAre_data();
  void namesSayWhatTheyAre();
  void theOrderOfTheRobotsOwn_data();
  void theOrderOfTheRobotsOwn();
  void aRobotAsRosIndustrialMakesIt();
  void aPandaIsHeldByItsHand();
  void theGrippersToolComesFirst();
  void theGripperBehindAChangerCounts();
  void whatIsHeldIsNoTool();
  void aToolOnTheBaseDoesNotCount();
  void withoutANameTheLastLinkServes();
  void theLongestChainWhereThereAreSeveral();
  void beforeTheFingers_data();
  void beforeTheFingers();
  void aFingerAloneEndsAtItsTip();
  void theChoiceDoesNotDependOnWhereItStands();
  void toolFramesAreKnown();
  void grippersAreNoArms();
  void aToolOnAFingerIsTheArms();
  void anArmOnARailIsAnArm();

 private:
  ObjectId add(const std::string& name, const Parts& parts, ObjectId parent = world::kRootObject,
               EntityId on = world::kRootEntity) {
    apply(session::createFromSceneObject(parent, on, name, object(parts), {}));
    return world_.childNamed(parent, name);
  }
  FrameId frame(ObjectId on, const std::string& name, const char* link = nullptr) {
    const auto at = link ? entity(on, link) : world_.object(on)->rootEntity();
    apply(session::createFrame(on, at, name, {}));
    return world_.frameNamed(on, name);
  }
  void apply(const session::EditsPtr& edits) {
    auto made = world::apply(world_, *edits, store_);
    if (!made.ok()) qFatal("%s", made.status().title.c_str());
    world_ = *made;
  }
  EntityId entity(ObjectId on, const char* name) const { return world_.object(on)->entityNamed(name)->id; }
  QString tool(ObjectId robot) const {
    const auto node = toolOf(world_, robot);
    return node ? QString::fromStdString(world_.display(*node)) : QString();
  }
  QString why(ObjectId robot) const { return QString::fromStdString(plain(toolChoices(world_, robot).front().why)); }

  world::World world_;
  geometry::GeometryStore store_;
};

void TestTool::namesSayWhatTheyAre_data() {
  QTest::addColumn<int>("word");
  const auto rows = [](ToolWord word, std::initializer_list<const char*> names) {
    for (const char* name : names) QTest::newRow(name) << static_cast<int>(word);
  };
  rows(ToolWord::kTool, {"tool0", "robot1_tool0", "tool_frame", "ToolFrame", "TOOL", "my_tool_2", "tool0_spare",
                         "pen-tool", "tooltip", "iiwa_tool_link"});
  rows(ToolWord::kTcp, {"tcp", "TCP", "tcp_1", "TCP1", "panda_hand_tcp", "robotTcp", "base_tcp"});
  rows(ToolWord::kEndEffector, {"ee_link", "EE", "EELink", "ee1", "robot_eef", "end_effector", "j2n6s300_end_effector",
                                "EndEffector", "endeffector_link", "right_ee"});
  rows(ToolWord::kGrasp, {"grasp", "grasp_1", "panda_grasptarget", "pinch_point", "grip", "GraspFrame"});
  rows(ToolWord::kFlange, {"flange", "robot_flange", "mounting_flange", "Flange1", "link_6_flange"});
  rows(ToolWord::kHand, {"panda_hand", "hand", "left_gripper", "gripper_link", "palm", "HandFrame", "gripper"});
  rows(ToolWord::kNone, {"left_hand_camera_axis",
                         "hand_range",
                         "gripper_active_link",
                         "handle",
                         "l_gripper_l_finger_tip",
                         "link_7",
                         "tool_changer",
                         "toolbox",
                         "tool_rack",
                         "ee_camera",
                         "tcp_camera_link",
                         "tool0_controller",
                         "knee",
                         "steel",
                         "gripper_joint",
                         "wheel",
                         "",
                         "_",
                         "tool_base_link",
                         "free_end"});
}

void TestTool::namesSayWhatTheyAre() {
  QFETCH(int, word);
  QCOMPARE(static_cast<int>(toolWord(QTest::currentDataTag())), word);
}

void TestTool::theOrderOfTheRobotsOwn_data() {
  QTest::addColumn<QStringList>("names");
  QTest::addColumn<QString>("first");
  QTest::newRow("tool0 of all") << QStringList{"flange", "ee_link", "tcp", "tool0"} << "tool0";
  QTest::newRow("tcp") << QStringList{"flange", "ee_link", "grasp", "TCP_1"} << "TCP_1";
  QTest::newRow("end effector") << QStringList{"flange", "r1_ee_link"} << "r1_ee_link";
  QTest::newRow("flange") << QStringList{"camera", "R_Flange"} << "R_Flange";
  QTest::newRow("hand") << QStringList{"camera", "r1_hand"} << "r1_hand";
  QTest::newRow("hand's own") << QStringList{"flange", "r1_hand", "r1_hand_tcp"} << "r1_hand_tcp";
  QTest::newRow("the plain name") << QStringList{"spare_tool0_left", "tool0"} << "tool0";
}

// Said by links as well as by frames.
void TestTool::theOrderOfTheRobotsOwn() {
  QFETCH(QStringList, names);
  QFETCH(QString, first);
  std::vector<std::string> kept;
  for (const QString& name : names) kept.push_back(name.toStdString());
  for (const Kind kind : {Kind::kLink, Kind::kFrame}) {
    Parts rest;
    for (const auto& name : kept) rest.push_back({name.c_str(), "link_2", kind});
    const ObjectId robot = add(kind == Kind::kLink ? "links" : "frames", armWith(rest));
    QCOMPARE(tool(robot), QString::fromStdString(world_.display(robot)) + (kind == Kind::kLink ? ":" : "/") + first);
    QVERIFY(toolChoices(world_, robot).front().named);
  }
}

void TestTool::aRobotAsRosIndustrialMakesIt() {
  const ObjectId robot = add("robot", armWith({{"base_link_base", "base_link", Kind::kFixed},
                                               {"base", "base_link_base"},
                                               {"link_2_flange", "link_2", Kind::kFixed},
                                               {"flange", "link_2_flange"},
                                               {"flange_tool0", "flange", Kind::kFixed},
                                               {"tool0", "flange_tool0"}}));
  QCOMPARE(tool(robot), QStringLiteral("robot:tool0"));
  QCOMPARE(why(robot), QStringLiteral("named as a tool"));
  // All that moves may be chosen, the flange next; what stands still may not.
  const auto choices = toolChoices(world_, robot);
  QCOMPARE(QString::fromStdString(world_.display(choices.at(1).node)), QStringLiteral("robot:flange"));
  for (const auto& choice : choices) QVERIFY(choice.node != world::NodeRef(entity(robot, "base")));
}

void TestTool::aPandaIsHeldByItsHand() {
  const ObjectId robot = add("panda", armWith({{"panda_link8", "link_2"},
                                               {"panda_hand", "panda_link8"},
                                               {"panda_finger_joint1", "panda_hand", Kind::kTurning},
                                               {"panda_leftfinger", "panda_finger_joint1"},
                                               {"panda_finger_joint2", "panda_hand", Kind::kTurning},
                                               {"panda_rightfinger", "panda_finger_joint2"}}));
  QCOMPARE(tool(robot), QStringLiteral("panda:panda_hand"));
  QCOMPARE(why(robot), QStringLiteral("the hand of the robot"));
  frame(robot, "panda_hand_tcp", "panda_hand");
  QCOMPARE(tool(robot), QStringLiteral("panda/panda_hand_tcp"));
}

void TestTool::theGrippersToolComesFirst() {
  const ObjectId robot = add("robot", armWith({{"flange", "link_2"}, {"tool0", "flange"}}));
  const ObjectId gripper =
      add("gripper", {{"palm", ""}, {"finger_joint", "palm", Kind::kTurning}, {"finger", "finger_joint"}}, robot,
          entity(robot, "flange"));
  QCOMPARE(tool(robot), QStringLiteral("robot:tool0"));  // the gripper says nothing
  frame(gripper, "camera_frame");
  QCOMPARE(tool(robot), QStringLiteral("robot:tool0"));
  frame(gripper, "pinch_point");
  QCOMPARE(tool(robot), QStringLiteral("gripper/pinch_point"));
  frame(gripper, "EE_2");
  QCOMPARE(tool(robot), QStringLiteral("gripper/EE_2"));
  frame(gripper, "tcp_finger", "finger");
  frame(gripper, "tcp_palm");
  QCOMPARE(tool(robot), QStringLiteral("gripper/tcp_palm"));  // it does not move with the finger
  QVERIFY2(why(robot).contains(QStringLiteral("gripper")), qPrintable(why(robot)));
}

void TestTool::theGripperBehindAChangerCounts() {
  const ObjectId robot = add("robot", armWith({{"tool0", "link_2"}}));
  const FrameId flange = frame(robot, "flange", "link_2");
  const ObjectId changer = add("changer", {{"body", ""}}, robot, entity(robot, "link_2"));
  apply(session::reparentObjectToFrame(changer, flange));
  frame(changer, "tool_frame");
  QCOMPARE(tool(robot), QStringLiteral("changer/tool_frame"));
  const ObjectId gripper = add("gripper", {{"palm", ""}}, changer, world_.object(changer)->rootEntity());
  apply(session::reparentObjectToFrame(gripper, world_.frameNamed(changer, "tool_frame")));
  frame(gripper, "tcp");
  QCOMPARE(tool(robot), QStringLiteral("gripper/tcp"));
}

void TestTool::whatIsHeldIsNoTool() {
  const ObjectId robot = add("robot", armWith({{"tool0", "link_2"}}));
  const ObjectId gripper = add("gripper", {{"palm", ""}}, robot, entity(robot, "link_2"));
  frame(gripper, "grasp");
  const ObjectId part = add("part", {{"body", ""}}, gripper, world_.object(gripper)->rootEntity());
  frame(part, "grasp_top");
  QCOMPARE(tool(robot), QStringLiteral("gripper/grasp"));
}

void TestTool::aToolOnTheBaseDoesNotCount() {
  const ObjectId robot = add("robot", armWith({}));
  frame(robot, "tool_park");
  const ObjectId rack = add("rack", {{"body", ""}}, robot, world_.object(robot)->rootEntity());
  const FrameId parked = frame(rack, "tool_1");
  QCOMPARE(tool(robot), QStringLiteral("robot:link_2"));
  QVERIFY(!isToolFrame(world_, parked));
}

void TestTool::withoutANameTheLastLinkServes() {
  const ObjectId robot = add("robot", armWith({}));
  QCOMPARE(tool(robot), QStringLiteral("robot:link_2"));
  QCOMPARE(why(robot), QStringLiteral("the only last link of the robot"));
  QVERIFY(!toolChoices(world_, robot).front().named);
  // A joint with nothing behind it: no scene object may hold one, worlds of earlier versions may.
  const ObjectId bare = add("bare", {{"base", ""}, {"axis", "base", Kind::kTurning}, {"tip", "axis"}});
  world::WorldEditor editor(world_, store_);
  world::Object cut = *world_.object(bare);
  cut.entities.pop_back();
  editor.replace(std::move(cut));
  world_ = std::move(editor).finish();
  QCOMPARE(tool(bare), QStringLiteral("bare:axis"));
  const ObjectId box = add("box", {{"body", ""}});
  QVERIFY(toolChoices(world_, box).empty() && !toolOf(world_, box) && toolChoices(world_, {}).empty());
}

void TestTool::theLongestChainWhereThereAreSeveral() {
  const ObjectId robot = add("robot", armWith({{"base_plate", "base_link"},
                                               {"camera", "link_1"},
                                               {"joint_3", "link_2", Kind::kTurning},
                                               {"wrist", "joint_3"},
                                               {"tip", "wrist"}}));
  QCOMPARE(tool(robot), QStringLiteral("robot:tip"));
  QCOMPARE(why(robot), QStringLiteral("the last link of the longest chain of joints"));
  // Two as long: the first, each time.
  const ObjectId twins =
      add("twins",
          {{"base", ""}, {"a", "base", Kind::kTurning}, {"left", "a"}, {"b", "base", Kind::kTurning}, {"right", "b"}});
  QCOMPARE(tool(twins), QStringLiteral("twins:left"));
}

void TestTool::beforeTheFingers_data() {
  QTest::addColumn<QStringList>("fingers");  // name of a joint, of what it is on; its link is called as it, in capitals
  QTest::addColumn<QString>("tool");
  QTest::newRow("a pair") << QStringList{"f1 wrist", "f2 wrist"} << "wrist";
  QTest::newRow("three of two joints, and a camera")
      << QStringList{"f1 wrist", "f2 wrist", "f3 wrist", "g1 F1", "g2 F2", "g3 F3", "turn wrist"} << "wrist";
  QTest::newRow("one that is named so") << QStringList{"left_finger_joint wrist"} << "wrist";
  // An arm on an arm, a second tree that is as long: these are no fingers.
  QTest::newRow("one more joint") << QStringList{"f1 wrist"} << "F1";
  QTest::newRow("one long, one short") << QStringList{"a wrist", "b A", "c B", "d wrist"} << "C";
}

void TestTool::beforeTheFingers() {
  QFETCH(QStringList, fingers);
  QFETCH(QString, tool);
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(3 * fingers.size()));
  Parts rest{{"joint_3", "link_2", Kind::kTurning}, {"wrist", "joint_3"}};
  for (const QString& finger : fingers) {
    for (const QString& name : {finger.section(QLatin1Char(' '), 0, 0), finger.section(QLatin1Char(' '), 1),
                                finger.section(QLatin1Char(' '), 0, 0).toUpper()})
      names.push_back(name.toStdString());
    const auto* last = &names.back();
    rest.push_back({last[-2].c_str(), last[-1].c_str(), Kind::kTurning});
    rest.push_back({last[0].c_str(), last[-2].c_str()});
  }
  const ObjectId robot = add("robot", armWith(rest));
  QCOMPARE(this->tool(robot), QStringLiteral("robot:") + tool);
  if (tool == QLatin1String("wrist"))
    QCOMPARE(why(robot), QStringLiteral("the last link of the robot before its fingers"));
}

void TestTool::aFingerAloneEndsAtItsTip() {
  const ObjectId finger = add("finger", {{"base", ""},
                                         {"finger_joint_1", "base", Kind::kTurning},
                                         {"finger_1", "finger_joint_1"},
                                         {"finger_joint_2", "finger_1", Kind::kTurning},
                                         {"finger_2", "finger_joint_2"}});
  QCOMPARE(tool(finger), QStringLiteral("finger:finger_2"));
}

void TestTool::theChoiceDoesNotDependOnWhereItStands() {
  const ObjectId robot = add("robot", armWith({{"a", "link_2"}, {"b", "link_2"}}));
  const QString before = tool(robot);
  for (const double at : {-2.0, 0.3, 1.0}) {
    apply(session::setJoints(robot, JointVector::Constant(2, at)));
    QCOMPARE(tool(robot), before);
  }
}

void TestTool::toolFramesAreKnown() {
  const ObjectId robot = add("robot", armWith({}));
  const ObjectId gripper = add("gripper", {{"palm", ""}}, robot, entity(robot, "link_2"));
  QVERIFY(isToolFrame(world_, frame(gripper, "tool_frame")) && isToolFrame(world_, frame(robot, "flange", "link_2")));
  QVERIFY(!isToolFrame(world_, frame(gripper, "camera")) && !isToolFrame(world_, frame(robot, "tool_0")));
  QVERIFY(!isToolFrame(world_, frame(gripper, "flange")));
  apply(session::createFrame(world::kRootObject, world::kRootEntity, "tool", {}));
  QVERIFY(!isToolFrame(world_, world_.frameNamed(world::kRootObject, "tool")) && !isToolFrame(world_, FrameId{999999}));
}

void TestTool::grippersAreNoArms() {
  const ObjectId robot = add("robot", armWith({}));
  const Parts hand{{"palm", ""}, {"finger_joint", "palm", Kind::kTurning}, {"finger", "finger_joint"}};
  const ObjectId gripper = add("gripper", hand, robot, entity(robot, "link_2"));
  QVERIFY(isArm(world_, robot) && !isArm(world_, gripper) && isArm(world_, add("free", hand)));
}

void TestTool::aToolOnAFingerIsTheArms() {
  const ObjectId robot = add("robot", armWith({}));
  const Parts hand{{"palm", ""}, {"finger_joint", "palm", Kind::kTurning}, {"finger", "finger_joint"}};
  const ObjectId gripper = add("gripper", hand, robot, entity(robot, "link_2"));
  QVERIFY(isToolFrame(world_, frame(gripper, "tool_frame", "finger")));
  QVERIFY(isArm(world_, robot) && !isArm(world_, gripper));
  QCOMPARE(tool(robot), QStringLiteral("gripper/tool_frame"));
  QCOMPARE(freedomOf(world_, robot), 2);
  QCOMPARE(freedomOf(world_, gripper), 1);
  QCOMPARE(freedomOf(world_, {}), 0);
}

void TestTool::anArmOnARailIsAnArm() {
  const ObjectId rail = add("rail", {{"bed", ""}, {"slide", "bed", Kind::kTurning}, {"carriage", "slide"}});
  const ObjectId robot = add("robot", armWith({{"tool0", "link_2"}}), rail, entity(rail, "carriage"));
  QVERIFY(isArm(world_, robot));
}

QTEST_GUILESS_MAIN(TestTool)
#include "test_tool.moc"
