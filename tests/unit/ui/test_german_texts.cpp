// SPDX-License-Identifier: Apache-2.0
// Sentences that the core has really made come out in German, with their own names and numbers.
#include <QTemporaryFile>
#include <QTest>
#include <QTranslator>

#include <cerrno>

#include "core/base/system_words.h"
#include "core/collision/check.h"
#include "core/collision/rules/rule_words.h"
#include "core/io/importer.h"
#include "core/planning/plan.h"
#include "core/project/memory_vfs.h"
#include "core/project/project.h"
#include "core/project/system_error.h"
#include "core/rpc/labels.h"
#include "core/session/edit_builders.h"
#include "core/session/session.h"
#include "core/world/failures/failures.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "resources/samples/samples.h"
#include "tests/support/folders.h"
#include "ui/bridge/status_text.h"
#include "worldwright/v1/edits.pb.h"

static void loadTranslations() { Q_INIT_RESOURCE(translations); }

using namespace ww;

class TestGermanTexts : public QObject {
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
  void wordsOfTheSystem();
  void aSaveThatFails();
  void rulesAreToldInGerman();
  void namesAreNotTranslated();

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
  QString label(const session::EditsPtr& edits) const { return ui::toText(rpc::labelOf(*world_, *edits)); }

  QTranslator german_;
  geometry::GeometryStore store_;
  std::unique_ptr<world::World> world_;
  test::ScratchFolder folder_;
};

void TestGermanTexts::initTestCase() {
  loadTranslations();
  QVERIFY(german_.load(QStringLiteral(":/translations/worldwright_de.qm")));
  world_ = std::make_unique<world::World>(samples::makeSample("pick_and_place", store_).value());
}

void TestGermanTexts::englishIsLeftAlone() {
  QCoreApplication::removeTranslator(&german_);
  const Status status = world::resolveText(*world_, "teapot").status();
  QCOMPARE(ui::toMessage(status).title.toLower(), QString::fromStdString(status.title + ".").toLower());
  QCOMPARE(label(session::deleteObject(world_->find("crate"), true)), QStringLiteral("Delete crate"));
}

void TestGermanTexts::unknownNames() {
  const auto unknown = ui::toMessage(world::resolveText(*world_, "teapot").status());
  QVERIFY2(unknown.title == QStringLiteral("Es gibt kein Objekt, keine Entität und kein Bezugssystem „teapot“."),
           qPrintable(unknown.title));
  QVERIFY2(unknown.hint.startsWith(QStringLiteral("Geben Sie Objekt, Objekt/Bezugssystem")), qPrintable(unknown.hint));
  const auto message = ui::toMessage(planning::namedConfiguration(*world_, robot(), "teapot").status());
  QVERIFY2(message.title == QStringLiteral("„robot“ hat keine Stellung „teapot“."), qPrintable(message.title));
  QVERIFY2(message.hint.startsWith(QStringLiteral("Vorhanden sind: ")), qPrintable(message.hint));
}

void TestGermanTexts::editsThatAreRefused() {
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

void TestGermanTexts::collisions() {
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

void TestGermanTexts::motionsThatFail() {
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

void TestGermanTexts::damagedFiles() {
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

void TestGermanTexts::importsThatFail() {
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

void TestGermanTexts::labelsOfClients() {
  const auto gripper = world_->find("gripper");
  QCOMPARE(label(session::setPose(gripper, world::kRootObject, {})), QStringLiteral("gripper verschieben"));
  QCOMPARE(label(session::deleteObject(world_->find("crate"), true)), QStringLiteral("crate löschen"));
  QCOMPARE(label(session::deleteObject(gripper, true)), QStringLiteral("gripper und eine Kollisionsregel löschen"));
  QCOMPARE(label(session::renameObject(gripper, "claw", true)), QStringLiteral("gripper in claw umbenennen"));
  QCOMPARE(
      label(session::join({session::deleteObject(world_->find("crate"), true), session::deleteObject(robot(), true)})),
      QStringLiteral("crate löschen und 1 weitere Änderung"));
  std::vector<session::EditsPtr> many(12, session::deleteObject(world_->find("crate"), true));
  many.front() = session::setPose(gripper, world::kRootObject, {});
  QCOMPARE(label(session::join(many)), QStringLiteral("gripper verschieben und 11 weitere Änderungen"));
}

// A table by the number of the error, not by what the system says of it.
void TestGermanTexts::wordsOfTheSystem() {
  QCOMPARE(ui::toText(systemWords(ENOSPC)), QStringLiteral("Kein Platz mehr auf dem Datenträger"));
  QCOMPARE(plain(systemWords(ENOSPC)), std::string("No space left on device"));
  QVERIFY(!systemWords(EXDEV).is_ours && !systemWords(EXDEV).empty());
  const Status full = project::systemError(ENOSPC, project::Doing::kWrite, "/a/b");
  QVERIFY2(full.title.starts_with("cannot write /a/b: "), full.title.c_str());
  const QString german = ui::toMessage(full).title;
  QVERIFY2(german.startsWith(QStringLiteral("/a/b kann nicht geschrieben werden: ")), qPrintable(german));
  // Of a file that takes the place of none only the name that was asked for is told.
  const auto beside = [](const std::string& file) {
    return ui::toMessage(project::systemError(EIO, project::Doing::kSync, file + ".saving")).title;
  };
  QVERIFY2(beside("/a/b").startsWith(QStringLiteral("/a/b kann nicht ")), qPrintable(beside("/a/b")));
  QTemporaryFile there;
  QVERIFY(there.open());
  const QString old = beside(there.fileName().toStdString());
  QVERIFY2(
      old.startsWith(
          QStringLiteral("Die neue Datei %1.saving, die an die Stelle der alten treten soll").arg(there.fileName())),
      qPrintable(old));
}

void TestGermanTexts::aSaveThatFails() {
  project::MemoryVfs disk;
  const Status failed = project::save(disk, "/no/such/cell.wright", *world_, store_).status();
  if (!failed.ok()) QVERIFY(!ui::toMessage(failed).title.contains(QStringLiteral("cannot")));
  const Status noted = withDetails(project::systemError(ENOSPC, project::Doing::kWrite, "/a/b"),
                                   {phrase("The file still holds its previous state.")});
  QCOMPARE(ui::toMessage(noted).details, QStringLiteral("Die Datei enthält noch ihren vorherigen Stand."));
  QCOMPARE(noted.message, std::string("The file still holds its previous state."));
}

void TestGermanTexts::rulesAreToldInGerman() {
  collision::Explanation why;
  why.source = collision::RuleSource::kMinimumMargin;
  why.margin_m = 0.0055;
  QCOMPARE(ui::toText(collision::ruleSentence("a", "b", why)),
           QStringLiteral("a hält 5.50 mm Abstand zu b (Mindestabstand)"));
  QCOMPARE(plain(collision::ruleSentence("a", "b", why)), std::string("a is kept 0.0055 m from b (minimum margin)"));
}

// Nobody takes a sentence for one of ours: a name, and the words of a person, stay as they are.
void TestGermanTexts::namesAreNotTranslated() {
  QCOMPARE(ui::toText(phrase("Move {name}", {{"name", arg::Words{"Edit"}}})), QStringLiteral("Edit verschieben"));
  QCOMPARE(ui::toText(Phrase("Edit")), QStringLiteral("Edit"));
  QCOMPARE(ui::toText(phrase("Edit")), QStringLiteral("Bearbeiten"));
  const auto told = [](const FailureRow& row, const char* name) {
    const arg::Node object{"Delete cup", 7};
    return ui::toMessage(fail(row, {{"name", arg::Name{name}}, {"object", object}, {"parent", object}})).title;
  };
  QCOMPARE(told(world::failures::kNoEntityOf, "box size"),
           QStringLiteral("Es gibt keine Entität „box size“ in „Delete cup“."));
  QCOMPARE(told(world::failures::kNameTaken, "try again"),
           QStringLiteral("Der Name „try again“ wird unter „Delete cup“ schon benutzt."));
}

QTEST_GUILESS_MAIN(TestGermanTexts)
#include "test_german_texts.moc"
