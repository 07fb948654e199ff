// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cstdio>

#include "tests/support/folders.h"
#include "tests/unit/guards/header_words.h"

using namespace ww::guards;

namespace {

// What was left unsaid when this was last counted: less is better, more is a breach.
struct Left {
  const char* rule;
  int most;
};
constexpr Left kLeft[] = {{"errors", 83}, {"unit", 128}, {"frame", 8}};

int count(const Findings& findings, const std::string& rule) {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule == rule; }));
}

Findings of(const Findings& all, const std::string& rule) {
  Findings out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const Finding& f) { return f.rule == rule; });
  return out;
}

Findings check(const std::vector<std::string>& lines) { return checkHeaderWords({{"core/x/a.h", lines}}); }

}  // namespace

class TestGuardHeaders : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void headersSayNoLessThanBefore() {
    const Findings all = checkHeaderWords(readTree(ww::test::sourceFolder().toStdString(), {"core"}));
    for (const Left& left : kLeft) {
      const int now = count(all, left.rule);
      if (now > left.most) std::fputs(describe(of(all, left.rule)).c_str(), stderr);  // QtTest would cut it short
      QVERIFY2(now <= left.most, qPrintable(QStringLiteral("%1: %2, allowed %3\n%4")
                                                .arg(QLatin1String(left.rule))
                                                .arg(now)
                                                .arg(left.most)
                                                .arg(QString::fromStdString(describe(of(all, left.rule))))));
      if (now < left.most) qInfo("%s: only %d are left of %d: lower the bound", left.rule, now, left.most);
    }
  }
  void whatIsUnsaidIsFound() {
    QCOMPARE(count(check({"Status load(const std::string& file);"}), "errors"), 1);
    QCOMPARE(count(check({"// Fails with NOT_FOUND.", "Status load(const std::string& file);"}), "errors"), 0);
    QCOMPARE(count(check({"// Fails so.", "int x;", "", "Status load(int file);"}), "errors"), 1);
    QCOMPARE(count(check({"// Null when there is none, else FILE_KIND.", "Status load(int file);"}), "errors"), 1);
    QCOMPARE(count(check({"double length = 0.0;"}), "unit"), 1);
    QCOMPARE(count(check({"double length = 0.0;  // metres"}), "unit"), 0);
    QCOMPARE(count(check({"double length = 0.0;  // along the axis, by its number"}), "unit"), 1);
    QCOMPARE(count(check({"void wait(double time_s, double more);"}), "unit"), 1);
    QCOMPARE(count(check({"Pose pose;"}), "frame"), 1);
    QCOMPARE(count(check({"Pose root_t_tool;"}), "frame"), 0);
    QCOMPARE(count(check({"Pose pose;  // of the tool"}), "frame"), 1);
    QCOMPARE(count(check({"Pose pose;  // of the tool in the root frame"}), "frame"), 0);
  }
};

QTEST_GUILESS_MAIN(TestGuardHeaders)
#include "test_guard_headers.moc"
