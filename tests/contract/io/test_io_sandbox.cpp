// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "core/io/file_zone.h"
#include "core/io/frame_io.h"
#include "core/io/worker_client.h"
#include "worldwright/v1/worker.pb.h"

using namespace ww;
using namespace ww::io;
namespace fs = std::filesystem;
using Outcomes = std::map<std::string, std::string>;

// The names of what must go on working, and of nothing else that the probe tries.
static const std::map<std::string, std::string> kWorks = {
    {"read_part", "open"},   {"canonical", "open"}, {"list", "open"},        {"missing", "open"},
    {"scratch", "open"},     {"thread", "open"},    {"own_session", "open"}, {"no_more_open", "open"},
    {"bundle_list", "open"}, {"mmap", "open"}};

static void put(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

static std::string program() {
  return (fs::read_symlink("/proc/self/exe").parent_path() / "ww_sandbox_probe").string();
}

static Outcomes probe(const fs::path& root, const std::string& lacking) {
  worldwright::v1::ToWorker request;
  request.mutable_import()->set_protocol_version(kWorkerProtocol);
  request.mutable_import()->set_path((root / "bundle/part.stl").string());
  request.mutable_import()->set_scratch_dir((root / "scratch").string());
  request.mutable_import()->set_name(lacking);
  WorkerLimits limits;
  limits.wall_s = 30;
  const auto take = [](const worldwright::v1::FromWorker& m, bool& finished) { return finished = m.has_done(); };
  const auto exit = runWorker(program(), request, root / "scratch", limits, {}, take);
  if (!exit.ok()) return {{"start", exit.status().line()}};
  Outcomes out;
  std::istringstream lines(exit->output);
  for (std::string what, rest; lines >> what && std::getline(lines >> std::ws, rest);)
    out[what == "missing" && rest.size() > 5 ? "missing_layer" : what] = rest;
  return out;
}

// A program that tries all ways out, started as the reader of a file is.
class TestIoSandbox : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    dir_ = std::make_unique<QTemporaryDir>();
    root_ = fs::canonical(dir_->path().toStdString());
    put(root_ / "bundle/part.stl", "solid a\nendsolid\n");
    put(root_ / "bundle/meshes/hull.stl", "solid h\nendsolid\n");
    put(root_ / "bundle/.ssh/id_rsa", "secret");
    put(root_ / "victim/secret.txt", "secret");
    fs::create_symlink(root_ / "victim/secret.txt", root_ / "bundle/link_out.stl");
    QCOMPARE(mkfifo((root_ / "bundle/pipe").c_str(), 0666), 0);
    fs::create_directories(root_ / "scratch");
  }

  void nothingGetsOut_data() {
    QTest::addColumn<QByteArray>("lacking");
    QTest::addColumn<bool>("as_nobody");
    QTest::newRow("all layers") << QByteArray() << false;
    QTest::newRow("without Landlock") << QByteArray("no files rules") << false;
    QTest::newRow("another user, all layers") << QByteArray() << true;
    QTest::newRow("another user, without Landlock") << QByteArray("no files rules") << true;
  }
  void nothingGetsOut() {
    QFETCH(QByteArray, lacking);
    QFETCH(bool, as_nobody);
    if (as_nobody && geteuid() != 0) QSKIP("this user cannot become another one");
    if (as_nobody && !nobodyMayRun()) QSKIP("another user may not read the folder of the build");
    const Outcomes seen = as_nobody ? asNobody(lacking.toStdString()) : probe(root_, lacking.toStdString());
    QVERIFY2(seen.size() > 50, std::to_string(seen.size()).c_str());
    for (const auto& [what, outcome] : seen) {
      const auto works = kWorks.find(what);
      const bool right = works != kWorks.end() ? outcome == works->second : outcome != "open";
      QVERIFY2(right, (what + ": " + outcome).c_str());
    }
    QVERIFY2(!seen.contains("missing_layer"), seen.contains("missing_layer") ? seen.at("missing_layer").c_str() : "");
    // What is there and what is not looks the same from inside.
    QCOMPARE(seen.at("victim_stat"), seen.at("nothing_stat"));
    QCOMPARE(text(root_ / "victim/secret.txt"), std::string("secret"));
    QCOMPARE(text(root_ / "bundle/part.stl"), std::string("solid a\nendsolid\n"));
    QVERIFY(!fs::exists(root_ / "bundle/new.stl"));
  }

  void aZoneIsTheFolderThePackageAndTheSearchFolders() {
    put(root_ / "ws/src/arm/package.xml", "<package><name>arm</name></package>");
    put(root_ / "ws/src/arm/urdf/arm.urdf", "<robot name='a'/>");
    put(root_ / "ws/src/arm/meshes/a.stl", "");
    put(root_ / "ws/src/gripper/package.xml", "<package><name>gripper</name></package>");
    put(root_ / "ws/src/gripper/meshes/g.stl", "");
    put(root_ / "ws/src/letters/private.txt", "");
    put(root_ / "models/tool/t.stl", "");
    put(root_ / "other/diary/package.xml", "<package><name>diary</name></package>");
    put(root_ / "other/diary/meshes/d.stl", "");
    FileZone zone(root_ / "ws/src/arm/urdf/arm.urdf", {root_ / "models"}, root_ / "scratch");
    QVERIFY(zone.mayRead(root_ / "ws/src/arm/urdf/arm.urdf"));
    QVERIFY(zone.mayRead(root_ / "ws/src/arm/meshes/a.stl"));
    // A package beside it is another one.
    QVERIFY(!zone.mayRead(root_ / "ws/src/gripper/meshes/g.stl") && !zone.mayList(root_ / "ws/src"));
    FileZone given(root_ / "ws/src/arm/urdf/arm.urdf", {root_ / "ws/src"}, root_ / "scratch");
    QVERIFY(given.mayRead(root_ / "ws/src/gripper/meshes/g.stl"));
    QVERIFY(zone.mayRead(root_ / "models/tool/t.stl"));
    QVERIFY(zone.mayRead(root_ / "scratch/x") && zone.mayWrite(root_ / "scratch/x"));
    QVERIFY(!zone.mayWrite(root_ / "ws/src/arm/urdf/arm.urdf"));
    QVERIFY(!zone.mayRead(root_ / "ws/src/letters/private.txt"));
    // A package, but neither beside that of the file nor in a folder that was given.
    QVERIFY(!zone.mayRead(root_ / "other/diary/meshes/d.stl"));
    // A package without a marker, laid out as packages are.
    fs::create_directories(root_ / "plain/urdf");
    FileZone plain(root_ / "plain/urdf/arm.urdf", {}, root_ / "scratch");
    QVERIFY(plain.mayRead(root_ / "plain/meshes/visual/a.stl"));
    QVERIFY(!plain.mayRead(root_ / "plain/private.txt"));
    QVERIFY(!zone.mayRead(root_ / "ws/src/arm/.git/config"));
    QVERIFY(!zone.mayRead(root_ / "scratchy/x"));
    QVERIFY(zone.mayKnow(root_ / "ws") && !zone.mayList(root_ / "ws"));
    QVERIFY(!zone.mayKnow(root_ / "victim"));
    QVERIFY(!zone.mayRead("/etc/passwd"));
  }

  // Models of a collection name each other, as those of Gazebo do.
  void aModelSeesTheModelsAroundIt() {
    for (const char* name : {"board", "peg"}) {
      put(root_ / "shelf" / name / "model.config", "<model/>");
      put(root_ / "shelf" / name / "model.sdf", "<sdf/>");
    }
    put(root_ / "shelf/robot/package.xml", "<package/>");
    put(root_ / "shelf/robot/a.stl", "");
    put(root_ / "shelf/letter.txt", "");
    FileZone zone(root_ / "shelf/board/model.sdf", {}, root_ / "scratch");
    QVERIFY(zone.mayRead(root_ / "shelf/peg/model.sdf") && zone.mayList(root_ / "shelf"));
    QVERIFY(!zone.mayRead(root_ / "shelf/robot/a.stl") && !zone.mayRead(root_ / "shelf/letter.txt"));
  }

  void aHiddenFileIsReadWhenItIsTheSource() {
    put(root_ / "parts/..stl", "");
    put(root_ / "parts/.other.stl", "");
    FileZone zone(root_ / "parts/..stl", {}, root_ / "scratch");
    QVERIFY(zone.mayRead(root_ / "parts/..stl") && zone.mayKnow(root_ / "parts/..stl"));
    QVERIFY(!zone.mayRead(root_ / "parts/.other.stl") && !zone.mayWrite(root_ / "parts/..stl"));
  }

  void aCollectionIsKnownByTheNameThatTheFileGivesIt() {
    put(root_ / "one/two/lab_models/robots/arm/arm.urdf", "<mesh filename='package://lab_models/meshes/a.stl'/>");
    put(root_ / "one/two/lab_models/meshes/a.stl", "");
    FileZone named(root_ / "one/two/lab_models/robots/arm/arm.urdf", {}, root_ / "scratch");
    QVERIFY(named.mayRead(root_ / "one/two/lab_models/meshes/a.stl"));
    QVERIFY(!named.mayRead(root_ / "one/two/other"));
    put(root_ / "one/two/lab_models/robots/arm/arm.urdf", "<mesh filename='package://other/meshes/a.stl'/>");
    FileZone other(root_ / "one/two/lab_models/robots/arm/arm.urdf", {}, root_ / "scratch");
    QVERIFY(!other.mayRead(root_ / "one/two/lab_models/meshes/a.stl"));
  }

 private:
  static std::string text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static bool nobodyMayRun() {
    for (fs::path at = program(); at.has_relative_path(); at = at.parent_path()) {
      struct stat s {};
      if (stat(at.c_str(), &s) != 0 || (s.st_mode & S_IXOTH) == 0) return false;
    }
    return true;
  }

  // The same in a process that gave up the rights of root before.
  Outcomes asNobody(const std::string& lacking) {
    constexpr uid_t kNobody = 65534;
    const fs::path out = root_ / "outcomes.txt";
    std::ofstream(out).close();
    fs::permissions(root_, fs::perms::all);
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (lchown(entry.path().c_str(), kNobody, kNobody) != 0) return {};
    }
    const pid_t child = fork();
    if (child == 0) {
      setenv("WW_SANDBOX_ROOT", root_.c_str(), 1);
      setenv("WW_SANDBOX_LACKING", lacking.c_str(), 1);
      if (setgid(kNobody) == 0 && setuid(kNobody) == 0) execl("/proc/self/exe", "test_io_sandbox", nullptr);
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    Outcomes seen;
    std::ifstream lines(out);
    for (std::string what, rest; lines >> what && std::getline(lines >> std::ws, rest);) seen[what] = rest;
    return seen;
  }

  std::unique_ptr<QTemporaryDir> dir_;
  fs::path root_;
};

int main(int argc, char** argv) {
  // Begun again as another user: only the probe, with what it saw in a file.
  if (const char* root = std::getenv("WW_SANDBOX_ROOT")) {
    std::ofstream to(fs::path(root) / "outcomes.txt");
    for (const auto& [what, outcome] : probe(root, std::getenv("WW_SANDBOX_LACKING")))
      to << what << " " << outcome << "\n";
    return 0;
  }
  QCoreApplication app(argc, argv);
  TestIoSandbox test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_io_sandbox.moc"
