// SPDX-License-Identifier: Apache-2.0
// The bridge with the tools of ROS 1 and clients in Python and C++, over `worldwright serve` and a roscore.
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/ros1_bridge/calls.h"
#include "app/ros1_bridge/packages.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

// One that nobody listens at now.
int freePort() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(socket);
  return ntohs(address.sin_port);
}

QString tool(const QString& name) { return QStandardPaths::findExecutable(name); }

QByteArray outputOf(QProcess& process) { return process.readAllStandardOutput() + process.readAllStandardError(); }

void end(QProcess& process) {
  if (process.state() == QProcess::NotRunning) return;
  process.terminate();
  if (!process.waitForFinished(20000)) process.kill();
  process.waitForFinished(5000);
}

}  // namespace

class TestRos1Clients : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    for (const char* name : {"roscore", "rosservice", "rostopic"})
      if (tool(name).isEmpty())
        QSKIP(qPrintable(QStringLiteral("%1 is not installed: see packaging/ros1-packages.txt").arg(name)));
    master_port_ = freePort();
    server_port_ = freePort();
    qputenv("ROS_MASTER_URI", QByteArray("http://127.0.0.1:") + QByteArray::number(master_port_));
    qputenv("ROS_IP", "127.0.0.1");
    qputenv("ROS_LOG_DIR", folder_.path("log").toUtf8());
    for (const char* version : {"2.9", "2.5.1"}) {
      const CliRun made = runProgram(script("make_modules"), {bridgeProgram(), folder_.path(version) + "/types",
                                                              folder_.path(version), "--gazebo-msgs", version});
      WW_COMPARE_EXIT(made, 0);
    }
    const CliRun cell = runCli({"new", folder_.path("cell.wright"), "--sample", "pick_and_place"});
    WW_COMPARE_EXIT(cell, 0);
    startMaster();
    startServer();
    startBridge(bridge_);
    QTRY_VERIFY_WITH_TIMEOUT(call("get_world_properties").contains("success: True"), 60000);
  }
  // As Gazebo puts it into plugins that have none, and nowhere else.
  void theNamespaceGoesIntoPlugins() {
    using ros1::inNamespace;
    const std::string model =
        "<sdf><!-- <plugin name='no'/> --><plugin name='a>b' filename=\"a\"/><plugin name='c'><x/></plugin>"
        "<plugin name='d'><robotNamespace>own</robotNamespace></plugin><plugins/></sdf>";
    QCOMPARE(inNamespace(model, ""), model);
    QCOMPARE(
        inNamespace(model, "r&d"),
        std::string("<sdf><!-- <plugin name='no'/> --><plugin name='a>b' filename=\"a\"><robotNamespace>r&amp;d"
                    "</robotNamespace></plugin><plugin name='c'><robotNamespace>r&amp;d</robotNamespace><x/></plugin>"
                    "<plugin name='d'><robotNamespace>own</robotNamespace></plugin><plugins/></sdf>"));
    QCOMPARE(inNamespace("<plugin name='cut", "n"), std::string("<plugin name='cut"));
    QCOMPARE(inNamespace("<plugin>", "n"), std::string("<plugin><robotNamespace>n</robotNamespace>"));
  }

  void cleanupTestCase() {
    for (QProcess* process : {&bridge_, &server_, &master_}) end(*process);
  }

  // What Debian's own generator works out from our types, and ours.
  void sumsAreThoseOfGenpy_data() { versions(); }
  void sumsAreThoseOfGenpy() {
    QFETCH(QString, version);
    const auto flavour = version == "2.5.1" ? ros1::Flavour::k251 : ros1::Flavour::k29;
    int count = 0;
    QString program =
        "import gazebo_msgs.msg, gazebo_msgs.srv, std_srvs.srv, rosgraph_msgs.msg\n"
        "import dynamic_reconfigure.msg, dynamic_reconfigure.srv, roscpp.msg, roscpp.srv\n";
    for (const ros1::TypeRow& row : ros1::allTypes()) {
      const QString name = QString::fromStdString(std::string(row.name));
      const std::string sum = ros1::md5Of(row.name, flavour);
      if (sum.empty() || name.startsWith("std_msgs") || name.startsWith("geometry") || name.startsWith("trajectory"))
        continue;
      program += QStringLiteral("assert %1.%2.%3._md5sum == '%4', '%3'\n")
                     .arg(name.section('/', 0, 0), row.is_service ? "srv" : "msg", name.section('/', 1),
                          QString::fromStdString(sum));
      ++count;
    }
    QVERIFY(count >= 32);
    const CliRun run = runProgram("/usr/bin/python3", {"-c", program}, withModules(version));
    WW_COMPARE_EXIT(run, 0);
  }

  // All that is offered, as rosservice calls it; what it is called with is sound, but for names of nothing.
  void rosservice_data() {
    QTest::addColumn<QString>("request");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* service, const char* request, const char* answer) {
      QTest::newRow(service) << request << answer;
    };
    row("pause_physics", "", "");
    row("spawn_sdf_model", "{model_name: b, model_xml: '<nothing/>'}", "neither");
    row("spawn_urdf_model", "{model_name: b, model_xml: '<robot name=\"r\"><link name=\"l\"/></robot>'}", "success: ");
    row("spawn_gazebo_model", "{model_name: b, model_xml: ''}", "success: False");
    row("delete_model", "{model_name: nobody}", "nobody");
    row("get_model_properties", "{model_name: robot}", "joint_6");
    row("get_model_state", "{model_name: crate, relative_entity_name: table}", "success: True");
    row("set_model_state", "{model_state: {model_name: crate, pose: {position: {x: 0.4, z: 1.0}}}}", "success: True");
    row("set_model_configuration", "{model_name: robot, joint_names: [joint_1], joint_positions: [0.1]}",
        "success: True");
    row("get_link_properties", "{link_name: 'crate::crate'}", "mass: ");
    row("set_link_properties", "{link_name: 'crate::crate', mass: -1}", "success: False");
    row("get_link_state", "{link_name: 'robot::link_6', reference_frame: world}", "success: True");
    row("set_link_state", "{link_state: {link_name: 'crate::crate', pose: {position: {z: 1.0}}}}", "success: True");
    row("get_joint_properties", "{joint_name: 'robot::joint_1'}", "0.1");
    row("set_joint_properties", "{joint_name: joint_1, ode_joint_config: {damping: [1.0], erp: [0.2]}}",
        "not simulated");
    row("set_joint_trajectory",
        "{model_name: robot, joint_trajectory: {joint_names: [no_joint], points: [{positions: [0.1]}]}}", "no_joint");
    row("apply_body_wrench", "{body_name: 'crate::crate', wrench: {force: {x: 1}}, duration: {secs: 1}}",
        "success: True");
    row("clear_body_wrenches", "{body_name: 'crate::crate'}", "");
    row("apply_joint_effort", "{joint_name: joint_1, effort: 1.0, duration: {secs: 1}}", "success: True");
    row("clear_joint_forces", "{joint_name: nobody}", "nobody");
    row("get_world_properties", "", "rendering_enabled: False");
    row("get_physics_properties", "", "sor_pgs_iters: 50");
    row("set_physics_properties", "{time_step: 0.0}", "success: False");
    row("set_parameters", "{config: {doubles: [{name: gravity_z, value: -9.8}]}}", "name: \"gravity_z\"");
    row("step_physics", "", "success: True");
    row("reset_world", "", "");
    row("reset_simulation", "", "");
    row("unpause_physics", "", "");
  }
  void rosservice() {
    QFETCH(QString, request);
    QFETCH(QString, answer);
    const QString service = QTest::currentDataTag();
    const QByteArray said = call(service, request);
    QVERIFY2(said.contains(answer.toUtf8()), said);
    QVERIFY2(!answer.isEmpty() || !said.contains("ERROR"), said);
  }
  void rosserviceKnowsAll() {
    const CliRun run = runProgram(tool("rosservice"), {"list"}, withModules("2.9"));
    WW_COMPARE_EXIT(run, 0);
    for (const ros1::ServiceRow& row : ros1::allServices()) {
      const QByteArray name = "/gazebo/" + QByteArray::fromStdString(std::string(row.name)) + "\n";
      QVERIFY2(run.out.contains(name), name);
    }
    for (const char* name : {"/gazebo/get_loggers\n", "/gazebo/set_logger_level\n"}) QVERIFY(run.out.contains(name));
  }

  // With roscpp's own answer, as Debian has it, a node crashes with the next line of its log.
  void levelsOfTheLog() {
    QVERIFY(call("get_loggers").contains("level: \"info\""));
    QVERIFY(!call("set_logger_level", "{logger: ros, level: warn}").contains("ERROR"));
    QVERIFY(call("get_loggers").contains("level: \"warn\""));
    QVERIFY(!call("set_logger_level", "{logger: ros, level: info}").contains("ERROR"));
    QVERIFY(call("get_world_properties").contains("success: True"));
    QCOMPARE(bridge_.state(), QProcess::Running);
  }

  void rostopic_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("/clock") << "nsecs";
    QTest::newRow("/gazebo/model_states") << "  - table";
    QTest::newRow("/gazebo/link_states") << "  - robot::link_6";
    QTest::newRow("/gazebo/bumper_states") << "collision1_name";
    QTest::newRow("/gazebo/performance_metrics") << "real_time_factor";
  }
  void rostopic() {
    QFETCH(QString, words);
    CliOptions options = withModules("2.9");
    options.timeout_ms = 30000;
    const CliRun run = runProgram(tool("rostopic"), {"echo", "-n1", QTest::currentDataTag()}, options);
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(run.out.contains(words.toUtf8()), run.describe());
  }

  void clientInPython() {
    CliOptions options = withModules("2.9");
    options.timeout_ms = 120'000;
    const CliRun run = runProgram("/usr/bin/python3", {script("client.py")}, options);
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.out.count("ok "), 12);
  }
  void clientInCpp() {
    CliOptions options;
    options.timeout_ms = 60000;
    const CliRun run = runProgram(QString::fromUtf8(WW_ROS1_CLIENT), {}, options);
    WW_COMPARE_EXIT(run, 0);
  }

  // The one type that has changed is refused to clients of the other version, the rest is served.
  void otherVersionIsRefused() {
    const CliOptions old = withModules("2.5.1");
    const CliRun state =
        runProgram(tool("rosservice"), {"call", "/gazebo/get_model_state", "{model_name: crate}"}, old);
    QVERIFY(state.exit != 0 || (state.out + state.err).contains("ERROR"));
    const CliRun world = runProgram(tool("rosservice"), {"call", "/gazebo/get_world_properties"}, old);
    QVERIFY2(world.out.contains("success: True"), world.describe());
    end(bridge_);
    startBridge(bridge_, {"--gazebo-msgs", "2.5.1"});
    const auto asked = [&] {
      return runProgram(tool("rosservice"), {"call", "/gazebo/get_model_state", "{model_name: crate}"}, old).out;
    };
    QTRY_VERIFY_WITH_TIMEOUT(asked().contains("success: True"), 60000);
    end(bridge_);
    startBridge(bridge_);
    QTRY_VERIFY_WITH_TIMEOUT(call("get_world_properties").contains("success: True"), 60000);
  }

  void nobodyElseIsListenedTo() {
    const CliRun run = runProgram(tool("ss"), {"-ltnpH"});
    if (run.exit != 0) QSKIP("there is no ss");
    int ours = 0;
    for (const QByteArray& line : run.out.split('\n')) {
      if (!line.contains("pid=" + QByteArray::number(bridge_.processId()) + ",")) continue;
      ++ours;
      QVERIFY2(line.contains(" 127.0.0.1:"), line);
    }
    QVERIFY(ours >= 1);
  }

  void theServerDiesAndComesBack() {
    server_.kill();
    QVERIFY(server_.waitForFinished(10000));
    const QByteArray said = call("get_world_properties");
    QVERIFY2(said.contains("success: False") && said.contains("cannot be reached"), said);
    QVERIFY(call("pause_physics").contains("cannot be reached"));
    startServer();
    QTRY_VERIFY_WITH_TIMEOUT(call("get_world_properties").contains("success: True"), 60000);
    QCOMPARE(bridge_.state(), QProcess::Running);
  }

  void theMasterDiesAndComesBack() {
    end(master_);
    startMaster();
    QTRY_VERIFY_WITH_TIMEOUT(call("get_world_properties").contains("success: True"), 60000);
    CliOptions options = withModules("2.9");
    options.timeout_ms = 30000;
    const CliRun run = runProgram(tool("rostopic"), {"echo", "-n1", "/gazebo/model_states"}, options);
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(bridge_.state(), QProcess::Running);
    QVERIFY(call("get_loggers").contains("loggers"));
    rosserviceKnowsAll();
  }

  void endsWhenAsked() {
    bridge_.terminate();
    QVERIFY(bridge_.waitForFinished(10000));
    QVERIFY2(bridge_.exitStatus() == QProcess::NormalExit && bridge_.exitCode() == 0,
             QByteArray::number(bridge_.exitCode()) + outputOf(bridge_));
  }
  void endsWithoutAMaster() {
    end(master_);
    QProcess alone;
    startBridge(alone);
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += outputOf(alone)).contains("no roscore"), 20000);
    alone.terminate();
    QVERIFY(alone.waitForFinished(10000));
    QCOMPARE(alone.exitCode(), 0);
  }
  void wrongOptions() {
    for (const QStringList& arguments :
         {QStringList{}, {"--server", "10.0.0.1:1"}, {"--gazebo-msgs", "3"}, {"--time-step", "-1"}})
      WW_COMPARE_EXIT(runProgram(bridgeProgram(), arguments), 2);
    WW_COMPARE_EXIT(runProgram(bridgeProgram(), {"--server", "127.0.0.1:1", "--token-file", "/no/such/file"}), 3);
    const CliRun key = runProgram(bridgeProgram(),
                                  {"--server", "127.0.0.1:1", "--tls-ca", folder_.write("key.pem", "no certificate")});
    WW_COMPARE_EXIT(key, 3);
    QVERIFY2(key.err.contains("has no certificate in PEM form"), key.describe().constData());
  }

 private:
  static void versions() {
    QTest::addColumn<QString>("version");
    for (const char* version : {"2.9", "2.5.1"}) QTest::newRow(version) << version;
  }
  static QString script(const QString& name) { return sourceFolder() + "/tests/ros1_bridge/" + name; }
  static QString bridgeProgram() { return programFolder() + "/worldwright-ros1-bridge"; }
  CliOptions withModules(const QString& version) const {
    CliOptions out;
    out.environment = {"PYTHONPATH=" + folder_.path(version), "PYTHONDONTWRITEBYTECODE=1", "PYTHONUNBUFFERED=1"};
    return out;
  }
  QByteArray call(const QString& service, const QString& request = {}) const {
    QStringList arguments{"call", "/gazebo/" + service};
    if (!request.isEmpty()) arguments << request;
    const CliRun run = runProgram(tool("rosservice"), arguments, withModules("2.9"));
    return run.out + run.err;
  }
  void startMaster() {
    master_.setProcessChannelMode(QProcess::MergedChannels);
    master_.start("roscore", {"-p", QString::number(master_port_)});
    QVERIFY(master_.waitForStarted());
  }
  void startServer() {
    server_.start(
        programFolder() + "/worldwright-serve",
        {"--quiet", "--listen", QStringLiteral("127.0.0.1:%1").arg(server_port_), folder_.path("cell.wright")});
    QVERIFY(server_.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(server_.canReadLine() || server_.state() == QProcess::NotRunning, 20000);
    QVERIFY2(server_.readLine().startsWith("127.0.0.1:"), server_.readAllStandardError());
  }
  void startBridge(QProcess& bridge, const QStringList& options = {}) {
    bridge.start(bridgeProgram(), QStringList{"--server", QStringLiteral("127.0.0.1:%1").arg(server_port_)} + options);
    QVERIFY(bridge.waitForStarted());
  }

  ScratchFolder folder_;
  int master_port_ = 0, server_port_ = 0;
  QProcess master_, server_, bridge_;
};

QTEST_GUILESS_MAIN(TestRos1Clients)
#include "test_ros1_clients.moc"
