// SPDX-License-Identifier: Apache-2.0
// Random sequences of every kind of edit. WW_STEPS sets their number (the full run: 100000).
#include <google/protobuf/descriptor.h>

#include <QtTest>
#include <atomic>
#include <map>
#include <thread>

#include "core/world/compare/sync_patch.h"
#include "core/world/records/structure_hash.h"
#include "core/world/updates/registry.h"
#include "whole_gardener.h"

using namespace ww;

class TestWorldProperties : public QObject {
  Q_OBJECT

  static std::string kindOf(const worldwright::v1::Edits& edits) {
    const world::EditKind* kind = world::knownEdit(edits.edits(0)).kind;
    return kind ? kind->field->full_name() : "nothing";
  }

  // What updates promise beyond what a file must hold.
  static QString brokenPromise(const world::World& w) {
    QString broken;
    w.forEachObject([&](const world::Object& o) {
      for (std::size_t i = 0; i < o.moving_joints.size(); ++i) {
        const world::Joint& j = o.movingJoint(i);
        const double slack = 1e-8;
        if (!(j.system.lower - slack <= j.application.lower && j.application.upper <= j.system.upper + slack))
          broken = "application limits beyond the system's";
        if (!(j.application.lower - slack <= j.value && j.value <= j.application.upper + slack))
          broken = "a joint beyond its limits";
        if (!(o.entities[o.moving_joints[i]]->parent_t_this == j.parentTThis(j.value)))
          broken = "a joint's pose is not that of its position";
      }
      for (const FrameId f : w.framesOf(o)) {
        if (o.parent && o.entityNamed(w.peek(f)->name)) broken = "a frame and an entity of one name";
      }
      if (!o.parent) return;
      // What is remembered of poses agrees with the chain.
      const Pose chained = w.rootT(o.parent) * w.parentTObject(o);
      if (positionDistance(chained, w.rootT(o.id)) > 1e-9 || rotationDistance(chained, w.rootT(o.id)) > 1e-6)
        broken = "a pose is not that of its chain";
    });
    for (const auto& rule : w.collisionSettings().collision_rules()) {
      if (rule.left().empty()) broken = "a rule without a left side";
      for (const auto* side : {&rule.left(), &rule.right()}) {
        for (const auto& ref : *side) {
          if (!world::resolve(w, ref).ok()) broken = "a rule refers to what is not there";
        }
      }
    }
    return broken;
  }

  // The hashes that parts have kept through many edits are those of the same world made from its records.
  static bool hashesAsAnew(const world::World& w, geometry::GeometryStore& store) {
    worldwright::v1::Edits edits;
    *edits.add_edits()->mutable_patch_world() = world::patchBetween(world::World(), w);
    const auto anew = world::apply(world::World(), edits, store);
    bool same_poses = anew.ok();
    w.forEachObject([&](const world::Object& o) { same_poses = same_poses && anew->rootT(o.id) == w.rootT(o.id); });
    return same_poses && world::flatContentHash(*anew) == world::flatContentHash(w) &&
           world::contentHash(*anew) == world::contentHash(w) && world::structureHash(*anew) == world::structureHash(w);
  }

 private Q_SLOTS:
  void randomEditsKeepTheInvariants() {
    const int steps = qEnvironmentVariableIsSet("WW_STEPS") ? qEnvironmentVariableIntValue("WW_STEPS") : 2000;
    auto store = std::make_shared<geometry::GeometryStore>();
    session::WorldSession session(world::World(), store);
    session.setHistoryLimit(static_cast<std::size_t>(steps) + 1);
    test::WholeGardener gardener(42, store);
    std::map<std::string, std::pair<int, int>> kinds;  // done and refused
    for (const world::EditKind& kind : world::editKinds()) kinds[kind.field->full_name()] = {};
    const std::string empty = world::contentHash(*session.snapshot().world);
    int done = 0, refused = 0;
    for (int i = 0; i < steps; ++i) {
      const auto before = session.snapshot();
      session::CommitRequest request;
      request.label = "edit";
      request.edits = gardener.edit(*before.world);
      // Every tenth is a batch that must fail, for atomicity.
      const bool doomed = i % 10 == 9;
      if (doomed) request.edits = session::join({request.edits, session::deleteObject(ObjectId{123456789}, true)});
      const auto result = session.commit(request);
      QVERIFY(!doomed || !result.ok());
      if (!doomed) ++(result.ok() ? kinds[kindOf(*request.edits)].first : kinds[kindOf(*request.edits)].second);
      if (!result.ok()) {
        ++refused;
        QVERIFY(session.snapshot().world == before.world);
        const Code code = result.status().code;
        QVERIFY2(code == Code::kInvalidArgument || code == Code::kNotFound || code == Code::kAlreadyExists ||
                     code == Code::kFailedPrecondition,
                 result.status().line().c_str());
        QVERIFY2(!result.status().title.empty() && !result.status().hint.empty() && !result.status().subject.empty(),
                 result.status().line().c_str());
        continue;
      }
      ++done;
      const Status sound = world::checkInvariants(*session.snapshot().world);
      QVERIFY2(sound.ok(), sound.title.c_str());
      const QString broken = brokenPromise(*session.snapshot().world);
      QVERIFY2(broken.isEmpty(), qPrintable(broken + " after " + kindOf(*request.edits).c_str()));
      if (done % 20 == 0) QVERIFY2(hashesAsAnew(*session.snapshot().world, *store), kindOf(*request.edits).c_str());
    }
    qInfo("%d edits done, %d refused, %zu objects, %zu frames", done, refused, session.snapshot().world->objectCount(),
          session.snapshot().world->frameCount());
    for (const auto& [kind, counts] : kinds)
      qInfo("%s: %d done, %d refused", kind.c_str(), counts.first, counts.second);
    for (const auto& [kind, counts] : kinds) QVERIFY2(counts.first > 0 && counts.second > 0, kind.c_str());
    QVERIFY(done > steps / 4);
    const std::string end = world::contentHash(*session.snapshot().world);
    while (session.canUndo()) QVERIFY(session.undo().ok());
    QCOMPARE(world::contentHash(*session.snapshot().world), empty);
    while (session.canRedo()) QVERIFY(session.redo().ok());
    QCOMPARE(world::contentHash(*session.snapshot().world), end);
    world::World replayed;
    for (const auto& entry : session.history().entries) {
      worldwright::v1::Edits edits;
      QVERIFY(edits.ParseFromString(entry.edits->SerializeAsString()));
      auto next = world::apply(replayed, edits, *store);
      QVERIFY2(next.ok(), next.status().title.c_str());
      replayed = std::move(next).value();
    }
    QCOMPARE(world::contentHash(replayed), end);
    QCOMPARE(session.worldSwaps(), session.accountedSwaps());
  }

  // Poses are kept with the objects: of what hangs on what moves as well, whether it is little or much.
  void posesFollowWhatIsBelow_data() {
    QTest::addColumn<int>("below");
    for (const int below : {1, 20, 99, 101, 400}) QTest::newRow(std::to_string(below).c_str()) << below;
  }
  void posesFollowWhatIsBelow() {
    QFETCH(int, below);
    geometry::GeometryStore store;
    world::World w;
    const auto edit = [&](const session::EditsPtr& edits) { w = world::apply(w, *edits, store).value(); };
    edit(session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(3), {}));
    const ObjectId arm = w.aliasNamed("arm");
    const EntityId tip = w.peek(arm)->entities.back()->id;
    edit(session::createPrimitive(arm, tip, "tray", geometry::Box{Vec3(1, 1, 1)}, {}, Pose::translation(0, 0, 0.1)));
    const ObjectId tray = w.aliasNamed("tray");
    for (int i = 0; i < below; ++i)
      edit(test::box(i == 0 || i % 3 ? tray : w.childNamed(tray, "b0"), fmt::format("b{}", i),
                     Pose::fromRpy(Vec3(i, 1, 0), 1, 2, 3)));
    edit(session::setJoints(arm, JointVector::Constant(3, 0.4)));
    QVERIFY(hashesAsAnew(w, store));
    edit(session::setPose(arm, world::kRootObject, Pose::fromRpy(Vec3(3, 2, 1), 0.3, 0.2, 0.1)));
    QVERIFY(hashesAsAnew(w, store));
    edit(session::setPose(tray, arm, Pose::translation(0, 0, 5)));
    QVERIFY(hashesAsAnew(w, store));
    edit(session::reparentObject(tray, world::kRootObject, {}));
    QVERIFY(hashesAsAnew(w, store));
  }

  // Eight threads read what they hold while one writes: hashes, poses and invariants stay.
  void snapshotsStayWhileEightThreadsRead() {
    session::WorldSession session(world::World(), std::make_shared<geometry::GeometryStore>());
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, rounds{0};
    const auto poses = [](const world::World& w) {
      double sum = 0.0;
      w.forEachObject([&](const world::Object& o) { sum += w.rootT(o.id).p.sum(); });
      w.forEachFrame([&](const world::Frame& f) { sum += w.aTB(f.object, f.id).p.sum(); });
      return sum;
    };
    {
      std::vector<std::jthread> readers;
      for (int i = 0; i < 8; ++i) {
        readers.emplace_back([&] {
          while (!stop) {
            const auto held = session.snapshot();
            const std::string hash = world::contentHash(*held.world);
            const double sum = poses(*held.world);
            std::this_thread::yield();
            if (world::contentHash(*held.world) != hash || poses(*held.world) != sum ||
                !world::checkInvariants(*held.world).ok())
              ++wrong;
            ++rounds;
          }
        });
      }
      test::Gardener gardener(5);
      for (int i = 0; i < 600 || rounds < 40; ++i) {
        session::CommitRequest request;
        request.edits = gardener.edit(*session.snapshot().world);
        (void)session.commit(request);
        if (i % 7 == 0 && session.canUndo()) (void)session.undo();
      }
      stop = true;
    }
    QCOMPARE(wrong.load(), 0);
  }
};

QTEST_GUILESS_MAIN(TestWorldProperties)
#include "test_world_properties.moc"
