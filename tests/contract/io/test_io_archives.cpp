// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"
#include "tests/contract/io/sample_files.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::io;

// Archives with several models: all of the loose ones, assemblies without their parts beside them, and what is not read
// is told.
class TestIoArchives : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
    std::ifstream in((test::sourceFolder() + QStringLiteral("/tests/contract/io/machine.step")).toStdString());
    machine_.assign(std::istreambuf_iterator<char>(in), {});
    QVERIFY(!machine_.empty());
  }

  void severalStepFilesAreSeveralModels() {
    const auto one = import({{"b.step", machine_}}), two = import({{"a.step", machine_}, {"b.step", machine_}});
    QVERIFY2(two.ok(), two.status().line().c_str());
    QCOMPARE(two->objects.size(), std::size_t{2});
    QCOMPARE(two->counts.models, std::uint64_t{2});
    QCOMPARE(two->counts.solids, 2 * one->counts.solids);
    QCOMPARE(two->counts.triangles, 2 * one->counts.triangles);
    QVERIFY((two->bounds_m.max - one->bounds_m.max).norm() < 1e-9);
  }

  // The parts of an assembly stand before it in the alphabet and behind it.
  void partsComeInWithTheirAssembly() {
    std::string assembly = machine_;
    const std::string names =
        "#99990=DOCUMENT_TYPE('geometry');\n#99991=DOCUMENT_FILE('a.step','','',#99990,'','');\n"
        "#99992=DOCUMENT_FILE('Z.STEP','','',#99990,'','');\n";
    assembly.insert(assembly.rfind("ENDSEC;"), names);
    const auto result = import({{"a.step", machine_}, {"m.step", assembly}, {"z.step", machine_}});
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->objects.size(), std::size_t{1});
    QCOMPARE(result->objects.front().object.name(), std::string("m"));
    QVERIFY(!told(*result, "io.zip-several"));
  }

  void modelsOfOtherKindsAreNamed() {
    const auto result = import({{"a.step", machine_}, {"other/t.stl", samples::stlText()}});
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->objects.size(), std::size_t{1});
    const Diagnostic* several = told(*result, "io.zip-several");
    QVERIFY(several);
    QVERIFY2(several->message.find("other/t.stl") != std::string::npos, several->message.c_str());
  }

  // What is lost, doubted and renamed is told as of the file alone.
  void whatIsToldIsThatOfTheFile_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("expected");
    std::string gltf = samples::gltf();
    gltf.insert(1, R"("cameras":[{"type":"perspective","perspective":{"yfov":1.0,"znear":0.1}}],)");
    QTest::newRow("a camera") << "a.gltf" << QByteArray::fromStdString(gltf) << 1.0 << "io.mesh-part-not-kept";
    QTest::newRow("a large part") << "a.step" << QByteArray::fromStdString(samples::stepAssembly("mm")) << 1000.0 << "";
    QTest::newRow("a name") << "a.urdf"
                            << QByteArray(
                                   "<robot name='r'><link name='left arm'><visual><geometry><box size='1 1 1'/>"
                                   "</geometry></visual></link></robot>")
                            << 1.0 << "io.names-changed";
  }
  void whatIsToldIsThatOfTheFile() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(double, scale);
    QFETCH(QString, expected);
    ImportOptions options;
    options.uniform_scale = scale;
    const std::string path = folder_.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary) << bytes.toStdString();
    const auto plain = importFile(path, options, store_, {}, {});
    QVERIFY2(plain.ok(), plain.status().line().c_str());
    const auto packed = import({{name.toStdString(), bytes.toStdString()}}, options);
    QVERIFY2(packed.ok(), packed.status().line().c_str());
    QCOMPARE(packed->format, Format::kZip);
    QCOMPARE(packed->contentFormat(), plain->format);
    QCOMPARE(codes(*packed), codes(*plain));
    QVERIFY(expected.isEmpty() || codes(*packed).contains(expected));
  }

  // Of the corpus: an assembly whose parts are files of their own.
  void aRealAssemblyInParts() {
    const QString folder =
        test::sharedPath(QStringLiteral("corpus/step/occt-import-js/test/testfiles/cax-if/s1-tu-203"));
    if (folder.isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set, or lacks this folder");
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto& file : std::filesystem::directory_iterator(folder.toStdString())) {
      std::ifstream in(file.path(), std::ios::binary);
      entries.emplace_back(file.path().filename().string(), std::string(std::istreambuf_iterator<char>(in), {}));
    }
    const auto packed = import(entries);
    QVERIFY2(packed.ok(), packed.status().line().c_str());
    const auto plain = importFile(folder.toStdString() + "/s1-tu-203.stp", {}, store_, {}, {});
    QVERIFY2(plain.ok(), plain.status().line().c_str());
    QCOMPARE(packed->objects.size(), plain->objects.size());
    QCOMPARE(packed->counts.triangles, plain->counts.triangles);
  }

 private:
  Result<ImportResult> import(const std::vector<std::pair<std::string, std::string>>& entries,
                              const ImportOptions& options = {}) {
    const std::string path = folder_.filePath("archive.zip").toStdString();
    std::ofstream(path, std::ios::binary) << samples::zip(entries);
    return importFile(path, options, store_, {}, {});
  }
  static QStringList codes(const ImportResult& result) {
    QStringList out;
    for (const Diagnostic& d : result.diagnostics)
      if (d.failure) out << QString::fromStdString(std::string(d.failure->row->code));
    out.sort();
    return out;
  }
  static const Diagnostic* told(const ImportResult& result, const char* row) {
    const auto found = std::ranges::find_if(result.diagnostics, [&](const Diagnostic& d) {
      return d.failure && d.failure->row->code == std::string_view(row);
    });
    return found == result.diagnostics.end() ? nullptr : &*found;
  }

  QTemporaryDir folder_;
  geometry::GeometryStore store_;
  std::string machine_;
};

QTEST_GUILESS_MAIN(TestIoArchives)
#include "test_io_archives.moc"
