// SPDX-License-Identifier: Apache-2.0
// Each kind of failure says what failed and what to do, in words that hold where they are read.
#include <QtTest>

#include "core/jobs/failures.h"
#include "core/rpc/failures.h"
#include "core/usecase/all_failures.h"
#include "tests/support/folders.h"
#include "tests/unit/guards/failure_rules.h"

// The window's table by itself: the window may not be built here.
namespace ww::ui::failures {
namespace {
#define WW_FAILURE WW_FAILURE_DEFINED
#include "ui/bridge/failures.inc"
#undef WW_FAILURE
#define WW_FAILURE WW_FAILURE_LISTED
constexpr const FailureRow* kAll[] = {
#include "ui/bridge/failures.inc"
};
#undef WW_FAILURE
}  // namespace
}  // namespace ww::ui::failures

// That of the command line, without its parser's libraries.
namespace ww::cli::failures {
namespace {
#define WW_FAILURE WW_FAILURE_DEFINED
#include "app/cli/failures.inc"
#undef WW_FAILURE
#define WW_FAILURE WW_FAILURE_LISTED
constexpr const FailureRow* kAll[] = {
#include "app/cli/failures.inc"
};
#undef WW_FAILURE
}  // namespace
}  // namespace ww::cli::failures

using namespace ww;

class TestGuardFailures : public QObject {
  Q_OBJECT

  static std::vector<FailureTable> sharedTables() {
    std::vector<FailureTable> tables = usecase::allFailures();
    tables.push_back(jobs::failures::all());
    tables.push_back(rpc::failures::all());
    tables.emplace_back(ui::failures::kAll);
    return tables;
  }
  // With those of the command line, whose hints may name its options.
  static std::vector<FailureTable> everyTable() {
    std::vector<FailureTable> tables = sharedTables();
    tables.emplace_back(cli::failures::kAll);
    return tables;
  }
  static guards::SourceTree sources() {
    return guards::readTree(test::sourceFolder().toStdString(), {"core", "ui", "app"});
  }
  // What is found in a table of that row alone.
  static std::string found(const FailureRow& row) {
    const FailureRow* const rows[] = {&row};
    return guards::describe(guards::checkRows({rows}, {})) + guards::describe(guards::checkRowTexts({rows}));
  }

 private Q_SLOTS:
  void everyRowSaysWhatFailedAndWhatToDo() {
    const auto findings = guards::checkRows(everyTable(), guards::rowsWithCause(sources()));
    QVERIFY2(findings.empty(), guards::describe(findings).c_str());
  }

  void everyTextHoldsWhereItIsRead() {
    const auto findings = guards::checkRowTexts(sharedTables());
    QVERIFY2(findings.empty(), guards::describe(findings).c_str());
  }

  // A folder with a table is in the list, or nobody looks at its rows.
  void everyTableIsLooked() {
    std::set<std::string_view> codes;
    for (const FailureTable table : everyTable())
      for (const FailureRow* row : table) codes.insert(row->code);
    static const QRegularExpression kRow(QStringLiteral("WW_FAILURE\\(\\s*\\w+,\\s*\"([^\"]+)\""));
    for (const auto& [path, lines] : sources()) {
      if (!path.ends_with(".inc")) continue;
      const QString text =
          QString::fromUtf8(test::readFile(test::sourceFolder() + QLatin1Char('/') + QString::fromStdString(path)));
      for (auto i = kRow.globalMatch(text); i.hasNext();) {
        const std::string code = i.next().captured(1).toStdString();
        QVERIFY2(codes.contains(code), (path + ": " + code).c_str());
      }
    }
    QVERIFY(codes.size() > 80);
  }

  // They can fail.
  void breachesAreFound_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("hint");
    QTest::addColumn<QString>("at_command");
    QTest::addColumn<QString>("rule");
    QTest::newRow("sound") << "a.b-c"
                           << "choose another than {name}"
                           << "give --other {name}'s"
                           << "";
    QTest::newRow("no code") << "Name"
                             << "do it"
                             << ""
                             << "code";
    QTest::newRow("no hint") << "a.b"
                             << ""
                             << "give --other"
                             << "hint";
    QTest::newRow("option") << "a.b"
                            << "give it by --unit"
                            << ""
                            << "command";
    QTest::newRow("command") << "a.b"
                             << "try `worldwright verify`"
                             << ""
                             << "command";
    QTest::newRow("verb") << "a.b"
                          << "run worldwright verify"
                          << ""
                          << "command";
    QTest::newRow("button") << "a.b"
                            << "do it"
                            << "press the button Undo"
                            << "button";
    QTest::newRow("mend") << "a.b"
                          << "mend the file"
                          << ""
                          << "mend";
    QTest::newRow("quotes") << "a.b"
                            << "choose another than '{name}'"
                            << ""
                            << "quotes";
  }
  void breachesAreFound() {
    QFETCH(QString, code);
    QFETCH(QString, hint);
    QFETCH(QString, at_command);
    QFETCH(QString, rule);
    const std::string its_code = code.toStdString(), its_hint = hint.toStdString(),
                      its_command = at_command.toStdString();
    const FailureRow row{.code = its_code,
                         .canonical = Code::kNotFound,
                         .title = "it is not there",
                         .hint = its_hint.c_str(),
                         .at_command = its_command.c_str()};
    const std::string said = found(row);
    if (rule.isEmpty()) QCOMPARE(said, std::string());
    else QVERIFY2(said.starts_with(rule.toStdString() + ": "), said.c_str());
    const FailureRow* const twice[] = {&row, &row};
    QVERIFY(guards::describe(guards::checkRows({twice}, {})).find("two rows have it") != std::string::npos);
  }

  void rowsWithACauseAreKnown() {
    const guards::SourceTree tree{
        {"core/x/failures.inc",
         {"WW_FAILURE(kA, \"x.a\", kNotFound, \"a\")", "WW_FAILURE(kB,", "  \"x.b\", kInternal)"}},
        {"core/x/a.cpp",
         {"return fail(failures::kA, {{\"n\", arg::Name{f(a, b)}}},", "            std::move(cause));"}},
        {"core/x/b.cpp", {"fail(failures::kB, {}, cause); fail(failures::kB, {{\"n\", arg::Name{n}}});"}}};
    QCOMPARE(guards::rowsWithCause(tree), (std::set<std::string, std::less<>>{"x.a"}));
  }
};

QTEST_GUILESS_MAIN(TestGuardFailures)
#include "test_guard_failures.moc"
