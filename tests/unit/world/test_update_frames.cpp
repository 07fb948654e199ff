// SPDX-License-Identifier: Apache-2.0
// Frames and transforms.
#include "bench.h"

using namespace ww;
using test::Cell;
using test::entities;
using test::frameNode;
using test::frameRef;
using test::named;
using test::node;

namespace {

std::string createFrame(const std::string& name, const std::string& more) {
  return "create_frame { new_frame_name: '" + name + "' " + more + " }";
}
std::string move(const std::string& a, const std::string& b, const std::string& pose, const std::string& more = {}) {
  return "update_transform { node_a " + a + " node_b " + b + " a_t_b " + pose + " " + more + " }";
}

}  // namespace

class TestUpdateFrames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void framesAreCreatedOnObjectsEntitiesAndFrames() {
    Cell b;
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.4))));
    QVERIFY(b.update(createFrame("a", "parent_object " + named("arm") + " parent_t_new_frame " + test::pose(0, 0, 1))));
    QCOMPARE(b.w.peek(b.frame("arm", "a"))->parent_entity, b.object("arm").rootEntity());
    QVERIFY(
        b.update(createFrame("c", "parent_object_with_filter { reference " + named("arm") + " }")));  // unset: the base
    QCOMPARE(b.w.peek(b.frame("arm", "c"))->parent_entity, b.object("arm").rootEntity());
    // The pose is in the object's root entity, also when the frame rides on a link.
    QVERIFY(b.update(createFrame("d", "parent_object_with_filter " + entities("arm", "include_final_entity: true") +
                                          " parent_t_new_frame " + test::pose(0, 0, 1))));
    QVERIFY(test::near(b.w.aTB(b.id("arm"), b.frame("arm", "d")), Pose::translation(0, 0, 1)));
    QVERIFY(b.update(createFrame("e", "parent_frame " + frameRef("arm", "d") + " parent_t_new_frame " +
                                          test::pose(1, 0, 0) + " designate_as_attachment_frame: true")));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "d"), b.frame("arm", "e")), Pose::translation(1, 0, 0)));
    QVERIFY(b.w.peek(b.frame("arm", "e"))->is_attachment);
    // It rides on the joint.
    const Pose before = b.w.rootT(b.frame("arm", "e"));
    QVERIFY(b.apply(session::setJoint(b.id("arm"), "joint_2", 1.0)));
    QVERIFY(positionDistance(before, b.w.rootT(b.frame("arm", "e"))) > 0.01);
    QVERIFY(!b.view("arm").frames().empty());
    QVERIFY(b.update(createFrame("global", "parent_object { id: 'root' }")));
  }

  void creationsThatCannotBeAreRefused() {
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, createFrame("x", "")));
    QVERIFY(b.refuses(Code::kAlreadyExists, createFrame("flange", "parent_object " + named("arm"))));
    QVERIFY(b.refuses(Code::kAlreadyExists,
                      createFrame("arm", "parent_object " + named("table"))));  // a child object's name
    QVERIFY(
        b.refuses(Code::kAlreadyExists, createFrame("link_1", "parent_object " + named("arm"))));  // an entity's name
    QVERIFY(b.refuses(Code::kInvalidArgument, createFrame("", "parent_object " + named("arm"))));
    QVERIFY(b.refuses(Code::kNotFound, createFrame("x", "parent_object " + named("robot"))));
    QVERIFY(b.refuses(Code::kNotFound, createFrame("x", "parent_frame " + frameRef("arm", "wrist"))));
    QVERIFY(b.refuses(Code::kNotFound, createFrame("x", "parent_frame { id: 'f999' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      createFrame("x", "parent_object_with_filter " + entities("arm", "include_all_entities: true"))));
    // By the rule of scene objects: on links and frames only.
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      createFrame("x", "parent_object_with_filter " + entities("arm", "entity_names: 'joint_2'"))));
    QVERIFY2(b.last.title.find("joint_2") != std::string::npos, b.last.title.c_str());
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      createFrame("x", "parent_object " + named("arm") + " parent_t_new_frame {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      createFrame("x", "parent_object " + named("arm") +
                                           " parent_t_new_frame { position { y: inf } orientation { w: 1 } }")));
  }

  void framesAreRenamedDeletedAndMarked() {
    Cell b;
    QVERIFY(b.update(createFrame("tip", "parent_frame " + frameRef("arm", "flange"))));
    QVERIFY(
        b.refuses(Code::kInvalidArgument, "update_frame_name { frame " + frameRef("arm", "tip") + " name: 'flange' }"));
    QVERIFY(
        b.refuses(Code::kInvalidArgument, "update_frame_name { frame " + frameRef("arm", "tip") + " name: 'a b' }"));
    QVERIFY(b.changesNothing("update_frame_name { frame " + frameRef("arm", "tip") + " name: 'tip' }"));
    QVERIFY(b.update("update_frame_name { frame " + frameRef("arm", "tip") + " name: 'tcp' }"));
    QVERIFY(b.changesNothing("update_frame_properties { frame " + frameRef("arm", "tcp") + " }"));
    QVERIFY(
        b.changesNothing("update_frame_properties { frame " + frameRef("arm", "tcp") + " is_attachment_frame {} }"));
    QVERIFY(b.update("update_frame_properties { frame " + frameRef("arm", "tcp") +
                     " is_attachment_frame { value: true } }"));
    QVERIFY(b.view("arm").frames(1).is_attachment_frame());
    QVERIFY(b.refuses(Code::kNotFound, "update_frame_properties { frame { id: 'o3' } }"));
    QVERIFY(b.refuses(Code::kFailedPrecondition, "delete_frame { frame " + frameRef("arm", "flange") + " }"));
    QVERIFY(b.refuses(Code::kNotFound, "delete_frame { frame " + frameRef("arm", "tip") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "delete_frame {}"));
    QVERIFY(b.update("delete_frame { frame " + frameRef("arm", "flange") + " force: true }"));
    QCOMPARE(b.w.frameCount(), 0u);
  }

  void reparentingFramesKeepsWhereTheyAreWithAllThatRidesOnThem() {
    Cell b;
    QVERIFY(b.update(createFrame(
        "tip", "parent_frame " + frameRef("arm", "flange") + " parent_t_new_frame " + test::pose(0, 1, 0))));
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.7))));
    const FrameId flange = b.frame("arm", "flange"), tip = b.frame("arm", "tip");
    const Pose root_t_flange = b.w.rootT(flange), root_t_tip = b.w.rootT(tip);
    const std::string ref = frameRef("arm", "flange");
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "reparent_frame { frame " + ref + " parent_frame " + frameRef("arm", "tip") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_frame { frame " + ref + " parent_frame " + ref + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_frame { frame " + ref + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "reparent_frame { frame " + ref + " parent_object { reference " + named("part") + " } }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_frame { frame " + ref + " parent_object " +
                                                  entities("arm", "include_all_entities: true") + " }"));
    QVERIFY(b.update("reparent_frame { frame " + ref + " parent_object " +
                     entities("part", "include_final_entity: true") + " }"));
    QCOMPARE(b.frame("part", "tip"), tip);
    QVERIFY(test::near(b.w.rootT(flange), root_t_flange) && test::near(b.w.rootT(tip), root_t_tip));
    QVERIFY(b.update(createFrame("tip", "parent_object " + named("arm"))));
    QVERIFY(b.refuses(Code::kAlreadyExists, "reparent_frame { frame " + frameRef("part", "flange") + " parent_object " +
                                                entities("arm", "include_base_entity: true") + " }"));
    QVERIFY(b.update("reparent_frame { frame " + frameRef("part", "tip") + " parent_object " +
                     entities("root", "include_final_entity: true") + " }"));
    QVERIFY(test::near(b.w.rootT(tip), root_t_tip));
  }

  void objectsThatAreAttachedToAFrameGoWithIt() {
    Cell b;
    QVERIFY(b.update(createFrame("tip", "parent_frame " + frameRef("arm", "flange") + " parent_t_new_frame " +
                                            test::pose(0, 0, 0.1) + " designate_as_attachment_frame: true")));
    QVERIFY(b.update("reparent_object { object " + named("part") + " parent_frame " + frameRef("arm", "tip") + " }"));
    QVERIFY(b.changesNothing("reparent_object { object " + named("part") + " parent_frame " + frameRef("arm", "tip") +
                             " }"));
    QCOMPARE(b.view("part").parent_entity().id(), world::toWire(b.w.peek(b.frame("arm", "tip"))->entity));
    QVERIFY(b.update(move(node("arm"), frameNode("arm", "flange"), test::pose(0, 0.5, 2))));
    QVERIFY(test::near(b.w.rootT(b.id("part")), b.w.rootT(b.frame("arm", "tip"))));
    QVERIFY(b.update(move(frameNode("arm", "tip"), node("part"), test::pose(0, 0, 0.3))));
    QVERIFY(b.update(move(frameNode("arm", "flange"), frameNode("arm", "tip"), test::pose(0, 0, 0.2))));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "tip"), b.id("part")), Pose::translation(0, 0, 0.3)));
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.5))));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "tip"), b.id("part")), Pose::translation(0, 0, 0.3)));
    // The frame is above the part: moved so that the part stands right.
    QVERIFY(b.update(
        move("{ id: 'root' }", node("part"), test::pose(3, 3, 3), "node_to_update " + frameNode("arm", "tip"))));
    QVERIFY(test::near(b.w.rootT(b.id("part")), Pose::translation(3, 3, 3)));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(frameNode("arm", "tip"), node("part"), test::pose(0, 0, 1),
                                                   "node_to_update " + frameNode("arm", "flange"))));
    // Without the frame it stays where it is, on the link.
    QVERIFY(b.update("delete_frame { frame " + frameRef("arm", "flange") + " force: true }"));
    QVERIFY(test::near(b.w.rootT(b.id("part")), Pose::translation(3, 3, 3)));
    QCOMPARE(b.view("part").parent_entity().id(), world::toWire(b.object("arm").entityNamed("link_3")->id));
    QVERIFY(b.update("delete_object { object " + named("part") + " }"));
  }

  void neighboursAreMovedWithoutSayingWhich() {
    Cell b;
    QVERIFY(b.update(move(node("table"), node("arm"), test::pose(1, 2, 3))));
    QVERIFY(test::near(b.w.aTB(b.id("table"), b.id("arm")), Pose::translation(1, 2, 3)));
    QVERIFY(
        b.update(move(node("arm"), node("table"), test::pose(1, 2, 3))));  // the child is moved, whichever comes first
    QVERIFY(test::near(b.w.aTB(b.id("arm"), b.id("table")), Pose::translation(1, 2, 3)));
    QVERIFY(test::near(b.w.rootT(b.id("table")), Pose::translation(1, 0, 0)));
    QVERIFY(b.changesNothing(move(node("arm"), node("table"), test::pose(1, 2, 3))));
    QVERIFY(b.update(move(node("arm"), frameNode("arm", "flange"), test::pose(0, 0, 2))));
    QVERIFY(test::near(b.w.aTB(b.id("arm"), b.frame("arm", "flange")), Pose::translation(0, 0, 2)));
    QVERIFY(b.update(createFrame("tip", "parent_frame " + frameRef("arm", "flange"))));
    QVERIFY(b.update(move(frameNode("arm", "flange"), frameNode("arm", "tip"), test::pose(0, 0, 2))));
    QCOMPARE(b.w.peek(b.frame("arm", "tip"))->parent_t_this, Pose::translation(0, 0, 2));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(node("arm"), frameNode("arm", "tip"), test::pose(0, 0, 2))));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(node("arm"), node("part"), test::pose(0, 0, 2))));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(node("arm"), node("arm"), test::pose(0, 0, 2))));
  }

  void filtersNameTheEntityOnEitherSide() {
    Cell b;
    const EntityId tip = b.object("arm").finalEntity();
    QVERIFY(b.apply(session::reparentObject(b.id("part"), b.id("arm"), tip)));
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.7))));
    QVERIFY(b.update(
        move(node("arm"), node("part"), test::pose(0, 0, 0.3), "node_a_filter { include_final_entity: true }")));
    QCOMPARE(b.object("part").parent_entity_t_this, Pose::translation(0, 0, 0.3));  // bit for bit
    QVERIFY(
        b.update(move(node("part"), node("arm"), test::pose(0, 0, 0.3), "node_b_filter { entity_names: 'link_3' }")));
    QVERIFY(test::near(b.w.aTB(b.id("part"), tip), Pose::translation(0, 0, 0.3)));
    // The same when it hangs on a frame of the tip.
    QVERIFY(b.apply(session::reparentObjectToFrame(b.id("part"), b.frame("arm", "flange"))));
    QCOMPARE(b.w.peek(b.frame("arm", "flange"))->parent_entity, tip);
    QVERIFY(b.update(
        move(node("arm"), node("part"), test::pose(0, 0.1, 0.3), "node_a_filter { include_final_entity: true }")));
    QVERIFY(test::near(b.w.aTB(tip, b.id("part")), Pose::translation(0, 0.1, 0.3)));
    // Of the arm itself: its origin, though the part hangs on its tip.
    QVERIFY(b.update(move(node("arm"), node("part"), test::pose(0, 0, 0.4))));
    QVERIFY(test::near(b.w.aTB(b.id("arm"), b.id("part")), Pose::translation(0, 0, 0.4)));
    // Another link is no neighbour; two entities of one object have no pose to set between them.
    QVERIFY(b.refuses(Code::kInvalidArgument, move(node("arm"), node("part"), test::pose(0, 0, 1),
                                                   "node_a_filter { entity_names: 'link_1' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      move(node("arm"), node("arm"), test::pose(0, 0, 1), "node_b_filter { entity_names: 'link_1' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(node("arm"), node("part"), test::pose(0, 0, 1),
                                                   "node_a_filter { include_all_entities: true }")));
    QVERIFY(b.refuses(Code::kNotFound,
                      move(node("arm"), node("part"), test::pose(0, 0, 1), "node_a_filter { entity_names: 'elbow' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, move(frameNode("arm", "flange"), node("part"), test::pose(0, 0, 1),
                                                   "node_a_filter { include_base_entity: true }")));
    // With a node to update any entity will do: the arm is moved so that its link stands right.
    QVERIFY(b.update(move("{ id: 'root' }", node("arm"), test::pose(5, 5, 5),
                          "node_b_filter { entity_names: 'link_2' } node_to_update " + node("arm"))));
    QVERIFY(test::near(b.w.rootT(b.object("arm").entityNamed("link_2")->id), Pose::translation(5, 5, 5)));
    // An empty filter is none.
    QVERIFY(b.update(move(node("arm"), node("part"), test::pose(0, 0, 0.4), "node_a_filter {} node_b_filter {}")));
  }

  void theNodeToUpdateIsAboveExactlyOneOfThem() {
    Cell b;
    const std::string flange = frameNode("arm", "flange");
    QVERIFY(b.update(move(flange, node("part"), test::pose(0.1, 0.2, 0.3), "node_to_update " + node("table"))));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "flange"), b.id("part")), Pose::translation(0.1, 0.2, 0.3)));
    QVERIFY(test::near(b.w.rootT(b.id("part")), Pose::translation(0, 2, 0)));
    QVERIFY(b.update(move(flange, node("part"), test::pose(0.1, 0.2, 0.4), "node_to_update " + node("part"))));
    QVERIFY(b.update(move(flange, node("part"), test::pose(0.1, 0.2, 0.5), "node_to_update " + flange)));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "flange"), b.id("part")), Pose::translation(0.1, 0.2, 0.5)));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      move(flange, node("arm"), test::pose(0, 0, 1), "node_to_update " + node("table"))));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      move(flange, node("part"), test::pose(0, 0, 1), "node_to_update { id: 'root' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      move(node("table"), node("arm"), test::pose(0, 0, 1), "node_to_update " + node("part"))));
    QVERIFY(
        b.refuses(Code::kNotFound, move(flange, node("part"), test::pose(0, 0, 1), "node_to_update { id: 'o999' }")));
  }

  void posesThatAreNoneAreRefused_data() {
    QTest::addColumn<QString>("pose");
    QTest::newRow("nothing") << "{}";
    QTest::newRow("no orientation") << "{ position { x: 1 } }";
    QTest::newRow("no unit") << "{ orientation { w: 1.1 } }";
    QTest::newRow("nan") << "{ position { x: nan } orientation { w: 1 } }";
    QTest::newRow("infinite") << "{ position { x: inf } orientation { w: 1 } }";
    QTest::newRow("nan turn") << "{ orientation { x: nan w: 1 } }";
  }
  void posesThatAreNoneAreRefused() {
    QFETCH(QString, pose);
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, move("{ id: 'root' }", node("part"), pose.toStdString())));
    QVERIFY(
        b.refuses(Code::kInvalidArgument, "update_transform { node_a { id: 'root' } node_b " + node("part") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "update_transform { node_b " + node("part") + " a_t_b " + test::pose(0, 0, 0) + " }"));
  }

  void quaternionsAreNormalisedOnceWhenStored() {
    Cell b;
    // Within 1e-15 of a unit: not a bit changes.
    QVERIFY(b.update(move("{ id: 'root' }", node("part"), "{ orientation { x: 0.6 y: 0 z: 0 w: 0.8 } }")));
    QCOMPARE(b.object("part").parent_entity_t_this.q.x(), 0.6);
    QCOMPARE(b.object("part").parent_entity_t_this.q.w(), 0.8);
    QVERIFY(b.update(move("{ id: 'root' }", node("part"), "{ orientation { x: 0.6001 y: 0 z: 0 w: 0.8 } }")));
    QVERIFY(std::abs(b.object("part").parent_entity_t_this.q.norm() - 1.0) < 1e-15);
    // Sent: a unit within 7e-15 after any chain, and the identity written out.
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.123456789))));
    for (const char* name : {"table", "arm", "part", "root"}) {
      const auto view = b.view(name);
      const auto& q = view.object_component().parent_t_this().orientation();
      QVERIFY(std::abs(std::sqrt(q.x() * q.x() + q.y() * q.y() + q.z() * q.z() + q.w() * q.w()) - 1.0) < 7e-15);
    }
    QCOMPARE(b.view("table").object_component().parent_t_this().orientation().w(), 1.0);
  }
};

QTEST_GUILESS_MAIN(TestUpdateFrames)
#include "test_update_frames.moc"
