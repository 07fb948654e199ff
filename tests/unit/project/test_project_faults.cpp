// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/project/fault_vfs.h"
#include "core/project/project.h"
#include "project_worlds.h"

namespace ww::project {
namespace {

const std::string kPath = "/w/cell.wright";
constexpr std::uint64_t kManyCalls = 5000;

std::string text(const Status& status) { return status.line() + "\n" + status.message; }

std::string hashAt(Vfs& vfs, const std::string& path) {
  geometry::GeometryStore store;
  const auto loaded = load(vfs, path, store);
  return loaded.ok() ? contentHash(loaded->world) : text(loaded.status());
}

}  // namespace

// A save from `before` (a file, or none) to `after`.
struct Scenario {
  bool has_file = false;
  world::World before, after;
  SaveOptions options;
  bool replaces = false;
};

class TestProjectFaults : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const world::World world = sampleWorld(store_, 6);
    scenarios_["first save"] = {false, {}, world, {}, true};
    scenarios_["one pose"] = {true, world, withMovedBox(world, store_, 2, 4.0), {}, false};
    scenarios_["geometry added"] = {true, world, withMesh(world, store_, 2000, 3), {}, false};
    scenarios_["object removed"] = {true, world, withoutBox(world, store_, 3), {}, false};
    SaveOptions whole;
    whole.whole = true;
    scenarios_["save as"] = {true, world, withMovedBox(world, store_, 1, 2.0), whole, true};
  }

  void afterAKillAtAnyCallTheFileIsOldOrNew_data() { rows(); }
  void afterAKillAtAnyCallTheFileIsOldOrNew() { everyCall(&TestProjectFaults::kill); }
  void afterALossOfPowerAtAnyCallTheFileIsOldOrNew_data() { rows(); }
  void afterALossOfPowerAtAnyCallTheFileIsOldOrNew() { everyCall(&TestProjectFaults::losePower); }
  void withoutSpaceFromAnyCallOnTheOldFileStays_data() { rows(); }
  void withoutSpaceFromAnyCallOnTheOldFileStays() { everyCall(&TestProjectFaults::fillDisk); }
  void oneFailingCallLeavesOldOrNewAndAnError_data() { rows(); }
  void oneFailingCallLeavesOldOrNewAndAnError() { everyCall(&TestProjectFaults::failOnce); }

  void loadingFailsCleanlyAtAnyCall() {
    MemoryVfs disk;
    const world::World world = sampleWorld(store_, 6);
    QVERIFY(save(disk, kPath, world, store_).ok());
    for (const bool persistent : {false, true}) {
      for (std::uint64_t call = 0;; ++call) {
        QVERIFY(call < kManyCalls);
        FaultVfs faulty(disk);
        faulty.start({.fail_at = call, .persistent = persistent});
        geometry::GeometryStore fresh;
        const auto loaded = load(faulty, kPath, fresh);
        if (loaded.ok()) QCOMPARE(contentHash(loaded->world), contentHash(world));
        if (faulty.calls() <= call) break;
      }
    }
    QCOMPARE(hashAt(disk, kPath), contentHash(world));
  }

  void whatAKilledSaveLeftIsClearedByTheNext() {
    MemoryVfs disk;
    disk.put(kPath + ".saving", "half a file");
    const world::World world = sampleWorld(store_, 2);
    QVERIFY(save(disk, kPath, world, store_).ok());
    QCOMPARE(disk.paths(), std::vector<std::string>{kPath});
  }

  // Each guard must be able to fail: without syncs, a loss of power must be seen to do harm.
  void aDiskThatLosesSyncsIsFound() {
    class NoSync final : public Vfs {
     public:
      explicit NoSync(MemoryVfs& base) : base_(base) {}
      Result<std::unique_ptr<VfsFile>> open(const std::string& path, Mode mode) override {
        WW_ASSIGN(auto file, base_.open(path, mode));
        return std::unique_ptr<VfsFile>(std::make_unique<File>(std::move(file)));
      }
      Status rename(const std::string& from, const std::string& to) override { return base_.rename(from, to); }
      Status remove(const std::string& path) override { return base_.remove(path); }
      Result<bool> exists(const std::string& path) override { return base_.exists(path); }
      Status syncFolder(const std::string&) override { return okStatus(); }
      Status backup(const std::string& from, const std::string& to) override { return base_.backup(from, to); }
      Result<std::vector<std::string>> list(const std::string& folder) override { return base_.list(folder); }
      Status makePrivateFolder(const std::string& folder) override { return base_.makePrivateFolder(folder); }
      Status removeFolder(const std::string& folder) override { return base_.removeFolder(folder); }

     private:
      struct File final : VfsFile {
        explicit File(std::unique_ptr<VfsFile> b) : base(std::move(b)) {}
        Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
          return base->read(offset, into);
        }
        Status write(std::uint64_t offset, std::span<const char> bytes) override { return base->write(offset, bytes); }
        Status truncate(std::uint64_t size) override { return base->truncate(size); }
        Status sync() override { return okStatus(); }
        Result<std::uint64_t> size() override { return base->size(); }
        Status lock(bool exclusive) override { return base->lock(exclusive); }
        void unlock() override { base->unlock(); }
        std::unique_ptr<VfsFile> base;
      };
      MemoryVfs& base_;
    };
    const Scenario& s = scenarios_.at("one pose");
    int third = 0;
    std::mt19937 random(1);
    for (int round = 0; round < 40; ++round) {
      MemoryVfs disk;
      QVERIFY(save(disk, kPath, s.before, store_).ok());
      NoSync lying(disk);
      QVERIFY(save(lying, kPath, s.after, store_).ok());
      auto left = disk.afterPowerLoss(random);
      const std::string hash = hashAt(*left, kPath);
      third += hash != contentHash(s.before) && hash != contentHash(s.after) ? 1 : 0;
    }
    QVERIFY(third > 0);
  }

 private:
  void rows() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, scenario] : scenarios_) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }

  // Runs `check` for every call of the save, until one is reached that the save does not make.
  void everyCall(bool (TestProjectFaults::*check)(const Scenario&, std::uint64_t)) {
    QFETCH(QString, name);
    const Scenario& scenario = scenarios_.at(name.toStdString());
    std::uint64_t call = 0;
    while (call < kManyCalls && (this->*check)(scenario, call) && !QTest::currentTestFailed()) ++call;
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(call > 4 && call < kManyCalls);
    qInfo("%s: %d calls", qPrintable(name), static_cast<int>(call));
  }

  void prepare(MemoryVfs& disk, const Scenario& s) {
    if (s.has_file) QVERIFY(save(disk, kPath, s.before, store_).ok());
  }

  void expectOldOrNew(Vfs& disk, const Scenario& s, std::uint64_t call) {
    const auto there = disk.exists(kPath);
    if (!s.has_file && !*there) return;
    const std::string hash = hashAt(disk, kPath);
    QVERIFY2(hash == contentHash(s.after) || (s.has_file && hash == contentHash(s.before)),
             ("call " + std::to_string(call) + ": " + hash).c_str());
  }

  void expectOld(Vfs& disk, const Scenario& s, std::uint64_t call) {
    const auto there = disk.exists(kPath);
    QCOMPARE(*there, s.has_file);
    if (!s.has_file) return;
    const std::string hash = hashAt(disk, kPath);
    QVERIFY2(hash == contentHash(s.before), ("call " + std::to_string(call) + ": " + hash).c_str());
  }

  bool kill(const Scenario& s, std::uint64_t call) {
    MemoryVfs disk;
    prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call, .crash = true, .short_write = true});
    const auto saved = save(faulty, kPath, s.after, store_, s.options);
    auto left = disk.afterKill();
    expectOldOrNew(*left, s, call);
    // And the next save works.
    const auto next = save(*left, kPath, s.after, store_, s.options);
    [&] { QVERIFY2(next.ok(), text(next.status()).c_str()); }();
    return faulty.calls() > call;
  }

  bool losePower(const Scenario& s, std::uint64_t call) {
    MemoryVfs disk;
    prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call, .crash = true, .short_write = true, .changes_only = true});
    const auto saved = save(faulty, kPath, s.after, store_, s.options);
    std::mt19937 random(static_cast<unsigned>(call));
    for (int image = 0; image < 12 && !QTest::currentTestFailed(); ++image) {
      auto left = disk.afterPowerLoss(random);
      expectOldOrNew(*left, s, call);
      // A save that was reported done must be there.
      if (saved.ok()) [&] { QCOMPARE(hashAt(*left, kPath), contentHash(s.after)); }();
    }
    return faulty.calls() > call;
  }

  bool fillDisk(const Scenario& s, std::uint64_t call) {
    MemoryVfs disk;
    prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call,
                  .persistent = true,
                  .short_write = true,
                  .changes_only = true,
                  .code = Code::kResourceExhausted});
    const auto saved = save(faulty, kPath, s.after, store_, s.options);
    const bool reached = faulty.calls() > call;
    if (!saved.ok()) {
      const Status status = saved.status();
      [&] { QVERIFY2(status.code == Code::kResourceExhausted && !status.message.empty(), text(status).c_str()); }();
      // What fails after the commit only syncs a folder, which takes no space; the message says so.
      if (status.message.find("new state") != std::string::npos) expectOldOrNew(disk, s, call);
      else expectOld(disk, s, call);
    } else {
      [&] { QVERIFY(!reached || hashAt(disk, kPath) == contentHash(s.after)); }();
    }
    return reached;
  }

  bool failOnce(const Scenario& s, std::uint64_t call) {
    MemoryVfs disk;
    prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call});
    const auto saved = save(faulty, kPath, s.after, store_, s.options);
    if (saved.ok()) [&] { QCOMPARE(hashAt(disk, kPath), contentHash(s.after)); }();
    else expectOldOrNew(disk, s, call);
    const auto next = save(disk, kPath, s.after, store_, s.options);
    [&] { QVERIFY2(next.ok(), text(next.status()).c_str()); }();
    [&] { QCOMPARE(hashAt(disk, kPath), contentHash(s.after)); }();
    return faulty.calls() > call;
  }

  geometry::GeometryStore store_;
  std::map<std::string, Scenario> scenarios_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectFaults)
#include "test_project_faults.moc"
