// SPDX-License-Identifier: Apache-2.0
// Messages as plain data, as JSON and as a tree.
#include <limits>

#include "core/base/failure.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/inspect.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/seen_messages.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "tests/support/poses.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

const Pose kPose{Vec3(1, -2, 3), Quat(0.5, 0.5, -0.5, 0.5)};

Message empty(const char* type) {
  Message out;
  out.type_id = findType(std::string_view(type))->id;
  out.segments = *segmentsOfJson(out.type_id, "{}");
  return out;
}

const Field* child(const Field& parent, const std::string& name) {
  for (const Field& field : parent.children) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace

class TestIsaacMessage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bodiesAndActorsComeBack() {
    ISAAC_GOT(const BodyGroup group,
              bodyGroupOf(messageOf(BodyGroup{"world", {{"cart", kPose, Vec3(1, 2, 3), Vec3(4, 5, 6)}}})));
    QCOMPARE(group.frame, std::string("world"));
    QVERIFY(group.bodies.at(0).frame_t_body == kPose);
    QVERIFY(group.bodies[0].angular == Vec3(4, 5, 6));
    QCOMPARE(group.bodies[0].name, std::string("cart"));
    ISAAC_GOT(const ActorRequests requests,
              actorRequestsOf(messageOf(ActorRequests{{{"a", "box", kPose}}, {"b", "c"}})));
    QCOMPARE(requests.spawn.at(0).prefab, std::string("box"));
    QVERIFY(requests.spawn[0].world_t_actor == kPose);
    QCOMPARE(requests.destroy, (std::vector<std::string>{"b", "c"}));
    ISAAC_GOT(const ActorStatus status, actorStatusOf(messageOf(ActorStatus{{"a"}, {"b"}, {}})));
    QCOMPARE(status.spawned, std::vector<std::string>{"b"});
    ISAAC_GOT(
        const CollisionEvent hit,
        collisionOf(messageOf(CollisionEvent{"a", "b", kPose, Pose(), Vec3(1, 0, 0), Vec3::UnitZ(), Vec3(0, 1, 0)})));
    QVERIFY(hit.world_normal == Vec3::UnitZ() && hit.world_t_this == kPose);
  }

  // The quaternion of a message that nobody filled in is zero.
  void anUnsetPoseIsIdentity() {
    ISAAC_GOT(const PoseEdge edge, poseEdgeOf(empty("PoseTreeEdgeProto")));
    QVERIFY(edge.lhs_t_rhs == Pose::identity());
  }

  void oddParentsAreRoots() {
    ISAAC_GOT(const auto nodes, poseTreeOf(messageOf("t", {{"a", -1, Pose(), Pose()}, {"b", 0, kPose, kPose}})));
    QCOMPARE(nodes.at(1).parent, 0);
    Message odd = empty("PoseTreeProto");
    odd.segments = *segmentsOfJson(odd.type_id, R"({"nodes": [{"parentIndex": 0}, {"parentIndex": 77}]})");
    ISAAC_GOT(const auto roots, poseTreeOf(odd));
    QCOMPARE(roots.at(0).parent, -1);
    QCOMPARE(roots.at(1).parent, -1);
  }

  void jointsAsComposite() {
    const std::vector<Quantity> joints{{"arm/j1", "position", 0.25}, {"arm/j2", "speed", -1.5}};
    Message message = messageOf(joints);
    ISAAC_GOT(const auto back, quantitiesOf(message));
    QCOMPARE(back.size(), joints.size());
    QCOMPARE(back[1].entity, std::string("arm/j2"));
    QCOMPARE(back[1].measure, std::string("speed"));
    QCOMPARE(back[1].value, -1.5);
    message.buffers[0] = bytes(std::string(15, 'x'));
    QCOMPARE(codeOf(quantitiesOf(message).status()), std::string("isaac.buffer-size"));
    message.buffers.clear();
    QCOMPARE(codeOf(quantitiesOf(message).status()), std::string("isaac.no-buffer"));
    QCOMPARE(codeOf(quantitiesOf(messageOf(PoseEdge{})).status()), std::string("isaac.wrong-type"));
  }

  void picturesAndScans() {
    CameraPicture picture{{2, 3, 1, PixelType::kFloat32, bytes(std::string(24, '\1'))}, {100, 110, 1, 1.5}, 0.1, 9};
    ISAAC_GOT(const Message depth, depthMessage(picture));
    ISAAC_GOT(const CameraPicture back, pictureOf(depth));
    QCOMPARE(back.picture.cols, 3);
    QCOMPARE(back.pinhole.focal_col, 110.0);
    QVERIFY(*back.picture.pixels == *picture.picture.pixels);
    QVERIFY(isPicture(depth.type_id) && !isPicture(messageOf(PoseEdge{}).type_id));
    picture.picture.rows = 40000;
    QCOMPARE(codeOf(depthMessage(picture).status()), std::string("isaac.dimensions"));
    picture.picture.rows = 3;
    QCOMPARE(codeOf(depthMessage(picture).status()), std::string("isaac.buffer-size"));
    const double inf = std::numeric_limits<double>::infinity();
    // Who reads in single precision finds what hit nothing there, too, at ranges that are no such number.
    for (const double farthest : {2.3, 5.6, 8.0, 0.1, 100.0}) {
      ISAAC_GOT(const Message far, scanMessage({{0.f}, {0.5f}, {inf}, farthest}));
      const Message flat = flatScanMessage({{0.0f}, {inf}, farthest});
      ISAAC_DONE(readAs("RangeScanProto", far, [&](const Reader& in) {
        const float factor = in.get("rangeDenormalizer").as<float>() / 65535.0f;
        QVERIFY(static_cast<double>(65535.0f * factor) >= in.get("outOfRangeThreshold").as<double>());
        QVERIFY(in.get("rangeDenormalizer").as<double>() * (65534.0 / 65535.0) <
                in.get("outOfRangeThreshold").as<double>());
      }));
      ISAAC_DONE(readAs("FlatscanProto", flat, [&](const Reader& in) {
        const auto ranges = in.get("ranges").as<capnp::DynamicList>();
        QVERIFY(ranges[0].as<double>() >= in.get("outOfRangeThreshold").as<double>());
      }));
    }
    ISAAC_GOT(const Message scan, scanMessage({{0.f, 1.f, 2.f}, {0.5f}, {-1.0, 2.0, inf}, 8.0}));
    ISAAC_GOT(const Scan read, scanOf(scan));
    QVERIFY(read.ranges_m.at(0) < 0);
    QVERIFY(std::abs(read.ranges_m.at(1) - 2.0) < 8.0 / 65535);
    QCOMPARE(read.ranges_m.at(2), inf);
    ISAAC_GOT(const Message cloud, pointMessage({Vec3(1, 2, 3), Vec3(4, 5, 6)}));
    ISAAC_GOT(const auto points, pointsOf(cloud));
    QVERIFY(points.at(1) == Vec3(4, 5, 6));
  }

  // Every struct: its empty message goes to JSON and back and into a tree.
  void everyTypeAsJsonAndTree() {
    int structs = 0;
    for (const TypeInfo& type : types()) {
      if (type.is_enum) continue;
      Message message = empty(type.name.c_str());
      ISAAC_GOT(const std::string json, jsonOf(message));
      ISAAC_GOT(message.segments, segmentsOfJson(type.id, json));
      ISAAC_GOT(const Field tree, inspect(message));
      QCOMPARE(tree.type, type.name);
      QVERIFY2(!tree.children.empty(), type.name.c_str());
      ++structs;
    }
    QCOMPARE(structs, 110);
  }

  void jsonOfAMessageMakesTheSame() {
    const Message message = messageOf(BodyGroup{"world", {{"cart", kPose}, {"b\"x", Pose()}}});
    ISAAC_GOT(const std::string json, jsonOf(message));
    ISAAC_GOT(const Segments segments, segmentsOfJson(message.type_id, json));
    Message again = message;
    again.segments = segments;
    ISAAC_GOT(const std::string same, jsonOf(again));
    QCOMPARE(same, json);
  }

  // In words of ours, with the field: those of the library tell of its insides.
  void jsonThatDoesNotFitSaysWhere() {
    const Message message = messageOf(BodyGroup{"world", {}});
    const auto lineOf = [&](const char* json) { return segmentsOfJson(message.type_id, json).status().line(); };
    QCOMPARE(lineOf(R"({"refrenceFrame": "x"})"),
             std::string("INVALID_ARGUMENT: 'refrenceFrame' is no field of RigidBody3GroupProto: did you mean "
                         "'referenceFrame'? its fields are 'bodies', 'names', 'referenceFrame'"));
    QVERIFY(lineOf(R"({"bodies": [{}, {"refTBody": {"rotatoin": 1}}]})").find("'bodies[1].refTBody.rotatoin'") !=
            std::string::npos);
    QVERIFY(lineOf(R"({"bodies": 7})").find("'bodies' has to be a list") != std::string::npos);
    QVERIFY(lineOf("[]").find("has to be an object with fields") != std::string::npos);
    QVERIFY(lineOf(R"({"referenceFrame": 7})").find("has to be a text") != std::string::npos);
    for (const char* bad : {"", "{", R"({"names": ["a" "b"]})"})
      QCOMPARE(codeOf(segmentsOfJson(message.type_id, bad).status()), std::string("isaac.bad-json"));
    const std::uint64_t image = *typeIdOf("ImageProto");
    const Status rows = segmentsOfJson(image, R"({"rows": 70000})").status();
    QCOMPARE(codeOf(rows), std::string("isaac.json-range"));
    QVERIFY2(rows.line().find("'rows' is '70000'") != std::string::npos, rows.line().c_str());
    QCOMPARE(codeOf(segmentsOfJson(image, R"({"rows": -1})").status()), std::string("isaac.json-range"));
    QCOMPARE(codeOf(segmentsOfJson(image, R"({"rows": 2.5})").status()), std::string("isaac.json-range"));
    QVERIFY(segmentsOfJson(image, R"({"rows": 480})").ok());
    const std::uint64_t composite = *typeIdOf("CompositeProto");
    const Status measure =
        segmentsOfJson(composite, R"({"quantities": [{"entity": "a", "measure": "postion"}]})").status();
    QCOMPARE(codeOf(measure), std::string("isaac.json-no-value"));
    QVERIFY(measure.hint.starts_with("did you mean 'position'?"));
  }

  // A number that is none of the schema's measures: its value could be anything.
  void aMeasureThatThereIsNotIsRefused() {
    Message message = messageOf(std::vector<Quantity>{{"arm/j1", "position", 0.5}, {"arm/j2", "speed", 0.25}});
    QVERIFY(quantitiesOf(message).ok());
    constexpr Word kFloat64 = 3, kSpeed = 4, kStrange = 99;  // as the schema counts; the measure is the second
    int changed = 0;
    for (auto& segment : message.segments)
      for (Word& word : segment)
        if (word == (kFloat64 | kSpeed << 16)) word = kFloat64 | kStrange << 16, ++changed;
    QCOMPARE(changed, 1);
    const Status refused = quantitiesOf(message).status();
    QCOMPARE(codeOf(refused), std::string("isaac.no-measure"));
    QVERIFY(refused.line().find("'arm/j2' has the measure 99") != std::string::npos);
  }

  void aTreeNamesWhatIsThere() {
    Message message = messageOf(BodyGroup{"world", {{"cart", kPose}}});
    message.buffers.push_back(bytes("\x01\x02"));
    ISAAC_GOT(const Field tree, inspect(message));
    QVERIFY(child(tree, "referenceFrame"));
    QCOMPARE(child(tree, "referenceFrame")->value, std::string("world"));
    const Field* bodies = child(tree, "bodies");
    QVERIFY(bodies);
    QCOMPARE(bodies->type, std::string("List(RigidBody3Proto)"));
    const Field* pose = child(bodies->children.at(0), "refTBody");
    QVERIFY(pose);
    QCOMPARE(child(*child(*pose, "translation"), "y")->value, std::string("-2"));
    QCOMPARE(child(tree, "buffer 0")->value, std::string("01 02"));
    InspectLimits few;
    few.fields = 4;
    ISAAC_GOT(const Field cut, inspect(message, few));
    QVERIFY(cut.children.size() <= 5);
  }

  void unknownTypesAreShownRaw() {
    Message message;
    message.type_id = 0x1234;
    message.segments = {{0x0102030405060708ull}};
    ISAAC_GOT(const Field tree, inspect(message));
    QCOMPARE(tree.type, std::string("0x0000000000001234"));
    QCOMPARE(tree.children.at(0).children.at(0).value, std::string("08 07 06 05 04 03 02 01"));
    QCOMPARE(codeOf(jsonOf(message).status()), std::string("isaac.unknown-type"));
  }
};

QTEST_GUILESS_MAIN(TestIsaacMessage)
#include "test_isaac_message.moc"
