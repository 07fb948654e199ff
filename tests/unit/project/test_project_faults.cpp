// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/text_format.h>

#include <QtTest>

#include "core/project/fault_vfs.h"
#include "core/project/format.h"
#include "core/project/project.h"
#include "core/world/updates/edits.h"
#include "project_worlds.h"
#include "worldwright/v1/edits.pb.h"

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

world::World edited(const world::World& world, geometry::GeometryStore& store, const std::string& edits) {
  worldwright::v1::Edits parsed;
  WW_CHECK(google::protobuf::TextFormat::ParseFromString(edits, &parsed));
  auto made = world::apply(world, parsed, store);
  if (!made.ok()) qFatal("%s", text(made.status()).c_str());
  return std::move(made).value();
}

std::shared_ptr<const HistoryRows> historyOf(int rows) {
  auto out = std::make_shared<HistoryRows>();
  for (int i = rows; i > 0; --i) out->push_back({kViewId - i, std::string(static_cast<std::size_t>(200 * i), 'h')});
  return out;
}

ViewState viewOfOneHidden() {
  ViewState out;
  out.robots_hidden = true;
  out.views.push_back({"From above", Vec3(0, 0, 5), Vec3::Zero(), Vec3::UnitX(), 0.7, false, {}, {}});
  return out;
}

}  // namespace

// A save from `before` (a file, or none) to `after`.
struct Scenario {
  bool has_file = false;
  world::World before, after;
  SaveOptions options = {};
  SaveOptions before_options = {};
  bool in_place = false;  // as a program saves that has read the file
};

class TestProjectFaults : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const world::World world = sampleWorld(store_, 6);
    const world::World moved = withMovedBox(world, store_, 2, 4.0);
    const world::World meshed = withMesh(world, store_, 2000, 3);
    const world::World programmed =
        edited(world, store_, "edits { set_program { program { name: \"p\" steps { wait { seconds: 1 } } } } }");
    world::World all_moved = world;
    for (int i = 0; i < 6; ++i) all_moved = withMovedBox(all_moved, store_, i, 1.0 + i);
    const world::World many = sampleWorld(store_, 60);

    scenarios_["first save"] = {false, {}, world};
    scenarios_["one pose"] = {true, world, moved};
    scenarios_["one pose, in place"] = {true, world, moved, {}, {}, true};
    scenarios_["every pose, in place"] = {true, world, all_moved, {}, {}, true};
    scenarios_["one of many"] = {true, many, withMovedBox(many, store_, 30, 1.0), {}, {}, true};
    scenarios_["geometry added"] = {true, world, meshed};
    scenarios_["geometry taken away"] = {true, meshed, world, {}, {}, true};
    scenarios_["geometry exchanged"] = {true, meshed, withMesh(world, store_, 3000, 4), {}, {}, true};
    scenarios_["object removed"] = {true, world, withoutBox(world, store_, 3)};
    const std::string box_1 = std::to_string(world.childNamed(world::kRootObject, "box_1").value);
    const world::World renamed =
        edited(world, store_,
               "edits { world_update { update_object_name { object { id: \"o" + box_1 + "\" } name: \"bin\" } } }");
    scenarios_["object renamed"] = {true, world, renamed, {}, {}, true};
    scenarios_["program added"] = {true, world, programmed, {}, {}, true};
    const world::World planned =
        edited(programmed, store_, "edits { set_program_plan { program: \"p\" plan { program: \"p\" seed: 5 } } }");
    scenarios_["plan kept"] = {true, programmed, planned, {}, {}, true};
    scenarios_["emptied"] = {true, world, world::World()};
    scenarios_["another world"] = {true, world, sampleWorld(store_, 2)};
    addOptions(world, moved);
  }

  void afterAKillAtAnyCallTheFileIsOldOrNew_data() { rows(); }
  void afterAKillAtAnyCallTheFileIsOldOrNew() { everyCall(&TestProjectFaults::kill); }
  void afterALossOfPowerAtAnyCallTheFileIsOldOrNew_data() { rows(); }
  void afterALossOfPowerAtAnyCallTheFileIsOldOrNew() { everyCall(&TestProjectFaults::losePower); }
  void withoutSpaceFromAnyCallOnTheOldFileStays_data() { rows(); }
  void withoutSpaceFromAnyCallOnTheOldFileStays() { everyCall(&TestProjectFaults::fillDisk); }
  void failingCallsLeaveOldOrNewAndAnError_data() { rows(); }
  void failingCallsLeaveOldOrNewAndAnError() { everyCall(&TestProjectFaults::failOften); }

  // What a killed save has left is put into no file but its own: not into a backup that takes its place, nor into what
  // is saved under that name.
  void whatAKilledSaveLeftFitsItsOwnFileAlone() {
    const Scenario& scenario = scenarios_["every pose, in place"];
    const world::World other = sampleWorld(store_, 9);
    MemoryVfs elsewhere;
    QVERIFY(save(elsewhere, kPath, other, store_).ok());
    int found = 0;
    for (std::uint64_t call = 0; call < kManyCalls; ++call) {
      MemoryVfs disk;
      const auto saved = save(disk, kPath, scenario.before, store_);
      QVERIFY(saved.ok());
      SaveOptions options;
      options.came_from = saved->rows_hash;
      FaultVfs faulty(disk);
      faulty.start({.fail_at = call, .crash = true});
      static_cast<void>(save(faulty, kPath, scenario.after, store_, options));
      if (faulty.calls() <= call) break;
      const auto left = disk.afterKill(), again = disk.afterKill();
      if (left->contents(kPath + "-journal").empty()) continue;
      ++found;
      left->put(kPath, elsewhere.contents(kPath));
      const std::string hash = hashAt(*left, kPath);
      QVERIFY2(hash == contentHash(other), ("call " + std::to_string(call) + ": " + hash).c_str());
      QVERIFY(again->remove(kPath).ok() && save(*again, kPath, other, store_).ok());
      QCOMPARE(hashAt(*again, kPath), contentHash(other));
    }
    QVERIFY(found > 3);
  }

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
  // Saves that have more to say than the world.
  void addOptions(const world::World& world, const world::World& moved) {
    SaveOptions whole, foreign, named, shown, kept, none, all;
    whole.whole = true;
    foreign.came_from = "another state";
    named.name = "Another cell";
    shown.view = viewOfOneHidden();
    shown.thumbnail = std::string(9000, 'p');
    shown.name = "A cell";
    kept.history = historyOf(12);
    none.history = std::make_shared<const HistoryRows>();
    all = shown;
    all.history = kept.history;
    scenarios_["save as"] = {true, world, moved, whole};
    scenarios_["another name"] = {true, world, world, named, {}, true};
    scenarios_["changed by others"] = {true, world, moved, foreign};
    scenarios_["view and picture"] = {true, world, moved, shown, {}, true};
    scenarios_["history begun"] = {true, world, moved, kept, {}, true};
    scenarios_["history goes on"] = {true, world, moved, all, kept, true};
    scenarios_["history taken out"] = {true, world, moved, none, kept, true};
    scenarios_["first save of all"] = {false, {}, moved, all};
  }

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

  // The options of the save that follows.
  SaveOptions prepare(MemoryVfs& disk, const Scenario& s) {
    SaveOptions options = s.options;
    if (!s.has_file) return options;
    const auto saved = save(disk, kPath, s.before, store_, s.before_options);
    [&] { QVERIFY2(saved.ok(), text(saved.status()).c_str()); }();
    if (saved.ok() && s.in_place) options.came_from = saved->rows_hash;
    return options;
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
    const SaveOptions options = prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call, .crash = true, .short_write = true});
    const auto saved = save(faulty, kPath, s.after, store_, options);
    auto left = disk.afterKill();
    expectOldOrNew(*left, s, call);
    // And the next save works.
    const auto next = save(*left, kPath, s.after, store_, s.options);
    [&] { QVERIFY2(next.ok(), text(next.status()).c_str()); }();
    return faulty.calls() > call;
  }

  bool losePower(const Scenario& s, std::uint64_t call) {
    MemoryVfs disk;
    const SaveOptions options = prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call, .crash = true, .short_write = true, .changes_only = true});
    const auto saved = save(faulty, kPath, s.after, store_, options);
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
    const SaveOptions options = prepare(disk, s);
    FaultVfs faulty(disk);
    faulty.start({.fail_at = call,
                  .persistent = true,
                  .short_write = true,
                  .changes_only = true,
                  .code = Code::kResourceExhausted});
    const auto saved = save(faulty, kPath, s.after, store_, options);
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

  // An error of the disk, once and from then on, and a write that comes short as the disk is full, once.
  bool failOften(const Scenario& s, std::uint64_t call) {
    bool reached = false;
    for (const FaultVfs::Plan& plan : {FaultVfs::Plan{.fail_at = call},
                                       {.fail_at = call, .persistent = true},
                                       {.fail_at = call, .short_write = true, .code = Code::kResourceExhausted}}) {
      MemoryVfs disk;
      const SaveOptions options = prepare(disk, s);
      FaultVfs faulty(disk);
      faulty.start(plan);
      const auto saved = save(faulty, kPath, s.after, store_, options);
      if (saved.ok()) [&] { QCOMPARE(hashAt(disk, kPath), contentHash(s.after)); }();
      else expectOldOrNew(disk, s, call);
      const auto next = save(disk, kPath, s.after, store_, s.options);
      [&] { QVERIFY2(next.ok(), text(next.status()).c_str()); }();
      [&] { QCOMPARE(hashAt(disk, kPath), contentHash(s.after)); }();
      reached = reached || faulty.calls() > call;
    }
    return reached;
  }

  geometry::GeometryStore store_;
  std::map<std::string, Scenario> scenarios_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectFaults)
#include "test_project_faults.moc"
