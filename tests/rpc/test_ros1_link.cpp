// SPDX-License-Identifier: Apache-2.0
// What the bridge to ROS 1 does besides answering: servers that come and go, files of models, parameters, topics.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "app/ros1_bridge/feeds.h"
#include "app/ros1_bridge/packages.h"
#include "app/ros1_bridge/parameters.h"
#include "tests/rpc/calls.h"
#include "tests/rpc/ros1_desk.h"

using namespace ww;
using namespace ww::test;

namespace {

const QByteArray kMesh = R"(solid a
facet normal 0 0 -1
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
endsolid a
)";

struct Heard : Outlet {
  bool isWanted(Topic topic) const override {
    const std::lock_guard lock(mutex);
    return wanted.contains(topic);
  }
  void publish(Topic topic, const std::string& bytes) override {
    const std::lock_guard lock(mutex);
    messages[topic].push_back(bytes);
  }
  std::vector<std::string> of(Topic topic) const {
    const std::lock_guard lock(mutex);
    const auto it = messages.find(topic);
    return it == messages.end() ? std::vector<std::string>() : it->second;
  }
  void want(std::set<Topic> topics) {
    const std::lock_guard lock(mutex);
    wanted = std::move(topics);
  }
  mutable std::mutex mutex;
  std::set<Topic> wanted;
  std::map<Topic, std::vector<std::string>> messages;
};

}  // namespace

class TestRos1Link : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { test::useBuiltWorker(); }
  void init() { desk_ = std::make_unique<test::Ros1Desk>(); }
  void cleanup() { desk_.reset(); }

  void parametersOfDynamicReconfigure() {
    const auto with = [](const char* name, double value) {
      Writer out;
      for (int i = 0; i < 3; ++i) out.u32(0);
      out.u32(1);
      out.text(name);
      out.f64(value);
      out.u32(0);
      return out;
    };
    const Answer set = desk_->answered("set_parameters", with("gravity_z", -1.62));
    QVERIFY2(set.fits, set.bytes.c_str());
    v1::SetPhysicsPropertiesRequest got;
    Reader in(set.bytes);
    const Taken taken = take(in, &got);
    QCOMPARE(taken.problem, std::string());
    QVERIFY(taken.any);
    QCOMPARE(got.gravity().z(), -1.62);
    QCOMPARE(got.ode_config().sor_pgs_iters(), 50u);  // what was not given stays
    QCOMPARE(got.time_step(), 0.001);
    for (const auto& [name, value, word] :
         {std::tuple{"gravity", 1.0, "no parameter gravity"}, std::tuple{"sor_pgs_iters", 1.0, "of kind int"},
          std::tuple{"time_step", -1.0, "time"}}) {
      const Answer bad = desk_->answered("set_parameters", with(name, value));
      QVERIFY(!bad.fits);
      QVERIFY2(bad.bytes.find(word) != std::string::npos, bad.bytes.c_str());
    }
    // Parameters are told when they change, whoever has changed them.
    Heard heard;
    const Feeds feeds(desk_->link, heard, {});
    QTRY_COMPARE_WITH_TIMEOUT(heard.of(Topic::kParameterUpdates).size(), std::size_t{1}, 20000);
    QCOMPARE(heard.of(Topic::kParameterUpdates).front(), set.bytes);
    QCOMPARE(heard.of(Topic::kParameterDescriptions).size(), std::size_t{1});
    QVERIFY(desk_->answered("set_parameters", with("gravity_z", -3.0)).fits);
    QTRY_COMPARE_WITH_TIMEOUT(heard.of(Topic::kParameterUpdates).size(), std::size_t{2}, 20000);
    desk_->link.stop();
  }

  // Meshes come from packages of the machine that the bridge is on.
  void meshesOfPackages() {
    const test::ScratchFolder folder;
    QVERIFY(QDir().mkpath(folder.path("ws/src/arm/meshes")));
    folder.write("ws/src/arm/package.xml", "<package/>");
    folder.write("ws/src/arm/meshes/a.stl", kMesh);
    folder.write("loose.stl", kMesh);
    const auto model = [&](const std::string& file) {
      return "<robot name='r'><link name='l'><inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' "
             "iyz='0' izz='0.01'/></inertial><collision><geometry><mesh filename='" +
             file + "'/></geometry></collision></link></robot>";
    };
    qputenv("ROS_PACKAGE_PATH", folder.path("ws").toUtf8());
    desk_->pause();
    const auto shapes = [&](const std::string& name) {
      Writer get;
      get.text(name);
      const std::string bytes = desk_->answered("get_model_properties", get).bytes;
      Reader in(bytes);
      in.text(), in.text(), in.texts();
      return in.texts().size();
    };
    const End packaged = desk_->spawn("packaged", model("package://arm/meshes/a.stl"));
    QVERIFY2(packaged.success, packaged.message.c_str());
    QCOMPARE(shapes("packaged"), std::size_t{1});
    QVERIFY(desk_->spawn("loose", model("file://" + folder.file("loose.stl"))).success);
    QCOMPARE(shapes("loose"), std::size_t{1});
    const End missing = desk_->spawn("missing", model("package://arm/meshes/b.stl"));
    QVERIFY2(missing.success && missing.message.find("b.stl") != std::string::npos, missing.message.c_str());
    QCOMPARE(shapes("missing"), std::size_t{0});
    // Nothing else of this machine is sent.
    folder.write("ws/src/secret.stl", kMesh);
    folder.write("secret.txt", "x");
    const std::vector<std::filesystem::path> roots{folder.file("ws")};
    QCOMPARE(filesOf(model("package://arm/meshes/a.stl"), roots).files.size(), std::size_t{1});
    for (const std::string& name : {std::string("package://arm/../secret.stl"), "file://" + folder.file("secret.txt"),
                                    std::string("file:///etc/passwd")}) {
      const ModelFiles taken = filesOf(model(name), roots);
      QVERIFY2(taken.files.empty() && taken.xml == model(name), name.c_str());
    }
    qunsetenv("ROS_PACKAGE_PATH");
  }

  // What a mesh names comes along, however it says so, and nothing from outside of its package.
  void picturesOfMeshes() {
    const test::ScratchFolder folder;
    for (const char* below : {"ws/arm/meshes", "ws/arm/textures"}) QVERIFY(QDir().mkpath(folder.path(below)));
    folder.write("ws/arm/package.xml", "<package/>");
    folder.write("ws/secret.png", "secret");
    folder.write("ws/arm/textures/skin.png", "skin");
    folder.write("ws/arm/meshes/bump map.png", "bump");
    folder.write("ws/arm/meshes/data.bin", "data");
    folder.write("ws/arm/meshes/a.obj", "# a\r\nmtllib a.mtl\r\nv 0 0 0\n");
    folder.write("ws/arm/meshes/a.mtl",
                 "newmtl m\nmap_Kd -s 1 1 1 ../textures/skin.png\nbump bump map.png\nmap_Ks ../../secret.png\n");
    folder.write("ws/arm/meshes/b.dae",
                 "<COLLADA><init_from> ../textures/skin.png </init_from><init_from>"
                 "file:///etc/passwd</init_from></COLLADA>");
    folder.write("ws/arm/meshes/c.gltf", R"({"buffers":[{"uri":"data.bin"}],"images":[{"uri" : "../textures/skin.png"},
      {"uri":"data:image/png;base64,AA"},{"uri":"/etc/hosts.png"}]})");
    const std::vector<std::filesystem::path> roots{folder.file("ws")};
    const auto names = [&](const std::string& mesh) {
      std::set<std::string> out;
      for (const auto& [name, bytes] : filesOf("<mesh filename='package://arm/meshes/" + mesh + "'/>", roots).files)
        out.insert(name);
      return out;
    };
    using Names = std::set<std::string>;
    QVERIFY(names("a.obj") ==
            (Names{"arm/meshes/a.obj", "arm/meshes/a.mtl", "arm/textures/skin.png", "arm/meshes/bump map.png"}));
    QVERIFY(names("b.dae") == (Names{"arm/meshes/b.dae", "arm/textures/skin.png"}));
    QVERIFY(names("c.gltf") == (Names{"arm/meshes/c.gltf", "arm/meshes/data.bin", "arm/textures/skin.png"}));
    // Of a mesh outside of a package, what lies in its folder.
    folder.write("a.obj", "mtllib a.mtl\n");
    folder.write("a.mtl", "newmtl m\nmap_Kd skin.png\nmap_Ks ws/secret.png\n");
    folder.write("skin.png", "skin");
    const ModelFiles loose = filesOf("<uri>file://" + folder.file("a.obj") + "</uri>", roots);
    QVERIFY2(loose.files.contains("file_1/skin.png") && loose.files.size() >= 3, loose.xml.c_str());
  }

  void withoutAServer() {
    Link nowhere(linkTo("127.0.0.1:1"));
    Desk desk{nowhere, Flavour::k29, {}, {}};
    for (const ServiceRow& row : allServices()) {
      const Answer answer = answerTo(row, desk, {});
      QVERIFY(!answer.problem.empty());
    }
    const Answer answer = answerTo(*serviceNamed("get_world_properties"), desk, {});
    QVERIFY2(answer.problem.find("127.0.0.1:1 cannot be reached") != std::string::npos, answer.problem.c_str());
  }

  void aTokenIsSent() {
    rpc::ServerOptions guarded;
    guarded.token = "a-token-of-some-length-0123456789";
    desk_->served = std::make_unique<test::Served>(guarded);
    LinkOptions with = linkTo(desk_->served->server->address());
    for (const bool knows : {false, true}) {
      with.token = knows ? guarded.token : std::string();
      Link link(with);
      Desk desk{link, Flavour::k29, {}, {}};
      QCOMPARE(answerTo(*serviceNamed("pause_physics"), desk, {}).fits, knows);
    }
  }

  // Over TLS: with the certificate that answers for the server's, and only with that; what is wrong is said.
  void aCertificateIsChecked() {
    ScratchFolder folder;
    const auto made = [&](const char* name) {
      const QString key = folder.path(QString(name) + ".key"), certificate = folder.path(QString(name) + ".pem");
      QProcess openssl;
      openssl.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate});
      const bool done = openssl.waitForFinished() && openssl.exitCode() == 0;
      const auto text = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
      };
      return std::pair(done ? text(certificate) : std::string(), text(key));
    };
    const auto own = made("own"), other = made("other");
    if (own.first.empty() || other.first.empty()) QSKIP("openssl cannot make a certificate here");
    rpc::ServerOptions guarded;
    guarded.tls_certificate = own.first;
    guarded.tls_key = own.second;
    guarded.token = "a-token-of-some-length-0123456789";
    desk_->served = std::make_unique<test::Served>(guarded);
    struct Try {
      std::string roots, token, problem;  // no problem: it answers
    };
    for (const Try& t : {Try{own.first, guarded.token, ""}, Try{other.first, guarded.token, "its certificate is"},
                         Try{"", guarded.token, "give --tls-ca if it uses TLS"},
                         Try{own.first, "", "asks for a token: give its own by --token-file"},
                         Try{own.first, "another-token-0123456789", "and not for this one"}}) {
      LinkOptions options = linkTo(desk_->served->server->address());
      options.tls_roots = t.roots;
      options.token = t.token;
      std::vector<std::string> said;
      options.tell = [&](const std::string& words) { said.push_back(words); };
      Link link(options);
      Desk desk{link, Flavour::k29, {}, {}};
      const Answer answer = answerTo(*serviceNamed("pause_physics"), desk, {});
      QCOMPARE(answer.fits, t.problem.empty());
      const std::string all = answer.problem + answer.bytes + (said.empty() ? "" : said.front());
      QVERIFY2(all.find(t.problem) != std::string::npos, all.c_str());
    }
  }

  // The simulation went with the old server.
  void aServerThatComesBack() {
    QVERIFY(desk_->spawn("box", kBox).success);
    rpc::ServerOptions again;
    again.listen = desk_->served->server->address();
    desk_->served->server->stop();
    QVERIFY(desk_->answered("pause_physics", {}).bytes.find("cannot be reached") != std::string::npos);
    desk_->served = std::make_unique<test::Served>(again);
    QTRY_VERIFY_WITH_TIMEOUT(desk_->answered("pause_physics", {}).fits, 20000);
    QVERIFY(desk_->spawn("box", kBox).success);
  }

  // As somebody else has ended it, another one begins.
  void aSimulationThatIsGone() {
    QVERIFY(desk_->answered("pause_physics", {}).fits);
    const auto stub = v1::SimulationService::NewStub(desk_->served->channel());
    grpc::ClientContext context;
    v1::EndSimulationRequest end;
    end.set_simulation_id("simulation_1");
    v1::SimulationReply reply;
    QVERIFY(stub->EndSimulation(&context, end, &reply).ok());
    QVERIFY(desk_->answered("pause_physics", {}).fits);
  }

  void oneThatIsThereIsJoined() {
    LinkOptions joins = linkTo(desk_->served->server->address());
    joins.simulation = "simulation_1";
    {
      Link link(joins);
      Desk desk{link, Flavour::k29, {}, {}};
      QVERIFY(answerTo(*serviceNamed("pause_physics"), desk, {}).bytes.find("simulation_1") != std::string::npos);
      QVERIFY(desk_->answered("pause_physics", {}).fits);  // begins it
      QVERIFY(answerTo(*serviceNamed("pause_physics"), desk, {}).fits);
    }
    QVERIFY(desk_->answered("pause_physics", {}).fits);  // and it is there still
  }

  void whatIsPublished() {
    QVERIFY(desk_->spawn("box", kBox).success);
    Heard heard;
    heard.want({Topic::kModelStates, Topic::kLinkStates, Topic::kContacts, Topic::kPerformance});
    const Feeds feeds(desk_->link, heard, {});
    QTRY_VERIFY_WITH_TIMEOUT(heard.of(Topic::kClock).size() > 5 && heard.of(Topic::kLinkStates).size() > 5 &&
                                 !heard.of(Topic::kContacts).empty() && !heard.of(Topic::kPerformance).empty(),
                             20000);
    const std::string models = heard.of(Topic::kModelStates).back();
    Reader in(models);
    const std::vector<std::string> names = in.texts();
    for (const char* name : {"table", "robot", "box"})
      QVERIFY2(std::find(names.begin(), names.end(), name) != names.end(), name);
    QCOMPARE(std::size_t{in.u32()}, names.size());
    for (std::size_t i = 0; i < 7 * names.size(); ++i) in.f64();
    QCOMPARE(std::size_t{in.u32()}, names.size());
    for (std::size_t i = 0; i < 6 * names.size(); ++i) in.f64();
    QCOMPARE(in.problem(), std::string());
    // Nobody listens any more; while it is paused the time alone is repeated, unchanged.
    heard.want({});
    desk_->pause();
    const auto states = [&] { return heard.of(Topic::kModelStates).size(); };
    const auto clocks = [&] { return heard.of(Topic::kClock); };
    const std::size_t from = clocks().size();
    QTRY_VERIFY_WITH_TIMEOUT(clocks().size() > from + 3, 20000);
    QCOMPARE(clocks().back(), clocks().at(from + 2));
    const std::size_t told = states();
    const std::size_t later = clocks().size();
    QTRY_VERIFY_WITH_TIMEOUT(clocks().size() > later + 3, 20000);
    QCOMPARE(states(), told);
    desk_->link.stop();
  }

 private:
  std::unique_ptr<test::Ros1Desk> desk_;
};

QTEST_GUILESS_MAIN(TestRos1Link)
#include "test_ros1_link.moc"
