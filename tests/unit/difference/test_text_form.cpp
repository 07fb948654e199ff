// SPDX-License-Identifier: Apache-2.0
// Worlds as text and back.
#include "core/base/failure.h"
#include "core/difference/text_form.h"
#include "core/world/records/load.h"
#include "tests/unit/world/gardener.h"
#include "worlds.h"

using namespace ww;
using namespace ww::test;

namespace {

std::string textOf(const world::World& w, bool with_geometry = true) {
  difference::TextOptions options;
  options.with_geometry = with_geometry;
  auto text = difference::toText(w, store(), options);
  if (!text.ok()) qFatal("%s", text.status().line().c_str());
  return std::move(text).value();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) qFatal("no '%s' in the text", from.c_str());
  return text.replace(at, from.size(), to);
}

// With a field that this program does not know in the world's record.
world::World withUnknown(const world::World& w) {
  world::WorldData data = w.data();
  worldwright::v1::WorldRecord record = *data.record;
  record.GetReflection()->MutableUnknownFields(&record)->AddLengthDelimited(9001, "of a newer program");
  data.record = std::make_shared<const worldwright::v1::WorldRecord>(record);
  return world::World(data);
}

std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

}  // namespace

class TestTextForm : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theTextGivesTheSameWorld();
  void randomWorldsComeBack();
  void theSameWorldGivesTheSameText();
  void oneEditChangesFewLines();
  void fieldsOfNewerProgramsComeBack();
  void geometryComesWithTheText();
  void aTextWithoutGeometryIsForReading();
  void whatIsWrongIsToldByItsLine_data();
  void whatIsWrongIsToldByItsLine();
  void aDamagedTextIsRefusedOrSound();
};

void TestTextForm::theTextGivesTheSameWorld() {
  const world::World w = edited(cell(), session::setJoint(cell().aliasNamed("arm"), "joint_1", 1.0 / 3));
  const auto back = difference::fromText(textOf(w), store());
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(world::contentHash(*back), world::contentHash(w));
  QCOMPARE(back->nextId(), w.nextId());
  QCOMPARE(textOf(*back), textOf(w));
  const world::World none;
  QCOMPARE(world::contentHash(difference::fromText(textOf(none), store()).value()), world::contentHash(none));
}

void TestTextForm::randomWorldsComeBack() {
  Gardener gardener(5);
  world::World w = cell();
  for (int i = 0; i < 300; ++i) {
    auto next = world::apply(w, *gardener.edit(w), store());
    if (next.ok()) w = std::move(next).value();
    if (i % 10) continue;
    const auto back = difference::fromText(textOf(w), store());
    QVERIFY2(back.ok(), back.status().line().c_str());
    QCOMPARE(world::contentHash(*back), world::contentHash(w));
  }
}

void TestTextForm::theSameWorldGivesTheSameText() {
  const world::World w = cell(), there = moved(w, "tool", 0.5);
  QCOMPARE(textOf(moved(there, "tool", 0.0)), textOf(moved(moved(w, "tool", 1.0), "tool", 0.0)));
}

void TestTextForm::oneEditChangesFewLines() {
  const auto lines = [](const world::World& w) { return QString::fromStdString(textOf(w)).split(QLatin1Char('\n')); };
  const world::World w = cell();
  const QStringList before = lines(moved(w, "tool", 0.25)), after = lines(moved(w, "tool", 0.5));
  QCOMPARE(before.size(), after.size());
  int changed = 0;
  for (int i = 0; i < before.size(); ++i) changed += before[i] != after[i];
  QCOMPARE(changed, 1);
  QVERIFY(before.contains(QStringLiteral("# tool")));
}

void TestTextForm::fieldsOfNewerProgramsComeBack() {
  const world::World w = withUnknown(cell());
  QVERIFY(world::contentHash(w) != world::contentHash(cell()));
  WW_TOLD(textOf(w), "#exact world ");
  const auto back = difference::fromText(textOf(w), store());
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(world::contentHash(*back), world::contentHash(w));
}

void TestTextForm::geometryComesWithTheText() {
  const world::World w = cell();
  geometry::GeometryStore fresh;
  const auto back = difference::fromText(textOf(w), fresh);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(world::contentHash(*back), world::contentHash(w));
  for (const std::string& ref : world::geometryRefs(w)) QCOMPARE(*fresh.bytes(ref), *store().bytes(ref));
}

void TestTextForm::aTextWithoutGeometryIsForReading() {
  const world::World w = cell();
  const std::string text = textOf(w, false);
  QVERIFY(text.size() < textOf(w).size());
  geometry::GeometryStore fresh;
  QCOMPARE(codeOf(difference::fromText(text, fresh).status()), std::string("difference.text-without-geometry"));
  // Who has the geometry can read it all the same.
  QCOMPARE(world::contentHash(difference::fromText(text, store()).value()), world::contentHash(w));
}

void TestTextForm::whatIsWrongIsToldByItsLine_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("code");
  QTest::addColumn<QString>("said");
  const std::string text = textOf(cell());
  const auto add = [](const char* name, const std::string& bad, const char* code, const char* said) {
    QTest::newRow(name) << QString::fromStdString(bad) << code << said;
  };
  add("nothing", "", "difference.no-text-form", "first line");
  add("another text", "objects { }\n", "difference.no-text-form", "first line");
  add("newer", replaced(text, "text 1", "text 2"), "difference.newer-text", "version 2");
  add("no field", replaced(text, "world {", "word {"), "difference.bad-text", "line 2");
  add("no bytes", text + "#exact frames ???\n", "difference.bad-text", "no bytes of a record");
  add("bytes of nothing", text.substr(0, text.find("\n\n#geometry")) + "\n#: AAAA\n", "difference.bad-text",
      "no bytes of a geometry");
  add("other bytes", replaced(text, "#: ", "#: AAAA\n#: "), "difference.bad-text-geometry", "sha256");
  add("a text of other letters", replaced(text, "name: \"tool\"", "name: \"t\\366l\""), "difference.bad-text",
      ".name' is no text");
  add("no parent", replaced(text, "name: \"tool\"", "name: \"tool\" parent: 999"), "difference.bad-text", "line");
}

void TestTextForm::whatIsWrongIsToldByItsLine() {
  QFETCH(QString, text);
  QFETCH(QString, code);
  QFETCH(QString, said);
  geometry::GeometryStore fresh;
  const auto made = difference::fromText(text.toStdString(), fresh);
  QVERIFY(!made.ok());
  QCOMPARE(QString::fromStdString(codeOf(made.status())), code);
  WW_TOLD(made.status().line(), said.toStdString());
  QVERIFY(!made.status().hint.empty());
}

// A text may be edited by hand: what can be read is a world, and all else is told.
void TestTextForm::aDamagedTextIsRefusedOrSound() {
  const std::string sound = textOf(withUnknown(cell()));
  std::mt19937 random(11);
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = sound;
    const std::size_t at = random() % text.size();
    if (i % 3 == 0) text[at] = static_cast<char>(32 + random() % 95);
    else if (i % 3 == 1) text.erase(at, 1 + random() % 40);
    else text.insert(at, text.substr(random() % text.size(), 1 + random() % 40));
    geometry::GeometryStore fresh;
    const auto made = difference::fromText(text, fresh);
    if (made.ok()) {
      QVERIFY(world::checkInvariants(*made).ok());
      continue;
    }
    ++refused;
    QVERIFY2(!made.status().hint.empty(), made.status().line().c_str());
    QVERIFY2(made.status().code != Code::kInternal, made.status().line().c_str());
  }
  QVERIFY(refused > 50);
}

QTEST_GUILESS_MAIN(TestTextForm)
#include "test_text_form.moc"
