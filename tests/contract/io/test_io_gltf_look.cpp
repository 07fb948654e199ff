// SPDX-License-Identifier: Apache-2.0
// How glTF files have their shapes look, bend and stand, and what is said where they are not whole.
#include <QtTest>

#include <array>
#include <set>

#include "tests/contract/io/gltf_samples.h"
#include "tests/contract/io/import_here.h"

using namespace ww;

namespace {

std::string floats(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

// A file of accessors that are each a list of floats, one after the other.
struct Lists {
  std::string accessors, views, binary;
  // `type`: "VEC3" of `components`.
  Lists& add(const std::vector<float>& values, const std::string& type, std::size_t components) {
    const std::string number = std::to_string(count_++), comma = count_ > 1 ? "," : "";
    accessors += comma + R"({"bufferView":)" + number + R"(,"componentType":5126,"count":)" +
                 std::to_string(values.size() / components) + R"(,"type":")" + type + R"("})";
    views += comma + R"({"buffer":0,"byteOffset":)" + std::to_string(binary.size()) + R"(,"byteLength":)" +
             std::to_string(4 * values.size()) + "}";
    binary += floats(values);
    return *this;
  }
  // `rest`: nodes, meshes and what else there is, behind a comma.
  std::string glb(const std::string& rest) const {
    return samples::glbOf(R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)" + rest +
                              R"(,"accessors":[)" + accessors + R"(],"bufferViews":[)" + views +
                              R"(],"buffers":[{"byteLength":)" + std::to_string(binary.size()) + "}]}",
                          binary);
  }

 private:
  int count_ = 0;
};

const std::vector<float> kTriangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};
const char* const kOneNode = R"("nodes":[{"name":"part","mesh":0}],)";

}  // namespace

class TestIoGltfLook : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  // Alpha counts where a material says that it blends.
  void alphaCountsWhereItBlends_data() {
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<double>("alpha");
    QTest::newRow("nothing said") << QByteArray("") << 1.0;
    QTest::newRow("opaque") << QByteArray(R"(,"alphaMode":"OPAQUE")") << 1.0;
    QTest::newRow("blend") << QByteArray(R"(,"alphaMode":"BLEND")") << 0.25;
  }
  void alphaCountsWhereItBlends() {
    QFETCH(QByteArray, mode);
    QFETCH(double, alpha);
    const auto read = import(
        Lists()
            .add(kTriangle, "VEC3", 3)
            .glb(std::string(kOneNode) + R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,0.25]})" +
                 mode.toStdString() + R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}])"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(std::abs(color(*read)[3] - alpha) < 0.01);
  }

  // What else a material says of its look is told, and black light is none.
  void lightAndReliefOfMaterialsAreTold() {
    const auto read = import(Lists()
                                 .add(kTriangle, "VEC3", 3)
                                 .glb(std::string(kOneNode) +
                                      R"("materials":[{"emissiveFactor":[0,1,0]},{"emissiveFactor":[0,0,0]},)" +
                                      R"({"emissiveFactor":[0.5,0,0],"normalTexture":{"index":0}}],)" +
                                      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}])"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    std::set<std::string> told;
    for (const Diagnostic& d : read->diagnostics) {
      if (d.failure && d.failure->row->code == "io.mesh-part-not-kept")
        told.insert(d.message.substr(0, d.message.find(" in")));
    }
    QCOMPARE(told, (std::set<std::string>{"2 entries of <emissiveFactor>", "1 entry of <normalTexture>"}));
  }

  // The colours of corners are a factor of what the material says, in linear light.
  void coloursOfCornersAreAFactor() {
    Lists lists;
    lists.add(kTriangle, "VEC3", 3).add({1, 1, 0, 1, 1, 0, 1, 1, 0}, "VEC3", 3);
    const auto read =
        import(lists.glb(std::string(kOneNode) +
                         R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.2140411,1,1,1]}}],)"
                         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":1},"material":0}]}])"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto c = color(*read);
    QVERIFY2(std::abs(c[0] - 0.5) < 0.01 && std::abs(c[1] - 1.0) < 0.01 && c[2] < 0.01,
             qPrintable(QStringLiteral("%1 %2 %3").arg(c[0]).arg(c[1]).arg(c[2])));
  }

  // A strip of two triangles: both seen from the same side.
  void stripsAndFansKeepTheirSides_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("triangles");
    QTest::newRow("strip") << 5 << 3;
    QTest::newRow("fan") << 6 << 3;
  }
  void stripsAndFansKeepTheirSides() {
    QFETCH(int, mode);
    QFETCH(int, triangles);
    const std::vector<float> strip = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0};
    const std::vector<float> fan = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 2, 0, 0, 2, 0};
    const auto read =
        import(Lists()
                   .add(mode == 5 ? strip : fan, "VEC3", 3)
                   .glb(std::string(kOneNode) + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":)" +
                        std::to_string(mode) + "}]}]"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    QCOMPARE(mesh.triangles.size(), static_cast<std::size_t>(triangles));
    for (const geometry::Triangle& t : mesh.triangles) {
      const Vec3 ab = mesh.vertices[t[1]] - mesh.vertices[t[0]], ac = mesh.vertices[t[2]] - mesh.vertices[t[0]];
      QVERIFY(ab.cross(ac).z() > 0.0);
    }
  }

  // The shape at rest is the one that the weights of the targets say.
  void weightsOfTargetsShapeIt() {
    Lists lists;
    lists.add(kTriangle, "VEC3", 3).add({0, 0, 0, 2, 0, 0, 0, 0, 0}, "VEC3", 3);
    const std::string meshes =
        R"("meshes":[{"weights":[0.5],"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":1}]}]}])";
    auto read = import(lists.glb(kOneNode + meshes));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY((read->shown_m.size() - Vec3(2, 0, 1)).norm() < 1e-6);
    // A node may say it otherwise for itself.
    read = import(lists.glb(R"("nodes":[{"name":"part","mesh":0,"weights":[1]}],)" + meshes));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY((read->shown_m.size() - Vec3(3, 0, 1)).norm() < 1e-6);
  }

  // What joints hold stands where they are, and not where its node is.
  void jointsHoldAShape() {
    Lists lists;
    const std::vector<float> bound = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    lists.add(kTriangle, "VEC3", 3).add(std::vector<float>(12, 0), "VEC4", 4);
    lists.add({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4).add(bound, "MAT4", 16);
    const auto read = import(lists.glb(
        R"("nodes":[{"children":[1,2]},{"mesh":0,"skin":0,"translation":[70,70,70]},{"name":"bone","translation":[0,4,0]}],)"
        R"("skins":[{"joints":[2],"inverseBindMatrices":3}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}])"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    // y up: bound 1 below, and carried 4 up.
    QVERIFY((read->shown_m.min - Vec3(0, 0, 3)).norm() < 1e-6);
    QVERIFY((read->shown_m.max - Vec3(1, 0, 4)).norm() < 1e-6);
  }

  void whatIsNotWholeIsTold_data() {
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QByteArray>("code");
    const QByteArray nodes = kOneNode, meshes = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
    QTest::newRow("node in no scene") << QByteArray(R"("nodes":[{"mesh":0},{"name":"lid","mesh":0}],)") + meshes
                                      << QByteArray("gltf-unshown");
    QTest::newRow("word that is none") << QByteArray(R"("nodes":[{"mesh":0,"childen":[]}],)") + meshes
                                       << QByteArray("gltf-word");
    QTest::newRow("attribute that is none")
        << nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMALS":0}}]}])"
        << QByteArray("gltf-word");
    QTest::newRow("primitive without places")
        << nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{}}]}])"
        << QByteArray("gltf-look");
    QTest::newRow("material that is not there")
        << nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":3}]}])"
        << QByteArray("gltf-look");
    QTest::newRow("normals that are not there")
        << nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":8}}]}])" << QByteArray("gltf-look");
    QTest::newRow("corners that are too few")
        << nodes + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":1}}]}])"
        << QByteArray("mesh-corners");
  }
  void whatIsNotWholeIsTold() {
    QFETCH(QByteArray, rest);
    QFETCH(QByteArray, code);
    Lists lists;
    lists.add(kTriangle, "VEC3", 3).add({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1}, "VEC3", 3);
    const auto read = import(lists.glb(rest.toStdString()));
    QVERIFY2(read.ok(), read.status().line().c_str());
    const bool told = std::ranges::any_of(read->diagnostics, [&](const Diagnostic& d) {
      return d.code == code.toStdString() && d.severity == Diagnostic::Severity::kWarning;
    });
    QVERIFY(told);
  }

  // Many parts may take their corners from one long list: only what they take is theirs.
  void cornersThatNobodyTakesAreLeftOut() {
    std::vector<float> many(kTriangle);
    for (int i = 0; i < 3000; ++i) many.push_back(static_cast<float>(i));
    std::string indices("\x00\x00\x01\x00\x02\x00\x00\x00", 8);
    Lists lists;
    lists.add(many, "VEC3", 3);
    lists.accessors += R"(,{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"})";
    lists.views += R"(,{"buffer":0,"byteOffset":)" + std::to_string(lists.binary.size()) + R"(,"byteLength":6})";
    lists.binary += indices;
    const auto read = import(
        lists.glb(std::string(kOneNode) + R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->geometries.front()->mesh->vertices.size(), std::size_t{3});
  }

 private:
  Result<io::ImportResult> import(const std::string& glb) { return here_->import("a.glb", glb); }
  // Of the only part.
  static std::array<double, 4> color(const io::ImportResult& read) {
    std::array<double, 4> out{};
    const std::string text = read.objects.front().object.DebugString();
    const std::size_t at = text.find("base_color");
    if (at == std::string::npos) return out;
    const auto number = [&](const char* name, std::size_t from, double otherwise) {
      const std::size_t found = text.find(name, from);
      return found < at + 200 ? std::stod(text.substr(found + std::string(name).size())) : otherwise;
    };
    out = {number("red: ", at, 0.0), number("green: ", at, 0.0), number("blue: ", at, 0.0), 1.0};
    const std::size_t alpha = text.find("alpha {", at);
    if (alpha < at + 200) out[3] = number("value: ", alpha, 0.0);
    return out;
  }
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoGltfLook)
#include "test_io_gltf_look.moc"
