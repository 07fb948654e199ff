// SPDX-License-Identifier: Apache-2.0
// Names of states are unsaved work until a file has them.
#include <QtTest>

#include "core/journal/frame.h"
#include "kept.h"

using namespace ww;
using journal::Journal;
using project::MemoryVfs;

namespace {

constexpr auto kNamedWait = std::chrono::milliseconds(20'000);

// A document that is saved, its journal, and how many names a program finds unsaved that comes after a crash.
struct NamedDesk {
  MemoryVfs disk;
  test::Scripted s;
  std::unique_ptr<Journal> journal;

  explicit NamedDesk(std::uint64_t log_records = 500) {
    s.step(0);
    const journal::Document begun{{}, "cell", s.session.snapshot().world, {}};
    journal = std::make_unique<Journal>(disk, test::kRoot, s.session, begun, test::quick(log_records));
  }
  journal::Document document(std::uint64_t names, bool is_lost = false) const {
    return {"/cell.wright", "", s.session.snapshot().world, "", is_lost, names};
  }
  bool name(const std::string& text, std::uint64_t change) {
    journal->named({s.session.snapshot().world, {}, text, {}, change});
    return journal->waitSynced(kNamedWait);
  }
  bool save(std::uint64_t names, bool is_lost = false) {
    journal->saved(document(names, is_lost));
    return journal->waitSynced(kNamedWait);
  }
  std::uint64_t unsaved() const {
    const auto all = journal::list(*disk.afterKill(), test::kRoot);
    return all.empty() ? 0 : all.front().names;
  }
  std::uint64_t base() const {
    const auto all = journal::list(*disk.afterKill(), test::kRoot);
    return all.empty() ? 0 : all.front().base;
  }
};

}  // namespace

class TestJournalNames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNameGivenWhileASaveRanIsNotSaved() {
    NamedDesk desk;
    QVERIFY(desk.name("before", 4));
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
    // The save began after the fourth change of the history.
    QVERIFY(desk.s.step(1) && desk.name("meanwhile", 5));
    QVERIFY(desk.save(4));
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
    const auto left = desk.disk.afterKill();
    const auto all = journal::list(*left, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all.front().isUnsaved() && all.front().tally.edits() == 0);
    const auto claimed = journal::claim(*left, test::kRoot, all.front().id);
    QVERIFY(claimed.ok());
    geometry::GeometryStore store;
    const auto recovered = journal::recover(*left, *claimed, store);
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->tally.names(), std::size_t{1});
    QCOMPARE(recovered->names.back().name, std::string("meanwhile"));
    QVERIFY(desk.save(5));
    QCOMPARE(desk.unsaved(), std::uint64_t{0});
    QVERIFY(journal::list(*desk.disk.afterKill(), test::kRoot).empty());
  }

  // The file was away, or others have written it: it has none of our names then. One that is written anew has them.
  void whatIsNoSaveOfOursSavesNoName() {
    NamedDesk desk;
    QVERIFY(desk.name("ours", 1));
    QVERIFY(desk.save(0, true) && desk.save(0));
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
    QVERIFY(desk.save(1, true));
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
    QVERIFY(desk.save(1));
    QCOMPARE(desk.unsaved(), std::uint64_t{0});
    // Of a program that does not say so, it has only turned up again.
    QVERIFY(desk.name("later", 2) && desk.save(1, true) && desk.save(journal::kAllNames));
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
  }

  // The log that had it goes when a base is written: back in the saved world nothing else would tell of it.
  void aBaseKeepsWhatIsUnsavedOfNames() {
    NamedDesk desk(6);
    QVERIFY(desk.name("kept", 1));
    for (int i = 0; i < 12; ++i) {
      QVERIFY(test::commit(desk.s.session, test::box(world::kRootObject, "part"), "Add part"));
      QVERIFY(desk.s.session.undo().ok() && desk.journal->waitSynced(kNamedWait));
    }
    QTRY_VERIFY(desk.base() >= 6);
    QCOMPARE(desk.unsaved(), std::uint64_t{1});
    QVERIFY(desk.save(1));
    QCOMPARE(desk.unsaved(), std::uint64_t{0});
  }

  // Numbers of names begin anew in the next program.
  void aNameOfTheProgramBeforeIsSavedByTheNext() {
    NamedDesk desk;
    QVERIFY(desk.name("first", 7));
    for (const std::uint64_t later : {3, 2}) {
      const auto left = desk.disk.afterKill();
      auto claimed = journal::claim(*left, test::kRoot, journal::list(*left, test::kRoot).front().id);
      QVERIFY(claimed.ok());
      auto store = std::make_shared<geometry::GeometryStore>();
      const auto recovered = journal::recover(*left, *claimed, *store);
      QVERIFY(recovered.ok() && recovered->whole);
      test::Scripted next(recovered->world, store);
      Journal journal(*left, *std::move(claimed), next.session, *recovered, test::quick());
      const auto now = next.session.snapshot().world;
      journal.named({now, {}, "second", {}, later});
      QVERIFY(journal.waitSynced(kNamedWait));
      QCOMPARE(journal::list(*left->afterKill(), test::kRoot).front().names, std::uint64_t{1});
      journal.saved({"/cell.wright", "", now, "", false, later - 1});
      QVERIFY(journal.waitSynced(kNamedWait));
      QCOMPARE(journal::list(*left->afterKill(), test::kRoot).size(), std::size_t{1});
      journal.saved({"/cell.wright", "", now, "", false, later});
      QVERIFY(journal.waitSynced(kNamedWait));
      QVERIFY(journal::list(*left->afterKill(), test::kRoot).empty());
    }
  }

  // Programs before wrote no such numbers: a save has all names before it.
  void recordsWithoutNumbersAreRead() {
    journal::Packer saved, name, head;
    saved.text("/cell.wright").text("").text("hash").text("").number(1000).number(0);
    const auto save = journal::savedOf(saved.take());
    QVERIFY(save.ok());
    QCOMPARE(save->names, journal::kAllNames);
    name.number(3).text("hash").text("early");
    const auto given = journal::nameOf(name.take());
    QVERIFY(given.ok() && given->change == 0 && given->name == "early");
    head.text("/cell.wright").text("").text("hash").text("").text("hash").number(1000).number(1).number(0).number(0);
    const auto begun = journal::headOf(head.number(0).take());
    QVERIFY(begun.ok() && begun->names.empty());
    journal::Tally tally(*begun);
    tally.add(*given);
    QCOMPARE(tally.names(), std::size_t{1});
    tally.saved(save->about, save->time, save->names);
    QCOMPARE(tally.names(), std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(TestJournalNames)
#include "test_journal_names.moc"
