// SPDX-License-Identifier: Apache-2.0
// Objects whose file changed: what is told, and what is taken over.
#include <QtTest>

#include "core/geometry/wire_convert.h"
#include "core/session/pose_builders.h"
#include "core/session/session.h"
#include "core/usecase/import_place.h"
#include "core/usecase/revision/import_note.h"
#include "core/usecase/revision/part_match.h"
#include "core/usecase/revision/revision.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

using namespace ww;
using namespace ww::usecase;

namespace so = intrinsic_proto::scene_object::v1;

namespace {

struct Part {
  std::string name, parent;
  Vec3 place = Vec3::Zero(), size = Vec3::Constant(0.1);
};
using Parts = std::vector<Part>;

const Parts kFirst = {{"base", "", {}, {1, 1, 0.1}},
                      {"post", "base", {0.2, 0, 0.3}, {0.1, 0.1, 0.5}},
                      {"clamp", "post", {0, 0, 0.3}, {0.2, 0.05, 0.04}},
                      {"stop", "base", {-0.2, 0, 0.1}, {0.05, 0.05, 0.1}}};

}  // namespace

class TestRevision : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theSameNoteHasTheSameBytes();
  void init();
  void nothingChanged();
  void aMovedPart();
  void aNewPartAndOneThatWent();
  void anotherShapeKeepsFramesAndRules();
  void framesOnWhatGoesStayWhereTheyAre();
  void whatHungOnTheEndOfAJointHangsOnALink();
  void aRenamedPartIsKnownByItsShape();
  void aPartThatPeopleRenamedIsStillOfTheFile();
  void aPartRenamedBeforeNotesKnewOfItIsStillOfTheFile();
  void shapesWithOtherDigitsAreTheSame();
  void whatPeopleDeletedStaysAway();
  void theWholeMovesWithItsFile();
  void oneStepThatCanBeUndone();
  void withoutANoteTheObjectIsTheMeasure();
  void anObjectThatChangedMeanwhile();
  void choiceOfParts();

 private:
  io::ImportResult reading(const Parts& parts, const Pose& file_t_object = {}) {
    io::ImportResult out;
    io::ImportedObject one;
    one.object.set_name("fixture");
    one.file_t_object = file_t_object;
    for (const Part& part : parts) {
      so::Entity& entity = *one.object.add_entities();
      entity.set_name(part.name);
      entity.set_parent_name(part.parent);
      if (!part.parent.empty())
        geometry::toWire(Pose::translation(part.place.x(), part.place.y(), part.place.z()),
                         entity.mutable_parent_t_this());
      geometry::Shape shape;
      shape.primitives.push_back({geometry::Box{part.size}});
      out.geometries.push_back(store_->intern(shape).value());
      for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
        auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
        (*sets[kind].mutable_named_geometries())["shape"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
            out.geometries.back()->ref);
      }
    }
    out.objects.push_back(one);
    out.shown_m.add(Vec3::Zero());
    return out;
  }
  world::WorldPtr world() const { return session_->snapshot().world; }
  Status commit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = "Change";
    request.edits = edits;
    return session_->commit(request).status();
  }
  void put(io::ImportResult read, bool noted = true) {
    if (noted) noteSource(read, "/models/fixture.urdf", "first", {}, {});
    const auto tried = [this](const session::EditsPtr& edits) { return session_->preview(*edits); };
    const auto edits = placeImport(*world(), tried, named(*world(), world::kRootObject, read), {});
    QVERIFY(edits.ok() && commit(*edits).ok());
    object_ = world()->find("fixture");
  }
  Revision compare(const io::ImportResult& read) {
    const auto note = rereading(*world(), object_, "/models/fixture.urdf");
    const auto revision = revise(*world(), object_, read, note.value(), "second");
    if (!revision.ok()) qFatal("%s", revision.status().line().c_str());
    return *revision;
  }
  static std::string ids(const Revision& revision) {
    std::string out;
    for (const RevisionItem& item : revision.items) out += (out.empty() ? "" : " ") + item.id;
    return out;
  }
  Status take(const Revision& revision, const std::set<std::string>& refused = {}) {
    WW_ASSIGN(const session::EditsPtr edits, revised(*world(), *store_, revision, refused));
    WW_TRY(commit(edits));
    return world::checkInvariants(*world());
  }
  EntityId part(const std::string& name) const {
    const world::Entity* entity = world()->object(object_)->entityNamed(name);
    return entity ? entity->id : EntityId{};
  }
  Vec3 inRoot(const world::NodeRef& node) const { return world()->rootT(node).p; }

  std::shared_ptr<geometry::GeometryStore> store_;
  std::unique_ptr<session::WorldSession> session_;
  ObjectId object_;
};

void TestRevision::init() {
  store_ = std::make_shared<geometry::GeometryStore>();
  session_ = std::make_unique<session::WorldSession>(world::World(), store_);
  put(reading(kFirst));
}

void TestRevision::nothingChanged() {
  const Revision same = compare(reading(kFirst));
  QCOMPARE(ids(same), std::string());
  QCOMPARE(sourceOf(*world()->object(object_))->file, std::string("/models/fixture.urdf"));
}

void TestRevision::aMovedPart() {
  Parts next = kFirst;
  next[1].place = {0.3, 0, 0.3};
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("moved:post"));
  QVERIFY(std::abs(r.items[0].moved_m - 0.1) < 1e-12);
  const EntityId post = part("post"), clamp = part("clamp");
  QVERIFY(take(r).ok());
  QCOMPARE(part("post"), post);
  QVERIFY((inRoot(post) - Vec3(0.3, 0, 0.3)).norm() < 1e-12);
  QVERIFY((inRoot(clamp) - Vec3(0.3, 0, 0.6)).norm() < 1e-12);
  QCOMPARE(sourceOf(*world()->object(object_))->sha256, std::string("second"));
}

void TestRevision::aNewPartAndOneThatWent() {
  Parts next = kFirst;
  next[3] = {"lid", "clamp", {0, 0, 0.1}, {0.3, 0.3, 0.01}};
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("new:lid gone:stop"));
  QVERIFY(take(r, {"gone:stop"}).ok());
  QVERIFY(part("stop") && part("lid"));
  QVERIFY((inRoot(part("lid")) - Vec3(0.2, 0, 0.7)).norm() < 1e-12);
  const Revision again = compare(reading(next));
  QCOMPARE(ids(again), std::string("gone:stop"));
  QVERIFY(again.usually_refused.contains("gone:stop"));
}

void TestRevision::anotherShapeKeepsFramesAndRules() {
  QVERIFY(commit(session::createFrame(object_, part("post"), "grip", Pose::translation(0.2, 0, 0.55))).ok());
  session::CollisionRuleEdit rule;
  rule.left = {{object_, part("post")}};
  rule.right = {{object_, part("stop")}};
  QVERIFY(commit(session::addCollisionRule(*world(), rule)).ok());
  const FrameId grip = world()->frameNamed(object_, "grip");
  Parts next = kFirst;
  next[1].size = {0.1, 0.1, 0.6};
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("reshaped:post"));
  QVERIFY(take(r).ok());
  QVERIFY(std::abs(world()->entity(part("post"))->visual[0].geometry->bounds.size().z() - 0.6) < 1e-9);
  QVERIFY((inRoot(grip) - Vec3(0.2, 0, 0.55)).norm() < 1e-12);
  QCOMPARE(world()->collisionSettings().collision_rules_size(), 1);
}

void TestRevision::framesOnWhatGoesStayWhereTheyAre() {
  QVERIFY(commit(session::createFrame(object_, part("clamp"), "tip", Pose::translation(0.1, 0, 0))).ok());
  session::CollisionRuleEdit rule;
  rule.left = {{object_, part("clamp")}};
  rule.right = {{object_, part("stop")}};
  QVERIFY(commit(session::addCollisionRule(*world(), rule)).ok());
  const FrameId tip = world()->frameNamed(object_, "tip");
  const Vec3 before = inRoot(tip);
  Parts next = kFirst;
  next.erase(next.begin() + 2);
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("gone:clamp lost:clamp/tip lost:clamp/rules"));
  QCOMPARE(r.items[1].hangs_on, std::string("post"));
  QVERIFY(take(r, {"lost:clamp/tip"}).ok());
  QVERIFY(part("clamp"));
  QVERIFY(session_->undo().ok());
  QVERIFY(take(compare(reading(next))).ok());
  QVERIFY(!part("clamp"));
  QVERIFY((inRoot(tip) - before).norm() < 1e-12);
  QCOMPARE(world()->frame(tip)->parent_entity, part("post"));
  QCOMPARE(world()->collisionSettings().collision_rules_size(), 0);
}

// Of a robot whose last link went: its joint went, too, and in its place another stands; a joint carries no frame.
void TestRevision::whatHungOnTheEndOfAJointHangsOnALink() {
  const auto arm = [this](const std::string& last, const Vec3& size, double height = 0.2) {
    io::ImportResult out = reading({{"base", "", {}, {1, 1, 0.1}}});
    io::ImportResult link = reading({{last, "", {}, size}});
    so::SceneObject& object = out.objects[0].object;
    so::Entity& joint = *object.add_entities();
    joint.set_name("turn");
    joint.set_parent_name("base");
    auto& k = *joint.mutable_joint()->mutable_kinematics_component();
    k.set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    geometry::toWire(Pose::translation(0, 0.1, height), k.mutable_parent_t_inboard());
    geometry::toWire(Pose::translation(0, 0.1, height), joint.mutable_parent_t_this());
    so::Entity& made = *object.add_entities();
    made = link.objects[0].object.entities(0);
    made.set_parent_name("turn");
    out.geometries.push_back(link.geometries[0]);
    return out;
  };
  session_ = std::make_unique<session::WorldSession>(world::World(), store_);
  put(arm("flange", {0.1, 0.1, 0.3}));
  QVERIFY(commit(session::createFrame(object_, part("flange"), "tip", Pose::translation(0.1, 0, 0))).ok());
  const FrameId tip = world()->frameNamed(object_, "tip");
  const Vec3 before = inRoot(tip);
  const Revision r = compare(arm("gripper", {0.3, 0.2, 0.1}, 0.5));
  QCOMPARE(ids(r), std::string("moved:turn new:gripper gone:flange lost:flange/tip"));
  QCOMPARE(r.items[3].hangs_on, std::string("base"));
  const Status taken = take(r);
  QVERIFY2(taken.ok(), taken.line().c_str());
  QVERIFY(!part("flange") && part("gripper"));
  QCOMPARE(world()->frame(tip)->parent_entity, part("base"));
  QVERIFY((inRoot(tip) - before).norm() < 1e-12);
}

void TestRevision::aRenamedPartIsKnownByItsShape() {
  const EntityId clamp = part("clamp");
  Parts next = kFirst;
  next[2].name = "jaw";
  next[2].place = {0, 0, 0.35};
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("renamed:clamp moved:clamp"));
  QVERIFY(take(r).ok());
  QCOMPARE(part("clamp"), clamp);
  QVERIFY((inRoot(clamp) - Vec3(0.2, 0, 0.65)).norm() < 1e-12);
  // And by what was found out then, though its shape changes, too.
  next[2].size = {0.5, 0.3, 0.2};
  QCOMPARE(ids(compare(reading(next))), std::string("reshaped:clamp"));
}

// Whatever else changes of it, and though the file has another part by now that is called as it is here.
void TestRevision::aPartThatPeopleRenamedIsStillOfTheFile() {
  const EntityId post = part("post");
  QVERIFY(commit(session::renameEntity(post, "column")).ok());
  QCOMPARE(ids(compare(reading(kFirst))), std::string());
  Parts next = kFirst;
  next[1].size = {0.3, 0.3, 0.9};
  next[1].place = {0.3, 0, 0.3};
  next.insert(next.begin() + 1, {"column", "base", {0, 0.4, 0}, {0.02, 0.02, 0.02}});
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("new:column moved:column reshaped:column"));
  QVERIFY(take(r).ok());
  QCOMPARE(part("column"), post);
  QVERIFY((inRoot(post) - Vec3(0.3, 0, 0.3)).norm() < 1e-12);
  QVERIFY(std::abs(world()->entity(post)->visual[0].geometry->bounds.size().z() - 0.9) < 1e-9);
  QVERIFY(part("column_2"));
  QCOMPARE(ids(compare(reading(next))), std::string());
  next.erase(next.begin() + 2, next.begin() + 4);  // the post goes with the clamp on it
  QCOMPARE(ids(compare(reading(next))), std::string("gone:column gone:clamp"));
}

void TestRevision::aPartRenamedBeforeNotesKnewOfItIsStillOfTheFile() {
  so::SceneObject here = reading(kFirst).objects[0].object;
  const std::vector<PartNote> noted = partNotes(here);
  here.mutable_entities(1)->set_name("column");
  const auto known = asNamedHere(noted, partNotes(here));
  QCOMPARE(known[1].name, std::string("post"));
  QCOMPARE(known[1].here, std::string("column"));
  QCOMPARE(known[2].here, std::string("clamp"));
}

// Files are told apart by their bytes: what is noted twice must not look changed.
void TestRevision::theSameNoteHasTheSameBytes() {
  SourceNote note;
  note.file = "/robots/arm.xacro";
  for (int i = 0; i < 40; ++i) note.options.arguments["argument_" + std::to_string(i)] = std::to_string(i * i);
  std::set<std::string> bytes;
  for (int i = 0; i < 20; ++i) {
    so::SceneObject object;
    keepNote(object, note);
    bytes.insert(object.user_data().begin()->second.value());
  }
  QCOMPARE(bytes.size(), 1U);
}

// As a file that was written again has them; a corner that moved by more than digits do is another shape.
void TestRevision::shapesWithOtherDigitsAreTheSame() {
  const auto written = [this](double by, std::size_t corners) {
    io::ImportResult read = reading(kFirst);
    geometry::Mesh mesh = geometry::tessellate(geometry::Primitive(geometry::Box{kFirst[1].size}));
    for (std::size_t i = 0; i < std::min(corners, mesh.vertices.size()); ++i) mesh.vertices[i].x() += by;
    read.geometries.push_back(
        store_->intern(geometry::Shape{{}, std::make_shared<const geometry::Mesh>(std::move(mesh))}).value());
    auto& sets = *read.objects[0]
                      .object.mutable_entities(1)
                      ->mutable_link()
                      ->mutable_geometry_component()
                      ->mutable_named_geometries();
    for (auto& [kind, set] : sets)
      (*set.mutable_named_geometries())["shape"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
          read.geometries.back()->ref);
    return read;
  };
  QCOMPARE(ids(compare(written(0.0, 0))), std::string());
  QCOMPARE(ids(compare(written(1e-9, 1000))), std::string());
  QVERIFY(take(compare(written(1e-9, 1000))).ok());
  QCOMPARE(ids(compare(written(2e-9, 3))), std::string());
  QCOMPARE(ids(compare(written(1e-5, 1))), std::string("reshaped:post"));
}

void TestRevision::whatPeopleDeletedStaysAway() {
  Parts without = kFirst;
  without.pop_back();
  QVERIFY(take(compare(reading(without))).ok());
  const Revision back = compare(reading(kFirst));
  QCOMPARE(ids(back), std::string("new:stop"));
  QVERIFY(take(back, {"new:stop"}).ok());
  QCOMPARE(compare(reading(kFirst)).usually_refused, std::set<std::string>{"new:stop"});
}

void TestRevision::theWholeMovesWithItsFile() {
  QVERIFY(commit(session::setPose(object_, world::kRootObject, Pose::translation(1, 2, 0))).ok());
  const Revision r = compare(reading(kFirst, Pose::translation(0, 0, 0.5)));
  QCOMPARE(ids(r), std::string("placed:fixture"));
  QVERIFY(take(r).ok());
  QVERIFY((inRoot(object_) - Vec3(1, 2, 0.5)).norm() < 1e-12);
}

void TestRevision::oneStepThatCanBeUndone() {
  Parts next = kFirst;
  next[1].place = {0.3, 0, 0.3};
  next[3] = {"lid", "clamp", {0, 0, 0.1}, {0.3, 0.3, 0.01}};
  const std::string before = world::contentHash(*world());
  const std::size_t steps = session_->history().position;
  QVERIFY(take(compare(reading(next))).ok());
  const std::string after = world::contentHash(*world());
  QCOMPARE(session_->history().position, steps + 1);
  QVERIFY(session_->undo().ok());
  QCOMPARE(world::contentHash(*world()), before);
  QVERIFY(session_->redo().ok());
  QCOMPARE(world::contentHash(*world()), after);
}

void TestRevision::withoutANoteTheObjectIsTheMeasure() {
  session_->replace(world::World());
  put(reading(kFirst), false);
  const auto none = rereading(*world(), object_);
  QCOMPARE(none.status().code, Code::kFailedPrecondition);
  Parts next = kFirst;
  next[1].place = {0.3, 0, 0.3};
  const Revision r = compare(reading(next));
  QCOMPARE(ids(r), std::string("moved:post"));
  QVERIFY(take(r).ok());
  QVERIFY(sourceOf(*world()->object(object_)));
}

void TestRevision::anObjectThatChangedMeanwhile() {
  Parts next = kFirst;
  next[1].place = {0.3, 0, 0.3};
  const Revision r = compare(reading(next));
  QVERIFY(commit(session::setPose(object_, world::kRootObject, Pose::translation(1, 0, 0))).ok());
  QCOMPARE(take(r).code, Code::kAborted);
}

void TestRevision::choiceOfParts() {
  const io::ImportResult read = reading(kFirst);
  QCOMPARE(fileParts(read).size(), std::size_t{4});
  PartChoice choice;
  choice.without = {"post"};
  const auto left = withChoice(read, choice);
  QVERIFY(left.ok());
  QCOMPARE(left->objects[0].object.entities_size(), 2);  // what hangs on it goes with it
  choice.bottom_center = true;
  const auto down = withChoice(read, choice);
  QVERIFY(down.ok() && std::abs(down->shown_m.min.z()) < 1e-12);
  // The base is 0.1 high about its middle: its own origin is on its underside then, and the stop is higher in it.
  QCOMPARE(down->objects[0].file_t_object.p, Vec3(0, 0, 0));
  const auto notes = partNotes(down->objects[0].object);
  QVERIFY((notes[1].place.p - Vec3(-0.2, 0, 0.15)).norm() < 1e-12);
  choice.without = {"pots"};
  QCOMPARE(withChoice(read, choice).status().code, Code::kNotFound);
  choice.without = {"base"};
  QCOMPARE(withChoice(read, choice).status().code, Code::kInvalidArgument);
}

QTEST_GUILESS_MAIN(TestRevision)
#include "test_revision.moc"
