// SPDX-License-Identifier: Apache-2.0
// A program that is killed, in the middle of an import, a drag, a save, a recovery, and at any moment: nothing that was
// done is lost, by the events of the X server and the real program alone. WW_EDITOR_KILLS sets how often at any
// moment, WW_SEED another run.
#include <QJsonDocument>
#include <QTest>
#include <random>

#include "tests/gui/journey/desk.h"

using namespace ww::journey;

namespace {

constexpr qint64 kPromisedMs = 200;  // behind a commit
constexpr int kMany = 500;

// What a change of the world made, by the ledger of the editor.
struct Made {
  qint64 at = 0;  // ns of the steady clock
  QString hash;
};

// The last line may have been cut off by the end of the editor.
std::vector<Made> readLedger(const QString& path) {
  std::vector<Made> out;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return out;
  for (QByteArray line = file.readLine(); line.endsWith('\n'); line = file.readLine()) {
    const QList<QByteArray> parts = line.trimmed().split(' ');
    if (parts.size() == 2) out.push_back({parts.at(0).toLongLong(), QString::fromLatin1(parts.at(1))});
  }
  return out;
}

}  // namespace

class TestBadDay : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void inTheMiddleOfAnImport();
  void inTheMiddleOfADrag();
  void inTheMiddleOfASave();
  void whileItIsRecovered();
  void aDeletionOfManyIsUndoneAfterwards();
  void atAnyMoment();

 private:
  void openFile();
  void startAgain(const QStringList& arguments = {});
  bool isOffered();
  bool tryToRecover();
  void recover();
  void press(const char* action);
  void addBox();
  QString hash() { return desk_->ask({{"hash", true}})["content_hash"].toString(); }
  int objects() { return desk_->state()["objects"].toInt(-1); }
  QJsonObject fileNow(const QString& file);
  void note() { now_ = hash(); }
  int left();
  void import();
  void doAnything(std::mt19937& random);
  void roundAtAnyMoment(std::mt19937& random);

  std::unique_ptr<Desk> desk_;
  QString file_, saved_, now_;
};

void TestBadDay::init() {
  desk_ = std::make_unique<Desk>();
  QVERIFY2(desk_->error().isEmpty(), qPrintable(desk_->error()));
  file_ = desk_->folder() + QStringLiteral("/cell.wright");
  qputenv("WORLDWRIGHT_LEDGER", QFile::encodeName(desk_->folder() + QStringLiteral("/ledger")));
  qputenv("XDG_STATE_HOME", QFile::encodeName(desk_->folder() + QStringLiteral("/state")));  // of commands, too
  QVERIFY2(desk_->command({"new", "--sample", "pick_and_place", file_}), qPrintable(desk_->error()));
  saved_ = fileNow(file_)["content_hash"].toString();
}

void TestBadDay::cleanup() {
  if (QTest::currentTestFailed()) {
    desk_->shot(QStringLiteral("bad-day-failed-") + QLatin1String(QTest::currentTestFunction()));
    qInfo("at the end: %s", QJsonDocument(desk_->state()).toJson().constData());
    qInfo("it said: %s", qPrintable(desk_->told().right(3000)));
  }
  desk_.reset();
}

QJsonObject TestBadDay::fileNow(const QString& file) {
  const auto told = desk_->command({"info", file, "--json"});
  return told ? QJsonDocument::fromJson(*told).object() : QJsonObject();
}

void TestBadDay::openFile() {
  QVERIFY2(desk_->open(file_, {"--size", "1280x800", "--theme", "dark"}), qPrintable(desk_->error() + desk_->told()));
  note();
}

void TestBadDay::startAgain(const QStringList& arguments) {
  QVERIFY2(desk_->openWith(arguments + QStringList{"--size", "1280x800", "--theme", "dark"}),
           qPrintable(desk_->error() + desk_->told()));
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["exposed"].toBool(); }, 60000));
}

bool TestBadDay::isOffered() {
  for (const char* button : {"leftRecover", "Show..."})
    if (desk_->ask({{"widget", button}})["visible"].toBool()) return true;
  return false;
}

// From the card of the start page, or the list that the notice opens. False when the program ends before that.
bool TestBadDay::tryToRecover() {
  const auto button = [&] {
    return desk_->ask({{"widget", "leftRecover"}})["visible"].toBool() ? desk_->widget(QStringLiteral("leftRecover"))
                                                                       : std::nullopt;
  };
  if (!desk_->waitUntil([&] { return isOffered(); })) return false;
  if (!button()) {
    const auto show = desk_->widget(QStringLiteral("Show..."));
    if (show) desk_->click(*show);
    if (!desk_->waitUntil([&] { return button().has_value(); }, 10000)) return false;
  }
  QTest::qWait(200);  // it has come to rest
  const auto at = button();
  if (at) desk_->click(*at);
  return at.has_value();
}

void TestBadDay::recover() { QVERIFY2(tryToRecover(), "nothing is offered"); }

void TestBadDay::press(const char* action) {
  const int revision = desk_->state()["revision"].toInt();
  desk_->key(QLatin1String(action));
  desk_->waitUntil([&] { return desk_->state()["revision"].toInt() != revision || !desk_->runs(); }, 3000);
}

// Of the menu, as a hand does it.
void TestBadDay::addBox() {
  const int before = objects();
  QVERIFY2(desk_->choose(QStringLiteral("Add"), QStringLiteral("add.box")), qPrintable(desk_->error()));
  QVERIFY(desk_->waitUntil([&] { return objects() == before + 1; }, 10000));
  note();
}

// ---- in the middle

void TestBadDay::inTheMiddleOfAnImport() {
  // The file is asked for with the world that it goes into, beside which the work goes on.
  startAgain({file_, qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/models/bracket.step")});
  QVERIFY(desk_->waitUntil([&] { return desk_->ask({{"widget", "importWizard"}})["visible"].toBool(); }, 60000));
  addBox();
  const int before = objects();
  QTest::qWait(kPromisedMs);
  QVERIFY(desk_->killAfter(0));
  QCOMPARE(fileNow(file_)["content_hash"].toString(), saved_);

  startAgain();
  recover();
  QVERIFY(desk_->waitUntil([&] { return objects() == before && hash() == now_; }));
  QVERIFY2(desk_->waitUntil([&] {
    return desk_->ask({{"widget", "Import again..."}})["visible"].toBool();
  }),
           "the import is not offered again");
  desk_->shot(QStringLiteral("bad-day-import"));
  desk_->click(*desk_->widget(QStringLiteral("Import again...")));
  QVERIFY(desk_->waitUntil(
      [&] {
        return desk_->ask({{"widget", "Import"}, {"in", "importWizard"}})["enabled"].toBool();
      },
      60000));
  const auto import = desk_->widget(QStringLiteral("Import"), QStringLiteral("importWizard"));
  QVERIFY(import);
  desk_->click(*import);
  QVERIFY(desk_->waitUntil([&] { return objects() == before + 1; }));
}

void TestBadDay::inTheMiddleOfADrag() {
  openFile();
  addBox();
  const auto row = desk_->item(QStringLiteral("crate"), QStringLiteral("Scene tree"));
  QVERIFY2(row, qPrintable(desk_->error()));
  desk_->click(*row);
  desk_->key(QStringLiteral("m"));
  QVERIFY(desk_->waitUntil([&] { return desk_->gizmo(QStringLiteral("z")).has_value(); }, 10000));
  QVERIFY(desk_->settle());
  const QJsonArray stood = desk_->node(QStringLiteral("crate"))["root_p"].toArray();
  const QPoint handle = *desk_->gizmo(QStringLiteral("z"));
  desk_->press(handle);
  for (int i = 1; i <= 10; ++i) desk_->moveTo(handle - QPoint(0, 4 * i));
  QVERIFY2(desk_->waitUntil([&] { return desk_->node(QStringLiteral("crate"))["root_p"].toArray() != stood; }, 10000),
           "it is not dragged");
  QVERIFY(desk_->killAfter(0));
  desk_->letGo();
  startAgain();
  recover();
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["objects"].toInt() > 1; }));
  QCOMPARE(hash(), now_);
  QCOMPARE(desk_->node(QStringLiteral("crate"))["root_p"].toArray(), stood);
  QCOMPARE(fileNow(file_)["content_hash"].toString(), saved_);
}

void TestBadDay::inTheMiddleOfASave() {
  openFile();
  for (const int ms : {0, 150, 500}) {
    addBox();
    const QString now = now_;
    QTest::qWait(kPromisedMs);
    QVERIFY(desk_->killAfter(ms, [&] { desk_->key(QStringLiteral("ctrl+s")); }));
    const QJsonObject in_file = fileNow(file_);
    const QString held = in_file["content_hash"].toString();
    qInfo("killed %d ms after Ctrl+S: the file is %s", ms, held == now ? "the new one" : "that of before");
    QVERIFY2(held == now || held == saved_, qPrintable(desk_->error()));
    saved_ = held;
    startAgain();
    if (held == now) {
      QVERIFY2(desk_->killAfter(0), "it does not run");
      openFile();
      QCOMPARE(hash(), now);
      continue;
    }
    recover();
    QVERIFY(desk_->waitUntil([&] { return desk_->state()["objects"].toInt() > 1 && hash() == now; }));
  }
}

void TestBadDay::whileItIsRecovered() {
  openFile();
  for (int i = 0; i < 3; ++i) addBox();
  const QString now = now_;
  QTest::qWait(kPromisedMs);
  QVERIFY(desk_->killAfter(0));
  for (const int ms : {450, 800}) {
    startAgain();
    QVERIFY2(desk_->waitUntil([&] { return isOffered(); }), "nothing is offered");
    QVERIFY(desk_->killAfter(ms, [&] { static_cast<void>(tryToRecover()); }));
  }
  startAgain();
  recover();
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["objects"].toInt() > 1 && hash() == now; }));
  desk_->shot(QStringLiteral("bad-day-recovered"));
}

void TestBadDay::aDeletionOfManyIsUndoneAfterwards() {
  QFile edits(desk_->folder() + QStringLiteral("/many.textproto"));
  QVERIFY(edits.open(QIODevice::WriteOnly));
  for (int i = 0; i < kMany; ++i)
    edits.write(
        QStringLiteral("edits { create_object { name: \"post_%1\" name_is_global_alias: true parent_object { "
                       "reference { id: \"root\" } entity_filter { include_base_entity: true } } "
                       "parent_object_t_created_object { position { x: %2 y: %3 } orientation { w: 1 } } "
                       "create_single_entity_object { geometry_component { named_geometries { key: "
                       "\"Intrinsic_Collision\" value { named_geometries { key: \"box\" value { geometry { "
                       "inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size "
                       "{ x: 0.1 y: 0.1 z: 1 } } } } } } } } } } } } } } } }\n")
            .arg(i)
            .arg(2 + i % 25)
            .arg(i / 25)
            .toUtf8());
  edits.close();
  QVERIFY2(desk_->command({"apply", file_, edits.fileName()}), qPrintable(desk_->error()));
  openFile();
  const QString whole = hash();
  const int all = objects();
  QVERIFY(all > kMany);
  const auto row = desk_->item(QStringLiteral("crate"), QStringLiteral("Scene tree"));
  QVERIFY(row);
  desk_->click(*row);
  desk_->key(QStringLiteral("ctrl+a"));
  desk_->key(QStringLiteral("Delete"));
  QVERIFY(desk_->waitUntil([&] { return objects() < all - kMany; }));
  const QString bare = hash();
  QTest::qWait(2 * kPromisedMs);
  QVERIFY(desk_->killAfter(0));
  startAgain();
  recover();
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["dirty"].toBool() && hash() == bare; }));
  QVERIFY(desk_->settle());
  desk_->key(QStringLiteral("ctrl+z"));
  QVERIFY2(desk_->waitUntil([&] { return objects() == all; }), "the deletion cannot be undone any more");
  QCOMPARE(hash(), whole);
}

// ---- at any moment

// How many documents with edits that are not saved are left behind, by the command line.
int TestBadDay::left() {
  const auto told = desk_->command({"recover", "--json"});
  if (!told) return -1;
  int count = 0;
  for (const QJsonValue& one : QJsonDocument::fromJson(*told).object()["journals"].toArray())
    if (!one.toObject()["in_use"].toBool()) ++count;
  return count;
}

void TestBadDay::import() {
  const auto shown = [&](const char* name) { return desk_->ask({{"widget", name}})["visible"].toBool(); };
  const auto waited = [&](const std::function<bool()>& condition) {
    return desk_->waitUntil([&] { return condition() || !desk_->runs(); }, 10000) && desk_->runs();
  };
  const int before = objects();
  desk_->key(QStringLiteral("ctrl+i"));
  if (!waited([&] { return shown("fileNameEdit"); })) return;
  desk_->enter(qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/models/bracket.step"));
  if (!waited([&] { return desk_->ask({{"widget", "Import"}, {"in", "importWizard"}})["enabled"].toBool(); })) return;
  desk_->key(QStringLiteral("Return"));
  waited([&] { return objects() == before + 1; });
}

void TestBadDay::doAnything(std::mt19937& random) {
  switch (random() % 9) {
    case 0:
    case 1:
    case 2: return press("ctrl+d");
    case 3: return press("ctrl+z");
    case 4: return press("ctrl+shift+z");
    case 5: return desk_->key(QStringLiteral("ctrl+s"));
    case 6: return desk_->key(QStringLiteral("ctrl+p"));
    case 7: return press("Delete");
    default: return import();
  }
}

// Whatever was made until 200 ms before the kill is there afterwards, by the ledger of all that was ever made.
void TestBadDay::roundAtAnyMoment(std::mt19937& random) {
  for (const char* name : {"crate", "fixture", "table"})
    if (const auto row = desk_->item(QLatin1String(name), QStringLiteral("Scene tree"))) {
      desk_->click(*row);
      break;
    }
  const int ms = 300 + static_cast<int>(random() % 3000);
  QVERIFY(desk_->killAfter(ms, [&] {
    while (desk_->runs() && desk_->state().contains(QLatin1String("revision"))) doAnything(random);
  }));
  const std::vector<Made> made = readLedger(qEnvironmentVariable("WORLDWRIGHT_LEDGER"));
  std::size_t promised = 0;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made[i].at < desk_->killedAt() - kPromisedMs * 1'000'000) promised = i;
  const auto is_from = [&made](const QString& found, std::size_t first) {
    for (std::size_t i = first; i < made.size(); ++i)
      if (made[i].hash == found) return true;
    return false;
  };
  QStringList told;
  for (const Made& one : made)
    told << QStringLiteral("%1 ms %2").arg((one.at - desk_->killedAt()) / 1'000'000).arg(one.hash.left(8));

  QVERIFY2(desk_->command({"verify", file_}), qPrintable(desk_->error()));
  const QString in_file = fileNow(file_)["content_hash"].toString();
  QVERIFY2(is_from(in_file, 0) || in_file == saved_, qPrintable(in_file + QStringLiteral(" was never there")));
  const int documents = left();
  QVERIFY2(documents == 0 || documents == 1, qPrintable(QString::number(documents) + desk_->error()));
  QString found = in_file;
  if (documents == 1) {
    startAgain();
    recover();
    QVERIFY(desk_->waitUntil([&] { return desk_->state()["objects"].toInt() > 1; }));
    found = hash();
  } else {
    openFile();
  }
  QVERIFY2(is_from(found, promised),
           qPrintable(QStringLiteral("%1 is older than promised, or was never there; the file has %2; made: %3")
                          .arg(found.left(8), in_file.left(8), told.join(QStringLiteral(", ")))));
}

void TestBadDay::atAnyMoment() {
  const int asked = qEnvironmentVariableIntValue("WW_EDITOR_KILLS");
  const int rounds = asked > 0 ? asked : 2;
  const int seed = qEnvironmentVariableIntValue("WW_SEED");
  std::mt19937 random(seed > 0 ? static_cast<unsigned>(seed) : 29);
  openFile();
  for (int i = 0; i < rounds && !QTest::currentTestFailed(); ++i) {
    roundAtAnyMoment(random);
    qInfo("killed %d times", i + 1);
  }
}

QTEST_MAIN(TestBadDay)
#include "test_bad_day.moc"
