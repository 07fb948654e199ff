// SPDX-License-Identifier: Apache-2.0
// 3MF files: units, components, what is built, colours.
#include <QtTest>

#include "tests/contract/io/import_here.h"
#include "tests/contract/io/sample_files.h"

using namespace ww;

namespace {

const char* const kVertices =
    "<vertices><vertex x='0' y='0' z='0'/><vertex x='10' y='0' z='0'/><vertex x='0' y='20' z='0'/>"
    "<vertex x='0' y='0' z='30'/></vertices>";

std::string tetrahedron(const std::string& first = {}) {
  return std::string("<mesh>") + kVertices + "<triangles><triangle v1='0' v2='2' v3='1' " + first +
         "/><triangle v1='0' v2='1' v3='3'/><triangle v1='0' v2='3' v3='2'/><triangle v1='1' v2='2' v3='3'/>"
         "</triangles></mesh>";
}

std::string model(const std::string& resources, const std::string& build, const std::string& unit = "millimeter") {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<model unit='" + unit +
         "' xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02' "
         "xmlns:m='http://schemas.microsoft.com/3dmanufacturing/material/2015/02'>\n<resources>" +
         resources + "</resources>\n<build>" + build + "</build></model>";
}

std::string package(const std::string& text) {
  return samples::zip({{"[Content_Types].xml", "<Types/>"},
                       {"_rels/.rels",
                        "<Relationships><Relationship Target='/3D/part.model' Id='r0' Type='http://schemas.microsoft."
                        "com/3dmanufacturing/2013/01/3dmodel'/></Relationships>"},
                       {"3D/part.model", text}});
}

}  // namespace

class TestIo3mf : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void theUnitCounts_data() {
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("metres");
    QTest::newRow("mm") << QStringLiteral("millimeter") << 1e-3;
    QTest::newRow("in") << QStringLiteral("inch") << 0.0254;
    QTest::newRow("m") << QStringLiteral("meter") << 1.0;
  }
  void theUnitCounts() {
    QFETCH(QString, unit);
    QFETCH(double, metres);
    const auto read = here_->import("a.3mf", package(model("<object id='1' name='wedge'>" + tetrahedron() + "</object>",
                                                           "<item objectid='1'/>", unit.toStdString())));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{4});
    QVERIFY((read->shown_m.size() - Vec3(10, 20, 30) * metres).norm() < 1e-9);
    QCOMPARE(read->unit, std::string(QTest::currentDataTag()));
  }

  // Two of one part, the second a quarter turn about z further along x: x goes to y.
  void componentsStandWhereTheyAre() {
    const auto read = here_->import(
        "b.3mf", package(model("<object id='1' name='wedge'>" + tetrahedron() +
                                   "</object><object id='7' name='pair'><components><component objectid='1'/>"
                                   "<component objectid='1' transform='0 1 0 -1 0 0 0 0 1 100 0 0'/></components>"
                                   "</object><object id='9'>" +
                                   tetrahedron() + "</object>",
                               "<item objectid='7' transform='1 0 0 0 1 0 0 0 1 0 0 5'/>")));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.parts, std::uint64_t{2});
    QCOMPARE(read->geometries.size(), std::size_t{1});
    // The second: x from 100 - 20 to 100, y from 0 to 10.
    QVERIFY((read->shown_m.min - Vec3(0, 0, 0.005)).norm() < 1e-9);
    QVERIFY((read->shown_m.max - Vec3(0.1, 0.02, 0.035)).norm() < 1e-9);
  }

  void coloursOfPartsAndTrianglesAreKept() {
    const auto read = here_->import(
        "c.3mf", package(model("<basematerials id='2'><base name='red' displaycolor='#FF0000'/></basematerials>"
                               "<m:colorgroup id='3'><m:color color='#0000FFFF'/></m:colorgroup>"
                               "<object id='1' pid='2' pindex='0'>" +
                                   tetrahedron("pid='3' p1='0'") + "</object>",
                               "<item objectid='1'/>")));
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    QCOMPARE(colors[0].count, 1u);
    QVERIFY(colors[0].color == (geometry::Color{0, 0, 1, 1}));
    QVERIFY(colors[1].color == (geometry::Color{1, 0, 0, 1}));
  }

  void whatIsWrongIsSaid_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* code, const std::string& bytes) {
      QTest::newRow(code) << QByteArray::fromStdString(bytes) << QString::fromLatin1(code);
    };
    row("io.3mf-no-part", samples::zip({{"readme.txt", "nothing"}}));
    row("io.3mf-number", package(model("<object id='1'><mesh><vertices><vertex x='a' y='0' z='0'/></vertices></mesh>"
                                       "</object>",
                                       "<item objectid='1'/>")));
    row("io.3mf-no-object", package(model("", "<item objectid='4'/>")));
    row("io.3mf-too-deep", package(model("<object id='1'><components><component objectid='1'/></components></object>",
                                         "<item objectid='1'/>")));
    row("io.3mf-empty", package(model("<object id='1'>" + tetrahedron() + "</object>", "")));
  }
  void whatIsWrongIsSaid() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const auto read = here_->import("wrong.3mf", bytes.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(samples::codeOf(read.status()), code);
  }

  // Each object holds the next one ten times: 10^20 parts.
  void componentsWithoutEndAreRefused() {
    std::string objects = "<object id='1'>" + tetrahedron() + "</object>";
    for (int id = 2; id < 22; ++id) {
      objects += "<object id='" + std::to_string(id) + "'><components>";
      for (int i = 0; i < 10; ++i) objects += "<component objectid='" + std::to_string(id - 1) + "'/>";
      objects += "</components></object>";
    }
    const auto read = here_->import("many.3mf", package(model(objects, "<item objectid='21'/>")));
    QVERIFY(!read.ok());
    QCOMPARE(read.status().code, Code::kResourceExhausted);
  }

 private:
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIo3mf)
#include "test_io_3mf.moc"
