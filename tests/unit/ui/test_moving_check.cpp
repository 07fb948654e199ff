// SPDX-License-Identifier: Apache-2.0
// What is found for shown poses is what is found once they are the world's.
#include <QTest>
#include <map>
#include <random>

#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "resources/samples/samples.h"
#include "ui/bridge/moving_check.h"

using namespace ww;
using namespace ww::ui;

class TestMovingCheck : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void jointsAreFollowed();
  void objectsAndWhatHangsOnThemAreFollowed();
  void framesTakeAlongWhatIsAttached();
  void whatStandsStillIsFoundAsWell();
  void whatTouchesIsToldApart();
  void tooMuchIsSaidToBeTooMuch();

 private:
  world::WorldPtr with(const session::EditsPtr& edits, const world::WorldPtr& on) {
    auto made = world::apply(*on, *edits, store_);
    if (!made.ok()) qFatal("%s", made.status().message.c_str());
    return std::make_shared<world::World>(std::move(made).value());
  }
  void compare(const world::WorldPtr& on, const model::Overrides& shown, const session::EditsPtr& same);

  geometry::GeometryStore store_;
  world::WorldPtr world_;
  ObjectId robot_, gripper_, part_, fixture_;
  MovingCheck check_;
  int with_contacts_ = 0;
  std::mt19937 random_{7};
};

void TestMovingCheck::initTestCase() {
  auto made = samples::makeSample(samples::sampleList().front().name, store_);
  QVERIFY(made.ok());
  world_ = std::make_shared<world::World>(std::move(made).value());
  robot_ = world_->childNamed(world::kRootObject, "robot");
  gripper_ = world_->childNamed(robot_, "gripper");
  part_ = world_->childNamed(world::kRootObject, "part_1");
  fixture_ = world_->childNamed(world::kRootObject, "fixture");
  QVERIFY(robot_ && gripper_ && part_ && fixture_);
  QVERIFY(check_.ofWorld(world_).empty());
}

void TestMovingCheck::compare(const world::WorldPtr& on, const model::Overrides& shown, const session::EditsPtr& same) {
  const auto found = check_.ofShown(on, shown);
  QVERIFY(found);
  std::map<std::pair<EntityId, EntityId>, double> expected, got;
  const auto add = [](auto& into, const collision::Contact& c) { into[std::minmax(c.a, c.b)] = c.distance_m; };
  for (const auto& c : collision::checkWorld(*with(same, on))) add(expected, c);
  for (const auto& c : *found) add(got, c);
  QCOMPARE(got.size(), found->size());
  QCOMPARE(got.size(), expected.size());
  for (const auto& [pair, distance] : expected) QVERIFY(got.contains(pair) && std::abs(got[pair] - distance) < 1e-6);
  with_contacts_ += !expected.empty();
}

void TestMovingCheck::jointsAreFollowed() {
  with_contacts_ = 0;
  std::uniform_real_distribution<double> turn(-1.5, 1.5);
  for (int i = 0; i < 60; ++i) {
    JointVector q = world_->object(robot_)->jointPositions();
    for (Eigen::Index k = 0; k < q.size(); ++k) {
      const auto& limits = world_->object(robot_)->movingJoint(static_cast<std::size_t>(k)).application;
      q[k] = std::clamp(q[k] + turn(random_), limits.lower, limits.upper);
    }
    model::Overrides shown;
    shown.joints[robot_] = q;
    compare(world_, shown, session::setJoints(robot_, q));
  }
  QVERIFY2(with_contacts_ > 5, "the arm goes through things");
}

void TestMovingCheck::objectsAndWhatHangsOnThemAreFollowed() {
  with_contacts_ = 0;
  std::uniform_real_distribution<double> shift(-0.15, 0.15);
  for (int i = 0; i < 40; ++i) {
    model::Overrides shown;
    std::vector<session::EditsPtr> edits;
    for (const ObjectId id : {robot_, part_}) {
      Pose pose = world_->rootT(id);
      pose.p += Vec3(shift(random_), shift(random_), shift(random_));
      shown.objects[id] = pose;
      edits.push_back(session::setPose(id, world::kRootObject, pose));
    }
    compare(world_, shown, session::join(edits));
  }
  QVERIFY(with_contacts_ > 5);
}

void TestMovingCheck::framesTakeAlongWhatIsAttached() {
  const FrameId flange = world_->frameNamed(robot_, "flange");
  QVERIFY(flange);
  for (const double z : {0.0, -0.1, -0.2, -0.3, -0.4, -0.5}) {
    model::Overrides shown;
    shown.frames[flange] = world_->rootT(flange);
    shown.frames[flange].p.z() += z;
    compare(world_, shown, session::setPose(flange, world::kRootObject, shown.frames[flange]));
  }
}

void TestMovingCheck::whatStandsStillIsFoundAsWell() {
  const auto table = world_->childNamed(world::kRootObject, "table");
  Pose in_table = world_->rootT(world_->childNamed(world::kRootObject, "part_2"));
  in_table.p.z() -= 0.02;
  const auto bad =
      with(session::setPose(world_->childNamed(world::kRootObject, "part_2"), world::kRootObject, in_table), world_);
  QVERIFY(table && !collision::checkWorld(*bad).empty());
  model::Overrides shown;
  shown.objects[part_] = world_->rootT(part_);
  shown.objects[part_].p.z() += 0.3;
  compare(bad, shown, session::setPose(part_, world::kRootObject, shown.objects[part_]));
  QVERIFY(!check_.ofShown(bad, shown)->empty());
}

// A part that is in another by a hair is carried by it while physics shows it; by more it collides.
void TestMovingCheck::whatTouchesIsToldApart() {
  const Pose stands = world_->rootT(fixture_);
  const auto found = [&](double in, double touch) {
    model::Overrides shown;
    shown.objects[part_] = {stands.p + Vec3(0, 0, 1.0 - in), stands.q};
    return check_.ofShown(world_, shown, touch)->size();
  };
  double apart = 0.0, touching = 1.0;
  QVERIFY(found(apart, 0.0) == 0 && found(touching, 0.0) > 0);
  while (touching - apart > 1e-6) {
    const double middle = 0.5 * (apart + touching);
    (found(middle, 0.0) > 0 ? touching : apart) = middle;
  }
  QVERIFY(found(touching + 5e-5, 0.0) > 0);
  QCOMPARE(found(touching + 5e-5, 1e-3), std::size_t{0});
  QVERIFY(found(touching + 5e-3, 1e-3) > 0);
}

void TestMovingCheck::tooMuchIsSaidToBeTooMuch() {
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 900; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "b" + std::to_string(i),
                                             geometry::Box{Vec3::Constant(0.1)}, {},
                                             Pose::translation(0.2 * (i % 30), 0.2 * (i / 30), 5)));
  const auto many = with(session::join(edits), world_);
  model::Overrides shown;
  many->forEachObject([&](const world::Object& object) {
    if (object.parent == world::kRootObject) shown.objects[object.id] = many->rootT(object.id);
  });
  QVERIFY(!check_.ofShown(many, shown));
  shown = {};
  shown.objects[part_] = many->rootT(part_);
  QVERIFY(check_.ofShown(many, shown));
}

QTEST_APPLESS_MAIN(TestMovingCheck)
#include "test_moving_check.moc"
