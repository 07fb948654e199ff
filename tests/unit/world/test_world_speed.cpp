// SPDX-License-Identifier: Apache-2.0
// Times of the operations that clients repeat, beside reference work of the same run (`bench world` measures alone),
// and the memory of many small edits.
#include <malloc.h>

#include <QtTest>
#include <random>

#include "arm.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "tests/support/reference_speed.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

// Depth of the leaves and objects of the world that the targets are stated for.
constexpr int kDepth = 12;
constexpr int kObjects = 10000;
// So many leaves take turns: what a look-up does is judged here, not how much of the world the caches hold.
constexpr std::size_t kFew = 16;

std::size_t heapInUse() {
  const auto m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

struct Forest {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  world::World w;
  std::vector<ObjectId> leaves;
  std::vector<std::string> names;

  Forest() {
    worldwright::v1::Edits edits;
    const session::EditsPtr first =
        test::box(world::kRootObject, "b0", Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.1, 0.2, 0.3));
    const std::string parent_of_all = "root";
    std::vector<std::string> above;
    for (int i = 0; i < kObjects; ++i) {
      const int level = i % kDepth;
      const std::string name = fmt::format("part_{}", i);
      *edits.add_edits() = first->edits(0);
      auto* create = edits.mutable_edits(i)->mutable_create_object();
      create->set_name(name);
      create->mutable_parent_object()->mutable_reference()->mutable_by_name()->set_object_name(
          level == 0 ? "root" : above.back());
      if (level == 0) above.clear();
      above.push_back(name);
      if (level == kDepth - 1) names.push_back(name);
    }
    auto made = world::apply(world::World(), edits, *store);
    if (!made.ok()) qFatal("%s", made.status().title.c_str());
    w = std::move(made).value();
    for (const std::string& name : names) leaves.push_back(w.aliasNamed(name));
  }
};

// A base and links on it.
intrinsic_proto::scene_object::v1::SceneObject starOf(int entities) {
  intrinsic_proto::scene_object::v1::SceneObject star;
  for (int i = 0; i < entities; ++i) {
    auto* entity = star.add_entities();
    entity->set_name(fmt::format("link_{}", i));
    entity->mutable_link();
    if (i > 0) entity->set_parent_name("link_0");
  }
  return star;
}

}  // namespace

class TestWorldSpeed : public QObject {
  Q_OBJECT

  Forest forest_;

 private Q_SLOTS:
  void transformBetweenRandomLeavesByHandle() {
    std::mt19937 random(1);
    double sum = 0;
    const auto once = [&] {
      const ObjectId a = forest_.leaves[random() % kFew], b = forest_.leaves[random() % kFew];
      sum += forest_.w.aTB(a, b).p.x();
    };
    WW_SPEED("transform by handle (target 1 us)", kMemory, 0.25, once);
    QVERIFY(std::isfinite(sum));
  }

  void transformBetweenRandomLeavesByName() {
    std::mt19937 random(2);
    std::vector<intrinsic_proto::world::TransformNodeReference> refs(kFew);
    for (std::size_t i = 0; i < refs.size(); ++i)
      refs[i].mutable_by_name()->mutable_object()->set_object_name(forest_.names[i]);
    double sum = 0;
    const auto once = [&] {
      const auto [a, b] = world::resolveBoth(forest_.w, refs[random() % kFew], refs[random() % kFew]);
      sum += forest_.w.aTB(a.value(), b.value()).p.x();
    };
    WW_SPEED("transform by name (target 1.3 us)", kMemory, 0.58, once);
    QVERIFY(std::isfinite(sum));
  }

  // Some of ten thousand names share a key.
  void twoNamesAreFoundAsOneIs() {
    std::vector<std::string> names{"nobody", "", "root"};
    forest_.w.forEachObject([&](const world::Object& o) { names.push_back(o.name); });
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string &a = names[i], &b = names[i * 7919 % names.size()];
      const auto [of_a, of_b] = forest_.w.aliasesNamed(a, b);
      QVERIFY(of_a == forest_.w.aliasNamed(a) && of_b == forest_.w.aliasNamed(b));
    }
    QVERIFY(!forest_.w.aliasesNamed("nobody", "nobody").first);
  }

  // Within 2 times: entities of large objects are in no cache, so what a pose is made of stands close together.
  void anEntitysPoseCostsAlikeInLargeObjects() {
    const auto leastOf = [](int entities) {
      geometry::GeometryStore store;
      const auto made = world::apply(
          world::World(), *session::createFromSceneObject(world::kRootObject, {}, "star", starOf(entities), {}), store);
      const world::World& w = made.value();
      const world::Object& star = *w.peek(w.aliasNamed("star"));
      std::mt19937 random(4);
      std::vector<EntityId> asked(20'000);
      for (EntityId& id : asked) id = star.entities[random() % star.entities.size()]->id;
      std::size_t next = 0;
      double sum = 0, least_us = 1e9;
      for (int i = 0; i < 5; ++i) {
        const double us = test::medianMicroseconds([&] {
          for (int k = 0; k < 100; ++k) sum += w.rootT(asked[next++ % asked.size()]).p.x();
        });
        least_us = std::min(least_us, us / 100);
      }
      return std::isfinite(sum) ? least_us : 1e9;
    };
    double ratio = 1e9;
    for (int i = 0; i < 3 && ratio > 1.8; ++i) {
      const double few_us = leastOf(10), many_us = leastOf(10'000);
      ratio = many_us / few_us;
      qInfo("the pose of one of 10 entities %.3f us, of one of 10,000 %.3f us", few_us, many_us);
    }
    if (test::speedsCount()) QVERIFY2(ratio < 1.8, "the pose of an entity costs what its object holds");
  }

  void aCommitOfOneTransform() {
    std::mt19937 random(3);
    session::WorldSession session(forest_.w, forest_.store);
    std::vector<session::CommitRequest> requests(1000);
    for (auto& r : requests) {
      const ObjectId id = forest_.leaves[random() % kFew];
      const ObjectId parent = forest_.w.object(id)->parent;
      r.edits = session::setPose(id, parent,
                                 Pose::fromRpy(Vec3(static_cast<double>(random() % 1000), 0.5, 0.1), 0.4, 0.2, 0.1));
      r.label = "Move";
    }
    std::size_t i = 0;
    bool fine = true;
    const auto once = [&] { fine = session.commit(requests[i++ % requests.size()]).ok() && fine; };
    WW_SPEED("commit of one transform (target 20 us)", kMemory, 20.0, once);
    const auto w = session.snapshot().world;
    const double apply_us = test::medianMicroseconds(
        [&] { fine = world::apply(*w, *requests[i++ % requests.size()].edits, *forest_.store).ok() && fine; });
    qInfo("of which apply: %.2f us", apply_us);
    QVERIFY(fine);
  }

  void aThousandEditsKeepLessThanASecondWorld() {
#if defined(WW_SANITIZED)
    QSKIP("the sanitizer's allocator tells no figures");
#endif
    const std::size_t before = heapInUse();
    auto other = std::make_unique<Forest>();
    const std::size_t world_bytes = heapInUse() - before;
    session::WorldSession session(other->w, other->store);
    for (int i = 0; i < 1000; ++i) {
      session::CommitRequest r;
      r.label = "Move";
      r.edits = session::setPose(other->leaves[static_cast<std::size_t>(i * 7) % other->leaves.size()],
                                 world::kRootObject, Pose::translation(i, 0, 0));
      QVERIFY(session.commit(r).ok());
    }
    const std::size_t edits_bytes = heapInUse() - before - world_bytes;
    qInfo("world of %d objects: %.1f MB; 1000 edits kept beside it: %.1f MB", kObjects,
          static_cast<double>(world_bytes) * 1e-6, static_cast<double>(edits_bytes) * 1e-6);
    QVERIFY(edits_bytes < world_bytes);
  }
};

QTEST_GUILESS_MAIN(TestWorldSpeed)
#include "test_world_speed.moc"
