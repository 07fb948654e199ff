// SPDX-License-Identifier: Apache-2.0
// Journals that are damaged, or whose edits cannot be done again. WW_JOURNAL_MUTANTS sets how many mutants are read.
#include <QtTest>

#include "core/journal/frame.h"
#include "core/project/project.h"
#include "kept.h"

using namespace ww;
using journal::Journal;
using project::MemoryVfs;

namespace {

constexpr int kSteps = 12;

struct Written {
  MemoryVfs disk;
  std::vector<std::string> hashes;
  std::string id;
};

std::unique_ptr<Written> written(std::uint64_t log_records = 500) {
  auto out = std::make_unique<Written>();
  test::Scripted s;
  {
    Journal journal(out->disk, test::kRoot, s.session, {"/cell.wright", "", s.session.snapshot().world, ""},
                    test::quick(log_records));
    for (int i = 0; i < kSteps; ++i) {
      s.step(i);
      static_cast<void>(test::settled(journal));
    }
  }
  out->hashes = s.hashes;
  out->id = journal::list(out->disk, test::kRoot).front().id;
  return out;
}

std::string fileOf(const MemoryVfs& disk, const std::string& kind) {
  for (const std::string& path : disk.paths())
    if (path.find("/" + kind + "-") != std::string::npos) return path;
  return {};
}

Result<journal::Recovered> recovered(project::Vfs& disk, const std::string& id,
                                     const journal::RecoverOptions& options = {}) {
  WW_ASSIGN(const auto claimed, journal::claim(disk, test::kRoot, id));
  geometry::GeometryStore store;
  auto out = journal::recover(disk, claimed, store, options);
  return out;
}

std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string(codeName(status.code));
}

bool hasNote(const journal::Recovered& done, const std::string& code) {
  return std::ranges::any_of(done.notes, [&](const Status& note) { return codeOf(note) == code; });
}

// A document with a file and a journal whose only base is the world of the file; two edits are not saved.
struct Beside : Written {
  world::World saved;
  std::shared_ptr<geometry::GeometryStore> store;
};
std::unique_ptr<Beside> besideItsFile() {
  auto out = std::make_unique<Beside>();
  test::Scripted s;
  for (int i = 0; i < 8; ++i) s.step(i);
  out->saved = *s.session.snapshot().world;
  out->store = s.store;
  if (!project::save(out->disk, "/cell.wright", out->saved, *s.store).ok()) return out;
  {
    Journal journal(out->disk, test::kRoot, s.session, {"/cell.wright", "", s.session.snapshot().world, ""},
                    test::quick());
    static_cast<void>(test::settled(journal));
    for (const int i : {8, 9}) {
      s.step(i);
      static_cast<void>(test::settled(journal));
    }
  }
  out->hashes = s.hashes;
  out->id = journal::list(out->disk, test::kRoot).front().id;
  return out;
}

// The log with one of its edits changed, its checksum being right.
void changeEdit(MemoryVfs& disk, std::uint64_t sequence, const std::function<void(journal::EditRecord&)>& change) {
  const std::string path = fileOf(disk, "log");
  std::string out(journal::kFileMark);
  const auto file = disk.open(path, project::Vfs::Mode::kRead);
  const auto read = journal::readFrames(**file, [&](journal::Frame&& frame) {
    if (frame.sequence == sequence) {
      auto edit = journal::editOf(static_cast<journal::Kind>(frame.kind), sequence, frame.payload);
      change(*edit);
      frame.payload = journal::payloadOf(*edit);
    }
    out += journal::framed(frame.kind, frame.sequence, frame.payload);
    return okStatus();
  });
  QVERIFY(read.ok());
  disk.put(path, out);
}

}  // namespace

class TestRecovery : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // As the history of the program that wrote it calls it, whether its parts came to the disk one by one or together.
  void aStreamOverSeveralThingsKeepsItsName() {
    for (const int gathered : {0, 50}) {
      MemoryVfs disk;
      test::Scripted s;
      QVERIFY(s.step(0));
      QVERIFY(test::commit(s.session, test::box(world::kRootObject, "other"), "Add other"));
      {
        journal::JournalOptions options;
        options.gather = std::chrono::milliseconds(gathered);
        Journal journal(disk, test::kRoot, s.session, {}, options);
        for (int i = 0; i < 4; ++i) {
          const std::string name = i % 2 == 0 ? "o0" : "other";
          session::CommitRequest request;
          request.label = "Move " + name;
          request.author = "cell_py";
          request.edits = session::setPose(s.find(name), world::kRootObject, Pose::translation(0.1 * i, 1, 0));
          session::asClientEdit(request);
          QVERIFY(s.session.commit(request).ok());
          if (gathered == 0) QVERIFY(journal.waitSynced(std::chrono::milliseconds(10'000)));
        }
      }
      const auto all = journal::list(disk, test::kRoot);
      QCOMPARE(all.size(), std::size_t{1});
      QCOMPARE(all.front().tally.edits(), std::uint64_t{1});
      QCOMPARE(plain(all.front().tally.latest().back().label), std::string("Move several things"));
      // And as it is done again.
      const auto taken = journal::claim(disk, test::kRoot, all.front().id);
      QVERIFY2(taken.ok(), taken.status().line().c_str());
      const auto recovered = journal::recover(disk, *taken, *s.store);
      QVERIFY2(recovered.ok(), recovered.status().line().c_str());
      QCOMPARE(recovered->steps.size(), std::size_t{1});
      QCOMPARE(plain(recovered->steps.back().note.label), std::string("Move several things"));
    }
  }

  void itCanBeDoneAgainAndChangesNothing() {
    const auto w = written();
    const std::string before = w->disk.contents(fileOf(w->disk, "log"));
    for (int i = 0; i < 3; ++i) {
      const auto done = recovered(w->disk, w->id);
      QVERIFY(done.ok());
      QVERIFY(done->whole);
      QCOMPARE(world::contentHash(done->world), w->hashes.back());
      QCOMPARE(done->replayed, std::uint64_t{kSteps});
    }
    QCOMPARE(w->disk.contents(fileOf(w->disk, "log")), before);
  }

  // Also what was undone, and done otherwise then.
  void itTellsAllThatWasDone() {
    const auto w = written();
    const auto done = recovered(w->disk, w->id);
    QVERIFY(done.ok());
    QCOMPARE(done->steps.size(), std::size_t{kSteps});
    QCOMPARE(world::contentHash(*done->steps.front().before), w->hashes.front());
    for (std::size_t i = 0; i < done->steps.size(); ++i) {
      QCOMPARE(world::contentHash(*done->steps[i].after), w->hashes[i + 1]);
      if (i > 0) QVERIFY(done->steps[i].before == done->steps[i - 1].after);
    }
    QCOMPARE(done->steps[2].note.kind, journal::Kind::kUndo);
    QCOMPARE(done->steps[6].note.label.text, std::string("Rename o0"));
    QCOMPARE(done->saved_after, std::optional<std::size_t>(0));
  }

  void itStopsWhereItIsAskedTo() {
    const auto w = written();
    for (std::uint64_t until = 0; until <= kSteps; ++until) {
      const auto done = recovered(w->disk, w->id, {until});
      QVERIFY(done.ok());
      QCOMPARE(world::contentHash(done->world), w->hashes[until]);
      QCOMPARE(done->whole, until == kSteps);
      QVERIFY(done->stopped.ok());
    }
  }

  void itStopsBeforeAnEditThatFailsAndSaysWhich() {
    const auto w = written();
    changeEdit(w->disk, 7, [](journal::EditRecord& edit) {
      edit.edits = session::deleteObject(ObjectId{987654}, true)->SerializeAsString();
    });
    const auto done = recovered(w->disk, w->id);
    QVERIFY(done.ok());
    QCOMPARE(world::contentHash(done->world), w->hashes[6]);
    QCOMPARE(codeOf(done->stopped), std::string("journal.edit-fails"));
    QVERIFY2(done->stopped.title.find("edit 7, Rename o0") != std::string::npos, done->stopped.title.c_str());
    QVERIFY2(done->stopped.title.find("5 later") != std::string::npos, done->stopped.title.c_str());
    QVERIFY(!done->whole);
  }

  void anEditThatLeadsElsewhereIsNotAccepted() {
    const auto w = written();
    changeEdit(w->disk, 2, [](journal::EditRecord& edit) { edit.note.hash = std::string(64, '0'); });
    const auto done = recovered(w->disk, w->id);
    QVERIFY(done.ok());
    QCOMPARE(world::contentHash(done->world), w->hashes[1]);
    QCOMPARE(codeOf(done->stopped), std::string("journal.edit-differs"));
  }

  void anEditThatIsDamagedEndsWhatCanBeTrusted() {
    const auto w = written();
    const std::string path = fileOf(w->disk, "log");
    std::string bytes = w->disk.contents(path);
    bytes[journal::kFileMark.size() + journal::kFrameHead + 3] ^= char{1};  // in the first record
    w->disk.put(path, bytes);
    const auto done = recovered(w->disk, w->id);
    QVERIFY(done.ok());
    QCOMPARE(world::contentHash(done->world), w->hashes[0]);
    QCOMPARE(codeOf(done->stopped), std::string("journal.records-damaged"));
    const auto all = journal::list(w->disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(!all.front().notes.empty());
  }

  void withoutAStateThereIsNothingToStartFrom() {
    const auto w = written();
    const std::string path = fileOf(w->disk, "base");
    std::string bytes = w->disk.contents(path);
    bytes.resize(bytes.size() / 2);
    w->disk.put(path, bytes);
    QCOMPARE(codeOf(recovered(w->disk, w->id).status()), std::string("journal.no-base"));
    const auto all = journal::list(w->disk, test::kRoot);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(!all.front().unreadable.ok());
    // It is told, and nobody throws it away.
    QCOMPARE(journal::list(w->disk, test::kRoot).size(), std::size_t{1});
  }

  // One bit of the only state: what is left of it comes back, with the edits that still can be done, and both is told.
  void whatIsLeftOfADamagedStateComesBack() {
    test::Scripted s;
    for (int i = 0; i < 24; ++i) s.step(i);
    MemoryVfs disk;
    {
      Journal journal(disk, test::kRoot, s.session, {"/cell.wright", "", std::make_shared<world::World>(), ""},
                      test::quick());
      QVERIFY(test::settled(journal));
      s.step(24);
      QVERIFY(test::settled(journal));
    }
    const std::string id = journal::list(disk, test::kRoot).front().id, path = fileOf(disk, "base");
    const std::string sound = disk.contents(path);
    const std::size_t objects = s.session.snapshot().world->objectCount();
    int rescued = 0, tried = 0;
    for (std::size_t at = journal::kFileMark.size(); at < sound.size(); at += 7, ++tried) {
      std::string bytes = sound;
      bytes[at] ^= 4;
      disk.put(path, bytes);
      const auto done = recovered(disk, id);
      if (!done.ok()) continue;
      QVERIFY(!done->whole && !done->notes.empty());
      QCOMPARE(codeOf(done->notes.front()), std::string("journal.only-remains"));
      QVERIFY(done->world.objectCount() + 2 >= objects);
      ++rescued;
    }
    QVERIFY2(rescued > tried / 2, qPrintable(QStringLiteral("%1 of %2").arg(rescued).arg(tried)));
    QCOMPARE(journal::list(disk, test::kRoot).size(), std::size_t{1});
  }

  // The file of the document has just that state: the journal may have lost any part of it but its head.
  void aStateThatTheFileHasComesBackWhole() {
    const auto w = besideItsFile();
    const std::string path = fileOf(w->disk, "base"), sound = w->disk.contents(path);
    int whole = 0, tried = 0;
    for (std::size_t at = journal::kFileMark.size(); at < sound.size(); at += 7, ++tried) {
      std::string bytes = sound;
      bytes[at] ^= 4;
      w->disk.put(path, bytes);
      const auto done = recovered(w->disk, w->id);
      const bool is_whole = done.ok() && hasNote(*done, "journal.state-from-file");
      // The head comes first.
      QVERIFY2(is_whole || whole == 0, qPrintable(QString::number(at)));
      if (!is_whole) continue;
      QCOMPARE(world::contentHash(done->world), w->hashes.back());
      QVERIFY(done->stopped.ok() && !hasNote(*done, "journal.only-remains"));
      ++whole;
    }
    QVERIFY2(whole > tried / 2, qPrintable(QStringLiteral("%1 of %2").arg(whole).arg(tried)));
    w->disk.put(path, sound.substr(0, sound.size() - 5));
    const auto cut = recovered(w->disk, w->id);
    QVERIFY2(cut.ok(), cut.status().title.c_str());
    QCOMPARE(world::contentHash(cut->world), w->hashes.back());
    QVERIFY(journal::list(w->disk, test::kRoot).front().unreadable.ok());
    // Of another file it says nothing, and the list does not promise anything.
    static_cast<void>(w->disk.remove("/cell.wright"));
    QCOMPARE(codeOf(recovered(w->disk, w->id).status()), std::string("journal.no-base"));
    QVERIFY(!journal::list(w->disk, test::kRoot).front().unreadable.ok());
  }

  // A damaged state in the middle of a log costs nothing where the file has an earlier one, and the log leads on from
  // it.
  void aLogThatBeginsAtTheFileNeedsNoState() {
    const auto run = [](MemoryVfs& disk, std::uint64_t log_records, std::string& hash) {
      test::Scripted s;
      for (int i = 0; i < 8; ++i) s.step(i);
      const auto now = s.session.snapshot().world;
      QVERIFY(project::save(disk, "/cell.wright", *now, *s.store).ok());
      Journal journal(disk, test::kRoot, s.session, {"/cell.wright", "", now, ""}, test::quick(log_records));
      QTRY_VERIFY_WITH_TIMEOUT(!fileOf(disk, "base").empty(), 10'000);
      const std::string first = fileOf(disk, "base");
      for (int i = 8; i < 24; ++i) QVERIFY(s.step(i) && test::settled(journal));
      hash = s.hashes.back();
      if (log_records < 16) QTRY_VERIFY_WITH_TIMEOUT(fileOf(disk, "base") > first, 10'000);
    };
    MemoryVfs disk, other;
    std::string hash, same;
    run(disk, 500, hash);
    run(other, 10, same);
    QCOMPARE(same, hash);
    const std::string id = journal::list(disk, test::kRoot).front().id;
    for (const std::string& path : disk.paths())
      if (path.find("/base-") != std::string::npos || path.find("/link-") != std::string::npos)
        QVERIFY(disk.remove(path).ok());
    std::string bytes = other.contents(fileOf(other, "base"));
    bytes[bytes.size() / 2] ^= 4;
    disk.put(test::kRoot + "/" + id + "/base-00000050", bytes);
    const auto done = recovered(disk, id);
    QVERIFY2(done.ok(), done.status().title.c_str());
    QCOMPARE(world::contentHash(done->world), hash);
    QVERIFY(done->whole && done->stopped.ok() && hasNote(*done, "journal.state-from-file"));
    // Without the file there is what is left of the state.
    QVERIFY(disk.remove("/cell.wright").ok());
    const auto left = recovered(disk, id);
    QVERIFY(!left.ok() || !left->whole);
  }

  // Geometry stands once in the journal: the file has it, or what needs it comes back without.
  void lostGeometryCostsNoMoreThanItself() {
    const auto w = besideItsFile();
    const std::string path = fileOf(w->disk, "pack");
    std::string bytes = w->disk.contents(path);
    bytes[bytes.size() / 2] ^= 4;
    w->disk.put(path, bytes);
    // Somebody has changed the file since; its geometry is the same.
    test::Scripted other(w->saved, w->store);
    QVERIFY(test::commit(other.session, session::renameObject(other.find("o0_new"), "other", true), "Rename"));
    QVERIFY(project::save(w->disk, "/cell.wright", *other.session.snapshot().world, *w->store).ok());
    const auto done = recovered(w->disk, w->id);
    QVERIFY2(done.ok(), done.status().title.c_str());
    QCOMPARE(world::contentHash(done->world), w->hashes.back());
    QVERIFY(hasNote(*done, "journal.geometry-from-file"));
    static_cast<void>(w->disk.remove("/cell.wright"));
    const auto left = recovered(w->disk, w->id);
    QVERIFY2(left.ok(), left.status().title.c_str());
    QVERIFY(hasNote(*left, "project.kept-without-visual") && !left->whole && left->stopped.ok());
    QCOMPARE(left->world.objectCount(), done->world.objectCount());
  }

  void aNewerVersionIsNotGuessedAt() {
    const auto w = written();
    const std::string path = fileOf(w->disk, "base");
    std::string bytes = w->disk.contents(path);
    bytes[journal::kFileMark.size() - 1] = 9;
    w->disk.put(path, bytes);
    QCOMPARE(codeOf(recovered(w->disk, w->id).status()), std::string("journal.newer"));
  }

  void namesThatAreNoJournalAreRefused() {
    MemoryVfs disk;
    disk.put("/elsewhere/base-00000001", "x");
    for (const char* id : {"", "../elsewhere", "0123", "A", "a/b"})
      QCOMPARE(journal::claim(disk, test::kRoot, id).status().code, Code::kNotFound);
  }

  void theLastChangedComesFirstAndTimesDecideNothingElse() {
    const auto w = written();
    changeEdit(w->disk, kSteps, [](journal::EditRecord& edit) { edit.note.time = {}; });
    const auto done = recovered(w->disk, w->id);
    QVERIFY(done.ok() && done->whole);
    QCOMPARE(world::contentHash(done->world), w->hashes.back());
  }

  // Bits flipped, files cut, gone, doubled and exchanged: what comes back was there once, and a loss is told.
  void noMutantIsTakenForWhole() {
    bool known = false;
    const int asked = qEnvironmentVariableIntValue("WW_JOURNAL_MUTANTS", &known);
    const int mutants = known ? asked : 1500;
    const auto w = written(5);
    std::mt19937 random(5);
    for (int i = 0; i < mutants; ++i) {
      const auto disk = w->disk.afterKill();
      const bool may_pass = mutate(*disk, random);
      const auto all = journal::list(*disk, test::kRoot);
      const auto done = recovered(*disk, w->id);
      if (!done.ok()) continue;
      const std::string hash = world::contentHash(done->world);
      // Of a damaged state what is left, which is said.
      if (hasNote(*done, "journal.only-remains") || hasNote(*done, "project.kept-without-visual")) {
        QVERIFY(!done->whole);
        continue;
      }
      QVERIFY(std::find(w->hashes.begin(), w->hashes.end(), hash) != w->hashes.end());
      // That its base has swallowed some is always told.
      const bool told = !done->stopped.ok() || done->notes.size() > 1 || !done->whole;
      QVERIFY2(hash == w->hashes.back() || told || may_pass, qPrintable(QStringLiteral("mutant %1").arg(i)));
      QVERIFY(!all.empty() || hash == w->hashes.front() || may_pass);
    }
  }

 private:
  // True for a mutant that no checksum can tell: a file that is gone, or cut between two records.
  static bool mutate(MemoryVfs& disk, std::mt19937& random) {
    std::vector<std::string> paths = disk.paths();
    std::erase_if(paths, [](const std::string& path) { return path.ends_with("/lock"); });
    const std::string path = paths[random() % paths.size()];
    std::string bytes = disk.contents(path);
    bool may_pass = false;
    switch (random() % 5) {
      case 0: static_cast<void>(disk.remove(path)); return true;
      case 1:
        bytes.resize(random() % bytes.size());
        may_pass = true;
        break;
      case 2: bytes += bytes; break;
      case 3: bytes = disk.contents(paths[random() % paths.size()]); return disk.put(path, bytes), true;
      default:
        for (unsigned n = random() % 4 + 1; n > 0; --n)
          bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    }
    disk.put(path, bytes);
    return may_pass;
  }
};

QTEST_GUILESS_MAIN(TestRecovery)
#include "test_recovery.moc"
