// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "core/base/failure.h"
#include "core/io/format.h"

using namespace ww;
using namespace ww::io;

class TestIoFormat : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void contentAndEndingAgree() {
    QCOMPARE(guess("a.stp", "ISO-10303-21;\nHEADER;"), Format::kStep);
    QCOMPARE(guess("b.STEP", "\xEF\xBB\xBF/* made by x */ ISO-10303-21;\n"), Format::kStep);
    QCOMPARE(guess("c.stl", "solid a\n facet normal 0 0 1\n"), Format::kStl);
    QCOMPARE(guess("d.glb", "glTF\2\0\0\0"), Format::kGlb);
    QCOMPARE(guess("e.gltf", "{\"asset\":{\"version\":\"2.0\"}}"), Format::kGltf);
    QCOMPARE(guess("f.dae", "<?xml version=\"1.0\"?>\n<COLLADA>"), Format::kDae);
    QCOMPARE(guess("g.world", "<!-- x --><sdf version='1.6'>"), Format::kSdf);
    QCOMPARE(guess("h.urdf", "<robot name=\"r\"/>"), Format::kUrdf);
    QCOMPARE(guess("i.ply", "ply\nformat ascii 1.0\n"), Format::kPly);
    QCOMPARE(guess("j.zip", "PK\x03\x04..."), Format::kZip);
    QCOMPARE(guess("k.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n"), Format::kObj);
    QCOMPARE(guess("l.xml", "<sdf version='1.6'/>"), Format::kSdf);
  }

  void anEndingThatLiesIsRefusedWithBothNames() {
    const auto result = detect("part.stl", "ISO-10303-21;\n");
    QVERIFY(!result.ok());
    QCOMPARE(result.status().code, Code::kInvalidArgument);
    QVERIFY(result.status().title.find("step") != std::string::npos);
    QVERIFY(!result.status().hint.empty());
    QVERIFY(!checkFormat(path("part.stl"), Format::kObj).ok());
    QVERIFY(checkFormat(path("part.stl"), Format::kStep).ok());
  }

  void whatIsNoSceneSaysWhatItIs() {
    const auto code = [&](const char* name, const std::string& text) {
      const auto result = detect(name, text);
      return result.ok() || !result.status().failure ? std::string_view() : result.status().failure->row->code;
    };
    QVERIFY(code("a.stl", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n") == "io.is-lfs-pointer");
    QVERIFY(code("b.step", "\x1f\x8b\x08") == "io.is-packed");
    QVERIFY(code("c.urdf", "\n<!DOCTYPE html>\n<html>") == "io.is-web-page");
    QVERIFY(code("d.stl", "\x89PNG\r\n") == "io.is-picture");
    QVERIFY(!checkFormat(path("d.stl"), Format::kStl).ok());
    QVERIFY(code("e.stl", "solid BZh\n facet normal 0 0 1\n").empty());
  }

  void aBinaryStlIsNoTextOfAnotherKind() {
    const std::string stl = std::string(80, '\0') + std::string("\1\0\0\0", 4) + std::string(50, '\0');
    QCOMPARE(guess("f.stl", stl), Format::kStl);
    QVERIFY(!detect("f.step", stl).ok());
    QVERIFY(checkFormat(path("f.step"), Format::kStl).ok());
    // As long as one by chance, and text.
    const std::string text = "v 0 0 0\n" + std::string(72, ' ') + "   \n";
    QCOMPARE(guess("g.obj", text), Format::kObj);
  }

  void whatCannotBeReadSaysWhy() {
    QCOMPARE(detectFormat("/nonexistent/x.stl").status().code, Code::kNotFound);
    QVERIFY(!detectFormat(dir_.path().toStdString()).ok());
    QVERIFY(!detect("empty.step", "").ok());
    QVERIFY(!detect("notes.txt", "hello").ok());
  }

  void idsAndEndingsAreKnown() {
    QCOMPARE(formatById("STP"), Format::kStep);
    QCOMPARE(formatById("sdf"), Format::kSdf);
    QCOMPARE(formatById("docx"), Format::kUnknown);
    QVERIFY(formatInfo(Format::kStl).unitless);
    QVERIFY(!formatInfo(Format::kStep).unitless);
  }

 private:
  std::filesystem::path path(const char* name) const { return std::filesystem::path(dir_.path().toStdString()) / name; }
  Result<FormatGuess> detect(const char* name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return detectFormat(path(name));
  }
  Format guess(const char* name, const std::string& text) const {
    const auto result = detect(name, text);
    return result.ok() ? result->format : Format::kUnknown;
  }
  QTemporaryDir dir_;
};

QTEST_GUILESS_MAIN(TestIoFormat)
#include "test_io_format.moc"
