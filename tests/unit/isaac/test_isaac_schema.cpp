// SPDX-License-Identifier: Apache-2.0
// The types have the public ids and sizes, and another program reads the bytes that we write, and we its.
#include <QProcess>

#include "core/interop/isaac/json.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

struct PublicType {
  const char* name;
  std::uint64_t id;
  int words, pointers;
};
constexpr PublicType kPublic[] = {
#include "tests/unit/isaac/public_ids.inc"
};

// The capnp tool on our schema of a type: it gets `input` and gives what it writes.
QByteArray tool(const QStringList& arguments, const QByteArray& input) {
  QProcess process;
  process.setWorkingDirectory(sourceFolder() + "/core/interop/isaac/schema");
  process.start("capnp", arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(20000) || process.exitCode() != 0) qWarning() << process.readAllStandardError();
  return process.readAllStandardOutput();
}

// A single segment as the tool has it: the table of segments first.
QByteArray withTable(const Message& message) {
  const auto& words = message.segments.front();
  const std::uint32_t table[2] = {0, static_cast<std::uint32_t>(words.size())};
  return QByteArray(reinterpret_cast<const char*>(table), 8) +
         QByteArray(reinterpret_cast<const char*>(words.data()), static_cast<qsizetype>(words.size() * 8));
}

}  // namespace

class TestIsaacSchema : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTypeHasItsPublicId() {
    QCOMPARE(std::size(kPublic), std::size_t{116});
    QCOMPARE(types().size(), std::size(kPublic));
    for (const PublicType& wanted : kPublic) {
      const TypeInfo* found = findType(std::string_view(wanted.name));
      QVERIFY2(found, wanted.name);
      QVERIFY2(found->id == wanted.id, wanted.name);
      QCOMPARE(found->is_enum, wanted.words < 0);
      if (found->is_enum) continue;
      QVERIFY2(found->data_words == wanted.words && found->pointers == wanted.pointers, wanted.name);
      QCOMPARE(findType(wanted.id), found);
    }
  }

  // The three that a public page prints in decimals.
  void theThreePrintedIds() {
    QCOMPARE(findType("ImageProto")->id, 16240193334533147313ull);
    QCOMPARE(findType("RangeScanProto")->id, 11901202900662173387ull);
    QCOMPARE(findType("StateProto")->id, 13177870757040999364ull);
  }

  void typesAreFoundByNameAndId() {
    ISAAC_GOT(const std::uint64_t id, typeIdOf("PoseTreeProto"));
    ISAAC_GOT(const std::uint64_t same, typeIdOf("0xb55055cf7bbbc1b9"));
    QCOMPARE(id, same);
    const auto none = typeIdOf("PoseTreProto");
    QCOMPARE(codeOf(none.status()), std::string("isaac.unknown-type"));
    QVERIFY2(none.status().hint.find("PoseTreeProto") != std::string::npos, none.status().hint.c_str());
    QCOMPARE(typeName(0x1234), std::string("0x0000000000001234"));
  }

  void theToolReadsWhatWeWrite() {
    std::vector<TreeNode> nodes;
    for (int i = 0; i < 1000; ++i)
      nodes.push_back({"node " + std::to_string(i), i - 1, Pose::translation(i, 0.25, -1), Pose::translation(0, i, 0)});
    const Message message = messageOf("tree", nodes);
    QCOMPARE(message.segments.size(), std::size_t{1});
    const QByteArray json = tool({"convert", "binary:json", "pose_tree.capnp", "PoseTreeProto"}, withTable(message));
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    QCOMPARE(root["nodes"].toArray().size(), 1000);
    QCOMPARE(root["edges"].toArray().size(), 999);
    const QJsonObject last = root["nodes"].toArray()[999].toObject();
    QCOMPARE(last["name"].toString(), "node 999");
    QCOMPARE(last["parentIndex"].toInt(), 998);
    QCOMPARE(last["parentTNode"].toObject()["translation"].toObject()["x"].toDouble(), 999.0);
    QCOMPARE(last["parentTNode"].toObject()["rotation"].toObject()["q"].toObject()["w"].toDouble(), 1.0);
  }

  // Disparity as the tool decodes it: the picture, the lens, how far apart the cameras stand.
  void theToolReadsDisparity() {
    CameraPicture picture;
    const std::string pixels(static_cast<std::size_t>(6 * 8 * 4), '\1');
    picture.picture = {6, 8, 1, PixelType::kFloat32, std::make_shared<const std::string>(pixels)};
    picture.pinhole = {100.0, 110.0, 3.0, 4.0};
    picture.min_disparity = 0.5;
    picture.max_disparity = 64.0;
    picture.baseline_m = 0.125;
    ISAAC_GOT(const Message message, disparityMessage(picture));
    const QByteArray json =
        tool({"convert", "binary:json", "camera.capnp", "DisparityCameraProto"}, withTable(message));
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    QCOMPARE(root["cameraBaseline"].toDouble(), 0.125);
    QCOMPARE(root["minimumDisparity"].toDouble(), 0.5);
    QCOMPARE(root["maximumDisparity"].toDouble(), 64.0);
    QCOMPARE(root["pinhole"]["focal"]["x"].toDouble(), 100.0);
    QCOMPARE(root["pinhole"]["center"]["y"].toDouble(), 4.0);
    QCOMPARE(root["pinhole"]["rows"].toInt(), 6);
    QCOMPARE(root["disparityImage"]["cols"].toInt(), 8);
    QCOMPARE(root["disparityImage"]["elementType"].toString(), QStringLiteral("float32"));
    QCOMPARE(message.buffers.size(), std::size_t{1});
    ISAAC_GOT(const CameraPicture back, pictureOf(message));
    QVERIFY(back.baseline_m == 0.125 && back.max_disparity == 64.0 && *back.picture.pixels == pixels);
    // And what the tool writes is read.
    const QByteArray bytes = tool({"convert", "json:binary", "camera.capnp", "DisparityCameraProto"}, json);
    Message other = message;
    other.segments.assign(1, std::vector<Word>(static_cast<std::size_t>(bytes.size()) / 8 - 1));
    std::memcpy(other.segments[0].data(), bytes.data() + 8, other.segments[0].size() * 8);
    ISAAC_GOT(const CameraPicture theirs, pictureOf(other));
    QVERIFY(theirs.baseline_m == 0.125 && theirs.pinhole.focal_col == 110.0 && theirs.min_disparity == 0.5);
    picture.picture.pixels = std::make_shared<const std::string>(pixels.substr(1));
    QVERIFY(!disparityMessage(picture).ok());
  }

  void weReadWhatTheToolWrites() {
    const QByteArray json = R"({"lhs": "world", "rhs": "cart", "pose": {"rotation": {"q": {"w": 0.5, "x": 0.5,
      "y": -0.5, "z": 0.5}}, "translation": {"x": 1.5, "y": -2, "z": 1e-3}}})";
    const QByteArray bytes = tool({"convert", "json:binary", "alice.capnp", "PoseTreeEdgeProto"}, json);
    QVERIFY(bytes.size() > 8);
    Message message;
    message.type_id = findType("PoseTreeEdgeProto")->id;
    message.segments.resize(1, std::vector<Word>(static_cast<std::size_t>(bytes.size()) / 8 - 1));
    std::memcpy(message.segments[0].data(), bytes.data() + 8, message.segments[0].size() * 8);
    ISAAC_GOT(const PoseEdge edge, poseEdgeOf(message));
    QCOMPARE(edge.lhs, std::string("world"));
    QCOMPARE(edge.rhs, std::string("cart"));
    QCOMPARE(edge.lhs_t_rhs.p.x(), 1.5);
    QCOMPARE(edge.lhs_t_rhs.q.y(), -0.5);
  }

  void theToolReadsOurJson() {
    ISAAC_GOT(const Message message, Result<Message>(messageOf(ActorRequests{{{"a", "box", Pose()}}, {"b"}})));
    ISAAC_GOT(const std::string json, jsonOf(message));
    const QByteArray text =
        tool({"convert", "json:binary", "actor_group.capnp", "ActorGroupProto"}, QByteArray::fromStdString(json));
    QCOMPARE(text, withTable(message));
  }
};

QTEST_GUILESS_MAIN(TestIsaacSchema)
#include "test_isaac_schema.moc"
