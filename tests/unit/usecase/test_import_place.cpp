// SPDX-License-Identifier: Apache-2.0
// Where what is imported goes.
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
};

QTEST_GUILESS_MAIN(TestImportPlace)
#include "test_import_place.moc"
