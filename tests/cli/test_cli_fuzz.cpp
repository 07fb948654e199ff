// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QRandomGenerator>

#include "tests/cli/cases.h"

using namespace ww::test;

// Requests with bytes changed: refused or answered, never a fault of the program.
class TestCliFuzz : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }
  void requests_data();
  void requests();
  void worldBytes();

 private:
  ScratchFolder folder_;
  QString world_;
};

static QByteArray mutated(QByteArray bytes, QRandomGenerator& random) {
  static const QByteArrayList kPieces = {
      "nan",  "inf", "-1", "1e308", "0",     "{",    "}", "\"\"", "99999999999999999999",
      "\xff", "[",   "]",  "-0.0",  "\\x00", "root", "o5"};
  const int changes = 1 + static_cast<int>(random.bounded(4));
  for (int i = 0; i < changes && !bytes.isEmpty(); ++i) {
    const int at_byte = static_cast<int>(random.bounded(bytes.size()));
    switch (random.bounded(5)) {
      case 0: bytes[at_byte] = static_cast<char>(random.generate()); break;
      case 1: bytes.remove(at_byte, 1 + static_cast<int>(random.bounded(20))); break;
      case 2: bytes.insert(at_byte, kPieces[static_cast<int>(random.bounded(kPieces.size()))]); break;
      case 3: bytes.insert(at_byte, bytes.mid(static_cast<int>(random.bounded(bytes.size())), 30)); break;
      default: bytes.truncate(at_byte); break;
    }
  }
  return bytes;
}

// Numbers in the text replaced, so that most mutants are read.
static QByteArray renumbered(QByteArray text, QRandomGenerator& random) {
  static const QByteArrayList kNumbers = {"nan", "inf", "-inf", "1e308", "-1e308", "1e-320",
                                          "0",   "-1",  "100",  "6.3",   "1e9"};
  QList<int> digits;
  for (int i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == ' ' && (isdigit(static_cast<unsigned char>(text[i + 1])) || text[i + 1] == '-')) digits << i + 1;
  }
  if (digits.isEmpty()) return text;
  const int from = digits[static_cast<int>(random.bounded(digits.size()))];
  int to = from;
  while (to < text.size() && QByteArray("+-.e0123456789").contains(text[to])) ++to;
  return text.replace(from, to - from, kNumbers[static_cast<int>(random.bounded(kNumbers.size()))]);
}

void TestCliFuzz::requests_data() {
  QTest::addColumn<QString>("verb");
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("fk") << "fk" << fkRequest({0, 0.2, 0.3, 0, 0.9, 0});
  QTest::newRow("plan") << "plan"
                        << jointMotion({0.1, 0.2, 0.3, 0, 0.9, 0}, "ANY",
                                       "joint_limits { max_velocity { values: [ 1, 1, 1, 1, 1, 1] } }");
  QTest::newRow("plan to a pose") << "plan" << poseMotion({0.52, -0.22, 0.756}, {0, 0, 1, 0}, "JOINT");
  QTest::newRow("apply")
      << "apply"
      << QByteArray(
             R"(updates { update_transform { node_a { id: "root" } node_b { id: "o37" } node_to_update { id: "o37" } a_t_b { position { x: 1 y: 2 z: 3 } orientation { w: 1 } } } }
    updates { update_object_joints { object { id: "o5" } joint_positions: 0 joint_positions: 1 joint_positions: 0 joint_positions: 0 joint_positions: 0 joint_positions: 0 } }
    updates { toggle_collisions { toggle_mode: TOGGLE_MODE_DISABLE object_a { reference { id: "o5" } } object_b { reference { id: "o33" } } } }
    updates { reparent_object { object { id: "o37" } parent_object { reference { id: "o5" } entity_filter { include_final_entity: true } } } }
    updates { create_frame { parent_object { id: "root" } new_frame_name: "f" parent_t_new_frame { position { x: 1 } orientation { w: 1 } } } })");
  QTest::newRow("apply edits")
      << "apply" << QByteArray(R"(edits { copy_object { source { id: "o5" } name: "second" with_children: true } }
    edits { rename_entity { entity { id: "e8" } name: "foo" } }
    edits { create_object { name: "post" parent_object { reference { id: "root" } entity_filter { include_base_entity: true } } parent_object_t_created_object { position { x: 2 z: 0.5 } orientation { w: 1 } }
      create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value { named_geometries { key: "box" value { geometry {
      inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { x: 0.2 y: 0.2 z: 1 } } } } } } } } } } } } } } } })");
}

void TestCliFuzz::requests() {
  QFETCH(QString, verb);
  QFETCH(QByteArray, text);
  QRandomGenerator random(23);
  QElapsedTimer timer;
  timer.start();
  QMap<int, int> exits;
  for (int i = 0; i < 60 && timer.elapsed() < 2500; ++i) {
    const QByteArray bytes = i == 0 ? text : i % 2 ? renumbered(text, random) : mutated(text, random);
    const bool binary = i % 10 == 4;
    const QString file = folder_.write(binary ? "fuzz.binpb" : i % 10 == 6 ? "fuzz.json" : "fuzz.textproto", bytes);
    const CliRun run = runCli(QStringList{verb, world_, file, "--json", "--timeout", "2"} +
                                  (verb == "apply" ? QStringList{"--dry-run"} : QStringList{}),
                              withTimeout(10000));
    QVERIFY2(run.exit == 0 || run.exit == 1 || run.exit == 3 || run.exit == 4, run.describe() + "\n" + bytes);
    if (run.exit != 0) WW_VERIFY_FAULTLESS(errorObjectFault(run));
    QVERIFY2(!run.out.contains("NaN") && !run.out.contains("nan,"), run.describe());
    ++exits[run.exit];
  }
  qInfo() << "runs by exit status" << exits;
}

// The file's rows with bytes changed and the header kept.
void TestCliFuzz::worldBytes() {
  const QByteArray sound = readFile(world_);
  QRandomGenerator random(29);
  QElapsedTimer timer;
  timer.start();
  for (int i = 0; i < 40 && timer.elapsed() < 3000; ++i) {
    QByteArray bytes = sound;
    const int from = 100 + static_cast<int>(random.bounded(i % 2 ? 8000 : sound.size() - 100));
    for (int k = 0; k < 1 + static_cast<int>(random.bounded(300)) && from + k < bytes.size(); ++k)
      bytes[from + k] = static_cast<char>(random.generate());
    const QString file = folder_.write("fuzz.wright", bytes);
    for (const QStringList& arguments : {QStringList{"check", file}, QStringList{"verify", file}}) {
      const CliRun run = runCli(arguments, withTimeout(10000));
      QVERIFY2(run.exit == 0 || run.exit == 1 || run.exit == 3, run.describe());
    }
  }
}

QTEST_GUILESS_MAIN(TestCliFuzz)
#include "test_cli_fuzz.moc"
