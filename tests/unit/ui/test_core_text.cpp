// SPDX-License-Identifier: Apache-2.0
// Sentences that the core has really made come out in German, with their own names and numbers.
#include <QTest>
#include <QTranslator>

#include "core/collision/check.h"
#include "core/io/importer.h"
#include "core/planning/plan.h"
#include "core/project/memory_vfs.h"
#include "core/project/project.h"
#include "core/rpc/labels.h"
#include "core/session/edit_builders.h"
#include "core/session/session.h"
#include "core/world/failures/failures.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "resources/samples/samples.h"
#include "tests/support/folders.h"
#include "tests/support/reference_speed.h"
#include "ui/bridge/core_template.h"
#include "ui/bridge/core_text.h"
#include "ui/bridge/status_text.h"
#include "worldwright/v1/edits.pb.h"

static void loadTranslations() { Q_INIT_RESOURCE(translations); }

using namespace ww;
using ui::coreText;

namespace {
constexpr const char* kSources[] = {
#include "ui/bridge/core_texts.inc"
};
}  // namespace

class TestCoreText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init() { QVERIFY(QCoreApplication::installTranslator(&german_)); }
  void cleanup() { QCoreApplication::removeTranslator(&german_); }

  void englishIsLeftAlone();
  void unknownNames();
  void editsThatAreRefused();
  void collisions();
  void motionsThatFail();
  void damagedFiles();
  void importsThatFail();
  void labelsOfClients();
  void everyTemplateIsFound();
  void finishedSentences_data();
  void finishedSentences();
  void namesAreNotTranslated();
  void unknownTextIsUnchanged();
  void hostileTextIsQuick();
  void lookingUpIsQuick();
  void theMostTellingTemplateWins();
  void noHintNamesTheCommandLine();
  void numbersAndUnitsAreTheLocales();

 private:
  ObjectId robot() const { return world_->find("robot"); }
  Status refused(const session::EditsPtr& edits) { return world::apply(*world_, *edits, store_).status(); }
  Status plan(const planning::Goal& goal, planning::MotionType type = planning::MotionType::kJoint) const {
    planning::MotionRequest request;
    request.robot = robot();
    request.segments.resize(1);
    request.segments[0].type = type;
    request.segments[0].goal = goal;
    return planning::planMotion(*world_, request, {}).status();
  }
  Result<io::ImportResult> import(const QString& name, const QByteArray& bytes) {
    return io::importFile(folder_.write(name, bytes).toStdString(), {}, store_, {}, {});
  }
  QString label(const session::EditsPtr& edits) const { return coreText(rpc::labelOf(*world_, *edits)); }

  QTranslator german_;
  geometry::GeometryStore store_;
  std::unique_ptr<world::World> world_;
  test::ScratchFolder folder_;
};

void TestCoreText::initTestCase() {
  loadTranslations();
  QVERIFY(german_.load(QStringLiteral(":/translations/worldwright_de.qm")));
  world_ = std::make_unique<world::World>(samples::makeSample("pick_and_place", store_).value());
}

void TestCoreText::englishIsLeftAlone() {
  QCoreApplication::removeTranslator(&german_);
  const std::string title = world::resolveText(*world_, "teapot").status().title;
  QCOMPARE(coreText(title), QString::fromStdString(title));
}

void TestCoreText::unknownNames() {
  const auto unknown = ui::toMessage(world::resolveText(*world_, "teapot").status());
  QVERIFY2(unknown.title == QStringLiteral("Es gibt kein Objekt, keine Entität und kein Bezugssystem „teapot“."),
           qPrintable(unknown.title));
  QVERIFY2(unknown.hint.startsWith(QStringLiteral("Geben Sie Objekt, Objekt/Bezugssystem")), qPrintable(unknown.hint));
  const auto message = ui::toMessage(planning::namedConfiguration(*world_, robot(), "teapot").status());
  QVERIFY2(message.title == QStringLiteral("„robot“ hat keine Stellung „teapot“."), qPrintable(message.title));
  QVERIFY2(message.hint.startsWith(QStringLiteral("Vorhanden sind: ")), qPrintable(message.hint));
}

void TestCoreText::editsThatAreRefused() {
  const auto joint = world_->object(robot())->movingJointName(1);
  const Status limit = refused(session::setJoint(robot(), joint, 99.5));
  const ui::Message told = ui::toMessage(limit);
  QVERIFY2(told.title.contains(QStringLiteral("Gelenks „%1“ liegt ").arg(QString::fromStdString(joint))),
           qPrintable(told.title));
  QVERIFY2(told.title.contains(QStringLiteral(" außerhalb seiner Grenzen [")), qPrintable(told.title));
  QVERIFY2(told.hint == QStringLiteral("Bleiben Sie innerhalb der Grenzen, oder ändern Sie die Anwendungsgrenzen."),
           qPrintable(told.hint));

  const Status name = refused(session::renameObject(robot(), "2 robots", true));
  const QString invalid = ui::toMessage(name).title;
  QVERIFY2(invalid.contains(QStringLiteral("„2 robots“ ist kein gültiger Name")), qPrintable(invalid));
  const QString loop = ui::toMessage(refused(session::reparentObject(robot(), world_->find("gripper"), {}))).title;
  QVERIFY2(loop.contains(QStringLiteral("„robot“ kann nicht an „gripper“ hängen")), qPrintable(loop));
  const Status size =
      refused(session::createPrimitive(world::kRootObject, world::kRootEntity, "b", geometry::Box{{0, 1, 1}}, {}, {}));
  QVERIFY2(ui::toMessage(size).title.contains(QStringLiteral("Größe eines Quaders muss mehr als 0 m sein, nicht 0 mm")),
           qPrintable(ui::toMessage(size).title));
}

void TestCoreText::collisions() {
  const auto join =
      session::join({session::createPrimitive(world::kRootObject, world::kRootEntity, "left",
                                              geometry::Box{{0.1, 0.1, 0.1}}, {}, Pose::translation(0, 0, 5)),
                     session::createPrimitive(world::kRootObject, world::kRootEntity, "right",
                                              geometry::Box{{0.1, 0.1, 0.1}}, {}, Pose::translation(0.0555, 0, 5))});
  const auto world = world::apply(*world_, *join, store_);
  QVERIFY2(world.ok(), world.status().line().c_str());
  const auto contacts = collision::checkWorld(*world);
  QCOMPARE(contacts.size(), std::size_t{1});
  const QString text = ui::toMessage(collision::contactFailure(*world, contacts.front())).title;
  QVERIFY2(text.contains(QStringLiteral(" und ")) && text.contains(QStringLiteral(" überschneiden sich um 44.5 mm")),
           qPrintable(text));
  QVERIFY(text.contains(QStringLiteral("left")) && text.contains(QStringLiteral("right")));
}

void TestCoreText::motionsThatFail() {
  const auto behind = planning::namedConfiguration(*world_, robot(), "behind_fixture");
  QVERIFY(behind.ok());
  const Status blocked = plan(*behind);
  const ui::Message way = ui::toMessage(blocked);
  QVERIFY2(way.title.startsWith(QStringLiteral("Die gerade Gelenkbewegung ist bei ")) &&
               way.title.contains(QStringLiteral(" % des Weges versperrt (erste Berührung bei ")),
           qPrintable(way.title));
  QVERIFY2(way.title.contains(QStringLiteral(" überschneiden sich um ")) && way.title.contains(QStringLiteral(" mm")),
           qPrintable(way.title));
  QVERIFY2(way.hint.contains(QStringLiteral("„Um Hindernisse herum“, verschieben Sie „fixture")), qPrintable(way.hint));

  planning::PoseGoal far;
  far.moving = world_->frameNamed(world_->find("gripper"), "tool_frame");
  far.target_t_moving = Pose::translation(9, 0, 0.5);
  const Status reach = plan(far);
  const QString text = ui::toMessage(reach).title;
  QVERIFY2(text.contains(QStringLiteral("Das Ziel kann nicht erreicht werden: das Ziel liegt ")), qPrintable(text));
  QVERIFY2(
      text.contains(QStringLiteral(" außer Reichweite: ")) && text.contains(QStringLiteral(" mm zu weit in Richtung ")),
      qPrintable(text));
  QVERIFY(!text.contains(QStringLiteral(" the ")));

  JointVector beyond = *behind;
  beyond[0] = 50.0;
  const QString limit = ui::toMessage(plan(beyond)).title;
  QVERIFY2(limit.contains(QStringLiteral("Das Ziel liegt außerhalb der Gelenkgrenzen: ")) &&
               limit.contains(QStringLiteral(" über seiner Grenze von ")),
           qPrintable(limit));
}

void TestCoreText::damagedFiles() {
  project::MemoryVfs disk;
  QVERIFY(project::save(disk, "/w/cell.wright", *world_, store_).ok());
  std::string bytes = disk.contents("/w/cell.wright");
  const std::size_t at = bytes.find("pick_and_place");
  bytes[at == std::string::npos ? bytes.size() / 2 : at] ^= 1;
  disk.put("/w/cell.wright", bytes);
  const Status damaged = project::load(disk, "/w/cell.wright", store_).status();
  QVERIFY(!damaged.ok());
  const auto message = ui::toMessage(damaged);
  qInfo("%s",
        qPrintable(message.title + QStringLiteral(" / ") + message.details + QStringLiteral(" / ") + message.hint));
  QVERIFY2(message.title.startsWith(QStringLiteral("/w/cell.wright ist beschädigt: ")), qPrintable(message.title));
  QVERIFY2(!message.title.contains(QStringLiteral("does not")) && !message.details.contains(QStringLiteral("does not")),
           qPrintable(message.details));

  disk.put("/w/other.wright", "hello");
  const Status other = project::load(disk, "/w/other.wright", store_).status();
  const auto refused = ui::toMessage(other);
  QCOMPARE(refused.title, QStringLiteral("/w/other.wright ist keine Worldwright-Welt: sie ist ein Text."));
  QCOMPARE(refused.hint, QStringLiteral("Wählen Sie eine andere Datei."));
}

void TestCoreText::importsThatFail() {
  const auto empty = import(QStringLiteral("part.stl"), {});
  const ui::Message told = ui::toMessage(empty.status());
  QVERIFY2(told.title.endsWith(QStringLiteral("part.stl“ ist leer.")), qPrintable(told.title));
  QVERIFY2(told.hint.contains(QStringLiteral("noch einmal")), qPrintable(told.hint));

  qputenv("WORLDWRIGHT_WORKER", (test::programFolder() + QStringLiteral("/worldwright-worker")).toLocal8Bit());
  const auto cut =
      import(QStringLiteral("cut.stl"),
             QByteArray("solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 zero 0\n"));
  QVERIFY(!cut.ok());
  const QString text = ui::toMessage(cut.status()).title;
  QVERIFY2(text.contains(QStringLiteral("„zero“ ist keine Zahl")) ||
               text.contains(QStringLiteral("ein Eckpunkt braucht drei Zahlen")),
           qPrintable(text));
  qInfo("%s", qPrintable(ui::toLine(cut.status())));

  const auto robot =
      import(QStringLiteral("arm.urdf"), QByteArray("<robot name='a'><link name='l'><visual><geometry><mesh "
                                                    "filename='none.stl'/></geometry></visual></link></robot>"));
  const QString found =
      robot.ok() && !robot->diagnostics.empty() ? ui::toLine(robot->diagnostics.front()) : ui::toLine(robot.status());
  QVERIFY2(found.contains(QStringLiteral("„none.stl“ wurde nicht gefunden"), Qt::CaseInsensitive), qPrintable(found));
}

void TestCoreText::labelsOfClients() {
  const auto gripper = world_->find("gripper");
  QCOMPARE(label(session::setPose(gripper, world::kRootObject, {})), QStringLiteral("gripper verschieben"));
  QCOMPARE(label(session::deleteObject(world_->find("crate"), true)), QStringLiteral("crate löschen"));
  QCOMPARE(label(session::deleteObject(gripper, true)), QStringLiteral("gripper und eine Kollisionsregel löschen"));
  QCOMPARE(label(session::renameObject(gripper, "claw", true)), QStringLiteral("gripper in claw umbenennen"));
  QCOMPARE(
      label(session::join({session::deleteObject(world_->find("crate"), true), session::deleteObject(robot(), true)})),
      QStringLiteral("crate löschen und 1 weitere Änderung"));
  QCOMPARE(coreText("Move gripper and 11 more updates"),
           QStringLiteral("gripper verschieben und 11 weitere Änderungen"));
}

// Each sentence of the table, with names put in, comes out as its own translation.
void TestCoreText::everyTemplateIsFound() {
  int found = 0;
  for (const char* source : kSources) {
    QString english = QString::fromUtf8(source), german = QCoreApplication::translate("Core", source);
    const bool is_numbered = german.contains(QLatin1String("{0}"));
    for (int n = 0; english.contains(QLatin1String("{}")); ++n) {
      const QString name = QStringLiteral("part_%1").arg(n);
      english.replace(english.indexOf(QLatin1String("{}")), 2, name);
      const QString field = is_numbered ? QStringLiteral("{%1}").arg(n) : QStringLiteral("{}");
      QVERIFY2(german.contains(field), source);
      german.replace(german.indexOf(field), field.size(), name);
    }
    const QString is = coreText(english.toStdString());
    if (is == german) ++found;
    else qInfo("'%s' gives '%s'", qPrintable(english), qPrintable(is));
  }
  qInfo("%d of %zu", found, std::size(kSources));
  QVERIFY(found + 5 >= static_cast<int>(std::size(kSources)));
}

void TestCoreText::finishedSentences_data() {
  QTest::addColumn<QByteArray>("english");
  QTest::addColumn<QString>("german");
  const auto row = [](const char* english, const char* german) {
    QTest::newRow(english) << QByteArray(english) << QString::fromUtf8(german);
  };
  row("update 3: entity 'a': the root object cannot be moved",
      "Änderung 3: Entität „a“: the root object cannot be moved");
  row("cannot write /a/b: No space left on device",
      "/a/b kann nicht geschrieben werden: Kein Platz mehr auf dem Datenträger");
  row("Edit", "Bearbeiten");
  row("meshing cup {}", "cup {} wird in Dreiecke zerlegt");
}
void TestCoreText::finishedSentences() {
  QFETCH(QByteArray, english);
  QFETCH(QString, german);
  QCOMPARE(coreText(english.toStdString()), german);
}

void TestCoreText::namesAreNotTranslated() {
  QCOMPARE(coreText("Move Edit"), QStringLiteral("Edit verschieben"));
  const auto told = [](const FailureRow& row, const char* name) {
    const arg::Node object{"Delete cup", 7};
    return ui::toMessage(fail(row, {{"name", arg::Name{name}}, {"object", object}, {"parent", object}})).title;
  };
  QCOMPARE(told(world::failures::kNoEntityOf, "box size"),
           QStringLiteral("Es gibt keine Entität „box size“ in „Delete cup“."));
  QCOMPARE(told(world::failures::kNameTaken, "try again"),
           QStringLiteral("Der Name „try again“ wird unter „Delete cup“ schon benutzt."));
}

void TestCoreText::unknownTextIsUnchanged() {
  for (const char* text :
       {"", " ", ":", ": ", "{}", "box", "cup_2", "robot and table", "a: b", "a: b; c: d\n", "Greifer verschieben",
        "gripper löschen und 1 weitere Änderung", "Es gibt nichts, was war: so ist es", "\xff\xfe not UTF-8",
        "was is are not", "{0} {1}", "und", "Der Roboter kollidiert schon, wo er steht: a und b berühren sich"})
    QCOMPARE(coreText(text), QString::fromUtf8(text));
}

void TestCoreText::hostileTextIsQuick() {
  std::vector<std::string> texts(6);
  for (std::size_t n = 0; n < 1'000'000; n += 10) {
    texts[0] += "a: b; c: d";
    texts[1] += "update 1: ";
    texts[2] += " is empty\n";
    texts[3] += " and x and";
    texts[4] += "{}{}: {}; ";
    texts[5] += "aaaaaaaaaa";
  }
  for (const auto& text : texts) QVERIFY(!coreText(text).isEmpty());
  std::size_t read = 0;
  WW_SPEED("hostile text", kMemory, 19500.0, [&] {
    for (const auto& text : texts) {
      for (const std::size_t size : {std::size_t{60'000}, std::size_t{4'000}})
        read += static_cast<std::size_t>(coreText(std::string_view(text).substr(0, size)).size());
    }
  });
  QVERIFY(read > 0);
}

void TestCoreText::lookingUpIsQuick() {
  const std::string text =
      "not checked: the collision settings of the world exclude every pair; nothing that the robot moves has collision "
      "geometry";
  QVERIFY2(!coreText(text).contains(QStringLiteral("nothing that")), qPrintable(coreText(text)));
  const auto reading = [](std::string_view of) { return [of] { QVERIFY(!coreText(of).isEmpty()); }; };
  WW_SPEED("unknown", kMemory, 1.3, reading("the joint limits of robot are elsewhere"));
  WW_SPEED("simple", kMemory, 4.95, reading("cannot read 'teapot'"));
  WW_SPEED("nested", kMemory, 105.0, reading(text));
}

void TestCoreText::theMostTellingTemplateWins() {
  constexpr const char* kFew[] = {"{} is empty", "the path of {} is empty", "{}: {}", "{} {}", "{} and {}"};
  const ui::CoreTemplates templates(kFew);
  const auto found = templates.find("the path of a is empty", 1);
  QCOMPARE(found.size(), std::size_t{2});
  QCOMPARE(found[0].from->source(), kFew[1]);
  QCOMPARE(found[0].fields.size(), std::size_t{1});
  QVERIFY(found[0].fields[0] == "a");
  QVERIFY(templates.find("x: y z", 1).empty());
  QVERIFY(templates.find("a and b", 4).empty());
  QCOMPARE(templates.find("a and b", 3).size(), std::size_t{1});
}

void TestCoreText::noHintNamesTheCommandLine() {
  for (const char* source : kSources) {
    const QString core = QLatin1String(source);
    QVERIFY2(!core.contains(QStringLiteral(" --")) && !core.contains(QLatin1Char('`')), source);
  }
  for (const char* hint : {"name it by --unit", "let `worldwright verify a.wright` tell what is damaged"}) {
    const QString here = ui::toMessage(fail(Code::kNotFound, "x").withHint(hint)).hint;
    QVERIFY2(!here.contains(QStringLiteral("--")) && !here.contains(QLatin1Char('`')), qPrintable(here));
  }
}

void TestCoreText::numbersAndUnitsAreTheLocales() {
  QCOMPARE(QCoreApplication::translate("Notation", "Y"), QStringLiteral("G"));
  QCOMPARE(coreText("No file was written."), QStringLiteral("Es wurde keine Datei geschrieben."));
}

QTEST_GUILESS_MAIN(TestCoreText)
#include "test_core_text.moc"
