// SPDX-License-Identifier: Apache-2.0
// Models that cannot be imported, or only with a word.
#include <QDir>

#include "tests/gui/failures/failure_desk.h"
#include "ui/panels/list_panels.h"

using namespace ww;
using namespace ww::editor;

class TestEditorFailuresImport : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  // A file with that text, dropped.
  std::function<QString()> dropped(const char* name, const QByteArray& bytes) {
    return [this, name, bytes] {
      drop({write(QLatin1String(name), bytes)});
      return importer();
    };
  }
  std::vector<Way> fileWays();
  std::vector<Way> robotWays();
  std::vector<Way> unitWays();
  std::vector<Way> folderWays();
};

namespace {

QByteArray robot(const QByteArray& inside) { return "<robot name=\"arm\">\n" + inside + "\n</robot>\n"; }

QByteArray twoLinks(const QByteArray& joint) { return robot("<link name=\"base\"/>\n<link name=\"hand\"/>\n" + joint); }

}  // namespace

std::vector<Way> TestEditorFailuresImport::fileWays() {
  return {
      {"missing",
       [this] {
         drop({folder_.filePath(QStringLiteral("part.stl"))});
         return importer();
       },
       [this] {
         write(QStringLiteral("part.stl"), stlBox(0.3));
         const bool pressed = press(wizard()->retryButton());
         const bool read = until([this] { return wizard()->importButton()->isEnabled(); });
         QFile::remove(folder_.filePath(QStringLiteral("part.stl")));
         return pressed && read ? QString() : QStringLiteral("not read");
       }},
      {"unknown ending", dropped("points.abc", "1 2 3\n4 5 6\n")},
      {"empty mesh", dropped("empty.stl", "")},
      {"text as mesh", dropped("hello.stl", "hello world")},
      {"no triangles", dropped("nothing.obj", "# only a comment\n")},
      {"cut STEP", dropped("cut.step", "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n")},
      {"text as STEP", dropped("fake.step", "this is no STEP file")},
      {"broken glTF", dropped("syntax.gltf", "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [")},
      {"glTF without its buffer",
       dropped("buffer.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
               "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
               "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],"
               "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"uri\":\"missing.bin\","
               "\"byteLength\":36}]}")},
      {"broken zip", dropped("models.zip", "PK\x03\x04 and then nothing")},
      {"worker killed",
       [this] {
         const QByteArray real = qgetenv("WORLDWRIGHT_WORKER");
         const QString program = write(QStringLiteral("killed.sh"), "#!/bin/sh\nkill -9 $$\n");
         QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
         qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
         drop({write(QStringLiteral("box.stl"), stlBox(0.3))});
         const QString told = importer();
         qputenv("WORLDWRIGHT_WORKER", real);
         return told;
       },
       [this] {
         if (!press(wizard()->retryButton())) return QStringLiteral("no button");
         return until([this] { return wizard()->importButton()->isEnabled(); }) ? QString()
                                                                                : QStringLiteral("not read");
       }},
  };
}

std::vector<Way> TestEditorFailuresImport::robotWays() {
  return {
      {"broken URDF", dropped("syntax.urdf", "<robot name=\"r\">\n  <link name=\"a\">\n</robot>\n")},
      {"URDF without links", dropped("nolink.urdf", robot(""))},
      {"link twice", dropped("twice.urdf", robot("<link name=\"a\"/>\n<link name=\"a\"/>"))},
      {"joint to no link",
       dropped(
           "nochild.urdf",
           twoLinks("<joint name=\"j1\" type=\"revolute\"><parent link=\"base\"/><child link=\"hnad\"/><axis xyz=\"0 0 "
                    "1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>"))},
      {"two roots", dropped("tworoots.urdf", twoLinks(""))},
      {"cycle",
       dropped("cycle.urdf",
               twoLinks("<joint name=\"ab\" type=\"fixed\"><parent link=\"base\"/><child link=\"hand\"/></joint>"
                        "<joint name=\"ba\" type=\"fixed\"><parent link=\"hand\"/><child link=\"base\"/></joint>"))},
      {"unknown joint type",
       dropped("jointtype.urdf",
               twoLinks("<joint name=\"ab\" type=\"revolut\"><parent link=\"base\"/><child link=\"hand\"/></joint>"))},
      {"limits reversed",
       dropped(
           "reversed.urdf",
           twoLinks(
               "<joint name=\"ab\" type=\"revolute\"><parent link=\"base\"/><child link=\"hand\"/><axis xyz=\"0 0 1\"/>"
               "<limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/></joint>"))},
      {"mesh missing",
       [this] {
         drop({write(QStringLiteral("half.urdf"),
                     robot("<link name=\"base\"><visual><geometry><box size=\"1 1 1\"/></geometry></visual><visual>"
                           "<geometry><mesh filename=\"meshes/hull.stl\"/></geometry></visual></link>"))});
         const QString told = importer();
         press(wizard()->importButton());
         const QString listed = problems();
         return listed.contains(QStringLiteral("hull.stl")) ? told : QString();
       }},
      {"package unknown",
       dropped("package.urdf",
               robot("<link name=\"base\"><visual><geometry><box size=\"1 1 1\"/></geometry></visual><visual><geometry>"
                     "<mesh filename=\"package://my_robot/meshes/hull.stl\"/></geometry></visual></link>"))},
      {"broken SDF", dropped("broken.sdf", "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\">")},
      {"SDF of the future",
       dropped("future.sdf", "<sdf version=\"9.9\"><model name=\"m\"><link name=\"l\"/></model></sdf>")},
      {"macros", dropped("arm.xacro", "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\"><xacro:arm/></robot>")},
  };
}

std::vector<Way> TestEditorFailuresImport::unitWays() {
  return {
      {"unusually large",
       [this] {
         QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("m"));
         drop({write(QStringLiteral("plate.stl"), stlBox(300))});
         return importer();
       },
       [this] {
         if (!press(wizard()->unitButton())) return QStringLiteral("no button");
         until([this] { return wizard()->result() && wizard()->importButton()->isEnabled(); });
         return std::abs(wizard()->result()->shown_m.size().x() - 0.3) < 1e-6 ? QString() : QStringLiteral("not in mm");
       }},
      {"unusually small",
       [this] {
         QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("mm"));
         drop({write(QStringLiteral("speck.stl"), stlBox(0.2))});
         return importer();
       },
       [this] {
         if (!press(wizard()->unitButton())) return QStringLiteral("no button");
         until([this] { return wizard()->result() && wizard()->importButton()->isEnabled(); });
         return std::abs(wizard()->result()->shown_m.size().x() - 0.2) < 1e-6 ? QString() : QStringLiteral("not in m");
       }},
      {"imported in the wrong unit",
       [this] {
         QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("m"));
         drop({write(QStringLiteral("sheet.stl"), stlBox(300))});
         importer();
         press(wizard()->importButton());
         return problems();
       },
       [this] {
         if (!press(problemsPanel().actionButton())) return QStringLiteral("no button");
         if (!until([this] { return wizard() && wizard()->importButton()->isEnabled(); }))
           return QStringLiteral("not asked again");
         press(wizard()->importButton());
         const auto edge = [this] {
           const ObjectId sheet = object("sheet");
           return sheet ? world()->boundsOf(*world()->object(sheet)).size().x() : 0.0;
         };
         return until([&] { return std::abs(edge() - 0.3) < 1e-6; }) && world()->objectCount() == 2
                    ? QString()
                    : QStringLiteral("not in mm");
       }},
      {"a name that cannot be",
       [this] {
         drop({write(QStringLiteral("part_1.stl"), stlBox(0.3))});
         importer();
         auto* name = wizard()->findChild<QLineEdit*>();
         enter(name, QStringLiteral("no/name"), Qt::Key_Tab);
         press(wizard()->importButton());
         return seen(wizard());
       },
       [this] {
         enter(wizard()->findChild<QLineEdit*>(), QStringLiteral("a_name"), Qt::Key_Tab);
         press(wizard()->importButton());
         return until([this] { return world()->find("a_name").value != 0; }) ? QString()
                                                                             : QStringLiteral("not imported");
       }},
  };
}

std::vector<Way> TestEditorFailuresImport::folderWays() {
  return {
      {"folder without models",
       [this] {
         QDir().mkpath(folder_.filePath(QStringLiteral("photos")));
         write(QStringLiteral("photos/a.txt"), "a");
         drop({folder_.filePath(QStringLiteral("photos"))});
         return notice();
       }},
      {"two at once, one fails",
       [this] {
         drop({write(QStringLiteral("bad.stl"), "hello world"), write(QStringLiteral("good.stl"), stlBox(0.3))});
         return importer();
       },
       [this] {
         wizard()->reject();
         if (!until([this] {
               return wizard() && wizard()->file().endsWith(QStringLiteral("good.stl")) &&
                      wizard()->importButton()->isEnabled();
             }))
           return QStringLiteral("the other does not come");
         press(wizard()->importButton());
         if (!until([this] { return world()->find("good").value != 0; })) return QStringLiteral("not imported");
         return problems().contains(QStringLiteral("bad.stl")) ? QString() : QStringLiteral("bad.stl is not listed");
       }},
      {"a failed import is listed",
       [this] {
         drop({write(QStringLiteral("bad_2.stl"), "hello world")});
         importer();
         wizard()->reject();
         return problems();
       }},
      {"a world that fails, and a model",
       [this] {
         drop({write(QStringLiteral("no.wright"), "text"), write(QStringLiteral("model.stl"), stlBox(0.3))});
         notice();
         return problems();
       }},
  };
}

std::vector<Way> TestEditorFailuresImport::ways() {
  std::vector<Way> all;
  for (auto part : {fileWays(), robotWays(), unitWays(), folderWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresImport>(argc, argv); }
#include "test_editor_failures_import.moc"
