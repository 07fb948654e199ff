// SPDX-License-Identifier: Apache-2.0
// Names and texts of people: safe, unique, and never more than words.
#include <QJsonDocument>
#include <QtTest>

#include "core/program/dialects/names.h"
#include "core/program/dialects/writing.h"
#include "tests/unit/program/dialect_readers.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

// A line that would do something if it were one.
struct Attack {
  const char* dialect;
  const char* statement;
};
constexpr Attack kAttacks[] = {{"urscript", "set_standard_digital_out(7, True)"},
                               {"rapid", "SetDO evil,1;"},
                               {"krl", "$OUT[77]=TRUE"},
                               {"fanuc-ls", "DO[77]=ON"}};
constexpr const char* kBreaks[] = {"\n",       "\r", "\r\n", "\n\n  ", "\"\n",  "';\n", "\xe2\x80\xa8",
                                   "\xc2\x85", "\v", "\f",   "\\\n",   "end\n", "*/\n"};

std::string trimmedLine(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == line.npos ? std::string() : line.substr(first);
}

// The words of all steps and names are those.
RobotProgram sayingEverywhere(const std::string& words) {
  RobotProgram program = busyProgram();
  program.robot = program.tool_name = program.base_name = words;
  for (RobotJoint& joint : program.joints) joint.name = words;
  for (Step& step : program.steps) step.name = words;
  std::get<Comment>(program.steps[6].what).text = words;
  return program;
}

}  // namespace

class TestDialectWords : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsNeverBecomeStatements() {
    for (const Attack& attack : kAttacks) {
      for (const char* ends : kBreaks) {
        const std::string words = std::string("nice") + ends + attack.statement + ends + "more";
        for (const std::string& line : linesOf(textIn(attack.dialect, sayingEverywhere(words)))) {
          QVERIFY2(!trimmedLine(line).starts_with(attack.statement), line.c_str());
          // Behind a colon LS has its statements, behind a semicolon the next.
          if (std::string_view(attack.dialect) != "fanuc-ls") continue;
          QVERIFY2(line.find(std::string(":  ") + attack.statement) == line.npos, line.c_str());
          QVERIFY2(line.find("; ") == line.npos, line.c_str());
        }
      }
    }
  }
  // The texts have nothing but ASCII, and end lines in one way.
  void controllersGetPlainLetters() {
    for (const Attack& attack : kAttacks) {
      const std::string text = textIn(attack.dialect, sayingEverywhere("Pr\xc3\xbc"
                                                                       "fen \xe6\xbc\xa2 \x01\x7f \xff"));
      QVERIFY2(text.find("Pruefen ? ") != text.npos, text.c_str());
      for (const char c : text) QVERIFY((c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t');
    }
  }
  void sectionsOfLsStandOnce() {
    const std::string text = textIn("fanuc-ls", sayingEverywhere("a\n/POS\n/END\nP[1]{"));
    int sections = 0, points = 0;
    for (const std::string& line : linesOf(text)) {
      sections += line == "/POS" || line == "/END" || line == "/MN";
      points += line.starts_with("P[");
    }
    QCOMPARE(sections, 3);
    QCOMPARE(points, 4);
  }
  void foldsOfKrlAreNoWords() {
    const std::string text = textIn("krl", sayingEverywhere("FOLD PTP home;%{PE}"));
    QVERIFY(text.find(";FOLD") == text.npos && text.find("; FOLD") == text.npos);
    QVERIFY(text.find("; - FOLD PTP home") != text.npos);
  }
  void dataKeepsTheWords() {
    const std::string words = "a \"b\", c\r\nd;=e\t\xc3\xbc \xf0\x9f\xa4\x96";
    const auto rows = readCsv(textIn("csv", sayingEverywhere(words)));
    QCOMPARE(rows.at(9).at(1), words);
    QCOMPARE(rows.at(9).back(), words);
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(textIn("json", sayingEverywhere(words))));
    QCOMPARE(json[QStringLiteral("robot")].toString().toStdString(), words);
    QCOMPARE(json[QStringLiteral("steps")][6][QStringLiteral("text")].toString().toStdString(), words);
    // What is no UTF-8 must not make a file that nobody can read.
    const std::string odd = textIn("json", sayingEverywhere("\xff\xfe\xc3"));
    QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(odd)).isNull());
  }

  void filesHaveSafeNames() {
    for (const char* name : {"../../etc/passwd", "a/b\\c:d", "\n", "", "\xe6\xbc\xa2", "con", "$(id)"}) {
      RobotProgram program = busyProgram();
      program.name = name;
      for (const Dialect& dialect : dialects()) {
        const auto files = exportProgram(dialect.id, program);
        QVERIFY2(files.ok(), files.status().line().c_str());
        for (const ExportedFile& file : *files) {
          QVERIFY(file.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
                  file.name.npos);
          QVERIFY(std::isalpha(static_cast<unsigned char>(file.name.front())));
        }
      }
    }
  }
  void namesAreMadeSafe() {
    constexpr std::string_view kWords[] = {"movel"};
    const NameRules rules{.most = 8, .reserved = kWords};
    const auto safe = [&](const char* words) { return safeName(words, rules, "point"); };
    QCOMPARE(safe("Pick & place"), std::string("Pick_place"));
    QCOMPARE(safe("1st"), std::string("p1st"));
    QCOMPARE(safe("MoveL"), std::string("MoveL_1"));
    QCOMPARE(safe("___"), std::string("point"));
    QCOMPARE(safe("\xc3\x84pfel"), std::string("Aepfel"));
    QCOMPARE(safeName("Pick", {.most = 8, .upper = true}, "point"), std::string("PICK"));
    QVERIFY(isName("do_1", rules) && !isName("1do", rules) && !isName("do 1", rules) && !isName("movel", rules) &&
            !isName("much_too_long", rules) && !isName("", rules));
  }
  void namesAreUniqueWhateverTheirCase() {
    UsedNames used(NameRules{.most = 8});
    QCOMPARE(used.take("pick", "point"), std::string("pick"));
    QCOMPARE(used.take("Pick", "point"), std::string("Pick_2"));
    QCOMPARE(used.take("PICK", "point"), std::string("PICK_3"));
    QCOMPARE(used.take("pick_2", "point"), std::string("pick_2_2"));
    QCOMPARE(used.take("a very long name", "point"), std::string("a_very_l"));
    QCOMPARE(used.take("a very long one", "point"), std::string("a_very_2"));
    QCOMPARE(used.take("", "point"), std::string("point"));
    QCOMPARE(used.take("?", "point"), std::string("point_2"));
  }
  // Two hundred points of one name are two hundred points.
  void pointsOfOneNameStayApart() {
    RobotProgram program = emptyProgram();
    for (int i = 0; i < 200; ++i)
      program.steps.push_back({"the same place", moveOf(MoveKind::kJoint, Pose::identity())});
    for (const char* dialect : {"rapid", "krl"}) {
      QSet<QByteArray> declared;
      for (const std::string& line : linesOf(textIn(dialect, program)))
        if (line.starts_with("  CONST jointtarget ") || line.starts_with("DECL E6AXIS "))
          declared.insert(QByteArray::fromStdString(line.substr(0, line.find('='))).toLower());
      QCOMPARE(declared.size(), qsizetype{200});
    }
  }
  void callsFindTheProgramsThatAreExported() {
    RobotProgram called = emptyProgram();
    called.name = "Other program";
    called.steps = {{"", Wait{1.0}}};
    QVERIFY(textIn("fanuc-ls", called).starts_with("/PROG  OTHER_PROGRAM\n"));
    QVERIFY(textIn("fanuc-ls", busyProgram()).find("CALL OTHER_PROGRAM ;") != std::string::npos);
    QVERIFY(textIn("rapid", called).find("PROC Other_program()") != std::string::npos);
    QVERIFY(textIn("rapid", busyProgram()).find("    Other_program;\n") != std::string::npos);
  }

  void linesAreBrokenAtSpaces() {
    QCOMPARE(plainLines("one two three", 8), (std::vector<std::string>{"one two", "three"}));
    QCOMPARE(plainLines("onetwothree", 8), (std::vector<std::string>{"onetwoth", "ree"}));
    QCOMPARE(plainLines("a\n\nb", 8), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(plainLines("", 8), (std::vector<std::string>{""}));
    QCOMPARE(plainLine("a;b\nc", 8, ";"), std::string("a_b"));
    for (const std::string& line : linesOf(textIn("fanuc-ls", sayingEverywhere(std::string(500, 'x')))))
      if (line.find(":  !") != line.npos) QVERIFY(line.size() <= 4 + 4 + 30 + 2);
  }
};

QTEST_GUILESS_MAIN(TestDialectWords)
#include "test_dialect_words.moc"
