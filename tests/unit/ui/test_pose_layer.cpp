// SPDX-License-Identifier: Apache-2.0
// What is shown while something is dragged, jogged or previewed is what a commit makes of it.
#include <QSignalSpy>
#include <QtTest>
#include <map>

#include "tests/support/reference_speed.h"
#include "tests/unit/model/models.h"
#include "ui/bridge/pose_layer.h"

using namespace ww;
using test::HandlingCell;

namespace {

void show(const model::Overrides& what, ui::PoseLayer& layer) {
  layer.clear();
  for (const auto& [id, q] : what.joints) layer.setJoints(id, q);
  for (const auto& [id, pose] : what.objects) layer.setRootTObject(id, pose);
  for (const auto& [id, pose] : what.frames) layer.setRootTFrame(id, pose);
}

std::string misplaced(const ui::PoseLayer& layer, const world::World& over, const world::World& meant) {
  return test::misplaced([&](world::NodeRef node) { return layer.rootT(over, node); }, meant);
}

}  // namespace

class TestPoseLayer : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsShownIsWhatACommitMakes() {
    for (std::uint64_t seed = 30; seed < 50; ++seed) {
      HandlingCell cell(seed);
      ui::PoseLayer layer;
      for (int i = 0; i < 5; ++i) {
        const model::Overrides moved = cell.elsewhere();
        show(moved, layer);
        const std::string wrong = misplaced(layer, cell.w, cell.committed(moved));
        QVERIFY2(wrong.empty(), wrong.c_str());
      }
      layer.clear();
      const std::string wrong = misplaced(layer, cell.w, cell.w);
      QVERIFY2(wrong.empty(), wrong.c_str());
    }
  }

  // In the place of what there was, and told once.
  void allOfItIsSetAtOnce() {
    HandlingCell cell(55);
    ui::PoseLayer layer;
    show(cell.elsewhere(), layer);
    const model::Overrides moved = cell.elsewhere();
    QSignalSpy told(&layer, &ui::PoseLayer::changed);
    layer.set(moved);
    QCOMPARE(told.count(), 1);
    const std::string wrong = misplaced(layer, cell.w, cell.committed(moved));
    QVERIFY2(wrong.empty(), wrong.c_str());
    layer.set({});
    QVERIFY(layer.empty());
  }

  // A client edits the world during a drag, and views look at the world of before and after in turns.
  void theWorldMayChangeMeanwhile() {
    HandlingCell cell(60);
    ui::PoseLayer layer;
    model::Overrides moved;
    moved.objects[cell.id("hand")] = test::randomPose(cell.random);
    moved.frames[cell.frame("hand", "pinch")] = test::randomPose(cell.random);
    show(moved, layer);
    for (int i = 0; i < 5; ++i) {
      const world::World before = cell.w, before_meant = cell.committed(moved);
      cell.addBox("new", test::randomPose(cell.random), cell.id("hand"), cell.entity("hand", "finger_2"));
      cell.apply(session::setPose(cell.frame("hand", "side"), world::kRootObject, test::randomPose(cell.random)));
      cell.apply(session::setPose(cell.id("leaf"), world::kRootObject, test::randomPose(cell.random)));
      const world::World meant = cell.committed(moved);
      for (const std::string& wrong :
           {misplaced(layer, cell.w, meant), misplaced(layer, before, before_meant), misplaced(layer, cell.w, meant)})
        QVERIFY2(wrong.empty(), wrong.c_str());
      cell.apply(session::deleteObject(cell.w.find("new"), false));
    }
    cell.apply(session::deleteObject(cell.w.childNamed(cell.id("arm"), "hand"), true));
    QVERIFY(layer.rootT(cell.w, cell.id("beside")) == cell.w.rootT(cell.id("beside")));
  }

  // As a drag of so many does at each step: say where they are, ask what has moved and where each is.
  void aStepOfTenThousandCostsLittle() {
    test::Workshop hall;
    std::vector<session::EditsPtr> edits;
    for (int i = 0; i < 10'000; ++i)
      edits.push_back(session::createPrimitive(world::kRootObject, {}, "b" + std::to_string(i),
                                               geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, Pose::translation(i, 0, 0)));
    hall.apply(session::join(edits));
    ui::PoseLayer layer;
    std::vector<std::pair<world::NodeRef, Pose>> shown;
    std::vector<EntityId> entities;
    hall.w.forEachObject([&](const world::Object& o) {
      if (!o.parent) return;
      shown.emplace_back(o.id, hall.w.rootT(o.id));
      entities.push_back(o.rootEntity());
    });
    double sum = 0;
    const auto step = [&] {
      for (auto& [node, pose] : shown) pose.p.y() += 0.001;
      layer.setRootT(shown);
      sum += static_cast<double>(layer.moved(hall.w).size());
      for (const EntityId id : entities) sum += layer.rootT(hall.w, id).p.y();
    };
    // Beside work on as many nodes. A node for each object at each step took nine times as long.
    const auto reference = [&] {
      std::map<ObjectId, Pose> made;
      for (const auto& [node, pose] : shown) made.emplace(std::get<ObjectId>(node), pose);
      sum += static_cast<double>(made.size());
    };
    WW_SPEED_BESIDE("a step of a drag of 10,000 objects beside a map of them", reference, 4.2, step);
    QVERIFY(sum > 0);
    const auto& [last, pose] = shown.back();
    QVERIFY(layer.rootT(hall.w, last) == pose);
  }

  void severalAreToldAsOneChange() {
    HandlingCell cell(70);
    ui::PoseLayer layer;
    QSignalSpy changed(&layer, &ui::PoseLayer::changed);
    const Pose there = test::randomPose(cell.random);
    layer.setRootT({{cell.id("beside"), there}, {cell.frame("hand", "grip"), there}});
    QCOMPARE(changed.count(), 1);
    QVERIFY(layer.rootT(cell.w, cell.id("beside")) == there);
    QVERIFY(layer.rootT(cell.w, cell.frame("hand", "grip")) == there);
    QCOMPARE(std::ranges::count(layer.moved(cell.w), cell.id("part")), 1);
  }
};

QTEST_GUILESS_MAIN(TestPoseLayer)
#include "test_pose_layer.moc"
