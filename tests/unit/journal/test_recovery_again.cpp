// SPDX-License-Identifier: Apache-2.0
// A program that ends while it goes on with what was recovered: what was done before can be skipped and undone still.
#include <QtTest>

#include "core/journal/failures.h"
#include "tests/unit/journal/kept.h"

using namespace ww;
using namespace ww::test;
using journal::Journal;

namespace {

constexpr int kSteps = 13;

Result<journal::Recovered> again(project::Vfs& disk, geometry::GeometryStore& store,
                                 const journal::RecoverOptions& options = {}) {
  const auto all = journal::list(disk, kRoot);
  if (all.size() != 1) return fail(journal::failures::kNoJournal, {{"id", arg::Name{"the only"}}});
  WW_ASSIGN(const journal::Claim claim, journal::claim(disk, kRoot, all.front().id));
  return journal::recover(disk, claim, store, options);
}

// Goes on with what is left, does so many steps more, and ends without saving.
bool goOn(project::Vfs& disk, int steps, std::vector<std::string>& hashes, bool& resumed) {
  const auto all = journal::list(disk, kRoot);
  if (all.size() != 1) return false;
  auto store = std::make_shared<geometry::GeometryStore>();
  auto claim = journal::claim(disk, kRoot, all.front().id);
  if (!claim.ok()) return false;
  const auto recovered = journal::recover(disk, *claim, *store);
  if (!recovered.ok() || !recovered->whole) return false;
  resumed = recovered->resumed.has_value();
  Scripted script(recovered->world, store);
  Journal journal(disk, *std::move(claim), script.session, *recovered, quick());
  // From a new thing on, as what was undone before a crash cannot be redone.
  const int first = static_cast<int>(hashes.size() + 7) / 8 * 8;
  for (int i = 0; i < steps; ++i) {
    if (!script.step(first + i) || !settled(journal)) return false;
    hashes.push_back(script.hashes.back());
  }
  return settled(journal);
}

}  // namespace

class TestRecoveryAgain : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    disk_ = std::make_unique<project::MemoryVfs>();
    Scripted script;
    Journal journal(*disk_, kRoot, script.session, {"", "cell", script.session.snapshot().world, ""}, quick());
    for (int i = 0; i < kSteps; ++i) QVERIFY(script.step(i) && settled(journal));
    hashes_ = script.hashes;
  }

  void eachEditCanBeSkippedStill() {
    for (const int more : {0, 5, 0, 3}) {
      bool resumed = false;
      QVERIFY(goOn(*disk_, more, hashes_, resumed));
      QVERIFY(resumed);
    }
    QCOMPARE(hashes_.size(), std::size_t{kSteps + 1 + 8});
    for (std::uint64_t until = 0; until < hashes_.size(); ++until) {
      geometry::GeometryStore store;
      const auto done = again(*disk_, store, {until});
      QVERIFY2(done.ok(), done.ok() ? "" : done.status().line().c_str());
      QCOMPARE(world::contentHash(done->world), hashes_[until]);
    }
  }

  void eachEditCanBeUndoneStill() {
    geometry::GeometryStore store;
    const auto before = again(*disk_, store);
    QVERIFY(before.ok() && before->steps.size() > 3);
    bool resumed = false;
    QVERIFY(goOn(*disk_, 1, hashes_, resumed));
    const auto after = again(*disk_, store);
    QVERIFY(after.ok());
    QCOMPARE(after->steps.size(), before->steps.size() + 1);
    QCOMPARE(after->tally.edits(), before->tally.edits() + 1);
  }

  // Nobody may count on files that are gone.
  void aLogThatIsTakenAwayIsWrittenAnew() {
    const auto all = journal::list(*disk_, kRoot);
    auto store = std::make_shared<geometry::GeometryStore>();
    auto claim = journal::claim(*disk_, kRoot, all.front().id);
    QVERIFY(claim.ok());
    const std::string folder = claim->folder;
    const auto recovered = journal::recover(*disk_, *claim, *store);
    QVERIFY(recovered.ok());
    Scripted script(recovered->world, store);
    std::string last;
    {
      Journal journal(*disk_, *std::move(claim), script.session, *recovered, quick());
      QVERIFY(settled(journal));
      const auto names = disk_->list(folder);
      QVERIFY(names.ok());
      for (const std::string& name : *names)
        if (name.starts_with("log-")) QVERIFY(disk_->remove(folder + "/" + name).ok());
      QVERIFY(script.step(16) && settled(journal));
      last = script.hashes.back();
    }
    bool found = false;
    for (const auto& one : journal::list(*disk_, kRoot)) found = found || one.tally.hash() == last;
    QVERIFY(found);
  }

  // The log does not grow without bounds by recovering again and again.
  void aLongLogBecomesANewState() {
    for (int i = 0; i < 3; ++i) {
      bool resumed = false;
      QVERIFY(goOn(*disk_, 8, hashes_, resumed));
    }
    const auto all = journal::list(*disk_, kRoot);
    auto store = std::make_shared<geometry::GeometryStore>();
    auto claim = journal::claim(*disk_, kRoot, all.front().id);
    QVERIFY(claim.ok());
    const auto recovered = journal::recover(*disk_, *claim, *store);
    QVERIFY(recovered.ok());
    Scripted script(recovered->world, store);
    {
      Journal journal(*disk_, *std::move(claim), script.session, *recovered, quick(10));
      QVERIFY(script.step(80) && settled(journal));
    }
    const auto after = journal::list(*disk_, kRoot);
    QCOMPARE(after.size(), std::size_t{1});
    QVERIFY(after.front().base > 10);
    QCOMPARE(after.front().tally.hash(), script.hashes.back());
  }

 private:
  std::unique_ptr<project::MemoryVfs> disk_;
  std::vector<std::string> hashes_;
};

QTEST_GUILESS_MAIN(TestRecoveryAgain)
#include "test_recovery_again.moc"
