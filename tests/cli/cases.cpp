// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

#include <signal.h>

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>

namespace ww::test {
namespace {

QByteArray numbers(const QList<double>& values) {
  QByteArrayList texts;
  for (const double v : values) texts << QByteArray::number(v, 'g', 17);
  return texts.join(", ");
}

bool isOf(const QJsonValue& value, char type) {
  switch (type) {
    case 's': return value.isString();
    case 'n': return value.isDouble() || value == QStringLiteral("Infinity") || value == QStringLiteral("-Infinity");
    case 'b': return value.isBool();
    case 'a': return value.isArray();
    case 'o': return value.isObject();
    case 'v':
      return value.toArray().size() == 3 && isOf(value.toArray()[0], 'n') && isOf(value.toArray()[1], 'n') &&
             isOf(value.toArray()[2], 'n');
    default: return !value.isUndefined();
  }
}

}  // namespace

QString makeSample(const ScratchFolder& folder, const QString& name, const QString& sample) {
  const QString path = folder.path(name);
  const CliRun run = runCli({"new", path, "--sample", sample});
  if (run.exit != 0) qFatal("no sample: %s", run.describe().constData());
  return path;
}

QByteArray hashOf(const QString& path) {
  return QCryptographicHash::hash(readFile(path), QCryptographicHash::Sha256).toHex();
}

QJsonObject jsonOf(const QStringList& arguments, int wanted_exit, const CliOptions& options) {
  const CliRun run = runCli(arguments + QStringList{"--json"}, options);
  if (run.exit != wanted_exit) {
    qWarning("%s", run.describe().constData());
    return {};
  }
  return run.json();
}

QJsonValue at(const QJsonValue& value, const QString& path) {
  QJsonValue found = value;
  for (const QString& step : path.split('/'))
    found = found.isArray() ? found.toArray().at(step.toInt()) : found.toObject().value(step);
  return found;
}

CliOptions withInput(const QByteArray& input) {
  CliOptions options;
  options.input = input;
  return options;
}

CliOptions withTimeout(int milliseconds, const QStringList& environment) {
  CliOptions options;
  options.timeout_ms = milliseconds;
  options.environment = environment;
  return options;
}

QByteArray errorLineOf(const CliRun& run) {
  QByteArray line;
  for (const QByteArray& each : run.err.split('\n'))
    if (!each.startsWith("warning: ") && !each.isEmpty()) line += each + "\n";
  return line;
}

QByteArray errorLineFault(const CliRun& run, const QByteArray& code) {
  static const QRegularExpression kLine(QStringLiteral("^error: ([A-Z_]+): (\\S.*): (\\S.*)\n$"));
  const QByteArray line = errorLineOf(run);
  const auto match = kLine.match(QString::fromUtf8(line));
  if (!match.hasMatch() || line.count('\n') != 1)
    return "not one line `error: CODE: what: what to do`\n" + run.describe();
  if (!code.isEmpty() && match.captured(1).toLatin1() != code) return "not " + code + "\n" + run.describe();
  return {};
}

QByteArray errorObjectFault(const CliRun& run, const QByteArray& code) {
  if (const QByteArray fault = errorLineFault(run, code); !fault.isEmpty()) return fault;
  const QJsonObject error = run.json()["error"].toObject();
  if (run.json().keys() != QStringList{"error"}) return "not the error object alone\n" + run.describe();
  if (const QByteArray fault = keysFault(error, {"code:s", "title:s", "message:s", "hint:s", "subject:s"});
      !fault.isEmpty())
    return fault;
  const QByteArray line = "error: " + error["code"].toString().toUtf8() + ": ";
  if (!errorLineOf(run).startsWith(line)) return "the object is of another code than the line\n" + run.describe();
  if (error["title"].toString().isEmpty() || error["hint"].toString().isEmpty())
    return "title and hint are to be said\n" + run.describe();
  return {};
}

QByteArray keysFault(const QJsonObject& object, const QByteArrayList& keys) {
  for (const QByteArray& entry : keys) {
    const QString key = QString::fromUtf8(entry.left(entry.indexOf(':')));
    if (!isOf(object[key], entry.back())) {
      return "key " + entry + " is missing or of another type in " +
             QJsonDocument(object).toJson(QJsonDocument::Compact).left(2000);
    }
  }
  return {};
}

Running::Running(const QStringList& arguments, const QStringList& environment) {
  QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
  for (const QString& e : environment) all.insert(e.section('=', 0, 0), e.section('=', 1));
  process.setProcessEnvironment(all);
  process.start(QDir(programFolder()).absoluteFilePath("worldwright"), arguments);
  if (!process.waitForStarted(10000)) qFatal("worldwright cannot be started");
}

Running::~Running() {
  process.kill();
  process.waitForFinished(3000);
}

qint64 Running::end(int signal) {
  QElapsedTimer timer;
  timer.start();
  ::kill(static_cast<pid_t>(process.processId()), signal);
  return process.waitForFinished(3000) ? timer.elapsed() : -1;
}

namespace {
const QByteArray kRobot = "robot_reference { object_id { by_name { object_name: \"robot\" } } }\n";
}

QByteArray fkRequest(const QList<double>& joints) {
  return kRobot +
         "reference { by_name { object { object_name: \"root\" } } }\n"
         "target { by_name { frame { object_name: \"gripper\" frame_name: \"tool_frame\" } } }\n"
         "joints { joints: [" +
         numbers(joints) + "] }\n";
}

QByteArray jointMotion(const QList<double>& joints, const QByteArray& type, const QByteArray& more) {
  return "robot_specification { " + kRobot + " }\nmotion_specification { motion_segments { motion_type: " + type +
         " target { joint_position { joints: [" + numbers(joints) + "] } } " + more + " } }\n";
}

QByteArray poseMotion(const QList<double>& p, const QList<double>& q, const QByteArray& type) {
  const auto field = [](const char* name, double v) {
    return QByteArray(name) + ": " + QByteArray::number(v, 'g', 17) + " ";
  };
  return "robot_specification { " + kRobot + " }\nmotion_specification { motion_segments { motion_type: " + type +
         " target { cartesian_pose { moving_frame { by_name { frame { object_name: \"gripper\" frame_name: "
         "\"tool_frame\" } } }\n"
         " target_frame { by_name { object { object_name: \"root\" } } } target_frame_offset { position { " +
         field("x", p[0]) + field("y", p[1]) + field("z", p[2]) + "} orientation { " + field("w", q[0]) +
         field("x", q[1]) + field("y", q[2]) + field("z", q[3]) + "} } } } } }\n";
}

QList<double> namedJoints(const QString& world, const QString& name) {
  const QJsonObject robot = jsonOf({"get", world, "robot"});
  const QJsonArray all = at(robot, "kinematic_object_component/named_joint_configurations").toArray();
  for (const QJsonValue& c : all) {
    if (at(c, "name").toString() != name) continue;
    QList<double> joints;
    for (const QJsonValue& v : at(c, "joint_positions").toArray()) joints << v.toDouble();
    return joints;
  }
  return {};
}

}  // namespace ww::test
