// SPDX-License-Identifier: Apache-2.0
// Random sequences of every kind of edit. WW_STEPS sets their number (the full run: 100000).
#include <QtTest>
#include <random>

#include "arm.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

class Gardener {
 public:
  explicit Gardener(std::uint64_t seed) : random_(seed) {}

  session::EditsPtr edit(const world::World& w) {
    switch (random_() % 20) {
      case 0: case 1: return test::box(object(w), name(), pose());
      case 2: return session::createFromSceneObject(object(w), {}, name(), test::makeArm(1 + static_cast<int>(random_() % 4)), pose());
      case 3: return session::copyObject(object(w), random_() % 2);
      case 4: return session::deleteObject(object(w), random_() % 3 == 0);
      case 5: return session::renameObject(object(w), name(), random_() % 2);
      case 6: return session::reparentObject(object(w), object(w), entity(w));
      case 7: return session::reparentObject(object(w), object(w), {});
      case 8: return session::reparentObjectToFrame(object(w), frame(w));
      case 9: return session::setPose(object(w), world::kRootObject, pose());
      case 10: return session::setPose(frame(w), object(w), pose());
      case 11: return session::createFrame(object(w), {}, name(), pose());
      case 12: return session::createFrameOnFrame(frame(w), name(), pose());
      case 13: return session::reparentFrame(frame(w), object(w), {});
      case 14: return session::reparentFrameToFrame(frame(w), frame(w));
      case 15: return session::deleteFrame(frame(w), random_() % 2);
      case 16: return joints(w);
      case 17: return session::setAttachmentFrame(frame(w), random_() % 2);
      case 18: return session::renameEntity(entity(w), name());
      default: return rule(w);
    }
  }

 private:
  double number() { return static_cast<double>(random_() % 2000) / 1000.0 - 1.0; }
  Pose pose() { return {Vec3(number(), number(), number()), Quat(Eigen::AngleAxisd(3 * number(), Vec3(number(), 0.3, 1).normalized()))}; }
  std::string name() { return fmt::format("n{}", random_() % 60); }

  ObjectId object(const world::World& w) {
    std::vector<ObjectId> all;
    w.forEachObject([&](const world::Object& o) { all.push_back(o.id); });
    return all[random_() % all.size()];
  }
  FrameId frame(const world::World& w) {
    std::vector<FrameId> all;
    w.forEachFrame([&](const world::Frame& f) { all.push_back(f.id); });
    return all.empty() ? FrameId{77} : all[random_() % all.size()];
  }
  EntityId entity(const world::World& w) {
    const world::ObjectPtr o = w.object(object(w));
    return o->entities[random_() % o->entities.size()]->id;
  }
  session::EditsPtr joints(const world::World& w) {
    const world::ObjectPtr o = w.object(object(w));
    JointVector q = o->jointPositions();
    for (double& v : q) v = 3 * number();
    return random_() % 2 ? session::setJoints(o->id, q) : session::setNamedConfiguration(o->id, "home", q);
  }
  session::EditsPtr rule(const world::World& w) {
    if (random_() % 3 == 0) return session::setMinimumMargin(w, 0.001 * static_cast<double>(random_() % 5));
    if (random_() % 3 == 0) return session::removeCollisionRule(w, 0);
    return session::addCollisionRule(w, {{{object(w), {}}}, {}, random_() % 2 == 0, 0.01});
  }

  std::mt19937_64 random_;
};

}  // namespace

class TestWorldProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void randomEditsKeepTheInvariants() {
    const int steps = qEnvironmentVariableIsSet("WW_STEPS") ? qEnvironmentVariableIntValue("WW_STEPS") : 1500;
    auto store = std::make_shared<geometry::GeometryStore>();
    session::WorldSession session(world::World(), store);
    Gardener gardener(42);
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
      if (!result.ok()) {
        ++refused;
        QVERIFY(session.snapshot().world == before.world);
        const Code code = result.status().code;
        QVERIFY2(code == Code::kInvalidArgument || code == Code::kNotFound || code == Code::kAlreadyExists || code == Code::kFailedPrecondition,
                 result.status().line().c_str());
        continue;
      }
      ++done;
      const Status sound = world::checkInvariants(*session.snapshot().world);
      QVERIFY2(sound.ok(), sound.title.c_str());
    }
    qInfo("%d edits done, %d refused, %zu objects, %zu frames", done, refused, session.snapshot().world->objectCount(),
          session.snapshot().world->frameCount());
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
};

QTEST_GUILESS_MAIN(TestWorldProperties)
#include "test_world_properties.moc"
