// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <memory>

#include "core/base/status.h"

using namespace ww;

namespace {

Status failIf(bool bad) { return bad ? fail(Code::kNotFound, "it is not there") : okStatus(); }

Status twoSteps(bool first, bool second, int& done) {
  WW_TRY(failIf(first));
  ++done;
  WW_TRY(failIf(second));
  ++done;
  return okStatus();
}

Result<std::unique_ptr<int>> number(bool bad) {
  WW_TRY(failIf(bad));
  return std::make_unique<int>(7);
}

Result<int> sum(bool bad) {
  WW_ASSIGN(auto a, number(false));
  WW_ASSIGN(const auto b, number(bad));
  return *a + *b;
}

}  // namespace

class TestStatus : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // google.rpc.Code: clients compare numbers, people read names.
  void codesHaveTheirNumbersAndNames() {
    QCOMPARE(static_cast<int>(Code::kInvalidArgument), 3);
    QCOMPARE(static_cast<int>(Code::kFailedPrecondition), 9);
    QCOMPARE(static_cast<int>(Code::kUnauthenticated), 16);
    QCOMPARE(codeName(Code::kOk), std::string_view("OK"));
    QCOMPARE(codeName(Code::kDataLoss), std::string_view("DATA_LOSS"));
    QCOMPARE(codeName(Code::kUnauthenticated), std::string_view("UNAUTHENTICATED"));
    QCOMPARE(codeName(static_cast<Code>(17)), std::string_view("UNKNOWN"));
    QCOMPARE(codeName(static_cast<Code>(-1)), std::string_view("UNKNOWN"));
  }
  void theLineSaysWhatFailedAndWhatToDo() {
    const Status bare = fail(Code::kNotFound, "there is no object 'a'");
    QCOMPARE(bare.line(), std::string("NOT_FOUND: there is no object 'a'"));
    const Status status = fail(Code::kNotFound, "there is no object 'a'")
                              .withHint("look at the tree")
                              .withMessage("details")
                              .about("a")
                              .in("line 3");
    QCOMPARE(status.line(), std::string("NOT_FOUND: line 3: there is no object 'a': look at the tree"));
    QCOMPARE(status.subject, std::string("a"));
    QCOMPARE(status.message, std::string("details"));
    QVERIFY(!status.ok() && okStatus().ok());
  }
  void aFailureEndsTheFunction() {
    int done = 0;
    QVERIFY(twoSteps(false, false, done).ok());
    QCOMPARE(std::exchange(done, 0), 2);
    QVERIFY(!twoSteps(false, true, done).ok());
    QCOMPARE(std::exchange(done, 0), 1);
    QVERIFY(!twoSteps(true, false, done).ok());
    QCOMPARE(done, 0);
  }
  void aResultHoldsAValueOrTheReason() {
    const Result<int> good = sum(false);
    QVERIFY(good.ok());
    QCOMPARE(*good, 14);
    QVERIFY(good.status().ok());
    const Result<int> bad = sum(true);
    QVERIFY(!bad);
    QCOMPARE(bad.status().code, Code::kNotFound);
    QCOMPARE(bad.status().title, std::string("it is not there"));
  }
  void whatCannotBeCopiedIsMovedOut() {
    Result<std::unique_ptr<int>> result = number(false);
    const std::unique_ptr<int> taken = std::move(result).value();
    QCOMPARE(*taken, 7);
  }
};

QTEST_GUILESS_MAIN(TestStatus)
#include "test_status.moc"
