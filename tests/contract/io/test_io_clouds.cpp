// SPDX-License-Identifier: Apache-2.0
// Clouds of points become boxes that hold every point.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "tests/contract/io/bytes.h"
#include "tests/contract/io/import_here.h"

using namespace ww;

namespace {

// A wall of 2 m x 1 m in the plane y = 0, a point every 10 cm, in the middles of the cells.
std::vector<Eigen::Vector3f> wall() {
  std::vector<Eigen::Vector3f> out;
  for (int x = 0; x < 20; ++x) {
    for (int z = 0; z < 10; ++z)
      out.emplace_back(0.1f * static_cast<float>(x) + 0.05f, 0.05f, 0.1f * static_cast<float>(z) + 0.05f);
  }
  return out;
}

std::string pcdHead(std::size_t points, const std::string& data) {
  return "# .PCD v0.7\nVERSION 0.7\nFIELDS intensity x y z\nSIZE 2 4 4 4\nTYPE U F F F\nCOUNT 1 1 1 1\nWIDTH " +
         std::to_string(points) + "\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS " + std::to_string(points) + "\nDATA " +
         data + "\n";
}

std::string pcdText() {
  std::string out = pcdHead(wall().size() + 1, "ascii") + "7 nan nan nan\n";
  for (const auto& p : wall())
    out += "7 " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
  return out;
}

std::string pcdBinary() {
  std::string out = pcdHead(wall().size(), "binary");
  for (const auto& p : wall()) {
    samples::put(out, std::uint16_t{7});
    for (int k = 0; k < 3; ++k) samples::put(out, p[k]);
  }
  return out;
}

// Fields one after the other, packed as runs, the long run of sevens as a piece of what was there before.
std::string pcdCompressed() {
  std::string plain;
  for (std::size_t i = 0; i < wall().size(); ++i) samples::put(plain, std::uint16_t{7});
  const std::size_t sevens = plain.size();
  for (int k = 0; k < 3; ++k) {
    for (const auto& p : wall()) samples::put(plain, p[k]);
  }
  std::string packed(1, '\1');
  packed += plain.substr(0, 2);
  std::size_t at = 2;
  while (at < sevens) {
    const std::size_t length = std::min<std::size_t>(sevens - at, 264);
    packed += static_cast<char>(length - 2 < 7 ? (length - 2) << 5 : 7 << 5);
    if (length - 2 >= 7) packed += static_cast<char>(length - 2 - 7);
    packed += '\1';  // two bytes back
    at += length;
  }
  for (; at < plain.size(); at += 32) {
    const std::string run = plain.substr(at, 32);
    packed += static_cast<char>(run.size() - 1);
    packed += run;
  }
  std::string out = pcdHead(wall().size(), "binary_compressed");
  samples::put(out, static_cast<std::uint32_t>(packed.size()));
  samples::put(out, static_cast<std::uint32_t>(plain.size()));
  return out + packed;
}

std::string xyz() {
  std::string out = "# a wall\n";
  for (const auto& p : wall())
    out += std::to_string(p.x()) + ", " + std::to_string(p.y()) + ", " + std::to_string(p.z()) + ", 255 0 0\n";
  return out;
}

std::string plyCloud(bool faces = false) {
  std::string out = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(wall().size()) +
                    "\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n" +
                    (faces ? "element face 0\nproperty list uchar int vertex_indices\n" : "") + "end_header\n";
  for (const auto& p : wall()) {
    for (int k = 0; k < 3; ++k) samples::put(out, p[k]);
    out += '\7';
  }
  return out;
}

}  // namespace

class TestIoClouds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void eachKindOfFileIsTheSameWall_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
      QTest::newRow(name) << QString::fromLatin1(name) << QByteArray::fromStdString(bytes);
    };
    row("ascii.pcd", pcdText());
    row("binary.pcd", pcdBinary());
    row("compressed.pcd", pcdCompressed());
    row("wall.xyz", xyz());
    row("wall.ply", plyCloud());
    row("no_faces.ply", plyCloud(true));
  }
  void eachKindOfFileIsTheSameWall() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    here_->options.cell_m = 0.1;
    const auto read = here_->import(name.toStdString(), bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY((read->shown_m.size() - Vec3(2.0, 0.1, 1.0)).norm() < 1e-9);
    // 200 cells of which no eight fill a larger one; a box has twelve triangles.
    QCOMPARE(read->counts.triangles, std::uint64_t{200 * 12});
    QCOMPARE(read->counts.collision_triangles, std::uint64_t{200 * 12});
    const auto told = std::ranges::find_if(read->diagnostics, [](const auto& d) { return d.code == "cloud-boxes"; });
    QVERIFY(told != read->diagnostics.end());
    QVERIFY2(told->message.find("200 boxes") != std::string::npos, told->message.c_str());
  }

  void fullCellsBecomeOne() {
    std::string text;
    for (int i = 0; i < 64; ++i)
      text += std::to_string(0.05 + 0.1 * (i % 4)) + " " + std::to_string(0.05 + 0.1 * (i / 4 % 4)) + " " +
              std::to_string(0.05 + 0.1 * (i / 16)) + "\n";
    here_->options.cell_m = 0.1;
    const auto read = here_->import("cube.xyz", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{12});
    QVERIFY((read->shown_m.size() - Vec3::Constant(0.4)).norm() < 1e-9);
  }

  void everyPointIsInABox() {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
      const double a = 0.7 * i, h = 1e-3 * i - 1.5;
      text += std::to_string(-3.0 + std::cos(a)) + " " + std::to_string(std::sin(a)) + " " + std::to_string(h) + "\n";
    }
    const auto read = here_->import("coil.xyz", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(read->counts.triangles > 12 * 50);
    QVERIFY(read->counts.triangles <= 12 * 4000);
    QVERIFY(read->shown_m.min.x() <= -4.0 + 1e-5 && read->shown_m.max.z() >= 1.499);
    QVERIFY(read->shown_m.size().x() < 2.2);
  }

  void whatIsWrongIsSaid_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& bytes, const char* code) {
      QTest::newRow(name) << QString::fromLatin1(name) << QByteArray::fromStdString(bytes) << QString::fromLatin1(code);
    };
    row("a.pcd", "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4\nDATA ascii\n", "io.cloud-header");
    row("b.pcd", "# .PCD v0.7\nVERSION 0.7\nFIELDS x y\nPOINTS 1\nDATA ascii\n1 2\n", "io.cloud-no-axis");
    row("c.pcd", pcdBinary().substr(0, pcdBinary().size() - 100), "io.cloud-cut");
    row("d.xyz", "1 2 3\n1 2 3\n1 2 3\n4 five 6\n", "io.cloud-line");
    row("e.pcd", pcdHead(30'000'000, "binary"), "io.cloud-too-many");
    row("g.pcd",
        "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 0\nWIDTH 1\nHEIGHT 1\nPOINTS 1\n"
        "DATA binary\n12345678",
        "io.cloud-header");
    row("f.pcd", pcdHead(1, "ascii") + "7 nan nan nan\n", "io.cloud-empty");
  }
  void whatIsWrongIsSaid() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const auto read = here_->import(name.toStdString(), bytes.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(samples::codeOf(read.status()), code);
    QVERIFY2(read.status().line().find(name.toStdString()) != std::string::npos, read.status().line().c_str());
  }

  void tooSmallACellIsRefused() {
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += std::to_string(i) + " 0 " + std::to_string(i % 7) + "\n";
    here_->options.cell_m = 0.01;
    const auto read = here_->import("long.xyz", text);
    QVERIFY(!read.ok());
    QCOMPARE(samples::codeOf(read.status()), QStringLiteral("io.cloud-too-fine"));
    QCOMPARE(read.status().code, Code::kResourceExhausted);
  }

  void damagedPackingEnds() {
    std::string bytes = pcdCompressed();
    for (std::size_t i = bytes.size() - 1500; i < bytes.size(); i += 7) bytes[i] = static_cast<char>(0xff);
    const auto read = here_->import("damaged.pcd", bytes);
    QVERIFY(!read.ok());
    QVERIFY(read.status().code != Code::kDataLoss);
  }

 private:
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoClouds)
#include "test_io_clouds.moc"
