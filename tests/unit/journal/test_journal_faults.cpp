// SPDX-License-Identifier: Apache-2.0
// What is left after a fault at each call, and after losses of power. WW_JOURNAL_IMAGES sets how many images of disks
// are looked at.
#include <QtTest>
#include <atomic>

#include "kept.h"

using namespace ww;
using journal::Journal;
using project::FaultVfs;
using project::MemoryVfs;

namespace {

constexpr int kSteps = 9;
constexpr std::uint64_t kManyCalls = 5000;
constexpr auto kLong = std::chrono::milliseconds(20'000);

// What was done, and how much of it the journal said to be synced.
struct Done {
  std::vector<std::string> hashes;
  std::size_t synced = 0;
};

// A new base every third record, so that rotations are among the calls.
Done perform(project::Vfs& vfs, bool goes_on) {
  test::Scripted s;
  Done out;
  {
    Journal journal(vfs, test::kRoot, s.session, {}, test::quick(3));
    bool sound = test::settled(journal);
    out.synced = sound ? 1 : 0;
    for (int i = 0; i < kSteps && (sound || goes_on); ++i) {
      s.step(i);
      sound = test::settled(journal);
      if (sound) out.synced = s.hashes.size();
    }
    if (goes_on && journal.waitSynced(kLong)) out.synced = s.hashes.size();
  }
  out.hashes = s.hashes;
  return out;
}

// A disk on which names and a few bytes for each file find room, and nothing else.
class CrowdedDisk final : public project::Vfs {
 public:
  static constexpr std::uint64_t kRoom = 1'000'000'000;
  explicit CrowdedDisk(MemoryVfs& base) : base_(base) {}
  std::atomic<std::uint64_t> room{kRoom}, refused{0};  // bytes of each file; writes

  Result<std::unique_ptr<project::VfsFile>> open(const std::string& path, Mode mode) override {
    WW_ASSIGN(auto file, base_.open(path, mode));
    return std::unique_ptr<project::VfsFile>(std::make_unique<File>(*this, std::move(file)));
  }
  Status remove(const std::string& path) override { return base_.remove(path); }
  Status rename(const std::string& from, const std::string& to) override { return base_.rename(from, to); }
  Status backup(const std::string& from, const std::string& to) override { return base_.backup(from, to); }
  Status syncFolder(const std::string& folder) override { return base_.syncFolder(folder); }
  Status makePrivateFolder(const std::string& folder) override { return base_.makePrivateFolder(folder); }
  Status removeFolder(const std::string& folder) override { return base_.removeFolder(folder); }
  Result<bool> exists(const std::string& path) override { return base_.exists(path); }
  Result<std::vector<std::string>> list(const std::string& folder) override { return base_.list(folder); }

 private:
  struct File final : project::VfsFile {
    File(CrowdedDisk& d, std::unique_ptr<project::VfsFile> f) : disk(d), file(std::move(f)) {}
    Status write(std::uint64_t offset, std::span<const char> bytes) override {
      if (offset + bytes.size() <= disk.room) return file->write(offset, bytes);
      ++disk.refused;
      return fail(Code::kResourceExhausted, "full");
    }
    Result<std::size_t> read(std::uint64_t at, std::span<char> into) override { return file->read(at, into); }
    Result<std::uint64_t> size() override { return file->size(); }
    Status truncate(std::uint64_t size) override { return file->truncate(size); }
    Status lock(bool exclusive) override { return file->lock(exclusive); }
    void unlock() override { file->unlock(); }
    Status sync() override { return file->sync(); }
    CrowdedDisk& disk;
    std::unique_ptr<project::VfsFile> file;
  };
  MemoryVfs& base_;
};

// Empty when what is left is a state at or behind the last that was synced.
QString wrongWith(project::Vfs& disk, const Done& done) {
  const test::Left left = test::leftOn(disk);
  if (!left.readable) return done.synced == 0 ? QString() : QStringLiteral("what was synced is gone");
  if (!left.stopped.ok()) return QString::fromStdString(left.stopped.line());
  for (std::size_t i = done.synced == 0 ? 0 : done.synced - 1; i < done.hashes.size(); ++i) {
    if (done.hashes[i] == left.hash) return {};
  }
  return QStringLiteral("another world than there ever was, or an older one");
}

int imageCount() {
  bool known = false;
  const int wanted = qEnvironmentVariableIntValue("WW_JOURNAL_IMAGES", &known);
  return known ? wanted : 400;
}

QString at(std::uint64_t call, const QString& wrong) { return QStringLiteral("call %1: %2").arg(call).arg(wrong); }

}  // namespace

class TestJournalFaults : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // By who cleans up the folder of states: all that is not saved is written once more, also when nothing is done then.
  void whatSomebodyRemovedIsWrittenAnew() {
    MemoryVfs disk;
    test::Scripted s;
    journal::JournalOptions options = test::quick();
    options.look = std::chrono::milliseconds(20);
    Journal journal(disk, test::kRoot, s.session, {}, options);
    for (int i = 0; i < 24; ++i) {
      QVERIFY(s.step(i));
      QVERIFY(journal.waitSynced(std::chrono::seconds(10)));
      if (i % 4 != 3) continue;
      // All of it, or one file that a recovery needs.
      for (const std::string& path : disk.paths())
        if (i % 8 == 7 || path.find("/base-") != std::string::npos) QVERIFY(disk.remove(path).ok());
      if (i % 3 == 0) QVERIFY(s.step(i + 100 - (i + 100) % 8));
      QTRY_COMPARE_WITH_TIMEOUT(test::leftOn(*disk.afterKill()).hash, s.hashes.back(), 10'000);
    }
    QVERIFY(journal.state().problem.ok());
  }

  void aCrashAtEachCallLosesNothingThatWasSynced() {
    std::uint64_t calls = 0;
    for (std::uint64_t call = 0;; ++call) {
      QVERIFY(call < kManyCalls);
      MemoryVfs disk;
      FaultVfs faulty(disk);
      faulty.start({.fail_at = call, .crash = true, .short_write = call % 2 == 0});
      const Done done = perform(faulty, false);
      const QString wrong = wrongWith(*disk.afterKill(), done);
      QVERIFY2(wrong.isEmpty(), qPrintable(at(call, wrong)));
      calls = faulty.calls();
      if (calls <= call) break;
    }
    QVERIFY(calls > 40);
  }

  // A full disk, a faulty one, half a write: once, and what was done is kept in the end.
  void whatFailsOnceIsTriedAgain_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("short_write");
    QTest::newRow("full disk") << static_cast<int>(Code::kResourceExhausted) << false;
    QTest::newRow("fault of the disk") << static_cast<int>(Code::kUnavailable) << false;
    QTest::newRow("half a write") << static_cast<int>(Code::kUnavailable) << true;
  }
  void whatFailsOnceIsTriedAgain() {
    QFETCH(const int, code);
    QFETCH(const bool, short_write);
    for (std::uint64_t call = 0;; ++call) {
      QVERIFY(call < kManyCalls);
      MemoryVfs disk;
      FaultVfs faulty(disk);
      faulty.start({.fail_at = call, .short_write = short_write, .code = static_cast<Code>(code)});
      const Done done = perform(faulty, true);
      QVERIFY2(done.synced == done.hashes.size(), qPrintable(QString::number(call)));
      const auto left = disk.afterKill();
      QCOMPARE(test::leftOn(*left).hash, done.hashes.back());
      if (faulty.calls() <= call) break;
    }
  }

  // For good: what was synced before stays, the session goes on, and the reason is told.
  void aDiskThatStaysFullIsTold() {
    for (std::uint64_t call = 0;; ++call) {
      QVERIFY(call < kManyCalls);
      MemoryVfs disk;
      FaultVfs faulty(disk);
      faulty.start({.fail_at = call,
                    .persistent = true,
                    .short_write = call % 2 == 1,
                    .changes_only = true,
                    .code = Code::kResourceExhausted});
      const Done done = perform(faulty, false);
      const QString wrong = wrongWith(*disk.afterKill(), done);
      QVERIFY2(wrong.isEmpty(), qPrintable(at(call, wrong)));
      if (faulty.calls() <= call) break;
    }
    MemoryVfs disk;
    FaultVfs faulty(disk);
    test::Scripted s;
    Journal journal(faulty, test::kRoot, s.session, {}, test::quick());
    QVERIFY(test::settled(journal));
    faulty.start({.fail_at = 0, .persistent = true, .code = Code::kResourceExhausted});
    QVERIFY(s.step(0));
    QVERIFY(!test::settled(journal));
    const Status problem = journal.state().problem;
    QVERIFY(problem.failure && problem.failure->row->code == "journal.not-written");
    QVERIFY(!problem.failure->causes.empty());
    faulty.start({});
    QVERIFY(s.step(1));
    QVERIFY(journal.waitSynced(kLong));
    QVERIFY(journal.state().problem.ok());
    QCOMPARE(test::leftOn(*disk.afterKill()).hash, s.hashes.back());
  }

  // However often it is tried: a log is there that may hold something, and no other.
  void triesOnAFullDiskLeaveNothing_data() {
    QTest::addColumn<quint64>("room");
    QTest::newRow("names alone") << quint64{0};
    QTest::newRow("the beginning of each file") << quint64{40};
  }
  void triesOnAFullDiskLeaveNothing() {
    QFETCH(const quint64, room);
    for (const bool from_the_start : {false, true}) {
      MemoryVfs memory;
      CrowdedDisk disk(memory);
      if (from_the_start) disk.room = room;
      test::Scripted s;
      Journal journal(disk, test::kRoot, s.session, {}, test::quick());
      if (!from_the_start) QVERIFY(test::settled(journal));
      const auto before = memory.paths().size();
      disk.room = room;
      QVERIFY(s.step(0));
      QTRY_VERIFY_WITH_TIMEOUT(disk.refused >= 5, 20'000);
      QVERIFY2(memory.paths().size() <= std::max<std::size_t>(before, 1) + 2,  // one log, and one that is tried
               qPrintable(QString::number(memory.paths().size())));
      disk.room = CrowdedDisk::kRoom;
      QVERIFY(journal.waitSynced(kLong));
      int logs = 0;
      for (const std::string& path : memory.paths()) logs += path.find("/log-") != std::string::npos ? 1 : 0;
      QVERIFY2(logs <= 1, qPrintable(QString::number(logs)));
      QCOMPARE(test::leftOn(*memory.afterKill()).hash, s.hashes.back());
      QVERIFY(!test::leftOn(*memory.afterKill()).has_notes);
    }
  }

  void aLossOfPowerLosesNothingThatWasSynced() {
    const int wanted = imageCount();
    std::mt19937 random(7);
    MemoryVfs whole;
    FaultVfs counting(whole);
    counting.start({});
    static_cast<void>(perform(counting, false));
    const std::uint64_t calls = counting.calls();
    for (int images = 0; images < wanted;) {
      const std::uint64_t call = random() % (calls + 1);
      MemoryVfs disk;
      FaultVfs faulty(disk);
      faulty.start({.fail_at = call, .crash = true, .short_write = random() % 2 == 0});
      const Done done = perform(faulty, false);
      for (int i = 0; i < 20; ++i, ++images) {
        const auto left = disk.afterPowerLoss(random);
        const QString wrong = wrongWith(*left, done);
        QVERIFY2(wrong.isEmpty(), qPrintable(at(call, wrong)));
      }
    }
  }

  // Recovery changes nothing, and going on does so at once: old or new, never a third.
  void aCrashWhileRecoveringLosesNothing() {
    MemoryVfs before;
    const Done old = perform(before, false);
    QCOMPARE(old.synced, old.hashes.size());
    std::mt19937 random(9);
    for (std::uint64_t call = 0;; ++call) {
      QVERIFY(call < kManyCalls);
      const auto disk = before.afterKill();
      const std::string id = journal::list(*disk, test::kRoot).front().id;
      FaultVfs faulty(*disk);
      faulty.start({.fail_at = call, .crash = true, .short_write = call % 2 == 0});
      Done done{{old.hashes.back()}, 1};
      goOn(faulty, id, done);
      for (const auto& left : {disk->afterKill(), disk->afterPowerLoss(random)}) {
        QCOMPARE(journal::list(*left, test::kRoot).size(), std::size_t{1});
        const QString wrong = wrongWith(*left, done);
        QVERIFY2(wrong.isEmpty(), qPrintable(at(call, wrong)));
      }
      if (faulty.calls() <= call) break;
    }
  }

  void aCrashWhileDiscardingLeavesAllOrNothing() {
    MemoryVfs before;
    const Done old = perform(before, false);
    std::mt19937 random(11);
    for (std::uint64_t call = 0;; ++call) {
      QVERIFY(call < kManyCalls);
      const auto disk = before.afterKill();
      const std::string id = journal::list(*disk, test::kRoot).front().id;
      FaultVfs faulty(*disk);
      faulty.start({.fail_at = call, .crash = true});
      if (const auto claimed = journal::claim(faulty, test::kRoot, id); claimed.ok())
        static_cast<void>(journal::removeJournal(faulty, *claimed));
      for (const auto& left : {disk->afterKill(), disk->afterPowerLoss(random)}) {
        const test::Left found = test::leftOn(*left);
        QVERIFY(found.documents == 0 || found.hash == old.hashes.back());
      }
      if (faulty.calls() <= call) break;
    }
  }

 private:
  // Recovers, and edits on.
  static void goOn(project::Vfs& vfs, const std::string& id, Done& done) {
    auto claimed = journal::claim(vfs, test::kRoot, id);
    if (!claimed.ok()) return;
    auto store = std::make_shared<geometry::GeometryStore>();
    const auto recovered = journal::recover(vfs, *claimed, *store);
    if (!recovered.ok() || !recovered->whole) return;
    test::Scripted s(recovered->world, store);
    Journal journal(vfs, std::move(*claimed), s.session, *recovered, test::quick(3));
    bool sound = test::settled(journal);
    for (int i = 16; i < 20 && sound; ++i) {
      s.step(i);
      done.hashes.push_back(s.hashes.back());
      sound = test::settled(journal);
      if (sound) done.synced = done.hashes.size();
    }
  }
};

QTEST_GUILESS_MAIN(TestJournalFaults)
#include "test_journal_faults.moc"
