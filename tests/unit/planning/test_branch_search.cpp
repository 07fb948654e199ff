// SPDX-License-Identifier: Apache-2.0
// Ends of motions one after the other, on a line: what is chosen is the shortest way through.
#include <QtTest>
#include <algorithm>

#include "core/base/failure.h"
#include "core/planning/branch_search.h"
#include "core/planning/failures.h"

using namespace ww;
using namespace ww::planning;

namespace {

using Places = std::vector<double>;

JointVector at(double x) { return JointVector::Constant(1, x); }

std::vector<JointVector> all(const Places& places) {
  std::vector<JointVector> out;
  for (const double x : places) out.push_back(at(x));
  return out;
}

Places of(const Result<std::vector<JointVector>>& ends) {
  Places out;
  if (ends.ok())
    for (const JointVector& q : *ends) out.push_back(q[0]);
  return out;
}

// The same ends wherever it starts.
BranchSearch search(const std::vector<Places>& ends, int* asked = nullptr) {
  return {ends.size(), at(0.0), [ends, asked](std::size_t i, const JointVector&) -> Result<std::vector<JointVector>> {
            if (asked) ++*asked;
            return all(ends[i]);
          }};
}

}  // namespace

class TestBranchSearch : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // The nearest end first would go 0, 1, -5: 7 in all; by -2 it is 5.
  void theSumCountsNotTheNearest() { QCOMPARE(of(search({{1.0, -2.0}, {-5.0}}).next()), (Places{-2.0, -5.0})); }

  void anEndFromWhichNothingFollowsIsNotTaken() {
    BranchSearch s(2, at(0.0), [](std::size_t i, const JointVector& q) -> Result<std::vector<JointVector>> {
      if (i == 0) return all({1.0, 2.0, 3.0});
      if (q[0] < 2.5) return fail(failures::kGrazing);
      return all({4.0});
    });
    QCOMPARE(of(s.next()), (Places{3.0, 4.0}));
  }

  void whatWasToldToBeImpossibleIsLeftOut() {
    BranchSearch s = search({{1.0, -2.0}, {-5.0, 5.0}});
    QCOMPARE(of(s.next()), (Places{1.0, 5.0}));
    s.block(1, false);
    QCOMPARE(of(s.next()), (Places{-2.0, -5.0}));
    s.block(0, false);
    // From 1 the other way round.
    QCOMPARE(of(s.next()), (Places{1.0, -5.0}));
    s.block(0, true);
    const auto none = s.next();
    QVERIFY(!none.ok());
    QCOMPARE(none.status().code, Code::kResourceExhausted);
  }

  void itSaysWhereItCannotGoOn() {
    BranchSearch s(3, at(0.0), [](std::size_t i, const JointVector& q) -> Result<std::vector<JointVector>> {
      if (i == 0) return all({1.0, 2.0});
      if (i == 1 && q[0] < 1.5) return fail(failures::kNoWay);
      if (i == 1) return all({3.0});
      return fail(failures::kGrazing);
    });
    const auto none = s.next();
    QVERIFY(!none.ok());
    QCOMPARE(s.failedMotion(), std::size_t{2});
    QCOMPARE(none.status().failure->row, &failures::kGrazing);
  }

  void aCancelEndsIt() {
    int asked = 0;
    BranchSearch s(2, at(0.0), [&](std::size_t i, const JointVector&) -> Result<std::vector<JointVector>> {
      ++asked;
      if (i == 0) return all({1.0, 2.0, 3.0});
      return fail(failures::kCancelled);
    });
    QCOMPARE(s.next().status().code, Code::kCancelled);
    QCOMPARE(asked, 2);
  }

  // Places that several ways lead to are asked once, and many of them are too many.
  void itAsksFewTimes() {
    int asked = 0;
    const Places many{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    BranchSearch s = search({many, many, many}, &asked);
    QCOMPARE(of(s.next()), (Places{1, 1, 1}));
    QVERIFY(asked <= 17);
  }
};

QTEST_GUILESS_MAIN(TestBranchSearch)
#include "test_branch_search.moc"
