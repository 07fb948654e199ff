// SPDX-License-Identifier: Apache-2.0
// The pose of one node in another is worked out for both side by side; it has the bits that each has by itself.
#include <QtTest>
#include <random>

#include "bench.h"
#include "core/session/edit_builders.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

using namespace ww;

namespace {

constexpr int kObjects = 400, kChain = 9;

// Chains of objects in a hall, of which some have several links, and frames on frames on some of these.
struct Hall {
  geometry::GeometryStore store;
  world::World w;
  ObjectId hall;
  std::vector<world::NodeRef> nodes;

  Hall() {
    apply(session::createPrimitive(world::kRootObject, {}, "hall", geometry::Box{Vec3::Ones()}, {},
                                   Pose::translation(1, 2, 3)));
    hall = w.aliasNamed("hall");
    const Pose pose = Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.3, 0.2, 0.1);
    ObjectId above = hall;
    for (int i = 0; i < kObjects; ++i) {
      if (i % kChain == 0) above = hall;
      const std::string name = fmt::format("part_{}", i);
      if (i % 4 == 1) apply(session::createFromSceneObject(above, {}, name, test::makeComb(3 + i % 20), pose));
      else apply(session::createPrimitive(above, {}, name, geometry::Box{Vec3::Constant(0.1)}, {}, pose));
      above = w.childNamed(above, name);
      const EntityId last = w.peek(above)->entities.back()->id;
      apply(session::createFrame(above, last, "seat", pose));
      apply(session::createFrameOnFrame(w.frameNamed(above, "seat"), "a_tip_with_a_name_that_is_rather_long", pose));
    }
    list();
  }
  void apply(const session::EditsPtr& edits) {
    auto made = world::apply(w, *edits, store);
    if (!made.ok()) qFatal("%s", made.status().line().c_str());
    w = std::move(made).value();
  }
  void list() {
    w.forEachObject([&](const world::Object& o) {
      nodes.emplace_back(o.id);
      for (const auto& e : o.entities) nodes.emplace_back(e->id);
    });
    w.forEachFrame([&](const world::Frame& f) {
      nodes.emplace_back(f.id);
      nodes.emplace_back(f.entity);
    });
  }
};

std::string wrongIn(const world::World& w, const std::vector<world::NodeRef>& nodes, std::mt19937& random) {
  for (int i = 0; i < 20'000; ++i) {
    const world::NodeRef a = nodes[random() % nodes.size()], b = nodes[random() % nodes.size()];
    const Pose meant = w.rootT(a).inverse() * w.rootT(b), found = w.aTB(a, b);
    // In one object the way is shorter.
    const bool near = test::near(found, meant);
    if (!near) return fmt::format("{} in {}", w.display(b), w.display(a));
    const auto *one = std::get_if<ObjectId>(&a), *other = std::get_if<ObjectId>(&b);
    if (one && other && *one != *other && !(found == meant))
      return fmt::format("other bits of {} in {}", w.display(b), w.display(a));
  }
  return {};
}

}  // namespace

class TestWorldPairs : public QObject {
  Q_OBJECT

  Hall hall_;
  std::mt19937 random_{1};

 private Q_SLOTS:
  void twoNodesAreAsOneAndOne() {
    const std::string wrong = wrongIn(hall_.w, hall_.nodes, random_);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  // After the hall has moved no pose of what is in it is known.
  void afterALargeMoveTwoAreAsOneAndOne() {
    const world::World before = hall_.w;
    hall_.apply(session::setPose(hall_.hall, world::kRootObject, Pose::fromRpy(Vec3(3, 1, 2), 0.5, 0.1, 0.7)));
    const std::string wrong = wrongIn(hall_.w, hall_.nodes, random_);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(!(before.rootT(hall_.nodes.back()) == hall_.w.rootT(hall_.nodes.back())));
    const std::string old = wrongIn(before, hall_.nodes, random_);
    QVERIFY2(old.empty(), old.c_str());
  }

  void twoNamesAreAsOneAndOne() {
    using Reference = intrinsic_proto::world::TransformNodeReference;
    std::vector<Reference> refs;
    for (int i = 0; i < kObjects; ++i) {
      for (const char* frame : {"", "seat", "a_tip_with_a_name_that_is_rather_long", "nowhere"}) {
        Reference& ref = refs.emplace_back();
        const std::string object = i % 50 == 3 ? "nobody" : fmt::format("part_{}", i);
        if (*frame) {
          ref.mutable_by_name()->mutable_frame()->set_object_name(object);
          ref.mutable_by_name()->mutable_frame()->set_frame_name(frame);
        } else {
          ref.mutable_by_name()->mutable_object()->set_object_name(object);
        }
      }
    }
    refs.emplace_back().set_id(world::toWire(hall_.hall));
    refs.emplace_back();
    const auto same = [](const Result<world::NodeRef>& a, const Result<world::NodeRef>& b) {
      return a.ok() == b.ok() && (a.ok() ? *a == *b : a.status().line() == b.status().line());
    };
    int found = 0;
    for (std::size_t i = 0; i < refs.size(); ++i) {
      const Reference &a = refs[i], &b = refs[random_() % refs.size()];
      const auto [of_a, of_b] = world::resolveBoth(hall_.w, a, b);
      QVERIFY2(same(of_a, world::resolve(hall_.w, a)) && same(of_b, world::resolve(hall_.w, b)),
               a.ShortDebugString().c_str());
      found += of_a.ok() ? 1 : 0;
    }
    QVERIFY(found > kObjects * 2);
  }
};

QTEST_GUILESS_MAIN(TestWorldPairs)
#include "test_world_pairs.moc"
