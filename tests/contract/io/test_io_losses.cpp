// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <map>

#include "core/base/failure.h"
#include "core/io/importer.h"
#include "tests/contract/io/sample_files.h"

using namespace ww;
using namespace ww::io;

namespace {

std::string sdf(const std::string& in_model) {
  return "<sdf version='1.9'>\n<model name='m'>\n" + in_model + "</model>\n</sdf>\n";
}
std::string sdfLink(const std::string& name, const std::string& in_link = {}) {
  return "<link name='" + name + "'>" + in_link + "</link>\n";
}
std::string sdfJoint(const std::string& parent, const std::string& child, const std::string& more = {},
                     const std::string& type = "fixed") {
  return "<joint name='j_" + child + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
         "</child>" + more + "</joint>\n";
}
std::string urdf(const std::string& in_robot) { return "<robot name='r'>\n" + in_robot + "</robot>\n"; }
std::string urdfJoint(const std::string& name, const std::string& parent, const std::string& child,
                      const std::string& more = {}, const std::string& type = "continuous") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}
const std::string kLinks = "<link name='a'/>\n<link name='b'/>\n<link name='c'/>\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

}  // namespace

// Nothing of a file is lost without a word, and what is said names the element and its line.
class TestIoLosses : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void lossesAreTold_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<int>("line");  // -1: not known
    QTest::addColumn<QByteArray>("words");
    const auto add = [](const char* tag, const char* name, const std::string& text, const char* row, int line,
                        const char* words) {
      QTest::newRow(tag) << QByteArray(name) << QByteArray::fromStdString(text) << QByteArray(row) << line
                         << QByteArray(words);
    };
    const std::string cone =
        "<visual name='v'><geometry><cone><radius>1</radius><length>2</length></cone></geometry></visual>";
    add("a cone", "m.sdf", sdf(sdfLink("l", cone)), "io.sdf-shape-kind", 3, "a cone of link 'l' is left out");
    add("Cartesian limits", "m.sdf",
        sdf(sdfLink("l") + "<intrinsic:cartesian_limits><x>1</x></intrinsic:cartesian_limits>\n"), "io.sdf-extension",
        2, "<intrinsic:cartesian_limits> of 'm' is not read");
    add("data of users", "m.sdf", sdf(sdfLink("l") + "\n<intrinsic:user_data>x</intrinsic:user_data>\n"),
        "io.sdf-extension", 2, "<intrinsic:user_data> of 'm' is not read");
    add("a joint that moves against the world", "m.sdf", sdf(sdfLink("l") + sdfJoint("world", "l", "", "ball")),
        "io.sdf-world-joint", 4, "joint 'j_l' moves against the world");
    add("a joint to the world as child", "m.sdf", sdf(sdfLink("l") + sdfJoint("l", "world")), "io.sdf-loose-joint", 4,
        "its <child> 'world' is no link of the model");
    const std::string mimics =
        "<axis><xyz>0 0 1</xyz><mimic joint='j_b'><multiplier>1</multiplier></mimic>"
        "<mimic joint='j_x'><multiplier>2</multiplier></mimic></axis>";
    add("two mimics in SDF", "m.sdf",
        sdf(sdfLink("a") + sdfLink("b") + sdfLink("c") +
            sdfJoint("a", "b", "<axis><xyz>0 0 1</xyz></axis>", "revolute") + sdfJoint("a", "c", mimics, "revolute")),
        "io.second-mimic", -1, "joint 'j_c' has 2 <mimic>; only the first is read, and it follows 'j_b'");
    add("two mimics in URDF", "r.urdf",
        urdf(kLinks + urdfJoint("jb", "a", "b") + urdfJoint("jc", "a", "c", "<mimic joint='jb'/>\n<mimic joint='x'/>")),
        "io.second-mimic", 7, "joint 'jc' has 2 <mimic>; only the first is read, and it follows 'jb'");
    add("a shape that is none", "r.urdf",
        urdf("<link name='a'>\n<visual><geometry><cone/></geometry></visual></link>\n"), "io.shape-left-out", 3,
        "a shape of link 'a' is left out: cone is no shape of URDF");
    add("a required glTF extension", "t.gltf",
        replaced(samples::gltf(), "{\"asset\"", "{\"extensionsRequired\":[\"ACME_folds\"],\"asset\""),
        "io.gltf-extension-unread", -1, "it needs the glTF extension ACME_folds, which is not read");
  }
  void lossesAreTold() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, row);
    QFETCH(int, line);
    QFETCH(QByteArray, words);
    const auto result = import(name.toStdString(), text.toStdString());
    QVERIFY2(result.ok(), result.status().line().c_str());
    std::string all;
    const Diagnostic* found = nullptr;
    for (const Diagnostic& d : result->diagnostics) {
      all += d.message + "\n";
      if (d.failure && d.failure->row->code == row.toStdString()) found = &d;
    }
    QVERIFY2(found, all.c_str());
    QVERIFY(found->severity == Diagnostic::Severity::kWarning);
    QVERIFY2(found->message.find(words.toStdString()) != std::string::npos, found->message.c_str());
    QVERIFY(!found->hint.empty());
    if (line < 0) return;
    QCOMPARE(found->line, line);
    QCOMPARE(QByteArray::fromStdString(found->file), name);
  }

  // A model that is bolted down is placed; that is worth a word, and no warning.
  void aModelHeldByTheWorldIsNoLoss() {
    ImportOptions strict;
    strict.strict = true;
    const auto result = import("m.sdf", sdf(sdfLink("l") + sdfJoint("world", "l")), strict);
    QVERIFY2(result.ok(), result.status().line().c_str());
    QVERIFY(std::ranges::any_of(result->diagnostics, [](const Diagnostic& d) {
      return d.code == "world-joint" && d.severity == Diagnostic::Severity::kInfo;
    }));
  }

  // A door, and what is bolted beside it: the world is the link that both hang on.
  void jointsThatMoveAgainstTheWorldAreKept() {
    ImportOptions strict;
    strict.strict = true;
    const auto result = import("m.sdf",
                               sdf(sdfLink("post") + sdfLink("door") + sdfJoint("world", "post") +
                                   sdfJoint("world", "door", "<axis><xyz>0 0 1</xyz></axis>", "revolute")),
                               strict);
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto& entities = result->objects.front().object.entities();
    QCOMPARE(entities[0].name(), std::string("world"));
    QVERIFY(entities[0].parent_name().empty());
    int moving = 0;
    for (const auto& e : entities) {
      if (!e.has_joint()) continue;
      QCOMPARE(e.parent_name(), std::string("world"));
      const auto motion = e.joint().kinematics_component().motion_type();
      moving += motion == intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE ? 1 : 0;
    }
    QCOMPARE(moving, 1);
    QVERIFY(std::ranges::all_of(result->diagnostics,
                                [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::kInfo; }));
  }

  void extensionsThatOnlyColourAreNoLoss() {
    const auto result = import(
        "t.gltf", replaced(samples::gltf(), "{\"asset\"",
                           "{\"extensionsRequired\":[\"KHR_materials_unlit\",\"KHR_texture_transform\"],\"asset\""));
    QVERIFY2(result.ok(), result.status().line().c_str());
    for (const Diagnostic& d : result->diagnostics) QVERIFY(d.severity == Diagnostic::Severity::kInfo);
  }

  void jointsWithoutALimitComeInWithAWarning() {
    const std::string odd = "<!-- \xc3\xa4 --> \t";  // counted by the parser in its own way
    const auto result = import("r.urdf", urdf(kLinks + odd + urdfJoint("jb", "a", "b", "", "revolute") +
                                              urdfJoint("jc", "a", "c", "", "prismatic")));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.joints, std::size_t{2});
    std::vector<std::string> told;
    for (const Diagnostic& d : result->diagnostics)
      if (d.failure && d.failure->row->code == "io.urdf-limitless") told.push_back(d.message);
    QCOMPARE(told.size(), std::size_t{2});
    QVERIFY2(told[0].find("r.urdf:5: the revolute joint 'jb' has no <limit>") == 0, told[0].c_str());
    QVERIFY2(told[1].find("r.urdf:6: the prismatic joint 'jc' has no <limit>") == 0, told[1].c_str());
    for (const auto& entity : result->objects.front().object.entities()) {
      if (!entity.has_joint()) continue;
      const auto& limits = entity.joint().kinematics_component().application_limits();
      QVERIFY(!limits.has_fixed_limits() || limits.fixed_limits().upper() - limits.fixed_limits().lower() > 1e9);
    }
  }

  void robotsThatCannotBeBuiltNameTheirLine_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<QByteArray>("title");
    const auto add = [](const char* tag, const std::string& in_robot, const char* row, const char* title) {
      QTest::newRow(tag) << QByteArray::fromStdString(urdf(in_robot)) << QByteArray(row) << QByteArray(title);
    };
    add("no such link", kLinks + urdfJoint("jb", "a", "b") + urdfJoint("jc", "basis", "c"), "io.urdf-no-such-link",
        "r.urdf:6: joint 'jc' has <parent> 'basis', and there is no such link");
    add("a link twice", kLinks + "<link name='b'/>\n", "io.urdf-twice",
        "r.urdf:5: there is another link 'b' in line 3");
    add("two roots", kLinks + urdfJoint("jb", "a", "b"), "io.urdf-two-roots",
        "the robot falls apart: no joint leads to any of the links 'a', 'c'");
    add("a misspelt limit",
        kLinks + urdfJoint("jb", "a", "b", "<limits lower='0' upper='1' effort='1' velocity='1'/>", "revolute") +
            urdfJoint("jc", "a", "c"),
        "io.urdf-limit-misspelt", "r.urdf:5: the revolute joint 'jb' has a <limits>, and no <limit>");
    add("a kind that is none", kLinks + urdfJoint("jb", "a", "b", "", "hinge") + urdfJoint("jc", "a", "c"),
        "io.urdf-joint-type", "r.urdf:5: joint 'jb' is of the type 'hinge', which URDF does not have");
    add("a circle", kLinks + urdfJoint("jb", "a", "b") + urdfJoint("jc", "b", "c") + urdfJoint("ja", "c", "a"),
        "io.urdf-no-root",
        "r.urdf:7: the joints 'jb', 'jc', 'ja' run in a circle, "
        "and each link of the robot has a parent");
    add("empty", "", "io.urdf-no-link", "the robot has no link");
  }
  void robotsThatCannotBeBuiltNameTheirLine() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, title);
    const auto result = import("r.urdf", text.toStdString());
    QVERIFY(!result.ok());
    const Status status = result.status();
    QCOMPARE(QByteArray::fromStdString(status.title), title);
    QVERIFY(status.code == Code::kInvalidArgument && status.failure && !status.hint.empty());
    QCOMPARE(QByteArray::fromStdString(std::string(status.failure->row->code)), row);
  }

  void namesThatWerePerhapsMeantAreAsked() {
    const auto links = import("r.urdf", urdf("<link name='base'/>\n<link name='b'/>\n" + urdfJoint("j", "bass", "b")));
    QVERIFY2(links.status().hint.starts_with("did you mean 'base'?"), links.status().hint.c_str());
    write("wheel.stl", samples::stlText());
    const auto missing = import("m.sdf", sdf(sdfLink("l",
                                                     "<visual name='v'><geometry><mesh><uri>whel.stl</uri></mesh>"
                                                     "</geometry></visual>")));
    QVERIFY2(missing.ok(), missing.status().line().c_str());
    QCOMPARE(missing->diagnostics.size(), std::size_t{1});
    const Failure& told = *missing->diagnostics.front().failure;
    QCOMPARE(told.row->code, std::string_view("io.mesh-missing"));
    QCOMPARE(told.causes.at(0).failure->row->code, std::string_view("io.file-missing"));
    const std::string& hint = missing->diagnostics.front().hint;
    QVERIFY2(hint.starts_with("did you mean 'wheel.stl'?"), hint.c_str());
    const Status gone = importFile(root() / "weel.stl", {}, store_, {}, Progress()).status();
    QVERIFY2(gone.hint.starts_with("did you mean 'wheel.stl'?"), gone.hint.c_str());
  }

  // One joint that connects nothing is one warning, whatever the library makes of it.
  void oneFaultIsToldOnce() {
    const auto result = import("m.sdf", sdf(sdfLink("left") + sdfLink("right") + sdfJoint("left", "righd")));
    QVERIFY2(result.ok(), result.status().line().c_str());
    Diagnostics warnings = result->diagnostics;
    std::erase_if(warnings, [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::kInfo; });
    std::string all;
    for (const Diagnostic& d : warnings) all += d.message + "\n";
    QVERIFY2(warnings.size() == 1, all.c_str());
    QCOMPARE(warnings.front().message,
             std::string("joint 'j_righd' is left out: its <child> 'righd' is no link of the model"));
    QVERIFY2(warnings.front().hint.starts_with("did you mean 'right'?"), warnings.front().hint.c_str());
    QCOMPARE(warnings.front().line, 5);
  }

  // A world of thousands of models is read in parts; what is found in one is told by the lines of the file.
  void partsOfALargeWorldKeepTheLinesOfTheFile() {
    constexpr int kModels = 700, kOdd = 650;
    std::string text = "<sdf version='1.9'>\n<world name='w'>\n";
    int line_of_frame = 0, line_of_joint = 0, line = 3;
    for (int i = 0; i < kModels; ++i) {
      text += "<model name='m" + std::to_string(i) + "'>\n" + sdfLink("l");
      line += 1 + static_cast<int>(std::ranges::count(sdfLink("l"), '\n'));
      if (i == kOdd) {
        text +=
            "<frame name='f' attached_to='ll'/>\n<joint name='j' type='fixed'><parent>l</parent>"
            "<child>arm</child></joint>\n";
        line_of_frame = line++;
        line_of_joint = line++;
      }
      text += "</model>\n";
      ++line;
    }
    const auto result = import("large.sdf", text + "</world>\n</sdf>\n");
    QVERIFY2(result.ok(), result.status().line().c_str());
    std::map<std::string, int> lines;
    for (const Diagnostic& d : result->diagnostics) {
      if (d.failure && d.severity != Diagnostic::Severity::kInfo) lines[std::string(d.failure->row->code)] = d.line;
    }
    QCOMPARE(lines["io.sdf-no-such-frame"], line_of_frame);
    QCOMPARE(lines["io.sdf-loose-joint"], line_of_joint);
    QCOMPARE(lines.size(), std::size_t{2});
  }

  // What a library means is told in our words, with the line that it does not tell.
  void framesThatHangOnNothingAreNamed() {
    const auto result = import("m.sdf", sdf(sdfLink("l") + "<frame name='f' attached_to='ll'/>\n"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    const Diagnostic& d = result->diagnostics.front();
    QCOMPARE(d.failure->row->code, std::string_view("io.sdf-no-such-frame"));
    QVERIFY2(d.message.starts_with("the attached_to of frame 'f' is 'll', and there is no link"), d.message.c_str());
    QVERIFY2(d.hint.starts_with("did you mean 'l'?"), d.hint.c_str());
    QCOMPARE(d.file, std::string("m.sdf"));
    QVERIFY(d.line > 1);
    const Status none = import("none.sdf", "<sdf version='1.9'>\n<model name='m'>\n</model>\n</sdf>").status();
    QCOMPARE(none.title, std::string("none.sdf:2: model 'm' has no link"));
  }

  void facesThatNameNothingAreNamed() {
    const Status mesh = import("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n# one\nf 1 2 99\n").status();
    QCOMPARE(mesh.title, std::string("bad.obj:5: this face names the vertex 99, and the file has 3 of them"));
  }

  // What a library says is told as what it means, and where.
  void wordsOfLibrariesAreExplained() {
    const auto result = import("m.sdf", "<sdf version='1.9'>\n<model name='m' canonical_link='basis'>\n" +
                                            sdfLink("l") + "</model>\n</sdf>\n");
    QVERIFY2(result.ok(), result.status().line().c_str());
    QVERIFY(!result->diagnostics.empty());
    for (const Diagnostic& d : result->diagnostics) {
      QVERIFY2(d.failure && d.failure->row->code == "io.sdf-no-such-frame", d.message.c_str());
      QVERIFY2(d.message.starts_with("the canonical_link of model 'm' is 'basis'"), d.message.c_str());
      QCOMPARE(d.file, std::string("m.sdf"));
      QCOMPARE(d.line, 2);
    }
    QVERIFY(result->diagnostics.size() <= 2);
  }

  // The library names its own graph, and no line.
  void circlesAndAxesAreNamed() {
    const auto told = [&](const std::string& in_model, const std::string& code) {
      const auto result = import("m.sdf", sdf(sdfLink("l") + in_model));
      if (!result.ok()) return result.status().line();
      for (const Diagnostic& d : result->diagnostics)
        if (d.failure && d.failure->row->code == code) return (d.line > 1 ? "with a line: " : "") + d.message;
      return std::string("nothing");
    };
    const std::string circle =
        told("<frame name='f' attached_to='g'/>\n<frame name='g' attached_to='f'/>\n", "io.sdf-frame-ring");
    QVERIFY2(circle.starts_with("with a line: the pose or frame of '"), circle.c_str());
    QVERIFY2(circle.find("by way of 'f', 'g'") != std::string::npos ||
                 circle.find("by way of 'g', 'f'") != std::string::npos,
             circle.c_str());
    QVERIFY2(circle.ends_with("its pose is taken as it stands, in what holds it"), circle.c_str());
    const std::string axis = told(sdfLink("k") +
                                      "<joint name='j' type='revolute'><parent>l</parent><child>k</child>"
                                      "<axis><xyz>0 0 0</xyz></axis></joint>\n",
                                  "io.sdf-zero-axis");
    QVERIFY2(axis.starts_with("with a line: the axis of joint 'j' has no direction"), axis.c_str());
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root() / name, std::ios::binary) << bytes;
  }
  Result<ImportResult> import(const std::string& name, const std::string& bytes, const ImportOptions& options = {}) {
    write(name, bytes);
    return importFile(root() / name, options, store_, {}, Progress());
  }

  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoLosses)
#include "test_io_losses.moc"
