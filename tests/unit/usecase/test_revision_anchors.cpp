// SPDX-License-Identifier: Apache-2.0
// Frames on bores and planes of a part whose file changed: they go along, or it is said that what they stood on is
// gone.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/session/pose_builders.h"
#include "core/session/session.h"
#include "core/session/user_data.h"
#include "core/usecase/features.h"
#include "core/usecase/import_place.h"
#include "core/usecase/revision/revision.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

using namespace ww;
using namespace ww::usecase;
using geometry::Feature;
using geometry::Mesh;

namespace {

struct Bore {
  Vec3 mouth;  // in the plate, metres; on its upper side
  double radius = 0.004;
  Vec3 axis = Vec3::UnitZ();
};

constexpr double kDepth = 0.01;

// The wall of a bore, seen from inside, as a CAD file tells it.
void addBore(Mesh& mesh, const Bore& bore) {
  constexpr std::uint32_t kSteps = 24;
  const auto v0 = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(mesh.triangles.size());
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), bore.axis);
  for (std::uint32_t i = 0; i <= kSteps; ++i) {
    const double a = 2.0 * std::numbers::pi * i / kSteps;
    for (const double z : {-kDepth, 0.0})
      mesh.vertices.push_back(bore.mouth + turn * Vec3(bore.radius * std::cos(a), bore.radius * std::sin(a), z));
  }
  for (std::uint32_t i = 0; i < kSteps; ++i) {
    const std::uint32_t a = v0 + 2 * i;
    mesh.triangles.push_back({a, a + 3, a + 2});
    mesh.triangles.push_back({a, a + 1, a + 3});
  }
  mesh.faces.push_back({t0, 2 * kSteps, geometry::CadFace::Surface::kCylinder, bore.mouth, bore.axis, bore.radius});
}

void addTop(Mesh& mesh, const Vec3& middle, double half, double z) {
  const auto v0 = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(mesh.triangles.size());
  for (const auto& [x, y] : {std::pair{-half, -half}, {half, -half}, {half, half}, {-half, half}})
    mesh.vertices.push_back(middle + Vec3(x, y, z));
  mesh.triangles.push_back({v0, v0 + 1, v0 + 2});
  mesh.triangles.push_back({v0, v0 + 2, v0 + 3});
  mesh.faces.push_back({t0, 2, geometry::CadFace::Surface::kPlane, middle + Vec3(0, 0, z), Vec3::UnitZ()});
}

struct Plate {
  std::vector<Bore> bores;
  double half = 0.1, top = 0.0;
  Vec3 middle = Vec3::Zero();
};

const Plate kFirst = {{{{0.05, 0, 0}}, {{-0.05, 0, 0}}, {{0, 0.05, 0}, 0.006}}};

}  // namespace

class TestRevisionAnchors : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void aFrameGoesWithItsBore();
  void itStaysWhenThatIsRefused();
  void holesOfAPatternMoveTogether();
  void aWiderBoreIsTheSameBore();
  void aTurnedBoreTurnsItsFrame();
  void aFrameThatWasNamedOtherwise();
  void aFrameOnAPlaneIsRaised();
  void aPlaneOfItsOwnGoesAlong();
  void theShapeMovesAsAWhole();
  void namesThatWereGivenUpAreNotTakenAgain();
  void whatWasOffTheFeatureStaysOff();
  void aBoreThatIsGoneIsSaid();
  void whatLostItsBoreIsPutOnAnother();
  void whoeverRefusesThatItIsGoneKeepsTheShape();
  void anotherNewFileAfterThat();

 private:
  io::ImportResult reading(const Plate& plate) {
    auto mesh = std::make_shared<Mesh>();
    addTop(*mesh, plate.middle, plate.half, plate.top);
    for (const Bore& bore : plate.bores) addBore(*mesh, bore);
    io::ImportResult out;
    io::ImportedObject one;
    one.object.set_name("jig");
    auto& entity = *one.object.add_entities();
    entity.set_name("plate");
    geometry::Shape shape;
    shape.mesh = mesh;
    out.geometries.push_back(store_->intern(shape).value());
    auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
    for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"})
      (*sets[kind].mutable_named_geometries())["shape"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
          out.geometries.back()->ref);
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
  // On the feature that is nearest to a point of the plate.
  FrameId frameOn(Feature::Kind kind, const Vec3& p) {
    FeatureCache cache;
    const auto all = featuresOf(*world()->entity(plate()), cache, {});
    const PlacedFeature* best = nullptr;
    for (const PlacedFeature& f : all)
      if (f.feature.kind == kind && (!best || (f.feature.center - p).norm() < (best->feature.center - p).norm()))
        best = &f;
    if (!best) qFatal("the plate has no such feature");
    const auto made = frameOnFeature(*world(), *best, p);
    if (!made.ok() || !commit(made->edits).ok()) qFatal("no frame");
    return world()->frameNamed(jig_, made->name);
  }
  EntityId plate() const { return world()->object(jig_)->entityNamed("plate")->id; }
  Revision compare(const Plate& next) {
    const auto note = rereading(*world(), jig_, "/models/jig.step");
    auto revision = revise(*world(), jig_, reading(next), note.value(), "another");
    if (!revision.ok()) qFatal("%s", revision.status().line().c_str());
    return *std::move(revision);
  }
  static std::string ids(const Revision& revision) {
    std::string out;
    for (const RevisionItem& item : revision.items) out += (out.empty() ? "" : " ") + item.id;
    return out;
  }
  void take(const Revision& revision, const std::set<std::string>& refused = {}) {
    const auto edits = revised(*world(), *store_, revision, refused);
    QVERIFY2(edits.ok(), edits.status().line().c_str());
    QVERIFY(commit(*edits).ok());
    QVERIFY(world::checkInvariants(*world()).ok());
  }
  Pose place(FrameId frame) const { return world()->aTB(jig_, frame); }
  bool isAt(FrameId frame, const Vec3& p) const { return (place(frame).p - p).norm() < 1e-9; }
  std::string link(const std::string& frame) const {
    for (const session::UserDatum& datum : session::userData(*world()->object(jig_)))
      if (datum.key == featureKey(frame)) return datum.text.text;
    return {};
  }

  std::shared_ptr<geometry::GeometryStore> store_;
  std::unique_ptr<session::WorldSession> session_;
  ObjectId jig_;
};

void TestRevisionAnchors::init() {
  store_ = std::make_shared<geometry::GeometryStore>();
  session_ = std::make_unique<session::WorldSession>(world::World(), store_);
  io::ImportResult read = reading(kFirst);
  noteSource(read, "/models/jig.step", "first", {}, {});
  const auto tried = [this](const session::EditsPtr& edits) { return session_->preview(*edits); };
  const auto edits = placeImport(*world(), tried, named(*world(), world::kRootObject, read), {});
  QVERIFY(edits.ok() && commit(*edits).ok());
  jig_ = world()->find("jig");
}

void TestRevisionAnchors::aFrameGoesWithItsBore() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  QVERIFY(isAt(frame, {0.05, 0, 0}));
  const std::string before = link("bore");
  Plate next = kFirst;
  next.bores[0].mouth = {0.053, 0.004, 0};
  const Revision r = compare(next);
  QCOMPARE(ids(r), std::string("reshaped:plate follows:bore"));
  QVERIFY(std::abs(r.items[1].moved_m - 0.005) < 1e-9);
  take(r);
  QVERIFY(isAt(frame, {0.053, 0.004, 0}));
  // The link is to the bore of the new shape.
  QVERIFY(link("bore") != before && link("bore").find("kind: bore") != std::string::npos);
  QCOMPARE(ids(compare(next)), std::string());
  QVERIFY(session_->undo().ok());
  QVERIFY(isAt(frame, {0.05, 0, 0}));
  QCOMPARE(link("bore"), before);
}

void TestRevisionAnchors::itStaysWhenThatIsRefused() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  Plate next = kFirst;
  next.bores[0].mouth = {0.053, 0.004, 0};
  take(compare(next), {"follows:bore"});
  QVERIFY(isAt(frame, {0.05, 0, 0}));
  QVERIFY(world()->entity(plate())->visual[0].geometry->mesh != nullptr);
  take(compare(kFirst), {"reshaped:plate"});
  QVERIFY(isAt(frame, {0.05, 0, 0}));
}

// All move by more than what is between them: the nearest hole would be another one.
void TestRevisionAnchors::holesOfAPatternMoveTogether() {
  Plate row;
  for (int i = 0; i < 4; ++i) row.bores.push_back({{0.02 * i, 0, 0}});
  take(compare(row));
  const FrameId first = frameOn(Feature::Kind::kBore, {0, 0, 0.02});
  const FrameId last = frameOn(Feature::Kind::kBore, {0.06, 0, 0.02});
  Plate next;
  for (int i = 0; i < 4; ++i) next.bores.push_back({{0.02 * i + 0.013, 0, 0}});
  take(compare(next));
  QVERIFY(isAt(first, {0.013, 0, 0}));
  QVERIFY(isAt(last, {0.073, 0, 0}));
}

void TestRevisionAnchors::aWiderBoreIsTheSameBore() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  Plate next = kFirst;
  next.bores[0].radius = 0.005;
  const Revision same = compare(next);
  QCOMPARE(ids(same), std::string("reshaped:plate"));
  next.bores[0].mouth = {0.051, 0, 0};
  take(compare(next));
  QVERIFY(isAt(frame, {0.051, 0, 0}));
  QVERIFY2(link("bore").find("radius_m: 0.005") != std::string::npos, link("bore").c_str());
}

void TestRevisionAnchors::aTurnedBoreTurnsItsFrame() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0, 0.05, 0.02});
  const Vec3 way = Vec3(0, std::sin(0.3), std::cos(0.3));
  Plate next = kFirst;
  next.bores[2] = {{0, 0.05, 0}, 0.006, way};
  const Revision r = compare(next);
  QCOMPARE(ids(r), std::string("reshaped:plate follows:bore"));
  QVERIFY(std::abs(r.items[1].turned_rad - 0.3) < 1e-6);
  take(r);
  QVERIFY(isAt(frame, {0, 0.05, 0}));
  QVERIFY((place(frame).q * Vec3(Vec3::UnitZ()) - way).norm() < 1e-6);
}

void TestRevisionAnchors::aFrameThatWasNamedOtherwise() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {-0.05, 0, 0.02});
  QVERIFY(commit(session::renameFrame(frame, "screw")).ok());
  Plate next = kFirst;
  next.bores[1].mouth = {-0.06, 0, 0};
  const Revision r = compare(next);
  QCOMPARE(ids(r), std::string("reshaped:plate follows:screw"));
  take(r);
  QVERIFY(isAt(frame, {-0.06, 0, 0}));
  QVERIFY(!link("screw").empty() && link("bore").empty());
}

// A larger plane is the same plane; a frame on it goes up and down with it alone.
void TestRevisionAnchors::aFrameOnAPlaneIsRaised() {
  const FrameId frame = frameOn(Feature::Kind::kPlane, {0, 0, 0});
  Plate next = kFirst;
  next.half = 0.15;
  QCOMPARE(ids(compare(next)), std::string("reshaped:plate"));
  next.top = 0.002;
  take(compare(next));
  QVERIFY(isAt(frame, {0, 0, 0.002}));
}

// The top of a boss has moved as a whole, though it is as high as before; and where it is gone no other plane is it.
void TestRevisionAnchors::aPlaneOfItsOwnGoesAlong() {
  const FrameId frame = frameOn(Feature::Kind::kPlane, {0, 0, 0});
  Plate next = kFirst;
  next.middle = {0.02, 0, 0};
  take(compare(next));
  QVERIFY(isAt(frame, {0.02, 0, 0}));
  // So far off it is another one, be it as large.
  next.middle = {0.02, 0.3, 0};
  QCOMPARE(ids(compare(next)), std::string("reshaped:plate lost:plate/plane"));
  next.half = 0.03;
  QCOMPARE(ids(compare(next)), std::string("reshaped:plate lost:plate/plane"));
}

// Two frames, each named otherwise before the next is made: each keeps its bore.
// All of the shape has moved, by the distance of two of its holes, and the plane has another rim.
void TestRevisionAnchors::theShapeMovesAsAWhole() {
  Plate row;
  for (int i = 0; i < 4; ++i) row.bores.push_back({{0.02 * i, 0.01 * i * i, 0}});
  take(compare(row));
  const FrameId hole = frameOn(Feature::Kind::kBore, {0.02, 0.01, 0.02});
  const FrameId plane = frameOn(Feature::Kind::kPlane, {0, 0, 0});
  const Vec3 shift(0.02, 0.01, 0.003);
  Plate next = row;
  for (Bore& one : next.bores) one.mouth += shift;
  next.half = 0.09;
  next.middle = shift;
  take(compare(next));
  QVERIFY(isAt(hole, Vec3(0.02, 0.01, 0) + shift));
  QVERIFY(isAt(plane, shift));
}

void TestRevisionAnchors::namesThatWereGivenUpAreNotTakenAgain() {
  const FrameId first = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  QVERIFY(commit(session::renameFrame(first, "left")).ok());
  const FrameId second = frameOn(Feature::Kind::kBore, {-0.05, 0, 0.02});
  QVERIFY(commit(session::renameFrame(second, "right")).ok());
  Plate next = kFirst;
  next.bores[0].mouth = {0.06, 0, 0};
  next.bores[1].mouth = {-0.05, 0.01, 0};
  take(compare(next));
  QVERIFY(isAt(first, {0.06, 0, 0}));
  QVERIFY(isAt(second, {-0.05, 0.01, 0}));
}

void TestRevisionAnchors::whatWasOffTheFeatureStaysOff() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  QVERIFY(commit(session::setPose(frame, jig_, Pose::translation(0.05, 0.001, 0.1))).ok());
  Plate next = kFirst;
  next.bores[0].mouth = {0.053, 0, 0};
  take(compare(next));
  QVERIFY(isAt(frame, {0.053, 0.001, 0.1}));
}

void TestRevisionAnchors::aBoreThatIsGoneIsSaid() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0, 0.05, 0.02});
  Plate next = kFirst;
  next.bores.pop_back();
  const Revision r = compare(next);
  QCOMPARE(ids(r), std::string("reshaped:plate lost:plate/bore"));
  QCOMPARE(plain(itemText(r.items[1])),
           std::string("bore stood on a feature of plate that is gone, and stays where it is"));
  take(r);
  QVERIFY(isAt(frame, {0, 0.05, 0}));
  QVERIFY2(link("bore").find("lost: yes") != std::string::npos, link("bore").c_str());
}

void TestRevisionAnchors::whatLostItsBoreIsPutOnAnother() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0, 0.05, 0.02});
  Plate next = kFirst;
  next.bores.pop_back();
  take(compare(next));
  FeatureCache cache;
  const auto all = featuresOf(*world()->entity(plate()), cache, {});
  const auto bore = std::ranges::find(all, Feature::Kind::kBore, [](const auto& f) { return f.feature.kind; });
  QVERIFY(bore != all.end());
  const auto edits = frameOntoFeature(*world(), frame, *bore, {0, 0, 0.02});
  QVERIFY2(edits.ok() && commit(*edits).ok(), "it can be put there");
  const Vec3 mouth = place(frame).p;
  QVERIFY((mouth - next.bores[0].mouth).norm() < 1e-9 || (mouth - next.bores[1].mouth).norm() < 1e-9);
  QVERIFY2(link("bore").find("lost") == std::string::npos, link("bore").c_str());
  // The next file takes it along.
  for (Bore& one : next.bores) one.mouth += Vec3(0.01, 0.02, 0);
  take(compare(next));
  QVERIFY(isAt(frame, mouth + Vec3(0.01, 0.02, 0)));
}

void TestRevisionAnchors::whoeverRefusesThatItIsGoneKeepsTheShape() {
  frameOn(Feature::Kind::kBore, {0, 0.05, 0.02});
  const std::string before = world()->entity(plate())->visual[0].geometry->ref;
  Plate next = kFirst;
  next.bores.pop_back();
  take(compare(next), {"lost:plate/bore"});
  QCOMPARE(world()->entity(plate())->visual[0].geometry->ref, before);
  QVERIFY(link("bore").find("lost") == std::string::npos);
}

// Files come again and again: each time the frame is on the bore of the file before.
void TestRevisionAnchors::anotherNewFileAfterThat() {
  const FrameId frame = frameOn(Feature::Kind::kBore, {0.05, 0, 0.02});
  Plate next = kFirst;
  for (int i = 1; i <= 3; ++i) {
    next.bores[0].mouth = {0.05 + 0.01 * i, 0, 0};
    take(compare(next));
    QVERIFY(isAt(frame, next.bores[0].mouth));
  }
}

QTEST_GUILESS_MAIN(TestRevisionAnchors)
#include "test_revision_anchors.moc"
