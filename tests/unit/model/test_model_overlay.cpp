// SPDX-License-Identifier: Apache-2.0
// Poses shown instead of the world's own: the world after a commit, a state of the model and an overlay agree.
#include <fmt/format.h>

#include <QtTest>

#include "core/model/keeper.h"
#include "core/model/overlay.h"
#include "core/session/program_builders.h"
#include "tests/unit/model/models.h"
#include "worldwright/v1/program.pb.h"

using namespace ww;
using namespace ww::model;
using test::HandlingCell;

namespace {

State stateOf(const Model& model, const Overrides& overrides) {
  std::vector<ObjectId> floating;
  for (const auto& [id, pose] : overrides.floating(model.world())) floating.push_back(id);
  State out(model.floating(floating));
  overrides.apply(out);
  return out;
}

// Bit for bit, but for frames that are moved themselves: no state knows of them.
std::string differs(const Overlay& overlay, const State& state) {
  std::string wrong;
  overlay.world().forEachObject([&](const world::Object& o) {
    for (const world::EntityPtr& e : o.entities)
      if (!(overlay.rootT(e->id) == state.rootT(e->id))) wrong = overlay.world().display(e->id);
  });
  return wrong;
}

std::uint64_t visits(int boxes) {
  HandlingCell cell(1);
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < boxes; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, {}, fmt::format("b{}", i),
                                             geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {}));
  cell.apply(session::join(edits));
  Overlay overlay(Model::make(cell.w));
  Overrides shown;
  shown.objects[cell.id("hand")] = Pose::translation(1, 2, 3);
  shown.joints[cell.id("arm")] = JointVector::Constant(6, 0.1);
  shown.frames[cell.frame("hand", "pinch")] = Pose::translation(3, 2, 1);
  world::nodesVisited() = 0;
  overlay.set(shown);
  for (const char* name : {"hand", "part", "leaf", "beside"}) (void)overlay.rootT(cell.id(name));
  return world::nodesVisited();
}

}  // namespace

class TestModelOverlay : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void joggedIsWhereACommitPutsIt() {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      HandlingCell cell(seed);
      const Model model = Model::make(cell.w);
      Overlay overlay(model);
      for (int i = 0; i < 10; ++i) {
        Overrides jogged;
        jogged.joints = cell.elsewhere().joints;
        overlay.set(jogged);
        const world::World meant = cell.committed(jogged);
        for (const std::string& wrong :
             {test::misplaced([&](world::NodeRef n) { return overlay.rootT(n); }, meant),
              test::misplaced(stateOf(model, jogged), meant), test::misplaced(State(Model::make(meant)), meant),
              differs(overlay, stateOf(model, jogged))})
          QVERIFY2(wrong.empty(), wrong.c_str());
      }
    }
  }

  // Objects and frames are dragged too, with what is attached, and with joints at other positions.
  void movedIsWhereACommitPutsIt() {
    int with_attached = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      HandlingCell cell(seed);
      const Model model = Model::make(cell.w);
      Overlay overlay(model);
      for (int i = 0; i < 10; ++i) {
        const Overrides moved = cell.elsewhere();
        overlay.set(moved);
        const auto floating = moved.floating(cell.w);
        const bool floats = std::ranges::count(floating, cell.id("part"), &std::pair<ObjectId, Pose>::first) == 1;
        with_attached += !moved.objects.contains(cell.id("part")) && floats;
        const world::World meant = cell.committed(moved);
        const std::string wrong = test::misplaced([&](world::NodeRef n) { return overlay.rootT(n); }, meant);
        QVERIFY2(wrong.empty(), wrong.c_str());
        const std::string other = differs(overlay, stateOf(model, moved));
        QVERIFY2(other.empty(), other.c_str());
      }
    }
    QVERIFY(with_attached > 20);
    // Nothing overridden any more.
    HandlingCell cell(3);
    Overlay overlay(Model::make(cell.w));
    overlay.set(cell.elsewhere());
    overlay.set({});
    const std::string wrong = test::misplaced([&](world::NodeRef n) { return overlay.rootT(n); }, cell.w);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void whatIsNotThereIsPassedOver() {
    HandlingCell cell(5);
    Overrides shown;
    shown.objects[ObjectId{987654}] = shown.objects[world::kRootObject] = Pose::translation(1, 0, 0);
    shown.frames[FrameId{987655}] = Pose::translation(1, 0, 0);
    shown.joints[ObjectId{987656}] = JointVector::Constant(3, 1.0);
    shown.joints[cell.id("arm")] = JointVector::Constant(1, std::nan(""));
    Overlay overlay(Model::make(cell.w));
    overlay.set(shown);
    const std::string wrong = test::misplaced([&](world::NodeRef n) { return overlay.rootT(n); }, cell.w);
    QVERIFY2(wrong.empty(), wrong.c_str());
    for (const world::NodeRef& gone :
         {world::NodeRef(ObjectId{987654}), world::NodeRef(FrameId{987655}), world::NodeRef(EntityId{987656})})
      QVERIFY(overlay.rootT(gone) == Pose());
  }

  void aDragCostsTheSameInALargeWorld() {
    const std::uint64_t small = visits(1000), large = visits(20000);
    qInfo("a drag and a jog: %llu nodes of 1,000 objects, %llu of 20,000", static_cast<unsigned long long>(small),
          static_cast<unsigned long long>(large));
    QVERIFY(large <= small + small / 4);
  }

  void aKeeperGivesTheModelOfEachWorld() {
    HandlingCell cell(8);
    ModelKeeper keeper;
    const Model first = keeper.of(cell.w);
    QCOMPARE(keeper.of(cell.w).numbering(), first.numbering());
    const world::World before = cell.w;
    cell.apply(session::setPose(cell.id("beside"), world::kRootObject, Pose::translation(1, 2, 3)));
    world::nodesVisited() = 0;
    const Model second = keeper.of(cell.w);
    QVERIFY(world::nodesVisited() < 100);
    QCOMPARE(test::modelDifference(second, Model::make(cell.w)), std::string());
    QCOMPARE(test::modelDifference(keeper.of(before), first), std::string());
    // What bodies do not care for comes with it, too.
    worldwright::v1::Program program;
    program.set_name("pick");
    cell.apply(session::setProgram(program));
    QCOMPARE(keeper.of(cell.w).world().data().record, cell.w.data().record);
    // Another world altogether.
    const HandlingCell other(9);
    QCOMPARE(test::modelDifference(keeper.of(other.w), Model::make(other.w)), std::string());
  }
};

QTEST_GUILESS_MAIN(TestModelOverlay)
#include "test_model_overlay.moc"
