// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/base/failure.h"
#include "core/base/failure_list.h"

using namespace ww;

namespace {

constexpr FailureRow kTaken{.code = "test.taken",
                            .canonical = Code::kAlreadyExists,
                            .title = "the name {name} is already used under {parent}",
                            .hint = "choose another name",
                            .at_command = "rename it: `worldwright apply {file}`"};
constexpr FailureRow kDeep{.code = "test.deep",
                           .canonical = Code::kFailedPrecondition,
                           .title = "{a} and {b} overlap by {depth}, of {all} pairs, at {angle}",
                           .hint = "move one of them"};
constexpr FailureRow kFile{.code = "test.file", .canonical = Code::kDataLoss, .title = "{place} cannot be read"};

constexpr FailureRow kSaid{
    .code = "test.said", .canonical = Code::kInvalidArgument, .title = "it says: {reason}", .hint = "export it again"};

// A voice of somebody who reads German and works in millimetres.
class German : public Voice {
 public:
  std::string text(const char* english) const override {
    return english == std::string(kTaken.title) ? "unter {parent} gibt es {name} schon" : english;
  }
  std::string quoted(const std::string& name) const override { return "„" + name + "“"; }
};

}  // namespace

class TestFailure : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aFailureIsWrittenFromItsRow() {
    const Status status = fail(kTaken, {{"name", arg::Name{"part"}}, {"parent", arg::Node{"cell/table", 7}}});
    QVERIFY(status.code == Code::kAlreadyExists);
    QCOMPARE(status.title, std::string("the name 'part' is already used under 'cell/table'"));
    QCOMPARE(status.hint, std::string("rename it: `worldwright apply {file}`"));
    QCOMPARE(status.subject, std::string("part"));
    QVERIFY(status.failure && status.failure->row == &kTaken);
  }

  void eachVoiceHasItsOrderAndItsQuotes() {
    const Status status = fail(kTaken, {{"name", arg::Name{"part"}}, {"parent", arg::Node{"cell"}}});
    QCOMPARE(filledIn(kTaken.title, *status.failure, German()), std::string("unter „cell“ gibt es „part“ schon"));
  }

  // What stands in a command can be pasted as it is.
  void commandsAreWordsOfAShell_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("word");
    QTest::newRow("plain") << "cells/cell-1.wright"
                           << "cells/cell-1.wright";
    QTest::newRow("blank") << "my cell.wright"
                           << "'my cell.wright'";
    QTest::newRow("quote") << "it's.wright"
                           << "'it'\\''s.wright'";
    QTest::newRow("dollar") << "$HOME.wright"
                            << "'$HOME.wright'";
    QTest::newRow("option") << "--json.wright"
                            << "./--json.wright";
    QTest::newRow("nothing") << ""
                             << "''";
  }
  void commandsAreWordsOfAShell() {
    QFETCH(QString, name);
    QFETCH(QString, word);
    for (const FailureValue& value :
         {FailureValue(arg::Name{name.toStdString()}), FailureValue(arg::Place{name.toStdString()})}) {
      const Status status = fail(kTaken, {{"file", value}});
      QCOMPARE(QString::fromStdString(status.hint), "rename it: `worldwright apply " + word + "`");
    }
  }

  // A name may look like a field.
  void namesAreNotFilledIn() {
    const Status status = fail(kTaken, {{"name", arg::Name{"{parent}"}}, {"parent", arg::Node{"a"}}});
    QCOMPARE(status.title, std::string("the name '{parent}' is already used under 'a'"));
  }

  void figures_data() {
    QTest::addColumn<double>("m");
    QTest::addColumn<QString>("text");
    QTest::newRow("metres") << 12.5 << "12.5 m";
    QTest::newRow("digits") << 0.0445123 << "0.04451 m";
    QTest::newRow("large") << 1234567.0 << "1,235 km";
    QTest::newRow("very large") << 49999999.0 << "50,000 km";
    QTest::newRow("kilometres") << 12340.0 << "12.34 km";
    QTest::newRow("metres") << 1234.0 << "1234 m";
    QTest::newRow("small") << 0.0000213 << "0.021 mm";
    QTest::newRow("very small") << 2.2e-9 << "less than 0.001 mm";
    QTest::newRow("negative") << -0.0005 << "-0.5 mm";
    QTest::newRow("beyond digits") << 1e21 << "more than 1,000,000,000 km";
    QTest::newRow("absurd") << -1e300 << "less than -1,000,000,000 km";
    QTest::newRow("the sun") << 1.496e11 << "149,600,000 km";
    QTest::newRow("none") << 0.0 << "0 m";
    QTest::newRow("negative none") << -0.0 << "0 m";
  }
  void figures() {
    QFETCH(double, m);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(lengthText(m)), text);
  }

  void anglesAreNoRounding() {
    QCOMPARE(QString::fromStdString(angleText(6.7e-16)), QString("0 deg"));
    QCOMPARE(QString::fromStdString(angleText(-1e-9)), QString("0 deg"));
    QCOMPARE(QString::fromStdString(angleText(1e-6)), QString("0.0000573 deg"));
    QCOMPARE(QString::fromStdString(angleText(0.5)), QString("28.65 deg"));
    QCOMPARE(QString::fromStdString(angleText(-1e308)), QString("less than -1,000,000,000 deg"));
  }

  void noFigureIsARowOfZeros() {
    QCOMPARE(plainVoice().number(-1e-300), std::string("-1e-300"));
    QCOMPARE(plainVoice().number(0.00025), std::string("0.00025"));
    QCOMPARE(plainVoice().number(2.5e18), std::string("2.5e+18"));
  }

  // What a library says may end with a full stop; more of ours follows it.
  void titlesHaveNoFullStop() {
    const Status status = fail(kSaid, {{"reason", arg::Words{"Buffer view without valid buffer."}}});
    QCOMPARE(status.line(),
             std::string("INVALID_ARGUMENT: it says: Buffer view without valid buffer: export it again"));
  }

  void argumentsAreWrittenByKind() {
    const Status status = fail(kDeep, {{"a", arg::Node{"robot:link_4"}},
                                       {"b", arg::Node{"fixture"}},
                                       {"depth", arg::Length{0.0445}},
                                       {"all", arg::Count{3}},
                                       {"angle", arg::Angle{0.5}}});
    QCOMPARE(status.title, std::string("'robot:link_4' and 'fixture' overlap by 0.0445 m, of 3 pairs, at 28.65 deg"));
    QCOMPARE(fail(kFile, {{"place", arg::Place{"a.urdf", 12, 3}}}).title, std::string("a.urdf:12:3 cannot be read"));
    QCOMPARE(fail(kFile, {{"place", arg::Names{{"a", "b", "c", "d", "e", "f", "g"}}}}).title,
             std::string("'a', 'b', 'c', 'd', 'e', 'f', ... (7) cannot be read"));
  }

  void namesThatWerePerhapsMeantAreAskedFor() {
    const std::vector<std::string> known{"home", "pick", "place", "Table_left", "table_right", "x"};
    QCOMPARE(nearestNames("hmoe", known), std::vector<std::string>{"home"});
    QCOMPARE(nearestNames("pp", std::vector<std::string>{"p", "pp.wright", "pp2.wright"}).front(),
             std::string("pp.wright"));
    QCOMPARE(nearestNames("table_left", known).front(), std::string("Table_left"));
    QCOMPARE(nearestNames("left", known), std::vector<std::string>{"Table_left"});
    QCOMPARE(nearestNames("robot", known), std::vector<std::string>{});
    QCOMPARE(nearestNames("ruut", std::vector<std::string>{"root", "rust", "table"}).size(), std::size_t{2});
    QCOMPARE(nearestNames("hule", known), std::vector<std::string>{"home"});
    QCOMPARE(nearestNames("pole", known), std::vector<std::string>{});
    const auto nearest = [](const char* given, std::vector<std::string> of) { return nearestNames(given, of); };
    // Left out is likelier than exchanged; beside the same letters nothing else was meant.
    QCOMPARE(nearest("robt", {"root", "robot"}).front(), std::string("robot"));
    QCOMPARE(nearest("joint1", {"joint_1", "joint_2"}), std::vector<std::string>{"joint_1"});
    QCOMPARE(nearest("UR 5/e (v2)", {"UR_5_e_v2", "UR_5"}), std::vector<std::string>{"UR_5_e_v2"});
    QCOMPARE(nearest("\u00c4rm", {"Arm_2", "Aerm"}), std::vector<std::string>{"Aerm"});
    QCOMPARE(nearestNames("y", known), std::vector<std::string>{});
    const Status status = withNearest(fail(kTaken, {{"name", arg::Name{"hmoe"}}}), "hmoe", known);
    QVERIFY2(status.hint.starts_with("did you mean 'home'? rename it"), status.hint.c_str());
  }

  void causesAndContextsStayData() {
    Status cause = fail(kDeep, {{"a", arg::Node{"x"}}});
    const std::string why = cause.title;
    const Status status = fail(kFile, {{"place", arg::Place{"cell.wright"}}}, std::move(cause)).in("opening");
    QCOMPARE(status.title, "opening: cell.wright cannot be read: " + why);
    QCOMPARE(status.hint, std::string("move one of them"));
    QCOMPARE(status.failure->causes.size(), std::size_t{1});
    QVERIFY(status.failure->causes.front().failure->row == &kDeep);
    QCOMPARE(status.failure->contexts.size(), std::size_t{1});
    QCOMPARE(plain(status.failure->contexts.front()), std::string("opening"));
  }

  // Ours are written by each voice; words of others stay as they are, whatever they look like.
  void phrasesStayData() {
    const Phrase inner = phrase("{a} of {b}", {{"a", arg::Words{"{b}"}}, {"b", arg::Name{"arm"}}});
    const Phrase outer = phrase("Move {what}", {{"what", inner}});
    QCOMPARE(plain(outer), std::string("Move {b} of 'arm'"));
    QCOMPARE(textOf(outer, German()), std::string("Move {b} of „arm“"));
    QCOMPARE(plain(Phrase("Move {what}")), std::string("Move {what}"));
    QVERIFY(Phrase().empty() && plain(Phrase()).empty());
  }

  void contextsAndDetailsStayData() {
    const Status cause = fail(kTaken, {{"name", arg::Name{"part"}}, {"parent", arg::Name{"cell"}}});
    Status status = within(fail(kFile, {{"place", arg::Place{"a.urdf"}}}, cause),
                           phrase("link {name}", {{"name", arg::Name{"hand"}}}));
    status = withDetails(std::move(status), {told(cause, true), Phrase("as the library says")});
    QVERIFY2(status.title.starts_with("link 'hand': a.urdf cannot be read: "), status.title.c_str());
    QCOMPARE(status.message, cause.title + ": " + cause.hint + "\nas the library says");
    QCOMPARE(
        detailsText(*status.failure, German()),
        std::string("unter „cell“ gibt es „part“ schon: rename it: `worldwright apply {file}`\nas the library says"));
    QVERIFY(titleText(*status.failure, German()).starts_with("link „hand“: "));
    // What comes from it has its lines, too.
    QCOMPARE(fail(kDeep, {}, status).message, status.message);
  }

  void aUsualHintIsTheLast() {
    const Phrase usual = phrase("look at {what}", {{"what", arg::Words{"the file"}}});
    QCOMPARE(withUsualHint(fail(kFile), usual).hint, std::string("look at the file"));
    QCOMPARE(hintText(*withUsualHint(fail(kFile), usual).failure, German()), std::string("look at the file"));
    QCOMPARE(withUsualHint(fail(kDeep), usual).hint, std::string("move one of them"));
  }

  void severalCausesStandSideBySide() {
    const auto at = [](int line) { return fail(kFile, {{"place", arg::Place{"a.urdf", line}}}); };
    const Status status = failOfAll(kDeep, {{"a", arg::Name{"x"}}}, {at(1), at(2)});
    QVERIFY2(status.title.ends_with(": a.urdf:1 cannot be read; a.urdf:2 cannot be read"), status.title.c_str());
    QCOMPARE(status.failure->causes.size(), std::size_t{2});
    QCOMPARE(status.subject, std::string("x"));
    QCOMPARE(failOfAll(kFile, {}, {fail(kDeep)}).hint, std::string("move one of them"));
    const Status many = failOfAll(kFile, {}, std::vector<Status>(100, at(3)));
    QVERIFY2(many.title.size() < 600 && many.title.ends_with("; ..."), many.title.c_str());
  }
};

QTEST_GUILESS_MAIN(TestFailure)
#include "test_failure.moc"
