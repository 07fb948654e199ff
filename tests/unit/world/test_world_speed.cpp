// SPDX-License-Identifier: Apache-2.0
// Times of the operations that clients repeat, and the memory of many small edits. The figures are
// printed; bounds are loose here, because other jobs run beside the tests (`bench world` measures alone).
#include <malloc.h>
#include <time.h>

#include <QtTest>
#include <random>

#include "arm.h"
#include "core/world/edits.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

// Depth of the leaves and objects of the world that the targets are stated for.
constexpr int kDepth = 12;
constexpr int kObjects = 10000;
// Targets are for a release build on a quiet machine.
constexpr double kSlack = 20.0;

double cpuMicroseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

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
    const session::EditsPtr first = test::box(world::kRootObject, "b0", Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.1, 0.2, 0.3));
    const std::string parent_of_all = "root";
    std::vector<std::string> above;
    for (int i = 0; i < kObjects; ++i) {
      const int level = i % kDepth;
      const std::string name = fmt::format("part_{}", i);
      *edits.add_edits() = first->edits(0);
      auto* create = edits.mutable_edits(i)->mutable_create_object();
      create->set_name(name);
      create->mutable_parent_object()->mutable_reference()->mutable_by_name()->set_object_name(level == 0 ? "root" : above.back());
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

// The median over many rounds of `count` calls each, per call.
template <typename Fn>
double medianMicroseconds(int rounds, int count, Fn&& fn) {
  std::vector<double> times;
  for (int r = 0; r < rounds; ++r) {
    const double start = cpuMicroseconds();
    for (int i = 0; i < count; ++i) fn();
    times.push_back((cpuMicroseconds() - start) / count);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<std::size_t>(rounds) / 2];
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
      const ObjectId a = forest_.leaves[random() % forest_.leaves.size()], b = forest_.leaves[random() % forest_.leaves.size()];
      sum += forest_.w.aTB(a, b).p.x();
    };
    medianMicroseconds(20, 1000, once);
    const double us = medianMicroseconds(101, 1000, once);
    qInfo("transform by handle: %.3f us (target 1) %g", us, sum);
    QVERIFY(us < 1.0 * kSlack);
  }

  void transformBetweenRandomLeavesByName() {
    std::mt19937 random(2);
    std::vector<intrinsic_proto::world::TransformNodeReference> refs(forest_.names.size());
    for (std::size_t i = 0; i < refs.size(); ++i) refs[i].mutable_by_name()->mutable_object()->set_object_name(forest_.names[i]);
    double sum = 0;
    const auto once = [&] {
      const auto a = world::resolve(forest_.w, refs[random() % refs.size()]), b = world::resolve(forest_.w, refs[random() % refs.size()]);
      sum += forest_.w.aTB(a.value(), b.value()).p.x();
    };
    medianMicroseconds(20, 1000, once);
    const double us = medianMicroseconds(101, 1000, once);
    qInfo("transform by name: %.3f us (target 1.3) %g", us, sum);
    QVERIFY(us < 1.3 * kSlack);
  }

  void aCommitOfOneTransform() {
    std::mt19937 random(3);
    session::WorldSession session(forest_.w, forest_.store);
    std::vector<session::CommitRequest> requests(1000);
    for (auto& r : requests) {
      const ObjectId id = forest_.leaves[random() % forest_.leaves.size()];
      const ObjectId parent = forest_.w.object(id)->parent;
      r.edits = session::setPose(id, parent, Pose::fromRpy(Vec3(static_cast<double>(random() % 1000), 0.5, 0.1), 0.4, 0.2, 0.1));
      r.label = "Move";
    }
    std::size_t i = 0;
    bool fine = true;
    const auto once = [&] { fine = session.commit(requests[i++ % requests.size()]).ok() && fine; };
    const double us = medianMicroseconds(100, 20, once);
    const auto w = session.snapshot().world;
    std::size_t k = 0;
    const double apply = medianMicroseconds(100, 20, [&] { fine = world::apply(*w, *requests[k++ % requests.size()].edits, *forest_.store).ok() && fine; });
    qInfo("commit of one transform: %.2f us (target 20), of which apply %.2f us", us, apply);
    QVERIFY(fine);
    QVERIFY(us < 20.0 * kSlack);
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
      r.edits = session::setPose(other->leaves[static_cast<std::size_t>(i * 7) % other->leaves.size()], world::kRootObject, Pose::translation(i, 0, 0));
      QVERIFY(session.commit(r).ok());
    }
    const std::size_t edits_bytes = heapInUse() - before - world_bytes;
    qInfo("world of %d objects: %.1f MB; 1000 edits kept beside it: %.1f MB", kObjects, static_cast<double>(world_bytes) * 1e-6,
          static_cast<double>(edits_bytes) * 1e-6);
    QVERIFY(edits_bytes < world_bytes);
  }
};

QTEST_GUILESS_MAIN(TestWorldSpeed)
#include "test_world_speed.moc"
