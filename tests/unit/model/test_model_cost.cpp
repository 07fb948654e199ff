// SPDX-License-Identifier: Apache-2.0
// What bringing a model up to date costs, counted in nodes of its tries, and times of passes beside
// reference work of the same run (`bench model` measures alone).
#include <fmt/format.h>

#include <QtTest>

#include "tests/support/reference_speed.h"
#include "tests/unit/model/models.h"
#include "tests/unit/world/arm.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::model;
using test::Workshop;

namespace {

// Boxes b0, b1... and an arm of seven joints among them.
struct Hall : Workshop {
  explicit Hall(int boxes) {
    const session::EditsPtr first =
        session::createPrimitive(world::kRootObject, {}, "b0", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {});
    auto edits = std::make_shared<worldwright::v1::Edits>();
    for (int i = 0; i < boxes; ++i) {
      auto* create = edits->add_edits()->mutable_create_object();
      *create = first->edits(0).create_object();
      create->set_name(fmt::format("b{}", i));
      create->set_name_is_global_alias(true);
    }
    apply(edits);
    std::mt19937_64 random(5);
    add("arm", test::randomTree(random, 7, false));
    add("rail", test::randomTree(random, 1, false));
    some = id(fmt::format("b{}", boxes / 2));
  }
  world::World after(const session::EditsPtr& edits) {
    auto next = world::apply(w, *edits, store);
    WW_CHECK(next.ok());
    return std::move(next).value();
  }
  ObjectId some;
};

struct Visits {
  std::uint64_t move = 0, arm = 0, jog = 0, hang = 0, add = 0, remove = 0, rename = 0;
};

std::uint64_t visits(const Model& m, const world::World& after) {
  const world::WorldDiff diff = world::diff(m.world(), after);
  world::nodesVisited() = 0;
  const Model next = m.updated(after, diff);
  return world::nodesVisited();
}

Visits count(int boxes) {
  Hall h(boxes);
  const Model m = Model::make(h.w);
  Visits out;
  const Pose there = Pose::fromRpy(Vec3(1, 2, 3), 0.1, 0.2, 0.3);
  out.move = visits(m, h.after(session::setPose(h.some, world::kRootObject, there)));
  out.arm = visits(m, h.after(session::setPose(h.id("arm"), world::kRootObject, there)));
  out.jog = visits(m, h.after(session::setJoints(h.id("arm"), JointVector::Constant(7, 0.3))));
  out.hang = visits(m, h.after(session::reparentObject(h.some, h.id("arm"), h.entity("arm", "link_7"))));
  out.add = visits(
      m, h.after(session::createPrimitive(world::kRootObject, {}, "new", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {})));
  out.remove = visits(m, h.after(session::deleteObject(h.some, false)));
  out.rename = visits(m, h.after(session::renameObject(h.some, "other", true)));
  return out;
}

}  // namespace

class TestModelCost : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nodesVisitedDoNotGrowWithTheWorld() {
    const Visits small = count(1000), large = count(20000);
    const std::pair<const char*, std::uint64_t Visits::*> kinds[] = {
        {"moving a box", &Visits::move},    {"moving an arm", &Visits::arm},
        {"jogging an arm", &Visits::jog},   {"hanging a box on an arm", &Visits::hang},
        {"adding a box", &Visits::add},     {"deleting a box", &Visits::remove},
        {"renaming a box", &Visits::rename}};
    // A look-up that finds nothing ends earlier in a sparse trie.
    constexpr std::uint64_t kOneLookup = 6;
    for (const auto& [name, kind] : kinds) {
      qInfo("%s: %llu nodes of 1,000 objects, %llu of 20,000", name, static_cast<unsigned long long>(small.*kind),
            static_cast<unsigned long long>(large.*kind));
      QVERIFY2(large.*kind <= small.*kind + kOneLookup, name);
      QVERIFY2(large.*kind < 250, name);
    }
  }

  void aMoveCostsLittle() {
    Hall h(10000);
    const Model m = Model::make(h.w);
    const world::World after = h.after(session::setPose(h.some, world::kRootObject, Pose::translation(1, 2, 3)));
    std::size_t bodies = 0;
    WW_SPEED("moving one of 10,000 objects (target 50 us)", kMemory, 4.2,
             [&] { bodies += m.updated(after).bodyCount(); });
    QVERIFY(bodies > 0);
  }

  void passesOfAnArm() {
    Hall h(10);
    h.add("seven", test::makeArm(7));
    const Model m = Model::make(h.w);
    const auto arm = Mechanism::ofObject(m, h.id("seven"));
    std::mt19937_64 random(6);
    std::vector<Pose> one(7);
    std::vector<PoseLanes> eight(7);
    PositionLanes q(kLanes, 7);
    for (double& v : q.reshaped()) v = 3.0 * test::randomNumber(random);
    const JointVector single = q.row(0).matrix().transpose();
    double sum = 0.0;
    WW_SPEED("forward of 7 axes (target 0.4 us)", kArithmetic, 0.85, [&] {
      arm->forward(single, one);
      sum += one[6].p.x();
    });
    WW_SPEED("forward of 7 axes in 8 lanes (target 1 us)", kArithmetic, 1.85, [&] {
      arm->forward(q, eight);
      sum += eight[6].p[0][0];
    });
    State state(m);
    WW_SPEED("forward of 7 axes in a state", kArithmetic, 1.15, [&] {
      state.set(*arm, single);
      state.forward(*arm);
      sum += state.rootT(arm->moved()[6]).p.x();
    });
    QVERIFY(std::isfinite(sum));
  }
};

QTEST_GUILESS_MAIN(TestModelCost)
#include "test_model_cost.moc"
