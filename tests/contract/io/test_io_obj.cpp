// SPDX-License-Identifier: Apache-2.0
// OBJ and its material files: what writers of all kinds make of them.
#include <QtTest>

#include <cmath>
#include <set>

#include "tests/contract/io/import_here.h"

using namespace ww;

namespace {

bool isNear(const geometry::Color& a, const geometry::Color& b) {
  return std::abs(a.r - b.r) < 0.01f && std::abs(a.g - b.g) < 0.01f && std::abs(a.b - b.b) < 0.01f &&
         std::abs(a.a - b.a) < 0.01f;
}

const std::string kSquare = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n";

}  // namespace

class TestIoObj : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void waysToWrite_data() {
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
      QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("plain", kSquare + "f 1 2 3 4\n");
    row("negative", kSquare + "f -4 -3 -2 -1\n");
    row("faces first", "f 1 2 3 4\n" + kSquare);
    row("goes on", "v 0 0 \\\n0\nv 2 \\\r\n 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 \\\n  3 \\\n 4\n");
    row("goes on at the end", kSquare + "f 1 2 3 4 \\");
    row("comments", "# a C:\\parts\\\n" + kSquare + "f 1 2 3 4 # a face\n#f 1 2 3\n");
    row("carriage returns", "v 0 0 0\rv 2 0 0\rv 2 2 0\rv 0 2 0\rf 1 2 3 4\r");
    row("both endings", "v 0 0 0\r\nv 2 0 0\r\nv 2 2 0\r\nv 0 2 0\r\nf 1 2 3 4\r\n");
    row("no line end", kSquare + "f 1 2 3 4");
    row("mark", "\xef\xbb\xbf" + kSquare + "f 1 2 3 4\n");
    row("numbers", "v +0 -.0 0e0\n v\t2.0E0 0 0\nv 20e-1 2. 0\nv 0 2,0 0 1.0\nf 1 2 3 4\n");
    row("weights", "v 0 0 0 2\nv 4 0 0 2\nv 2 2 0 1\nv 0 1 0 0.5\nf 1 2 3 4\n");
    row("old faces", kSquare + "fo 1 2 3 4\n");
    row("places and normals", kSquare + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n");
    row("places", kSquare + "vt 0 0\nf 1/1 2/1 3/1 4/1\n");
    row("normals", kSquare + "vn 0 0 1\nf 1//1 2//1 3//1 4//-1\n");
    row("left out", kSquare + "f 1/ 2/ 3// 4/0/0\n");
  }
  void waysToWrite() {
    QFETCH(QByteArray, text);
    const auto read = here_->import("a.obj", text.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{2});
    QVERIFY((read->shown_m.size() - Vec3(2, 2, 0)).norm() < 1e-9);
    QVERIFY2(read->diagnostics.empty(), read->diagnostics.empty() ? "" : read->diagnostics.front().message.c_str());
  }

  void partsAreObjectsAndGroups() {
    const auto read = here_->import("a.obj", kSquare +
                                                 "f 1 2 3\no arm\nf 1 2 3\ng cover left\nf 1 2 3\ng screws\nf 2 3 4\n"
                                                 "o arm\nf 2 3 4\no foot\ng foot\nf 1 2 4\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    std::multiset<std::string> names;
    for (const std::string& name : partNames(*read)) names.insert(name);
    QCOMPARE(names, (std::multiset<std::string>{"a", "arm", "arm/cover left", "arm/screws", "foot"}));
    QCOMPARE(read->counts.triangles, std::uint64_t{6});
  }

  void normalsAreKeptAndSplitVertices() {
    const auto read = here_->import("a.obj", kSquare + "vn 0 0 2\nvn 0 1 1\nf 1//1 2//1 3//1\nf 1//2 3//1 4//1\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    QCOMPARE(mesh.vertices.size(), std::size_t{5});
    QCOMPARE(mesh.normals.size(), std::size_t{5});
    QVERIFY((mesh.normals[mesh.triangles[0][0]] - Eigen::Vector3f(0, 0, 1)).norm() < 1e-6f);
    QVERIFY((mesh.normals[mesh.triangles[1][0]] - Eigen::Vector3f(0, 0.70710678f, 0.70710678f)).norm() < 1e-6f);
  }

  void colorsOfVertices_data() {
    QTest::addColumn<QByteArray>("scale");
    QTest::newRow("to one") << QByteArray("1");
    QTest::newRow("rounded") << QByteArray("1.0000001");
    QTest::newRow("to 255") << QByteArray("255");
  }
  void colorsOfVertices() {
    QFETCH(QByteArray, scale);
    const std::string full = scale.toStdString();
    const std::string red = " " + full + " 0 0\n", blue = " 0 0 " + full + "\n";
    const auto read = here_->import("a.obj", "v 0 0 0" + red + "v 1 0 0" + red + "v 0 1 0" + red + "v 2 0 0" + blue +
                                                 "v 3 0 0" + blue + "v 2 1 0" + blue + "f 1 2 3\nf 4 5 6\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    QVERIFY(isNear(colors[0].color, {1, 0, 0, 1}));
    QVERIFY(isNear(colors[1].color, {0, 0, 1, 1}));
  }

  // More changes of colour than a mesh can have: none is lost, shades are joined.
  void aColourForEachTriangle() {
    std::string text;
    constexpr int kCount = 210'000;
    for (int i = 0; i < kCount; ++i) {
      const std::string x = std::to_string(i % 700), y = std::to_string(i / 700);
      const std::string color = i % 2 == 0 ? " 1 0 0\n" : " 0 0 1\n";
      text += "v " + x + " " + y + " 0" + color + "v " + x + ".5 " + y + " 0" + color + "v " + x + " " + y + ".5 0" +
              color + "f -3 -2 -1\n";
    }
    const auto read = here_->import("a.obj", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    QCOMPARE(mesh.colors.size(), std::size_t{2});
    std::uint32_t red = 0;
    for (const geometry::ColorRun& run : mesh.colors) {
      if (run.color.r > 0.9f && run.color.b < 0.1f) red += run.count;
    }
    QCOMPARE(red, static_cast<std::uint32_t>(kCount / 2));
    // The right triangles: those of even columns.
    const geometry::ColorRun& first = mesh.colors.front();
    const bool even = first.color.r > 0.9f;
    for (std::uint32_t i = first.first; i < first.first + first.count; ++i)
      QCOMPARE(static_cast<int>(mesh.vertices[mesh.triangles[i][0]].x()) % 2 == 0, even);
  }

  void materialsOfOneGroupAreOnePart() {
    here_->put("a.mtl", "newmtl red\nKd 1 0 0\nnewmtl Glass #25\nKd 0 0 1\nd 0.25\nnewmtl clear\nTr 0.5\n");
    const auto read =
        here_->import("a.obj", "mtllib a.mtl\no part\n" + kSquare +
                                   "usemtl red\nf 1 2 3\nusemtl Glass #25\nf 1 3 4\nusemtl red\nf 2 3 4\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.parts, std::uint64_t{1});
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    QCOMPARE(colors[0].count, std::uint32_t{2});
    QVERIFY(isNear(colors[0].color, {1, 0, 0, 1}));
    QVERIFY(isNear(colors[1].color, {0, 0, 1, 0.25f}));
  }

  void metalAndRoughnessAreKept() {
    here_->put("a.mtl", "newmtl steel\nKd 0.5 0.5 0.5\nPm 1\nPr 0.25\nmap_Bump dents.png\n");
    const auto dented = here_->import("a.obj", "mtllib a.mtl\n" + kSquare + "usemtl steel\nf 1 2 3 4\n");
    QVERIFY2(dented.ok(), dented.status().line().c_str());
    QCOMPARE(dented->diagnostics.size(), std::size_t{1});
    QVERIFY2(dented->diagnostics[0].message.find("<map_Bump> in 'a.mtl'") != std::string::npos,
             dented->diagnostics[0].message.c_str());
    here_->put("a.mtl", "newmtl steel\nKd 0.5 0.5 0.5\nPm 1\nPr 0.25\n");
    const auto read = here_->import("a.obj", "mtllib a.mtl\n" + kSquare + "usemtl steel\nf 1 2 3 4\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const std::string object = read->objects.front().object.DebugString();
    QVERIFY2(object.find("metalness: 1") != std::string::npos, object.c_str());
    QVERIFY2(object.find("roughness: 0.25") != std::string::npos, object.c_str());
  }

  void highlightsAndLightAreTold() {
    here_->put(
        "a.mtl",
        "newmtl dull\nKd 1 0 0\nKs 0 0 0\nKe 0 0 0\nNs 10\nnewmtl lamp\nKd 1 1 1\nKs 0.5 0.5 0.5\nNs 96\nKe 1 1 0\n");
    const auto read = here_->import("a.obj", "mtllib a.mtl\n" + kSquare + "usemtl lamp\nf 1 2 3 4\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    std::set<std::string> told;
    for (const Diagnostic& d : read->diagnostics) {
      if (d.failure && d.failure->row->code == "io.mesh-part-not-kept")
        told.insert(d.message.substr(0, d.message.find(" in")));
    }
    QCOMPARE(told, (std::set<std::string>{"1 entry of <Ks>", "1 entry of <Ke>", "1 entry of <Ns>"}));
  }

  void materialFilesMayHaveBlanks_data() {
    QTest::addColumn<QString>("line");
    QTest::newRow("one with a blank") << QStringLiteral("mtllib my parts.mtl");
    QTest::newRow("two") << QStringLiteral("mtllib other.mtl red.mtl");
    QTest::newRow("two lines") << QStringLiteral("mtllib other.mtl\nmtllib red.mtl");
    QTest::newRow("one of two is there") << QStringLiteral("mtllib nowhere.mtl red.mtl");
    QTest::newRow("as the file is called") << QString();
  }
  void materialFilesMayHaveBlanks() {
    QFETCH(QString, line);
    const std::string red = "newmtl red\nKd 1 0 0\n";
    for (const char* name : {"my parts.mtl", "red.mtl", "a.mtl"}) here_->put(name, red);
    here_->put("other.mtl", "newmtl blue\nKd 0 0 1\n");
    const auto read = here_->import("a.obj", line.toStdString() + "\n" + kSquare + "usemtl red\nf 1 2 3 4\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY2(read->diagnostics.empty(), read->diagnostics.empty() ? "" : read->diagnostics.front().message.c_str());
    const auto object = read->objects.front().object.DebugString();
    QVERIFY2(object.find("red: 1") != std::string::npos, object.c_str());
  }

  void whatIsLeftOutIsTold_data() {
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* more, const char* code, const char* said) {
      QTest::newRow(name) << QByteArray(more) << QString::fromLatin1(code) << QString::fromLatin1(said);
    };
    row("lines", "l 1 2 3\np 1\nf 1 2\n", "io.lines-left-out", "4 points and lines are left out");
    row("curve", "curv 0 1 1 2\n", "io.obj-curves", "1 curve or curved surface is left out");
    row("word", "ff 1 2 3\nvm 2\n", "io.obj-word", "a.obj:6: OBJ has no word 'ff'; 2 such lines are left out");
    row("normal", "vn 0 0 1\nf 1//1 2//1 3//7\n", "io.obj-no-vertex", "a.obj:7: this face names the normal 7");
    row("place", "f 1/1 2/2 3/3\n", "io.obj-no-vertex", "a.obj:6: this face names the texture coordinate 1");
    row("nowhere", "v nan 0 0\nf 1 2 5\n", "io.triangles-left-out-at", "a.obj:6");
    row("of no weight", "v 1 0 0 0\nf 1 2 5\n", "io.triangles-left-out", "1 triangle");
  }
  void whatIsLeftOutIsTold() {
    QFETCH(QByteArray, more);
    QFETCH(QString, code);
    QFETCH(QString, said);
    const auto read = here_->import("a.obj", kSquare + "f 1 2 3 4\n" + more.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto told = std::ranges::find_if(read->diagnostics, [&](const Diagnostic& d) {
      return d.failure && d.failure->row->code == code.toStdString();
    });
    QVERIFY2(told != read->diagnostics.end(),
             read->diagnostics.empty() ? "nothing" : read->diagnostics.front().message.c_str());
    QVERIFY2(told->message.find(said.toStdString()) != std::string::npos, told->message.c_str());
  }

  void whatIsCutOffIsToldWithItsLine_data() {
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<bool>("cut");
    const auto row = [](const char* name, const QByteArray& more, bool cut) { QTest::newRow(name) << more << cut; };
    const char* const vertices = "v 0 0 1\nv 1 0 1\nv 1 1 1\nvn 0 0 1\nvn 0 1 1\n";
    const auto after = [vertices](const char* more) { return QByteArray(vertices) + more; };
    row("in a number", "v 0 0 1.", true);
    row("in a normal", "vn 0 0 1", true);
    row("in a vertex of a face", after("f 5//1 6//2 4//1"), true);
    row("in a face", after("f 5//1 6//1"), true);
    row("in a normal of a face", after("f 5//1 6//1 7/"), true);
    row("in the name of a group", after("f 5//1 6//1 7//1\nv 3 3 3\nv 4 4 4\ng plat"), true);
    row("whole but for its line end", after("f 5//1 6//1 7//1"), false);
    row("face that is used again", "f 1 2 3", false);
    row("comment without line end", after("f 5//1 6//1 7//1\n# end"), false);
    row("lines of other vertices", "v 0 0 1\nv 0 0 2\nl 5 6", false);
    row("loose vertices, and ended", "v 0 0 1\n", false);
  }
  void whatIsCutOffIsToldWithItsLine() {
    QFETCH(QByteArray, more);
    QFETCH(bool, cut);
    const std::string text = kSquare + "f 1 2 3 4\n" + more.toStdString();
    const auto read = here_->import("a.obj", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto told = std::ranges::find(read->diagnostics, "obj-cut", &Diagnostic::code);
    QCOMPARE(told != read->diagnostics.end(), cut);
    if (!cut) return;
    const auto line = std::to_string(1 + std::ranges::count(text, '\n'));
    QVERIFY2(told->message.starts_with("a.obj:" + line + ": the file ends inside"), told->message.c_str());
    QCOMPARE(told->severity, Diagnostic::Severity::kWarning);
    QCOMPARE(read->counts.triangles, std::uint64_t(more.contains("\ng") ? 3 : 2));
  }

  void whatCannotBeIsRefusedWithItsLine_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("title");
    const auto row = [](const char* name, const std::string& text, const char* title) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromLatin1(title);
    };
    row("vertex", kSquare + "f 1 2 9\n", "a.obj:5: this face names the vertex 9, and the file has 4 of them");
    row("before the first", kSquare + "f -5 -4 -3\n", "a.obj:5: this face names the vertex -5");
    row("zero", kSquare + "f 0 1 2\n", "a.obj:5: this face names the vertex 0");
    row("huge", kSquare + "f 1 2 99999999999999999999\n", "a.obj:5: this face is written '99999999999999999999'");
    row("letters", kSquare + "f 1 2 x\n", "a.obj:5: this face is written 'x'");
    row("four parts", kSquare + "f 1/1/1/1 2 3\n", "a.obj:5: this face is written '1/1/1/1'");
    row("two numbers", "v 0 0 0\nv 1 0\nf 1 1 1\n", "a.obj:2: this vertex is '1 0'");
    row("joined lines", "v 0 0 \\\n 0\n" + kSquare + "f 1 2 99\n", "a.obj:7: this face names the vertex 99");
    row("nothing", "# empty\n", "'a.obj' holds no vertices");
    row("no text", std::string("v 0 0 0\n\0\n", 10), "the OBJ file is no text");
  }
  void whatCannotBeIsRefusedWithItsLine() {
    QFETCH(QByteArray, text);
    QFETCH(QString, title);
    const auto read = here_->import("a.obj", text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(read.status().title.starts_with(title.toStdString()), read.status().title.c_str());
  }

  void moreTrianglesThanAllowedAreRefused() {
    here_->options.max_triangles = 1;
    const auto read = here_->import("a.obj", kSquare + "f 1 2 3 4\n");
    QVERIFY(!read.ok());
    QCOMPARE(read.status().code, Code::kResourceExhausted);
  }

 private:
  static std::vector<std::string> partNames(const io::ImportResult& read) {
    std::vector<std::string> out;
    for (const auto& entity : read.objects.front().object.entities()) {
      const auto& sets = entity.link().geometry_component().named_geometries();
      const auto visual = sets.find("Intrinsic_Visual");
      if (visual == sets.end()) continue;
      for (const auto& [name, geometry] : visual->second.named_geometries()) out.push_back(name);
    }
    return out;
  }
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoObj)
#include "test_io_obj.moc"
