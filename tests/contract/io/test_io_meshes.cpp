// SPDX-License-Identifier: Apache-2.0
// What a mesh file says of its surfaces: colours of pictures, metal and roughness.
#include <png.h>

#include <QtTest>

#include <bit>
#include <cmath>

#include "tests/contract/io/bytes.h"
#include "tests/contract/io/import_here.h"
#include "tests/contract/io/sample_files.h"

using namespace ww;

namespace {

// Two columns: red on the left, blue on the right.
std::string redAndBlue(unsigned width = 64) {
  std::vector<unsigned char> points;
  for (unsigned y = 0; y < width; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      for (const int v : {x < width / 2 ? 255 : 0, 0, x < width / 2 ? 0 : 255, 255})
        points.push_back(static_cast<unsigned char>(v));
    }
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = image.height = width;
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = 0;
  png_image_write_to_memory(&image, nullptr, &size, 0, points.data(), 0, nullptr);
  std::string out(size, '\0');
  png_image_write_to_memory(&image, out.data(), &size, 0, points.data(), 0, nullptr);
  return out;
}

// Two triangles, the first on the left half of the picture, the second on the right; or without places in it.
std::string twoTriangles(bool places = true) {
  const std::string vt = places ? "vt 0.05 0.1\nvt 0.45 0.1\nvt 0.25 0.9\nvt 0.55 0.1\nvt 0.95 0.1\nvt 0.75 0.9\n" : "";
  return "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 3 0 0\nv 2 1 0\n" + vt + "usemtl m\n" +
         (places ? "f 1/1 2/2 3/3\nf 4/4 5/5 6/6\n" : "f 1 2 3\nf 4 5 6\n");
}

bool isNear(const geometry::Color& c, float r, float g, float b) {
  return std::abs(c.r - r) < 0.02f && std::abs(c.g - g) < 0.02f && std::abs(c.b - b) < 0.02f;
}

bool hasNote(const io::ImportResult& read, std::string_view row) {
  return std::ranges::any_of(read.diagnostics,
                             [&](const Diagnostic& d) { return d.failure && d.failure->row->code == row; });
}

}  // namespace

class TestIoMeshes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void trianglesHaveTheColourOfTheirPicture() {
    here_->put("a.mtl", "newmtl m\nKd 0.8 0.8 0.8\nmap_Kd tex/a.png\n");
    here_->put("tex/a.png", redAndBlue());
    const auto read = here_->import("a.obj", twoTriangles());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    QVERIFY(isNear(colors[0].color, 1, 0, 0));
    QVERIFY(isNear(colors[1].color, 0, 0, 1));
    QVERIFY(hasNote(*read, "io.textures-baked"));
  }

  void picturesAreSeenThroughAsTheirMaterials() {
    here_->put("a.mtl", "newmtl m\nKd 0.8 0.8 0.8\nd 0.25\nmap_Kd a.png\n");
    here_->put("a.png", redAndBlue());
    const auto read = here_->import("a.obj", twoTriangles());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    for (const geometry::ColorRun& run : colors) QVERIFY(std::abs(run.color.a - 0.25f) < 0.01f);
  }

  // Half the light of red and half of blue is 0.73 in sRGB, not 0.5.
  void withoutPlacesThePictureHasItsMean() {
    here_->put("a.mtl", "newmtl m\nmap_Kd a.png\n");
    here_->put("a.png", redAndBlue());
    const auto read = here_->import("a.obj", twoTriangles(false));
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto c = baseColor(*read);
    QVERIFY2(std::abs(c[0] - 0.735) < 0.02 && c[1] < 0.02 && std::abs(c[2] - 0.735) < 0.02,
             qPrintable(QStringLiteral("%1 %2 %3").arg(c[0]).arg(c[1]).arg(c[2])));
  }

  // One binary file of a hundred begins with a byte that looks like the end of a line.
  void plyNumbersMayLookLikeTheEndOfALine_data() {
    QTest::addColumn<int>("first");
    QTest::addColumn<bool>("big_endian");
    for (const int first : {'\n', '\r', ' '})
      for (const bool big : {false, true}) QTest::addRow("%d %s", first, big ? "big" : "little") << first << big;
  }
  void plyNumbersMayLookLikeTheEndOfALine() {
    QFETCH(int, first);
    QFETCH(bool, big_endian);
    const auto written = [&](std::uint32_t bits) {
      std::string out;
      for (int i = 0; i < 4; ++i) out += static_cast<char>(bits >> (8 * (big_endian ? 3 - i : i)) & 0xFFu);
      return out;
    };
    const auto number = [&](float v) { return written(std::bit_cast<std::uint32_t>(v)); };
    // The first byte of x is `first`; in the other order it is its last one.
    const auto byte = static_cast<std::uint32_t>(first);
    const float x = std::bit_cast<float>(big_endian ? byte << 24 | 0x00400000u : 0x40BEF600u | byte);
    std::string body = number(x);
    for (const float v : {0.0f, 0.0f, 1.0f, 0.0f, 0.25f, 0.0f, 2.0f, 0.0f}) body += number(v);
    body += std::string(1, '\3') + written(0) + written(1) + written(2);
    const std::string format = big_endian ? "binary_big_endian" : "binary_little_endian";
    const auto read = here_->import("a.ply", "ply\nformat " + format + " 1.0\nelement vertex 3\nproperty float x\n" +
                                                 "property float y\nproperty float z\nelement face 1\n" +
                                                 "property list uchar int vertex_indices\nend_header\n" + body);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    QCOMPARE(mesh.triangles.size(), std::size_t{1});
    Bounds box;
    for (const Vec3& v : mesh.vertices) box.add(v);
    QVERIFY((box.max - Vec3(std::max(1.0f, x), 2.0, 0.25)).norm() < 1e-6);
  }

  void commentsAmongTheNumbersOfAPlyAreNone() {
    const auto read = here_->import("a.ply",
                                    "ply\nformat ascii 1.0\ncomment of ours\nelement vertex 3\nproperty float x\n"
                                    "property float y\nproperty float z\nelement face 1\n"
                                    "property list uchar int vertex_index\nend_header\n\n0 0 0\ncomment 7 8 9\n\n"
                                    "1 0 0\n1 2 0\ncomment the face\n3 0 1 2\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::size_t{1});
    QVERIFY((read->shown_m.size() - Vec3(1, 2, 0)).norm() < 1e-9);
  }

  // Each corner after the second makes a triangle, and -1 begins another strip.
  void stripsOfAPlyAreItsTriangles_data() {
    QTest::addColumn<QByteArray>("bytes");
    const std::string head =
        "element vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n";
    QTest::newRow("ascii") << QByteArray::fromStdString(
        "ply\nformat ascii 1.0\n" + head + "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n2 0 0\n9 0 1 2 3 4 -1 1 5 3\n");
    std::string binary = "ply\nformat binary_little_endian 1.0\n" + head;
    for (const float v : {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 2, 0, 0}) samples::put(binary, v);
    for (const std::int32_t v : {9, 0, 1, 2, 3, 4, -1, 1, 5, 3}) samples::put(binary, v);
    QTest::newRow("binary") << QByteArray::fromStdString(binary);
  }
  void stripsOfAPlyAreItsTriangles() {
    QFETCH(QByteArray, bytes);
    const auto read = here_->import("a.ply", bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::size_t{4});
    QVERIFY((read->shown_m.size() - Vec3(2, 2, 0)).norm() < 1e-9);
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    for (const auto& t : mesh.triangles) {
      const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
      QVERIFY((b - a).cross(c - a).z() > 0.0);  // all face up
    }
  }

  void plyNumbersThatCannotBeAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const std::string head =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\n"
        "property float y\nproperty float z\n";
    std::string vertices;
    for (const float v : {0, 0, 0, 1, 0, 0, 0, 1, 0}) samples::put(vertices, v);
    std::string half = head + "element face 1\nproperty list float uint vertex_indices\nend_header\n" + vertices;
    samples::put(half, 0.01f);
    QTest::newRow("a hundredth of a corner") << QByteArray::fromStdString(half) << QStringLiteral("io.ply-cut");
    std::string endless = head + "element face 1\nproperty list uchar int vertex_indices\n" +
                          "element x 1000000000000000\nend_header\n" + vertices + '\3';
    for (const std::int32_t v : {0, 1, 2}) samples::put(endless, v);
    QTest::newRow("many of nothing") << QByteArray::fromStdString(endless) << QStringLiteral("io.ply-element");
  }
  void plyNumbersThatCannotBeAreRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const auto read = here_->import("a.ply", bytes.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(samples::codeOf(read.status()), code);
  }

  void aPictureThatCannotBeReadIsTold_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("cut") << QByteArray::fromStdString(redAndBlue().substr(0, 60))
                         << QStringLiteral("io.picture-damaged");
    QTest::newRow("jpeg") << QByteArray("\xff\xd8\xff\xe0 nothing of the kind") << QStringLiteral("io.picture-damaged");
    QTest::newRow("other") << QByteArray("GIF89a and more") << QStringLiteral("io.picture-other");
    QTest::newRow("large") << QByteArray::fromStdString(largeHead()) << QStringLiteral("io.picture-too-large");
  }
  void aPictureThatCannotBeReadIsTold() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    here_->put("a.mtl", "newmtl m\nKd 0 1 0\nmap_Kd a.png\n");
    here_->put("a.png", bytes.toStdString());
    const auto read = here_->import("a.obj", twoTriangles());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto told = std::ranges::find_if(read->diagnostics, [](const auto& d) { return d.code == "texture"; });
    QVERIFY(told != read->diagnostics.end());
    QVERIFY2(told->message.starts_with("a.mtl:3: the picture 'a.png' is not shown"), told->message.c_str());
    QCOMPARE(told->file, std::string("a.mtl"));
    QCOMPARE(told->line, 3);
    QCOMPARE(QString::fromStdString(std::string(told->failure->causes.front().failure->row->code)), code);
    // What the material says beside it holds.
    QVERIFY(std::abs(baseColor(*read)[1] - 1.0) < 0.02);
  }

  // A triangle of each colour in turn is one part, not a part for each turn.
  void turnsOfMaterialsAreOnePart() {
    here_->put("a.mtl", "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n");
    std::string text = "mtllib a.mtl\no part\n";
    constexpr int kTurns = 600;
    for (int i = 0; i < kTurns; ++i) {
      text += "v " + std::to_string(i) + " 0 0\nv " + std::to_string(i) + ".5 0 0\nv " + std::to_string(i) + " 1 0\n";
      text += i % 2 == 0 ? "usemtl red\nf -3 -2 -1\n" : "usemtl blue\nf -3 -2 -1\n";
    }
    const auto read = here_->import("a.obj", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{kTurns});
    QCOMPARE(read->counts.parts, std::uint64_t{1});
    const auto& colors = read->geometries.front()->mesh->colors;
    QCOMPARE(colors.size(), std::size_t{2});
    QCOMPARE(colors[0].count, static_cast<std::uint32_t>(kTurns / 2));
    QCOMPARE(read->shown_m.size().x(), kTurns - 0.5);
  }

  // A picture lies by the set of places that its texture names, moved as the texture says: red is its left half.
  void placesOfPicturesOfGltf_data() {
    QTest::addColumn<QByteArray>("texture");
    QTest::addColumn<bool>("red");
    QTest::newRow("first set") << QByteArray("") << true;
    QTest::newRow("second set") << QByteArray(R"(,"texCoord":1)") << false;
    QTest::newRow("moved") << QByteArray(R"(,"extensions":{"KHR_texture_transform":{"offset":[0.5,0]}})") << false;
    QTest::newRow("scaled and moved")
        << QByteArray(R"(,"texCoord":1,"extensions":{"KHR_texture_transform":{"scale":[0.1,1],"offset":[0.2,0]}})")
        << true;
    QTest::newRow("turned") << QByteArray(
                                   R"(,"extensions":{"KHR_texture_transform":{"rotation":3.14159265,"offset":[1,1]}})")
                            << false;
  }
  void placesOfPicturesOfGltf() {
    QFETCH(QByteArray, texture);
    QFETCH(bool, red);
    here_->put("a.png", redAndBlue());
    std::string binary;
    const auto put = [&](std::initializer_list<float> values) {
      for (const float v : values) binary.append(reinterpret_cast<const char*>(&v), sizeof v);
    };
    put({0, 0, 0, 1, 0, 0, 0, 1, 0});
    put({0.1f, 0.1f, 0.3f, 0.1f, 0.1f, 0.3f});
    put({0.6f, 0.1f, 0.9f, 0.1f, 0.6f, 0.3f});
    here_->put("a.bin", binary);
    const auto read = here_->import(
        "a.gltf",
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":)"
        R"([{"attributes":{"POSITION":0,"TEXCOORD_0":1,"TEXCOORD_1":2},"material":0}]}],"materials":[{"pbrMetallicRoughness":)"
        R"({"baseColorTexture":{"index":0)" +
            texture.toStdString() +
            R"(}}}],"textures":[{"source":0}],"images":[{"uri":"a.png"}],"accessors":[)"
            R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
            R"({"bufferView":0,"byteOffset":36,"componentType":5126,"count":3,"type":"VEC2"},)"
            R"({"bufferView":0,"byteOffset":60,"componentType":5126,"count":3,"type":"VEC2"}],)"
            R"("bufferViews":[{"buffer":0,"byteLength":84}],"buffers":[{"uri":"a.bin","byteLength":84}]})");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto c = baseColor(*read);
    QVERIFY2(red ? c[0] > 0.9 && c[2] < 0.1 : c[0] < 0.1 && c[2] > 0.9,
             qPrintable(QStringLiteral("%1 %2 %3").arg(c[0]).arg(c[1]).arg(c[2])));
  }

  void metalAndRoughnessAreKept() {
    std::string text = samples::gltf();
    const std::string key = "\"pbrMetallicRoughness\"";
    std::size_t at = text.find(key);
    QVERIFY(at != std::string::npos);
    at = text.find('{', at);
    text.insert(at + 1, "\"metallicFactor\":0.25,\"roughnessFactor\":0.125,");
    const auto read = here_->import("a.gltf", text);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const std::string object = read->objects.front().object.DebugString();
    QVERIFY2(object.find("metalness: 0.25") != std::string::npos, object.c_str());
    QVERIFY2(object.find("roughness: 0.125") != std::string::npos, object.c_str());
  }

  // Of binary STL, as two programs write them: red, then blue, then none of its own.
  void facetsOfStlHaveTheirColour_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<std::vector<std::uint16_t>>("bits");
    QTest::addColumn<std::vector<int>>("rgb");  // of the runs of one colour
    QTest::newRow("VisCAM") << QByteArray("made by hand")
                            << std::vector<std::uint16_t>{0x8000 | 31 << 10, 0x8000 | 31, 0}
                            << std::vector<int>{255, 0, 0, 0, 0, 255, 184, 189, 196};
    QTest::newRow("Magics") << QByteArray("COLOR=\x20\x40\x80\xff,MATERIAL=")
                            << std::vector<std::uint16_t>{31, 31 << 10, 0x8000}
                            << std::vector<int>{255, 0, 0, 0, 0, 255, 32, 64, 128};
    QTest::newRow("none") << QByteArray("made by hand") << std::vector<std::uint16_t>{7, 0, 1} << std::vector<int>();
    QTest::newRow("one for all") << QByteArray("COLOR=\x20\x40\x80\xff") << std::vector<std::uint16_t>{0, 0, 0}
                                 << std::vector<int>();
  }
  void facetsOfStlHaveTheirColour() {
    QFETCH(QByteArray, head);
    QFETCH(std::vector<std::uint16_t>, bits);
    QFETCH(std::vector<int>, rgb);
    std::string bytes = head.leftJustified(80, '\0').toStdString();
    const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    put(static_cast<std::uint32_t>(bits.size()));
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const auto x = static_cast<float>(i);
      for (const float v : {0.f, 0.f, 1.f, x, 0.f, 0.f, x + 1.f, 0.f, 0.f, x, 1.f, 0.f}) put(v);
      put(bits[i]);
    }
    const auto read = here_->import("a.stl", bytes);
    QVERIFY2(read.ok(), read.status().line().c_str());
    std::vector<int> seen;
    for (const geometry::ColorRun& run : read->geometries.front()->mesh->colors)
      for (const float v : {run.color.r, run.color.g, run.color.b})
        seen.push_back(static_cast<int>(std::lround(255.f * v)));
    QCOMPARE(seen, rgb);
    if (head.startsWith("COLOR") && rgb.empty()) {
      const auto c = baseColor(*read);
      QVERIFY(std::abs(c[0] - 32 / 255.0) < 0.01 && std::abs(c[2] - 128 / 255.0) < 0.01);
    }
  }

  void metalOfSdfIsKept() {
    const auto read = here_->import(
        "a.sdf",
        "<sdf version='1.7'><model name='m'><static>true</static><link name='l'><visual name='v'><geometry>"
        "<box><size>1 1 1</size></box></geometry><material><diffuse>0 1 0 1</diffuse><pbr><metal>"
        "<metalness>0.75</metalness><roughness>0.375</roughness></metal></pbr></material></visual></link>"
        "</model></sdf>");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const std::string object = read->objects.front().object.DebugString();
    QVERIFY2(object.find("metalness: 0.75") != std::string::npos, object.c_str());
    QVERIFY2(object.find("roughness: 0.375") != std::string::npos, object.c_str());
  }

 private:
  // The header of a PNG with 100,000 x 100,000 points.
  static std::string largeHead() {
    std::string out = redAndBlue();
    for (const std::size_t at : {16u, 20u}) out.replace(at, 4, std::string("\x00\x01\x86\xa0", 4));
    out.replace(29, 4, crcOf(out.substr(12, 17)));
    return out;
  }
  static std::string crcOf(const std::string& bytes) {
    std::uint32_t crc = 0xffffffffu;
    for (const char c : bytes) {
      crc ^= static_cast<unsigned char>(c);
      for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
    }
    crc = ~crc;
    std::string out;
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(crc >> shift & 0xffu);
    return out;
  }

  // Of the first visual: red, green, blue in sRGB.
  static Vec3 baseColor(const io::ImportResult& read) {
    const QString text = QString::fromStdString(read.objects.front().object.DebugString());
    Vec3 out = Vec3::Zero();
    const qsizetype at = text.indexOf(QStringLiteral("base_color"));
    if (at < 0) return Vec3::Constant(-1.0);
    const QString block = text.mid(at, text.indexOf(QLatin1Char('}'), at) - at);
    const QStringList keys = {QStringLiteral("red: "), QStringLiteral("green: "), QStringLiteral("blue: ")};
    for (int k = 0; k < 3; ++k) {
      const qsizetype from = block.indexOf(keys[k]);
      if (from >= 0) out[k] = block.mid(from + keys[k].size()).split(QLatin1Char('\n')).front().toDouble();
    }
    return out;
  }

  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoMeshes)
#include "test_io_meshes.moc"
