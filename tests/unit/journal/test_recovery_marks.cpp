// SPDX-License-Identifier: Apache-2.0
// Files of a journal that somebody removed: what was in them is missed, and whose they were is known.
#include <QtTest>

#include "core/project/project.h"
#include "kept.h"

using namespace ww;
using journal::Journal;
using project::MemoryVfs;

namespace {

std::vector<std::string> filesOf(const MemoryVfs& disk, const std::string& kind) {
  std::vector<std::string> out;
  for (const std::string& path : disk.paths())
    if (path.find("/" + kind + "-") != std::string::npos) out.push_back(path);
  return out;
}

bool removeAll(MemoryVfs& disk, const std::string& kind) {
  const auto paths = filesOf(disk, kind);
  return std::ranges::all_of(paths, [&](const std::string& path) { return disk.remove(path).ok(); });
}

bool says(const std::vector<Status>& notes, std::string_view code) {
  return std::ranges::any_of(notes,
                             [&](const Status& note) { return note.failure && note.failure->row->code == code; });
}

// A document that has a file, and edits behind it that are not saved.
struct LeftBehind {
  MemoryVfs disk;
  std::string id, saved, last;

  LeftBehind() {
    test::Scripted s;
    for (int i = 0; i < 8; ++i) s.step(i);
    saved = s.hashes.back();
    const auto now = s.session.snapshot().world;
    WW_CHECK(project::save(disk, "/cell.wright", *now, *s.store).ok());
    {
      Journal journal(disk, test::kRoot, s.session, {"/cell.wright", "", now, saved}, test::quick());
      for (int i = 0; i < 10'000 && filesOf(disk, "base").empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      for (int i = 8; i < 14; ++i) WW_CHECK(s.step(i) && test::settled(journal));
    }
    last = s.hashes.back();
    id = journal::list(disk, test::kRoot).front().id;
  }
  Result<journal::Recovered> recovered() {
    WW_ASSIGN(const auto claimed, journal::claim(disk, test::kRoot, id));
    geometry::GeometryStore store;
    return journal::recover(disk, claimed, store);
  }
};

}  // namespace

class TestRecoveryMarks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLogThatIsGoneIsMissed() {
    LeftBehind left;
    QCOMPARE(filesOf(left.disk, "mark").size(), filesOf(left.disk, "log").size());
    QVERIFY(journal::list(left.disk, test::kRoot).front().notes.empty());
    QVERIFY(removeAll(left.disk, "log"));
    const auto all = journal::list(left.disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all.front().unreadable.ok() && says(all.front().notes, "journal.log-gone"));
    const auto done = left.recovered();
    QVERIFY2(done.ok(), done.status().title.c_str());
    QVERIFY(says(done->notes, "journal.log-gone") && !done->whole);
    QCOMPARE(world::contentHash(done->world), left.saved);
  }

  // The file of the document has the state, or it is said whose edits these are.
  void aStateThatIsGoneIsLookedForInTheFile() {
    LeftBehind left;
    QVERIFY(removeAll(left.disk, "base") && removeAll(left.disk, "link"));
    const auto done = left.recovered();
    QVERIFY2(done.ok(), done.status().title.c_str());
    QVERIFY(done->whole && says(done->notes, "journal.state-from-file"));
    QCOMPARE(world::contentHash(done->world), left.last);
    QVERIFY(left.disk.remove("/cell.wright").ok());
    const auto all = journal::list(left.disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(!all.front().unreadable.ok());
    QCOMPARE(all.front().tally.about().path, std::string("/cell.wright"));
    QVERIFY(!left.recovered().ok());
  }

  void aJournalOfMarksAloneIsNotThrownAway() {
    LeftBehind left;
    for (const char* kind : {"base", "link", "log"}) QVERIFY(removeAll(left.disk, kind));
    const auto all = journal::list(left.disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(says(all.front().notes, "journal.log-gone"));
    QCOMPARE(all.front().tally.about().path, std::string("/cell.wright"));
  }

  // The file of the document is gone, or something else: what was saved there is here alone, also without an edit.
  void aWorldThatItsFileHasNoMoreIsKept() {
    test::Scripted s;
    for (int i = 0; i < 8; ++i) s.step(i);
    MemoryVfs disk;
    const auto now = s.session.snapshot().world;
    QVERIFY(project::save(disk, "/cell.wright", *now, *s.store).ok());
    const std::string sound = disk.contents("/cell.wright");
    {
      Journal journal(disk, test::kRoot, s.session, {"/cell.wright", "", now, ""}, test::quick());
      for (int i = 0; i < 10'000 && filesOf(disk, "base").empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      journal.saved({"/cell.wright", "", now, "", true});
      // A window that has recovered it may not know what the file had.
      journal.saved({"/cell.wright", "", nullptr, "", true});
      QVERIFY(test::settled(journal));
    }
    std::string damaged = sound;
    damaged[damaged.rfind("o0")] = 'x';
    disk.put("/cell.wright", damaged);
    auto all = journal::list(disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all.front().isUnsaved() && says(all.front().notes, "journal.file-lost"));
    QCOMPARE(all.front().tally.about().saved_hash, s.hashes.back());
    QVERIFY(disk.remove("/cell.wright").ok());
    QVERIFY(says(journal::list(disk, test::kRoot).front().notes, "journal.file-lost"));
    // Another world is what others did.
    QVERIFY(project::save(disk, "/cell.wright", world::World(), *s.store).ok());
    QVERIFY(says(journal::list(disk, test::kRoot).front().notes, "journal.file-changed"));
    // It was on a drive that was away.
    disk.put("/cell.wright", sound);
    QVERIFY(journal::list(disk, test::kRoot).empty());
  }

  // What a newer base has made needless goes with its mark.
  void whatIsNeedlessIsNotMissed() {
    test::Scripted s;
    MemoryVfs disk;
    std::size_t most = 0;
    {
      Journal journal(disk, test::kRoot, s.session, {"/cell.wright", "", s.session.snapshot().world, ""},
                      test::quick(5));
      for (int i = 0; i < 64; ++i) {
        QVERIFY(s.step(i) && test::settled(journal));
        most = std::max(most, filesOf(disk, "mark").size());
      }
    }
    QVERIFY2(most < 8, qPrintable(QString::number(most)));
    const auto all = journal::list(disk, test::kRoot);
    // Nothing but what it begins with.
    QVERIFY(all.size() == 1 && all.front().notes.size() == 1 && says(all.front().notes, "journal.swallowed"));
  }
};

QTEST_GUILESS_MAIN(TestRecoveryMarks)
#include "test_recovery_marks.moc"
