// SPDX-License-Identifier: Apache-2.0
// Where what is imported goes, and what is said of where things are put.
#include "core/usecase/edit_notes.h"
#include "core/usecase/import_place.h"
#include "tests/unit/world/bench.h"

using namespace ww;
using namespace ww::usecase;

class TestImportPlace : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A robot whose meshes are missing has no size, and yet a place.
  void whatHasNoShapesGoesWhereItWasDropped() {
    test::Bench b;
    io::ImportResult read;
    io::ImportedObject& bare = read.objects.emplace_back();
    bare.object.set_name("bare");
    bare.file_t_object = Pose::translation(0.1, 0, 0);
    auto& base = *bare.object.add_entities();
    base.set_name("base");
    base.mutable_link();
    ImportPlace place{ImportPlace::Kind::kPoint, Vec3(0.3, 0.2, 0.7), world::kRootObject, {}};
    const auto edits = placeImport(b.w, {}, named(b.w, world::kRootObject, read), place);
    QVERIFY(edits.ok() && b.apply(*edits));
    QVERIFY((b.w.aTB(world::kRootObject, b.id("bare")).p - place.p_in_root).norm() < 1e-12);
    place.kind = ImportPlace::Kind::kAsInFile;
    const auto again = placeImport(b.w, {}, named(b.w, world::kRootObject, read, "second"), place);
    QVERIFY(again.ok() && b.apply(*again));
    QCOMPARE(b.w.aTB(world::kRootObject, b.id("second")).p, Vec3(0.1, 0, 0));
  }

  // Programs move frames many times a second: what is said of that must not cost the world each time.
  void aFrameThatStaysNearIsNotComparedWithTheWholeWorld() {
    std::vector<std::uint64_t> visits;
    for (const int count : {200, 2000}) {
      test::Bench b;
      QVERIFY(b.apply(session::createFrame(world::kRootObject, world::kRootEntity, "spot", {})));
      std::vector<session::EditsPtr> boxes;
      for (int i = 0; i < count; ++i) boxes.push_back(test::box(world::kRootObject, fmt::format("b{}", i)));
      QVERIFY(b.apply(session::join(boxes)));
      const FrameId spot = b.w.frameNamed(world::kRootObject, "spot");
      const world::World before = b.w;
      QVERIFY(b.apply(session::setPose(spot, world::kRootObject, Pose::translation(1, 0, 0))));
      world::nodesVisited() = 0;
      QVERIFY(editNotes(before, b.w, false).empty());
      visits.push_back(world::nodesVisited());
      // One that is put far away is told all the same.
      QVERIFY(b.apply(session::setPose(spot, world::kRootObject, Pose::translation(5000, 0, 0))));
      const Diagnostics told = editNotes(before, b.w, false);
      QCOMPARE(told.size(), std::size_t{1});
      QVERIFY2(told.front().code.starts_with("usecase.far-away"), told.front().code.c_str());
    }
    QVERIFY2(visits[1] < 2 * visits[0] + 50, "the notes cost the world");
  }
};

QTEST_GUILESS_MAIN(TestImportPlace)
#include "test_import_place.moc"
