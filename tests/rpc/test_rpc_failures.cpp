// SPDX-License-Identifier: Apache-2.0
// Ways to fail over the services: what reaches a client tells the cause, the place and the remedy, and names no
// option of the command line and no button.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <QRegularExpression>
#include <QtTest>

#include "tests/rpc/reflection_client.h"
#include "tests/rpc/served.h"

using namespace ww::test;
using grpc::StatusCode;

namespace {

struct Way {
  const char* name;
  const char* method;  // with its service
  const char* request;
  StatusCode code;
  const char* cause;
  const char* place;
  const char* remedy;
};

constexpr const char* kWorld = "intrinsic_proto.world.ObjectWorldService";
constexpr const char* kPlanner = "intrinsic_proto.motion_planning.v1.MotionPlannerService";

#define ROBOT R"(robot_reference { object_id { by_name { object_name: "robot" } } } )"
#define CRATE R"(object { by_name { object_name: "crate" } } )"

const Way kWorldWays[] = {
    {"no world", "GetWorld", R"(world_id: "wrold")", StatusCode::NOT_FOUND, "no world", "wrold", "world"},
    {"clone of no world", "CloneWorld", R"(world_id: "wrold")", StatusCode::NOT_FOUND, "no world", "wrold", "world"},
    {"clone over a world", "CloneWorld", R"(world_id: "world" cloned_world_id: "world")", StatusCode::ALREADY_EXISTS,
     "already|exists", "world", "another id|overwrit"},
    {"a bad world id", "CloneWorld", R"(world_id: "world" cloned_world_id: "a b")", StatusCode::INVALID_ARGUMENT,
     "blank", "a b", "without blanks"},
    {"delete no world", "DeleteWorld", R"(world_id: "wrold")", StatusCode::NOT_FOUND, "no world", "wrold", "world"},
    {"no object", "GetObject", R"(world_id: "world" object { by_name { object_name: "crat" } })", StatusCode::NOT_FOUND,
     "no object", "crat", "did you mean 'crate'"},
    {"object unset", "GetObject", R"(world_id: "world")", StatusCode::INVALID_ARGUMENT,
     "not set|not named|not said|missing", "object", "set|name"},
    {"no frame", "GetFrame", R"(world_id: "world" frame { by_name { object_name: "crate" frame_name: "grap" } })",
     StatusCode::NOT_FOUND, "no frame", "grap", "did you mean '.*grasp"},
    {"no node", "GetTransform",
     R"(world_id: "world" node_a { id: "root" } node_b { by_name { object { object_name: "tabel" } } })",
     StatusCode::NOT_FOUND, "no object", "tabel", "did you mean 'table'"},
    {"node unset", "GetTransform", R"(world_id: "world" node_a { id: "root" })", StatusCode::INVALID_ARGUMENT,
     "not set|not said|missing", "node_b", "set|name"},
    {"delete root", "DeleteObject", R"(world_id: "world" object { id: "root" })", StatusCode::INVALID_ARGUMENT,
     "cannot be deleted", "root", "objects in it"},
    {"delete a parent", "DeleteObject", R"(world_id: "world" object { by_name { object_name: "table" } })",
     StatusCode::FAILED_PRECONDITION, "child", "table", "force|reparent"},
    {"a name taken", "UpdateObjectName", R"(world_id: "world" )" CRATE R"(name: "robot" name_is_global_alias: true)",
     StatusCode::INVALID_ARGUMENT, "already|another object", "robot", "another name"},
    {"a bad name", "UpdateObjectName", R"(world_id: "world" )" CRATE R"(name: "a crate")", StatusCode::INVALID_ARGUMENT,
     "not a valid name", "a crate", "letters"},
    {"joints of a table", "UpdateObjectJoints",
     R"(world_id: "world" object { by_name { object_name: "table" } } joint_positions: 1)",
     StatusCode::INVALID_ARGUMENT, "no joint", "table", "name|robot"},
    {"too few joints", "UpdateObjectJoints",
     R"(world_id: "world" object { by_name { object_name: "robot" } } joint_positions: [1, 2, 3])",
     StatusCode::INVALID_ARGUMENT, "3 .*2", "robot", "one position"},
    {"a negative margin", "UpdateCollisionSettings", R"(world_id: "world" collision_settings { minimum_margin: -1 })",
     StatusCode::INVALID_ARGUMENT, "-1", "minimum_margin", "0 or more"},
    {"a rule of nothing", "UpdateCollisionSettings",
     R"(world_id: "world" collision_settings { collision_rules { left { object { by_name { object_name: "robto" } } }
        collision_action { is_excluded: true } } })",
     StatusCode::NOT_FOUND, "no object", "collision rule 0.*robto", "did you mean 'robot'"},
    {"a frame's name taken", "CreateFrame",
     R"(world_id: "world" parent_object { id: "root" } new_frame_name: "pick"
        parent_t_new_frame { orientation { w: 1 } })",
     StatusCode::ALREADY_EXISTS, "already", "pick", "another name"},
    {"sync of nothing", "SyncObject", R"(from_world_id: "init_world" to_world_id: "world")",
     StatusCode::INVALID_ARGUMENT, "neither an object nor a frame", "object", "set object or frame"},
};

const Way kPlannerWays[] = {
    {"plan of nothing", "PlanTrajectory", R"(world_id: "world")", StatusCode::INVALID_ARGUMENT,
     "not set|not said|missing|names no", "robot_reference", "name|robot|set"},
    {"plan in no world", "PlanTrajectory", R"(world_id: "wrold")", StatusCode::NOT_FOUND, "no world", "wrold", "world"},
    {"plan for no robot", "PlanTrajectory",
     R"(world_id: "world" robot_specification { robot_reference { object_id { by_name { object_name: "robto" } } } })",
     StatusCode::NOT_FOUND, "no object", "robto", "did you mean 'robot'"},
    {"kinematics without target", "ComputeIk", R"(world_id: "world" )" ROBOT, StatusCode::INVALID_ARGUMENT,
     "not set|not said|missing", "target", "pose|set"},
    {"positions of too few joints", "ComputeFk",
     R"(world_id: "world" )" ROBOT
     R"(joints { joints: 1 } reference { id: "root" } target { by_name { object { object_name: "robot" } } })",
     StatusCode::INVALID_ARGUMENT, "2 .*1", "joints", "2|one .*each"},
    {"a path of nothing", "CheckCollisions", R"(world_id: "world" )" ROBOT, StatusCode::INVALID_ARGUMENT,
     "empty|no waypoint", "waypoint", "at least one|add"},
};

struct Asked {
  const char* service;
  const Way* way;
};

const std::vector<Asked>& allWays() {
  static const std::vector<Asked> kAll = [] {
    std::vector<Asked> all;
    for (const Way& way : kWorldWays) all.push_back({kWorld, &way});
    for (const Way& way : kPlannerWays) all.push_back({kPlanner, &way});
    return all;
  }();
  return kAll;
}

std::string requestBytes(const std::string& service, const std::string& method, const char* text) {
  using namespace google::protobuf;
  const auto* descriptor = DescriptorPool::generated_pool()->FindServiceByName(service);
  const auto* call = descriptor ? descriptor->FindMethodByName(method) : nullptr;
  if (!call) qFatal("no %s/%s", service.c_str(), method.c_str());
  const std::unique_ptr<Message> request(MessageFactory::generated_factory()->GetPrototype(call->input_type())->New());
  if (!TextFormat::ParseFromString(text, request.get())) qFatal("no request: %s", text);
  return request->SerializeAsString();
}

bool says(const char* pattern, const std::string& text) {
  return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption)
      .match(QString::fromStdString(text))
      .hasMatch();
}

// Empty when a client was helped.
QByteArray faultOf(const Way& way, const std::string& message, const std::string& instructions) {
  if (!says(way.cause, message)) return "the cause is not told";
  if (!says(way.place, message)) return "the place is not told";
  if (!says(way.remedy, instructions)) return "the remedy is not told";
  if (says(" --[a-z]|`|\\bbutton\\b|send it again|try again later|\\bmend\\b", message + " " + instructions))
    return "words of another way in, or that fit everything";
  return {};
}

}  // namespace

class TestRpcFailures : public QObject {
  Q_OBJECT

  Served served_;

  void judge(const std::string& service, const Way& way) {
    std::string response;
    const grpc::Status status = callBytes(served_.channel(), "/" + service + "/" + way.method,
                                          requestBytes(service, way.method, way.request), response);
    const Outcome outcome{status, {}};
    const std::string instructions = outcome.details().user_report().instructions();
    QByteArray fault = faultOf(way, status.error_message(), instructions);
    if (status.error_code() != way.code) fault = "status " + QByteArray::number(status.error_code());
    const QByteArray told = QByteArray(way.name) + ": " + fault + "\nmessage: " + status.error_message().c_str() +
                            "\ninstructions: " + instructions.c_str();
    QVERIFY2(fault.isEmpty(), told);
  }

 private Q_SLOTS:
  void ways_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < allWays().size(); ++i) QTest::newRow(allWays()[i].way->name) << static_cast<int>(i);
  }
  void ways() {
    QFETCH(int, index);
    const Asked& asked = allWays()[static_cast<std::size_t>(index)];
    judge(asked.service, *asked.way);
  }

  void genericAnswersFail() {
    for (const Asked& asked : allWays()) {
      const Way& way = *asked.way;
      QVERIFY2(
          !faultOf(way, "invalid input: correct the request and send it again", "correct the request and send it again")
               .isEmpty(),
          way.name);
      QVERIFY2(!faultOf(way, "something went wrong: try again", "try again").isEmpty(), way.name);
    }
  }
};

QTEST_GUILESS_MAIN(TestRpcFailures)
#include "test_rpc_failures.moc"
