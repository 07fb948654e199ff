// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// The actions of the verb `rules`: list, explain, lint with repairs, generate.
class TestCliRules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }

  void listTellsEachRule();
  void explainTellsAllThatIsAboutAPair();
  void lintRepairsInOneStep();
  void contactsAtRestHaveACommandOfTheirOwn();
  void generateProposesAndApplies();
  void checkingIsSwitchedAndRulesStay();
  void oneThingIsExplainedByItsParts();
  void theActionMayStandFirst();
  void aRuleThatIsSwitchedOffStays();

 private:
  // A copy of the sample with these settings.
  QString withRules(const QString& name, const QByteArray& settings) {
    const QString path = folder_.path(name);
    QFile::remove(path);
    if (!QFile::copy(world_, path)) qFatal("cannot copy");
    const QString edits = folder_.write(
        name + ".textproto", "updates { update_collision_settings { collision_settings { " + settings + " } } }");
    const CliRun run = runCli({"apply", path, edits, "--no-note", "all"});
    if (run.exit != 0) qFatal("%s", run.describe().constData());
    return path;
  }
  static QByteArray object(const char* side, const char* name) {
    return QByteArray(side) + " { object { by_name { object_name: \"" + name + "\" } } } ";
  }
  static QByteArray rule(const QByteArray& sides, const QByteArray& action) {
    return "collision_rules { " + sides + " collision_action { " + action + " } } ";
  }

  ScratchFolder folder_;
  QString world_;
};

void TestCliRules::listTellsEachRule() {
  const QString path =
      withRules("list.wright", "minimum_margin: 0.001 " +
                                   rule(object("left", "fixture") + object("right", "table"), "is_excluded: true") +
                                   rule(object("left", "robot"), "margin { hard_margin: 0.02 }"));
  const QJsonObject list = jsonOf({"rules", path, "list"});
  WW_VERIFY_FAULTLESS(keysFault(list, {"checking:b", "minimum_margin_m:n", "rules:a", "findings:a", "pairs:n"}));
  QCOMPARE(at(list, "rules/0/action").toString(), QString("exclude"));
  QCOMPARE(at(list, "rules/0/decides").toInt(), 1);
  QCOMPARE(at(list, "rules/1/right").toString(), QString("anything"));
  QCOMPARE(at(list, "rules/1/margin_m").toDouble(), 0.02);
  QCOMPARE(at(list, "rules/1/decides").toInt(-1), 0);  // the minimum margin is smaller
  QVERIFY(!at(list, "rules/1/findings").toArray().isEmpty());
}

void TestCliRules::explainTellsAllThatIsAboutAPair() {
  const QString path =
      withRules("explain.wright", rule(object("left", "fixture") + object("right", "table"), "is_excluded: true") +
                                      rule(object("left", "table"), "margin { hard_margin: 0.02 }"));
  const QJsonObject told = jsonOf({"rules", path, "explain", "table", "fixture"});
  WW_VERIFY_FAULTLESS(keysFault(told, {"a:s", "b:s", "excluded:b", "margin_m:n", "rule:s", "verdict:s", "why:s",
                                       "collides:b", "distance_m:n", "points:a", "pairs:n", "matching:a"}));
  QVERIFY(told["excluded"].toBool());
  QCOMPARE(told["matching"].toArray().size(), 2);
  QVERIFY(at(told, "matching/0/decides").toBool());
  QCOMPARE(at(told, "matching/0/rule").toString(), QString("0"));
  QVERIFY(at(told, "matching/1/outcome").toString().contains("excluded"));
  const CliRun text = runCli({"rules", path, "explain", "robot", "table"});
  WW_COMPARE_EXIT(text, 0);
  QVERIFY2(text.out.contains("apart") && text.out.contains("this is the nearest"), text.out.constData());
}

void TestCliRules::lintRepairsInOneStep() {
  const QString path = withRules(
      "lint.wright", rule(object("left", "fixture") + object("right", "table"), "is_excluded: true") +
                         rule(object("left", "table") + object("right", "fixture"), "margin { hard_margin: 5 }"));
  const QJsonObject found = jsonOf({"rules", path, "lint"}, 1);
  const QJsonArray lint = found["lint"].toArray();
  QVERIFY(lint.size() >= 2);
  for (const QJsonValue& one : lint)
    WW_VERIFY_FAULTLESS(keysFault(one.toObject(), {"number:n", "code:s", "message:s", "hint:s", "repair:s"}));
  const QByteArray before = hashOf(path);
  const QString other = folder_.path("repaired.wright");
  const QJsonObject fixed = jsonOf({"rules", path, "lint", "--fix", "all", "--out", other});
  QVERIFY(fixed["changed"].toBool());
  QCOMPARE(hashOf(path), before);
  const QJsonObject left = jsonOf({"rules", other, "lint"}, 0);
  QVERIFY(left["lint"].toArray().isEmpty());
  QVERIFY(jsonOf({"rules", path, "lint", "--fix", "1"})["changed"].toBool());
  QVERIFY(hashOf(path) != before);
}

// A repair that is printed is one that works when it is pasted.
void TestCliRules::contactsAtRestHaveACommandOfTheirOwn() {
  const QString path = withRules("rest.wright", "");
  const QString edits = folder_.write("rest.textproto",
                                      "updates { update_transform { node_a { by_name { object { object_name: \"root\" "
                                      "} } } node_b { by_name { object { "
                                      "object_name: \"crate\" } } } node_to_update { by_name { object { object_name: "
                                      "\"crate\" } } } a_t_b { position { "
                                      "x: 0 y: 0 z: 0.3 } orientation { w: 1 } } } }");
  WW_COMPARE_EXIT(runCli({"apply", path, edits, "--quiet"}), 0);
  const CliRun lint = runCli({"rules", path, "lint"});
  WW_COMPARE_EXIT(lint, 1);
  const auto command = QRegularExpression("`worldwright rules \\S+ lint --fix ([0-9,]+)`").match(lint.out);
  QVERIFY2(command.hasMatch() && !lint.out.contains("`worldwright rules " + path.toUtf8() + " lint --fix all`"),
           lint.describe().constData());
  const CliRun all = runCli({"rules", path, "lint", "--fix", "all"});
  WW_COMPARE_EXIT(all, 0);
  QVERIFY2(all.out.contains("0 repairs made\ncontacts at rest are left"), all.describe().constData());
  QVERIFY2(all.out.contains(command.captured(0).toUtf8()), all.describe().constData());
  WW_COMPARE_EXIT(runCli({"rules", path, "lint", "--fix", command.captured(1)}), 0);
  WW_COMPARE_EXIT(runCli({"rules", path, "lint"}), 0);
}

void TestCliRules::generateProposesAndApplies() {
  const QString path = withRules("generate.wright", "");
  const QStringList ask = {"rules", path, "generate", "robot", "--samples", "100", "--seed", "3"};
  const QByteArray before = hashOf(path);
  const QJsonObject proposal = jsonOf(ask);
  WW_VERIFY_FAULTLESS(keysFault(proposal, {"robot:s", "samples:n", "seed:n", "changes:n", "applied:b", "pairs:a"}));
  QVERIFY(proposal["changes"].toInt() > 0);
  QCOMPARE(hashOf(path), before);
  QVERIFY(jsonOf(ask) == proposal);
  const QJsonObject applied = jsonOf(QStringList(ask) << "--apply");
  QVERIFY(applied["applied"].toBool() && applied["changed"].toBool());
  const QJsonObject again = jsonOf(ask);
  QCOMPARE(again["changes"].toInt(-1), 0);
  const QString other = withRules("made.wright", "");
  QVERIFY(jsonOf({"rules", other, "apply", "robot", "--samples", "100", "--seed", "3"})["applied"].toBool());
  QCOMPARE(jsonOf({"rules", other, "list"})["rules"], jsonOf({"rules", path, "list"})["rules"]);
  const CliRun none = runCli({"rules", path, "generate", "table"});
  QVERIFY(none.exit == 1);
  WW_VERIFY_FAULTLESS(errorLineFault(none));
}

void TestCliRules::checkingIsSwitchedAndRulesStay() {
  const QString path =
      withRules("switch.wright", rule(object("left", "fixture") + object("right", "table"), "is_excluded: true"));
  const auto count = [&] { return jsonOf({"rules", path, "list"})["rules"].toArray().size(); };
  const auto before = count();
  QVERIFY(before > 0);
  QVERIFY(!jsonOf({"rules", path, "--checking", "off"})["checking"].toBool());
  QVERIFY(!jsonOf({"check", path})["checked"].toBool(true));
  QVERIFY(jsonOf({"rules", path, "--checking", "on"})["changed"].toBool());
  QVERIFY(jsonOf({"check", path})["checked"].toBool());
  QCOMPARE(count(), before);
}

void TestCliRules::oneThingIsExplainedByItsParts() {
  const QJsonObject story = jsonOf({"rules", world_, "explain", "robot", "robot"});
  WW_VERIFY_FAULTLESS(keysFault(story, {"a:s", "b:s", "pairs:n", "checked_pairs:n", "parts:a"}));
  QCOMPARE(story["parts"].toArray().size(), story["pairs"].toInt());
  QVERIFY(story["pairs"].toInt() > story["checked_pairs"].toInt());
  // Nothing is odd about these rules.
  QCOMPARE(at(jsonOf({"rules", world_, "lint", "--fix", "99"}, 1), "error/failure").toString(),
           QString("cli.no-findings"));
}

void TestCliRules::theActionMayStandFirst() {
  const CliRun behind = runCli({"rules", world_, "list"}), before = runCli({"rules", "list", world_});
  WW_COMPARE_EXIT(before, 0);
  QCOMPARE(before.out, behind.out);
}

void TestCliRules::aRuleThatIsSwitchedOffStays() {
  const QString path =
      withRules("off.wright", rule(object("left", "fixture") + object("right", "table"), "is_excluded: true"));
  const QString edits =
      folder_.write("off.textproto",
                    "edits { set_switched_off_rules { rules { place: 1 rule { left { object { by_name "
                    "{ object_name: \"crate\" } } } collision_action { is_excluded: true } } } } }");
  WW_COMPARE_EXIT(runCli({"apply", path, edits}), 0);
  const QJsonObject list = jsonOf({"rules", path, "list"});
  QCOMPARE(at(list, "rules/1/rule").toString(), QString("off:0"));
  QVERIFY(!at(list, "rules/1/enabled").toBool(true));
  // No check obeys it, and no client sees it.
  const QJsonArray pairs = jsonOf({"rules", path, "--pair", "crate", "table"})["pairs"].toArray();
  QVERIFY(!at(pairs, "0/excluded").toBool(true));
  QCOMPARE(jsonOf({"info", path})["rules"].toInt(), 1);
  WW_COMPARE_EXIT(runCli({"verify", path}), 0);
}

QTEST_GUILESS_MAIN(TestCliRules)
#include "test_cli_rules.moc"
