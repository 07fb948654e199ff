// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/folders.h"
#include "tests/unit/guards/include_rules.h"

using namespace ww::guards;

namespace {

const std::vector<std::string>& folders() {
  static const std::vector<std::string> kFolders{"core", "ui", "app", "resources", "tests"};
  return kFolders;
}

bool hasRule(const Findings& findings, const std::string& rule, const std::string& file) {
  for (const Finding& finding : findings) {
    if (finding.rule == rule && finding.file == file) return true;
  }
  return false;
}

void appendLine(const std::string& path, const std::string& line) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::app) << line << "\n";
}

// "core/base" of "base" in a row of core/math.
std::string wholeName(const std::string& word, const std::string& row) {
  for (const std::string& top : {row.substr(0, row.find('/')), std::string("core"), std::string("resources")}) {
    if (folderTable().contains(top + "/" + word)) return top + "/" + word;
  }
  return word;
}

// The rows "| `core/x` `y` | a, b (why) |" of the table of folders.
FolderTable documented(const std::vector<std::string>& lines) {
  static const QRegularExpression kRow(QStringLiteral("^\\| (`[^|]*) \\| ([^|]*) \\|$"));
  static const QRegularExpression kName(QStringLiteral("`([^`]+)`")), kNote(QStringLiteral(" ?\\([^)]*\\)"));
  FolderTable out;
  auto at = std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with("| folder |"); });
  for (; at != lines.end() && at->starts_with("|"); ++at) {
    const auto row = kRow.match(QString::fromStdString(*at));
    std::string first;
    for (auto name = kName.globalMatch(row.captured(1)); name.hasNext();) {
      const std::string folder = name.next().captured(1).toStdString();
      if (first.empty()) first = folder;
      auto& may = out[wholeName(folder, first)];
      for (const QString& word : row.captured(2).remove(kNote).split(QStringLiteral(", ")))
        if (word != QStringLiteral("nothing")) may.insert(wholeName(word.toStdString(), first));
    }
  }
  return out;
}

}  // namespace

class TestGuardIncludes : public QObject {
  Q_OBJECT

  // A copy of the tree, into which the tests plant what must not be.
  ww::test::ScratchFolder copy_;
  std::string root() const { return ww::test::sourceFolder().toStdString(); }

 private Q_SLOTS:
  void initTestCase() {
    for (const std::string& folder : folders()) {
      std::filesystem::copy(root() + "/" + folder, copy_.file(folder), std::filesystem::copy_options::recursive);
    }
  }

  void theTreeKeepsTheRules() {
    const SourceTree tree = readTree(root(), folders());
    QVERIFY(tree.size() > 100);
    const Findings findings = checkIncludes(tree);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void theTableInTheDocumentSaysTheSame() {
    const FolderTable document = documented(readLines(root() + "/ARCHITECTURE.md"));
    for (const auto& [folder, may] : folderTable()) {
      QVERIFY2(document.contains(folder), folder.c_str());
      QVERIFY2(document.at(folder) == may, folder.c_str());
    }
    QCOMPARE(document.size(), folderTable().size());
  }

  void librariesOfOthersAreLinkedPrivate() {
    const Findings findings = checkLinks(readTree(root(), folders()));
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void allIsCompiledWithoutQtKeywords() {
    const QByteArray commands = ww::test::readFile(ww::test::buildFolder() + QStringLiteral("/compile_commands.json"));
    QVERIFY(!commands.isEmpty());
    const Findings findings = checkKeywords(commands.toStdString(), root());
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void plantedIncludesAreFound_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const char* file, const char* line, const char* rule) {
      QTest::newRow(name) << file << line << rule;
    };
    row("base on world", "core/base/planted.h", "#include \"core/world/values/world.h\"", "folder");
    row("math on geometry", "core/math/planted.cpp", "#include \"core/geometry/mesh.h\"", "folder");
    row("geometry on world", "core/geometry/planted.cpp", "#include \"core/world/values/world.h\"", "folder");
    row("scene on world", "core/scene/planted.cpp", "#include \"core/world/values/world.h\"", "folder");
    row("world on session", "core/world/planted.h", "#include \"core/session/session.h\"", "folder");
    row("values on updates", "core/world/values/planted.h", "#include \"core/world/updates/editor.h\"", "inner");
    row("records on views", "core/world/records/planted.cpp", "#include \"core/world/views/views.h\"", "inner");
    row("comparison on updates", "core/world/compare/planted.cpp", "#include \"core/world/updates/edits.h\"", "inner");
    row("a file beside the folders", "core/world/planted.h", "#include \"core/base/status.h\"", "inner");
    row("the judge on the planner", "core/validate/planted.cpp", "#include \"core/planning/types.h\"", "folder");
    row("the judge on kinematics", "core/validate/planted.cpp", "#include \"core/kinematics/ik.h\"", "folder");
    row("the judge on spheres", "core/validate/planted.cpp", "#include \"core/collision/cover/kernels.h\"", "apart");
    row("the judge on balls", "core/validate/planted.h", "#include \"core/collision/balls/ball_check.h\"", "apart");
    row("the judge on quick answers", "core/validate/planted.cpp", "#include \"core/collision/quick_check.h\"",
        "apart");
    row("the judge on eight at once", "core/validate/planted.cpp", "#include \"core/collision/lane_check.h\"", "apart");
    row("the judge on proofs of motions", "core/validate/planted.cpp", "#include \"core/collision/motion_proof.h\"",
        "apart");
    row("the judge on lanes", "core/validate/planted.cpp", "#include \"core/model/lanes.h\"", "apart");
    row("dialects on the world", "core/program/dialects/planted.cpp", "#include \"core/world/values/world.h\"",
        "folder");
    row("dialects on kinematics", "core/program/dialects/planted.cpp", "#include \"core/kinematics/branch.h\"",
        "folder");
    row("collision on planning", "core/collision/planted.cpp", "#include \"core/planning/types.h\"", "folder");
    row("project on session", "core/project/planted.cpp", "#include \"core/session/session.h\"", "folder");
    row("widgets on bridge", "ui/widgets/planted.cpp", "#include \"ui/bridge/session_bridge.h\"", "folder");
    row("worker on session", "app/worker/planted.cpp", "#include \"core/session/session.h\"", "folder");
    row("an unknown folder", "core/planted/planted.cpp", "#include \"core/base/status.h\"", "folder");
    row("messages in jobs", "core/jobs/planted.cpp", "#include \"intrinsic/math/proto/pose.pb.h\"", "folder");
    row("core on ui", "core/session/planted.cpp", "#include \"ui/bridge/session_bridge.h\"", "core-ui");
    row("Qt in core", "core/world/planted.cpp", "#include <QString>", "qt-in-core");
    row("Qt in core, by module", "core/io/planted.cpp", "#  include <QtCore/qglobal.h>", "qt-in-core");
    row("Qt in the command line", "app/cli/planted.cpp", "#include <QFile>", "qt-in-core");
    row("messages in ui", "ui/models/planted.cpp", "#include \"intrinsic/math/proto/pose.pb.h\"", "pb-in-ui");
    row("protobuf in ui", "ui/models/planted.cpp", "#include <google/protobuf/message.h>", "pb-in-ui");
    row("OCCT in ui", "ui/scene/planted.cpp", "#include <TopoDS_Shape.hxx>", "vendor");
    row("OCCT in the core", "core/geometry/planted.cpp", "#include <TopoDS_Shape.hxx>", "vendor");
    row("OCCT's viewer", "core/io/worker/occt/planted.cpp", "#include <V3d_View.hxx>", "vendor");
    row("Bullet in ui", "ui/scene/planted.cpp", "#include <btBulletCollisionCommon.h>", "vendor");
    row("Bullet in planning", "core/planning/planted.cpp", "#include <LinearMath/btVector3.h>", "vendor");
    row("assimp in the STEP reader", "core/io/worker/occt/planted.cpp", "#include <assimp/scene.h>", "vendor");
    row("sdformat in the editor", "app/editor/planted.cpp", "#include <sdf/Root.hh>", "vendor");
    row("OMPL in ui", "ui/panels/planted.cpp", "#include <ompl/base/Planner.h>", "vendor");
    row("gRPC in ui", "ui/bridge/planted.cpp", "#include <grpcpp/grpcpp.h>", "vendor");
    row("absl in the world", "core/world/planted.cpp", "#include <absl/status/status.h>", "vendor");
    row("Cap'n Proto in ui", "ui/bridge/planted.cpp", "#include <capnp/message.h>", "vendor");
    row("ROS in the bridge's messages", "app/ros1_bridge/planted.cpp", "#include <ros/ros.h>", "vendor");
    row("SQLite in the session", "core/session/planted.cpp", "#include <sqlite3.h>", "vendor");
    row("X11 in ui", "ui/scene/planted.cpp", "#include <X11/Xlib.h>", "vendor");
    row("a path from the folder", "core/world/planted.cpp", "#include \"world.h\"", "rooted");
    row("a path upwards", "core/world/planted.cpp", "#include \"../base/status.h\"", "rooted");
  }

  void plantedIncludesAreFound() {
    QFETCH(QString, file);
    QFETCH(QString, line);
    QFETCH(QString, rule);
    const std::string path = copy_.path(file).toStdString();
    QVERIFY(!std::filesystem::exists(path));
    appendLine(path, line.toStdString());
    const Findings findings = checkIncludes(readTree(copy_.file(""), folders()));
    std::filesystem::remove(path);
    QVERIFY2(hasRule(findings, rule.toStdString(), file.toStdString()), describe(findings).c_str());
  }

  void vendorsThatShowThroughAHeaderAreFound() {
    const std::string header = "core/project/planted.h";
    const std::string user = "core/session/planted.cpp";
    appendLine(copy_.file(header), "#include <sqlite3.h>");
    QVERIFY(!hasRule(checkIncludes(readTree(copy_.file(""), folders())), "vendor-in-header", header));
    appendLine(copy_.file(user), "#include \"" + header + "\"");
    QVERIFY(hasRule(checkIncludes(readTree(copy_.file(""), folders())), "vendor-in-header", header));
    std::filesystem::remove(copy_.file(header));
    std::filesystem::remove(copy_.file(user));
  }

  void aPublicLinkOfAVendorIsFound() {
    SourceTree tree;
    tree["core/x/CMakeLists.txt"] = {"ww_library(ww_x SOURCES x.cpp PUBLIC ww_base",
                                     "  PkgConfig::SQLITE3 PRIVATE PkgConfig::ZSTD)"};
    const Findings findings = checkLinks(tree);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].rule, std::string("public-vendor"));
  }

  void aFileCompiledWithQtKeywordsIsFound() {
    const std::string commands =
        "{\n  \"command\": \"g++ -DQT_NO_KEYWORDS -c a.cpp\",\n  \"file\": \"/r/core/a.cpp\"\n},\n"
        "{\n  \"command\": \"g++ -c b.cpp\",\n  \"file\": \"/r/core/b.cpp\"\n}\n";
    const Findings findings = checkKeywords(commands, "/r");
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].file, std::string("core/b.cpp"));
  }
};

QTEST_GUILESS_MAIN(TestGuardIncludes)
#include "test_guard_includes.moc"
