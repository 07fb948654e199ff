// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "arm.h"
#include "core/world/compare/sync.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
namespace pb = intrinsic_proto::world;

namespace {

geometry::GeometryStore& store() {
  static geometry::GeometryStore all;
  return all;
}

world::World edited(const world::World& w, const session::EditsPtr& edits) {
  return world::apply(w, *edits, store()).value();
}

world::World cell() {
  world::World w = edited(world::World(), test::box(world::kRootObject, "a"));
  w = edited(w, session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(3), {}));
  w = edited(w, test::box(w.aliasNamed("arm"), "tool"));
  return edited(w, session::createFrame(w.aliasNamed("a"), {}, "grip", Pose::translation(0, 0, 0.1)));
}

pb::ObjectReference object(ObjectId id) {
  pb::ObjectReference ref;
  ref.set_id(world::toWire(id));
  return ref;
}
pb::FrameReference frame(FrameId id) {
  pb::FrameReference ref;
  ref.set_id(world::toWire(id));
  return ref;
}

// What comes out is sound, and can be written down and replayed.
std::string problem(const world::World& to, const Result<world::World>& out) {
  if (!out.ok()) return out.status().line();
  if (const Status sound = world::checkInvariants(*out); !sound.ok()) return sound.line();
  worldwright::v1::Edits edits, read;
  *edits.add_edits()->mutable_patch_world() = world::patchBetween(to, *out);
  if (!read.ParseFromString(edits.SerializeAsString())) return "the patch cannot be read";
  const auto replayed = world::apply(to, read, store());
  if (!replayed.ok()) return replayed.status().line();
  if (const Status sound = world::checkInvariants(*replayed); !sound.ok()) return "replayed: " + sound.line();
  return world::contentHash(*replayed) == world::contentHash(*out) ? "" : "the replay differs";
}

Code codeOf(const Result<world::World>& out) { return out.status().code; }

ObjectId anyObject(const world::World& w, std::mt19937_64& random) {
  std::vector<ObjectId> all;
  w.forEachObject([&](const world::Object& o) { all.push_back(o.id); });
  return all[random() % all.size()];
}

FrameId anyFrame(const world::World& w, std::mt19937_64& random) {
  std::vector<FrameId> all;
  w.forEachFrame([&](const world::Frame& f) { all.push_back(f.id); });
  return all.empty() ? FrameId{77} : all[random() % all.size()];
}

session::EditsPtr randomEdit(const world::World& w, std::mt19937_64& random) {
  const ObjectId some = anyObject(w, random), other = anyObject(w, random);
  const std::string name = fmt::format("n{}", random() % 40);
  const world::ObjectPtr o = w.object(other);
  const EntityId entity = o->entities[random() % o->entities.size()]->id;
  switch (random() % 10) {
    case 0: return test::box(some, name);
    case 1: return session::createFromSceneObject(some, {}, name, test::makeArm(2), {});
    case 2: return session::deleteObject(some, random() % 2);
    case 3: return session::renameObject(some, name, random() % 2);
    case 4: return session::reparentObject(some, other, entity);
    case 5: return session::createFrame(other, entity, name, {});
    case 6: return session::createFrameOnFrame(anyFrame(w, random), name, {});
    case 7: return session::reparentFrame(anyFrame(w, random), other, entity);
    case 8: return session::reparentFrameToFrame(anyFrame(w, random), anyFrame(w, random));
    default:
      return session::setPose(some, world::kRootObject, Pose::translation(static_cast<double>(random() % 9), 0, 0));
  }
}

}  // namespace

class TestSync : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEditedObjectBecomesLikeTheOther() {
    const world::World to = cell();
    const ObjectId a = to.aliasNamed("a"), arm = to.aliasNamed("arm");
    world::World from = edited(to, session::setPose(a, world::kRootObject, Pose::translation(1, 0, 0)));
    from = edited(from, session::renameObject(a, "renamed", true));
    from = edited(from, session::createFrame(a, {}, "second", {}));
    from = edited(from, session::deleteFrame(from.frameNamed(a, "grip"), false));
    from = edited(from, session::setJoint(arm, "joint_1", 0.7));
    const auto out = world::syncObject(from, to, object(a));
    QCOMPARE(problem(to, out), std::string());
    QCOMPARE(out->rootT(a).p.x(), 1.0);
    QVERIFY(out->frameNamed(a, "second") && !out->frameNamed(a, "grip"));
    QCOMPARE(out->aliasNamed("renamed"), a);
    QVERIFY(!out->aliasNamed("a"));
    // The other one stays as it was; synced as well, the worlds are equal.
    QCOMPARE(out->object(arm), to.object(arm));
    const auto both = world::syncObject(from, *out, object(arm));
    QCOMPARE(problem(*out, both), std::string());
    QCOMPARE(world::contentHash(*both), world::contentHash(from));
    QCOMPARE(both->childNamed(arm, "tool"), to.childNamed(arm, "tool"));
  }

  void aNewObjectComesWithItsIds() {
    const world::World to = cell();
    world::World from = edited(to, test::box(to.aliasNamed("a"), "new"));
    from = edited(from, session::createFrame(from.aliasNamed("new"), {}, "tip", {}));
    pb::ObjectReference by_name;
    by_name.mutable_by_name()->set_object_name("new");
    const auto out = world::syncObject(from, to, by_name);
    QCOMPARE(problem(to, out), std::string());
    QCOMPARE(world::contentHash(*out), world::contentHash(from));
    QVERIFY(out->nextId() >= from.nextId());
  }

  void whatIsOnlyInTheDestinationGoes() {
    const world::World from = cell();
    world::World to = edited(from, test::box(world::kRootObject, "extra"));
    to = edited(to, test::box(to.aliasNamed("extra"), "below"));
    to = edited(to, session::createFrame(to.aliasNamed("extra"), {}, "tip", {}));
    const auto out = world::syncObject(from, to, object(to.aliasNamed("extra")));
    QCOMPARE(problem(to, out), std::string());
    QCOMPARE(world::contentHash(*out), world::contentHash(from));
    // Unless something hangs on it that belongs elsewhere.
    const world::World hung = edited(to, session::reparentObject(to.aliasNamed("a"), to.aliasNamed("extra"), {}));
    QCOMPARE(codeOf(world::syncObject(from, hung, object(to.aliasNamed("extra")))), Code::kFailedPrecondition);
    QCOMPARE(codeOf(world::syncObject(from, from, object(ObjectId{4711}))), Code::kNotFound);
  }

  void itFailsWhenTheParentIsMissing() {
    const world::World to = cell();
    world::World from = edited(to, test::box(world::kRootObject, "parent"));
    from = edited(from, session::reparentObject(from.aliasNamed("a"), from.aliasNamed("parent"), {}));
    QCOMPARE(codeOf(world::syncObject(from, to, object(to.aliasNamed("a")))), Code::kFailedPrecondition);
    const auto parent = world::syncObject(from, to, object(from.aliasNamed("parent")));
    QCOMPARE(problem(to, parent), std::string());
    const auto child = world::syncObject(from, *parent, object(to.aliasNamed("a")));
    QCOMPARE(problem(*parent, child), std::string());
    QCOMPARE(world::contentHash(*child), world::contentHash(from));
  }

  // What only has the id of the parent is not the parent.
  void itFailsWhenTheParentIsAnother() {
    const world::World base = cell();
    world::World from = edited(base, test::box(world::kRootObject, "x"));
    const ObjectId x = from.aliasNamed("x");
    from = edited(from, test::box(x, "child"));
    from = edited(from, session::createFrame(x, {}, "f", {}));
    const world::World to = edited(base, test::box(world::kRootObject, "y"));
    QCOMPARE(to.aliasNamed("y"), x);
    QCOMPARE(codeOf(world::syncObject(from, to, object(from.aliasNamed("child")))), Code::kFailedPrecondition);
    QCOMPARE(codeOf(world::syncFrame(from, to, frame(from.frameNamed(x, "f")))), Code::kFailedPrecondition);
    // Nor is what has the id of a child one that is elsewhere.
    world::World parent = edited(base, test::box(world::kRootObject, "y"));
    parent = edited(parent, test::box(parent.aliasNamed("y"), "under"));
    world::World other = edited(base, test::box(world::kRootObject, "gone"));
    other = edited(other, session::deleteObject(other.aliasNamed("gone"), true));
    other = edited(other, test::box(world::kRootObject, "z"));
    QCOMPARE(other.aliasNamed("z"), parent.aliasNamed("under"));
    const auto removed = world::syncObject(other, parent, object(parent.aliasNamed("y")));
    QCOMPARE(problem(parent, removed), std::string());
    QVERIFY(!removed->aliasNamed("y") && !removed->aliasNamed("under"));
  }

  void itFailsWhenTheIdOrNameIsAnothers() {
    const world::World base = cell();
    const world::World from = edited(base, test::box(world::kRootObject, "x"));
    const world::World to = edited(base, test::box(world::kRootObject, "y"));
    QCOMPARE(from.aliasNamed("x"), to.aliasNamed("y"));
    QCOMPARE(codeOf(world::syncObject(from, to, object(from.aliasNamed("x")))), Code::kAlreadyExists);
    const world::World framed = edited(base, session::createFrame(base.aliasNamed("a"), {}, "f", {}));
    QCOMPARE(codeOf(world::syncObject(from, framed, object(from.aliasNamed("x")))), Code::kAlreadyExists);
    QCOMPARE(codeOf(world::syncFrame(framed, from, frame(framed.frameNamed(base.aliasNamed("a"), "f")))),
             Code::kAlreadyExists);
    world::World later = edited(base, test::box(world::kRootObject, "z"));
    later = edited(later, test::box(world::kRootObject, "x"));
    QCOMPARE(codeOf(world::syncObject(later, edited(base, session::renameObject(base.aliasNamed("a"), "x", true)),
                                      object(later.aliasNamed("x")))),
             Code::kAlreadyExists);
  }

  void itFailsWhereACycleWouldCome() {
    const world::World base = edited(cell(), test::box(world::kRootObject, "b"));
    const ObjectId a = base.aliasNamed("a"), b = base.aliasNamed("b");
    const world::World from = edited(base, session::reparentObject(a, b, {}));
    const world::World to = edited(base, session::reparentObject(b, a, {}));
    QCOMPARE(codeOf(world::syncObject(from, to, object(a))), Code::kFailedPrecondition);
    QCOMPARE(codeOf(world::syncObject(from, to, object(world::kRootObject))), Code::kInvalidArgument);
    QCOMPARE(codeOf(world::syncObject(from, to, {})), Code::kInvalidArgument);
  }

  void framesAreSyncedOnTheirOwn() {
    const world::World to = cell();
    const ObjectId a = to.aliasNamed("a");
    const FrameId grip = to.frameNamed(a, "grip");
    world::World from = edited(to, session::setPose(grip, a, Pose::translation(0, 0, 0.5)));
    from = edited(from, session::createFrameOnFrame(grip, "nested", Pose::translation(0.1, 0, 0)));
    const FrameId nested = from.frameNamed(a, "nested");
    const auto moved = world::syncFrame(from, to, frame(grip));
    QCOMPARE(problem(to, moved), std::string());
    QCOMPARE(moved->rootT(grip).p.z(), 0.5);
    QVERIFY(!moved->frame(nested));
    const auto whole = world::syncFrame(from, *moved, frame(nested));
    QCOMPARE(problem(*moved, whole), std::string());
    QCOMPARE(world::contentHash(*whole), world::contentHash(from));
    const auto back = world::syncFrame(to, *whole, frame(nested));
    QCOMPARE(problem(*whole, back), std::string());
    QVERIFY(!back->frame(nested));
  }

  void ridersGoWithTheirFrame() {
    world::World to = cell();
    const ObjectId a = to.aliasNamed("a"), arm = to.aliasNamed("arm");
    const FrameId grip = to.frameNamed(a, "grip");
    to = edited(to, session::createFrameOnFrame(grip, "nested", Pose::translation(0.1, 0, 0)));
    const world::World from = edited(to, session::reparentFrame(grip, arm, to.object(arm)->entityNamed("link_2")->id));
    const auto out = world::syncFrame(from, to, frame(grip));
    QCOMPARE(problem(to, out), std::string());
    QCOMPARE(world::contentHash(*out), world::contentHash(from));
  }

  void whatIsAttachedToAFrameStaysAttached() {
    const world::World to = cell();
    const ObjectId a = to.aliasNamed("a");
    const FrameId grip = to.frameNamed(a, "grip");
    world::World from = edited(to, test::box(world::kRootObject, "held"));
    from = edited(from, session::reparentObjectToFrame(from.aliasNamed("held"), grip));
    const ObjectId held = from.aliasNamed("held");
    const auto out = world::syncObject(from, to, object(held));
    QCOMPARE(problem(to, out), std::string());
    // The frame takes it along, also after it was synced from a world that does not know the object.
    const auto again = world::syncFrame(to, *out, frame(grip));
    QCOMPARE(problem(*out, again), std::string());
    const world::World moved = edited(*again, session::setPose(grip, a, Pose::translation(0, 0, 0.9)));
    QVERIFY(std::abs(moved.rootT(held).p.z() - 0.8) < 1e-12);  // as far as the frame went
  }

  // Two branches of a world are edited at random and synced at random: what is done is sound and can be
  // replayed, what is not says why.
  void randomSyncsKeepTheInvariants() {
    std::mt19937_64 random(7);
    world::World worlds[2] = {cell(), cell()};
    worlds[1] = worlds[0];
    int synced = 0, refused = 0;
    for (int i = 0; i < 1500; ++i) {
      const auto to = random() % 2;
      world::World& w = worlds[to];
      if (i % 3 != 2) {
        const auto next = world::apply(w, *randomEdit(w, random), store());
        if (next.ok()) w = *next;
        QVERIFY(world::checkInvariants(w).ok());
        continue;
      }
      const world::World& source = worlds[random() % 2];
      const auto out = random() % 3 ? world::syncObject(worlds[1 - to], w, object(anyObject(source, random)))
                                    : world::syncFrame(worlds[1 - to], w, frame(anyFrame(source, random)));
      if (out.ok()) {
        const std::string wrong = problem(w, out);
        QVERIFY2(wrong.empty(), wrong.c_str());
        w = *out;
        ++synced;
        continue;
      }
      ++refused;
      const Code code = codeOf(out);
      QVERIFY2(code == Code::kAlreadyExists || code == Code::kFailedPrecondition || code == Code::kNotFound ||
                   code == Code::kInvalidArgument,
               out.status().line().c_str());
    }
    qInfo("%d synced, %d refused", synced, refused);
    QVERIFY(synced > 30);
  }

  void aPatchThatIsNotSoundIsRefused() {
    const world::World w = cell();
    const world::World less = edited(w, session::deleteObject(w.aliasNamed("arm"), true));
    worldwright::v1::PatchWorld good = world::patchBetween(less, w);
    const auto code = [&](const worldwright::v1::PatchWorld& patch) {
      worldwright::v1::Edits edits;
      *edits.add_edits()->mutable_patch_world() = patch;
      const auto out = world::apply(less, edits, store());
      return out.status().code;
    };
    QCOMPARE(code(good), Code::kOk);
    auto no_entity = good;
    no_entity.mutable_entities()->RemoveLast();
    QCOMPARE(code(no_entity), Code::kInvalidArgument);
    auto no_parent = good;
    for (auto& o : *no_parent.mutable_objects()) {
      if (o.name() == "tool") o.set_parent(4711);
    }
    QCOMPARE(code(no_parent), Code::kFailedPrecondition);
    auto no_root = good;
    no_root.add_removed_objects(1);
    QCOMPARE(code(no_root), Code::kInvalidArgument);
    auto hung = good;
    hung.add_removed_objects(w.aliasNamed("a").value);
    QCOMPARE(code(hung), Code::kFailedPrecondition);
  }
};

QTEST_GUILESS_MAIN(TestSync)
#include "test_sync.moc"
