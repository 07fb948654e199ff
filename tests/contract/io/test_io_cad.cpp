// SPDX-License-Identifier: Apache-2.0
// IGES and B-rep files, written by the kernel that STEP files are read with.
#include <BRepBuilderAPI_GTransform.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BinTools.hxx>
#include <IGESControl_Controller.hxx>
#include <IGESControl_Writer.hxx>
#include <IGESData_IGESEntity.hxx>
#include <IGESData_IGESModel.hxx>
#include <QtTest>
#include <TopoDS_Compound.hxx>
#include <gp.hxx>
#include <gp_Ax2.hxx>
#include <gp_GTrsf.hxx>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/io/loss_report.h"
#include "tests/contract/io/import_here.h"

using namespace ww;

namespace {

// A box of 10 x 20 x 30 and a cylinder with radius 5 beside it.
TopoDS_Shape twoParts() {
  TopoDS_Compound out;
  const BRep_Builder builder;
  builder.MakeCompound(out);
  builder.Add(out, BRepPrimAPI_MakeBox(10.0, 20.0, 30.0).Shape());
  builder.Add(out, BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(50, 0, 0), gp::DZ()), 5.0, 30.0).Shape());
  return out;
}

std::string brep() {
  std::ostringstream out;
  BRepTools::Write(twoParts(), out);
  return out.str();
}

std::string iges(const std::filesystem::path& at, const char* unit, const char* label = nullptr) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler disabler;  // the writer gives some 400 bytes of its own never back
#endif
  IGESControl_Controller::Init();
  IGESControl_Writer writer(unit, 1);
  writer.AddShape(twoParts());
  writer.ComputeModel();
  for (Standard_Integer i = 1; label != nullptr && i <= writer.Model()->NbEntities(); ++i)
    writer.Model()->Entity(i)->SetLabel(new TCollection_HAsciiString(label));
  writer.Write(at.c_str());
  std::ifstream in(at, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

class TestIoCad : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void aBrepIsReadAsItStands() {
    const auto read = here_->import("parts.brep", brep());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.solids, std::uint64_t{2});
    QVERIFY(isTheSize(read->bounds_m.size()));
    // What is round stays known as round, for what snaps to it and for STEP export.
    const auto hasCylinder = [](const geometry::GeometryPtr& g) {
      return std::ranges::any_of(g->mesh->faces, [](const geometry::CadFace& f) {
        return f.surface == geometry::CadFace::Surface::kCylinder && std::abs(f.radius - 0.005) < 1e-9;
      });
    };
    QVERIFY(std::ranges::any_of(read->geometries, hasCylinder));
  }

  void aBinaryBrepIsReadAsWell() {
    std::ostringstream out;
    BinTools::Write(twoParts(), out);
    const auto read = here_->import("parts.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.solids, std::uint64_t{2});
    QVERIFY(isTheSize(read->bounds_m.size()));
    const auto cut = here_->import("cut.brep", out.str().substr(0, out.str().size() / 2));
    QVERIFY(!cut.ok());
    QCOMPARE(samples::codeOf(cut.status()), QStringLiteral("io.cad-unreadable"));
  }

  // It is read in millimetres already.
  void aLargeBrepIsNoPartInMillimetres() {
    std::ostringstream out;
    BRepTools::Write(BRepPrimAPI_MakeBox(12000.0, 300.0, 300.0).Shape(), out);
    const auto read = here_->import("beam.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY((read->shown_m.size() - Vec3(12.0, 0.3, 0.3)).norm() < 1e-6);
    QVERIFY(std::ranges::none_of(read->diagnostics, [](const Diagnostic& d) { return d.code == "size-unlikely"; }));
  }

  // Files of the kernel's own bring coarse triangles along, which say nothing of how large the part is.
  void trianglesInTheFileDoNotWidenTheBox() {
    const TopoDS_Shape drum = BRepPrimAPI_MakeCylinder(20.0, 30.0).Shape();
    BRepMesh_IncrementalMesh(drum, 3.0, Standard_False, 1.5);
    std::ostringstream out;
    BRepTools::Write(drum, out);
    const auto read = here_->import("drum.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY2((read->bounds_m.size() - Vec3(0.04, 0.04, 0.03)).norm() < 1e-6,
             qPrintable(QString::number(read->bounds_m.size().x(), 'g', 9)));
  }

  // Poles of free surfaces stand far off: the box is that of the surface. An ellipsoid, turned.
  void theBoxIsThatOfTheSurface() {
    gp_GTrsf stretch;
    stretch.SetVectorialPart(gp_Mat(1, 0, 0, 0, 2, 0, 0, 0, 3));
    const TopoDS_Shape egg = BRepBuilderAPI_GTransform(BRepPrimAPI_MakeSphere(10.0).Shape(), stretch, true).Shape();
    gp_Trsf turn;
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 1, 1)), 0.7);
    std::ostringstream out;
    BRepTools::Write(BRepBuilderAPI_Transform(egg, turn, true).Shape(), out);
    const auto read = here_->import("egg.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const Eigen::Matrix3d r = Eigen::AngleAxisd(0.7, Vec3(1, 1, 1).normalized()).toRotationMatrix();
    const Vec3 size = 2.0 * (r * Vec3(0.01, 0.02, 0.03).asDiagonal()).rowwise().norm();
    QVERIFY2((read->bounds_m.size() - size).norm() < 2e-5,
             qPrintable(QString::number((read->bounds_m.size() - size).norm())));
  }

  // Sketches beside a part: nothing is drawn of them, they belong to the box of the file, and they are told.
  void curvesWithoutFacesAreTold() {
    TopoDS_Compound all;
    const BRep_Builder builder;
    builder.MakeCompound(all);
    builder.Add(all, BRepPrimAPI_MakeBox(10.0, 20.0, 30.0).Shape());
    builder.Add(all, BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(500, 0, 0)).Edge());
    std::ostringstream out;
    BRepTools::Write(all, out);
    const auto read = here_->import("sketch.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY2((read->bounds_m.size() - Vec3(0.5, 0.02, 0.03)).norm() < 1e-6,
             qPrintable(QString::number(read->bounds_m.size().x())));
    QVERIFY2((read->shown_m.size() - Vec3(0.01, 0.02, 0.03)).norm() < 1e-6,
             qPrintable(QString::number(read->shown_m.size().x())));
    const auto told = std::ranges::find_if(
        read->diagnostics, [](const Diagnostic& d) { return d.failure && d.failure->row->code == "io.step-curves"; });
    QVERIFY(told != read->diagnostics.end());
    QVERIFY2(told->message.starts_with("1 curve that bounds no face is left out"), told->message.c_str());
    QVERIFY(io::isLoss(*told));
  }

  void theUnitOfABrepIsGiven() {
    here_->options.unit_scale = 1.0;
    const auto read = here_->import("parts.brep", brep());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(isTheSize(read->bounds_m.size() * 1e-3));
  }

  // Labels of entities are bytes in whatever encoding.
  void namesOfAnIgesAreRead() {
    const auto read = here_->import("parts.igs", iges(here_->path("out.igs"), "MM", "Tr\xe4ger"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(read->objects.front().object.SerializeAsString().find("Tr\u00e4ger") != std::string::npos);
    QCOMPARE(std::ranges::count(read->diagnostics, "encoding", &Diagnostic::code), std::ptrdiff_t{1});
    QCOMPARE(read->encoding, std::string("windows-1252"));
  }

  void anIgesKeepsItsUnit_data() {
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("told");
    QTest::newRow("millimetres") << QStringLiteral("MM") << QStringLiteral("mm");
    QTest::newRow("inches") << QStringLiteral("INCH") << QStringLiteral("in");
  }
  void anIgesKeepsItsUnit() {
    QFETCH(QString, unit);
    QFETCH(QString, told);
    const auto read = here_->import("parts.igs", iges(here_->path("out.igs"), unit.toLatin1().constData()));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->format, io::Format::kIges);
    QCOMPARE(QString::fromStdString(read->unit), told);
    QVERIFY(isTheSize(read->bounds_m.size()));
    QVERIFY(read->counts.triangles > 30);
  }

  // The middle of a chord of the rim lies inside the circle by how far the triangles are from the exact surface.
  void trianglesFollowTheSurfaceAsClosely_data() {
    QTest::addColumn<double>("radius_mm");
    QTest::addColumn<double>("chord_m");
    QTest::addColumn<double>("angle_deg");
    QTest::addColumn<double>("deviation_m");  // at most
    QTest::addColumn<double>("turn_deg");     // at most
    QTest::newRow("by itself") << 2000.0 << 0.0 << 0.0 << 0.0005 << 20.1;
    QTest::newRow("a fine chord") << 100.0 << 1e-5 << 0.0 << 1e-5 << 2.0;
    QTest::newRow("a fine angle") << 100.0 << 0.01 << 5.0 << 2e-4 << 5.0;
    QTest::newRow("as rough as wanted") << 2000.0 << 0.05 << 30.0 << 0.05 << 30.0;
  }
  void trianglesFollowTheSurfaceAsClosely() {
    QFETCH(double, radius_mm);
    QFETCH(double, chord_m);
    QFETCH(double, angle_deg);
    QFETCH(double, deviation_m);
    QFETCH(double, turn_deg);
    std::ostringstream out;
    BRepTools::Write(BRepPrimAPI_MakeCylinder(radius_mm, 30.0).Shape(), out);
    here_->options.chord_m = chord_m;
    here_->options.angle_rad = angle_deg * M_PI / 180.0;
    const auto read = here_->import("drum.brep", out.str());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const double radius = radius_mm / 1000.0;
    double far = 0.0, turn = 0.0;
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    for (const geometry::Triangle& t : mesh.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = mesh.vertices[t[i]], b = mesh.vertices[t[(i + 1) % 3]];
        if (std::abs(a.z() - b.z()) < 1e-6 || std::abs(a.head<2>().norm() - radius) > 1e-6) continue;
        // Diagonals of the mantle go round by one step.
        far = std::max(far, radius - ((a + b) / 2.0).head<2>().norm());
        turn = std::max(turn, 2.0 * std::asin(std::min(1.0, (a - b).head<2>().norm() / (2.0 * radius))) * 180.0 / M_PI);
      }
    }
    QVERIFY(turn > 0.0);
    QVERIFY2(far <= 1.02 * deviation_m, qPrintable(QString::number(far)));
    QVERIFY2(turn <= 1.02 * turn_deg, qPrintable(QString::number(turn)));
  }

  void theChordIsThatOfWhatComesOut() {
    here_->options.chord_m = 1e-5;
    const auto triangles = [this](double radius_mm, double scale) {
      std::ostringstream out;
      BRepTools::Write(BRepPrimAPI_MakeCylinder(radius_mm, 0.3 * radius_mm).Shape(), out);
      here_->options.uniform_scale = scale;
      const auto read = here_->import("drum.brep", out.str());
      return read.ok() ? read->counts.triangles : 0;
    };
    const auto as_it_is = triangles(100.0, 1.0);
    QVERIFY(as_it_is > 100);
    QCOMPARE(triangles(10000.0, 0.01), as_it_is);
  }

  void whatIsWrongIsSaid() {
    const std::string whole = iges(here_->path("out.igs"), "MM");
    const auto cut = here_->import("cut.igs", whole.substr(0, whole.size() / 2));
    QVERIFY(!cut.ok());
    QCOMPARE(samples::codeOf(cut.status()), QStringLiteral("io.iges-cut"));
    const auto empty = here_->import("cut.brep", brep().substr(0, 60));
    QVERIFY(!empty.ok());
    QVERIFY(empty.status().code != Code::kInternal);
    const auto other = here_->import("other.brep", "these are words, and no shape at all\n");
    QVERIFY(!other.ok());
    QCOMPARE(samples::codeOf(other.status()), QStringLiteral("io.cad-no-kind"));
    QVERIFY(other.status().line().find("other.brep") != std::string::npos);
  }

 private:
  static bool isTheSize(const Vec3& size) { return (size - Vec3(0.055, 0.025, 0.030)).norm() < 1e-5; }

  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoCad)
#include "test_io_cad.moc"
