// SPDX-License-Identifier: Apache-2.0
// Histories in world files: what was done before can be undone after opening, by whomever the file was changed
// meanwhile, and whatever fails while it is saved.
#include <map>
#include <random>
#include <set>

#include "core/base/failure.h"
#include "core/history/recovered.h"
#include "core/history/step.h"
#include "core/journal/journal.h"
#include "core/project/fault_vfs.h"
#include "core/project/memory_vfs.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

const std::string kFile = "/w/cell.wright";

std::string hashOfFile(project::Vfs& vfs) {
  geometry::GeometryStore store;
  const auto loaded = project::load(vfs, kFile, store);
  return loaded.ok() ? loaded->info.content_hash : loaded.status().line();
}

// The labels that can be undone, the last first.
std::vector<std::string> undoable(const Desk& desk) {
  const auto history = desk.session->history();
  std::vector<std::string> out;
  for (std::size_t i = history.position; i > 0; --i) out.push_back(plain(history.entries[i - 1].label));
  return out;
}

}  // namespace

class TestHistoryFiles : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    disk_ = std::make_unique<project::MemoryVfs>();
    desk_ = std::make_unique<Desk>();
  }
  void undoAfterOpening();
  void redoAndBranchesAfterOpening();
  void whatWasDeletedComesBackWithItsGeometry();
  void theContentHashDoesNotKnowIt();
  void aSaveWritesWhatIsNewAlone();
  void aProgramThatKnowsNothingOfItKeepsTheRows();
  void aChangedWorldHasNoHistory();
  void aCommandIsOneStepMore();
  void theLastOfAReadPastCanBeAddedTo();
  void aWorldThatWasReadApartMakesASmallStep();
  void damagedStepsEndTheHistory();
  void anyWalkIsThereAfterOpening();
  void longLinesAreMadeWhenTheyAreNeeded();
  void whateverFailsTheHistoryFitsTheWorld();
  void aRepairKeepsItWhereTheWorldIsWhole();
  void whatWasUndoneBeforeACrashIsOneByOneStill();

 private:
  bool save() { return saveTo(*disk_, kFile, *desk_).ok(); }
  void reopen() {
    desk_ = openFrom(*disk_, kFile);
    QVERIFY(desk_ != nullptr);
  }
  std::unique_ptr<project::MemoryVfs> disk_;
  std::unique_ptr<Desk> desk_;
};

void TestHistoryFiles::undoAfterOpening() {
  std::vector<std::string> hashes{desk_->hash()};
  for (const char* name : {"a", "b", "c"}) {
    QVERIFY(desk_->add(name, *name == 'b' ? "cell_py" : ""));
    hashes.push_back(desk_->hash());
  }
  QVERIFY(save());
  reopen();
  QCOMPARE(desk_->hash(), hashes.back());
  QCOMPARE(undoable(*desk_), (std::vector<std::string>{"Add c", "Add b", "Add a"}));
  QCOMPARE(desk_->session->history().entries[1].author, std::string("cell_py"));
  for (std::size_t i = hashes.size() - 1; i > 0; --i) {
    QVERIFY(desk_->session->undo().ok());
    QCOMPARE(desk_->hash(), hashes[i - 1]);
  }
  QVERIFY(!desk_->session->canUndo());
  // And forth again, also after one more time.
  QVERIFY(save());
  reopen();
  QCOMPARE(desk_->hash(), hashes.front());
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    QVERIFY(desk_->session->redo().ok());
    QCOMPARE(desk_->hash(), hashes[i]);
  }
}

void TestHistoryFiles::redoAndBranchesAfterOpening() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  const NodeId b = desk_->now();
  const std::string hash_b = desk_->hash();
  QVERIFY(desk_->tree->setCheckpoint(b, "first try").ok());
  QVERIFY(desk_->session->undo().ok());
  QVERIFY(desk_->add("c") && desk_->add("d"));
  const std::string hash_d = desk_->hash();
  QVERIFY(desk_->session->undo().ok());
  const std::string hash_c = desk_->hash();
  QVERIFY(save());
  reopen();
  QCOMPARE(desk_->hash(), hash_c);
  QVERIFY(desk_->session->redo().ok());
  QCOMPARE(desk_->hash(), hash_d);
  std::set<std::string> checkpoints;
  for (const NodePtr& node : desk_->tree->view().nodes)
    if (!node->checkpoint.empty()) checkpoints.insert(node->checkpoint);
  QCOMPARE(checkpoints, std::set<std::string>{"first try"});
  QVERIFY(desk_->tree->goTo(b).ok());
  QCOMPARE(desk_->hash(), hash_b);
  // The file of that state leads back to the other branch.
  QVERIFY(save());
  reopen();
  QCOMPARE(desk_->hash(), hash_b);
  for (const NodePtr& node : desk_->tree->view().nodes)
    if (plain(node->label) == "Add d") QVERIFY(desk_->tree->goTo(node->id).ok());
  QCOMPARE(desk_->hash(), hash_d);
}

void TestHistoryFiles::whatWasDeletedComesBackWithItsGeometry() {
  QVERIFY(desk_->add("part"));
  const std::string with_part = desk_->hash();
  const ObjectId part = desk_->session->snapshot().world->childNamed(world::kRootObject, "part");
  QVERIFY(ww::test::commit(*desk_->session, session::deleteObject(part, true), "Delete part"));
  QVERIFY(save());
  reopen();
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->hash(), with_part);
  // Also when a whole file is written of it, and read by a program that has nothing in memory.
  QVERIFY(desk_->session->redo().ok());
  const session::Snapshot now = desk_->session->snapshot();
  States states = desk_->tree->statesWith(now.world);
  project::SaveOptions options;
  options.whole = true;
  options.history = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(states), {}));
  QVERIFY(project::save(*disk_, kFile, *now.world, *desk_->store, options).ok());
  reopen();
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->hash(), with_part);
}

void TestHistoryFiles::theContentHashDoesNotKnowIt() {
  QVERIFY(desk_->add("a"));
  const world::WorldPtr world = desk_->session->snapshot().world;
  const auto plain_file = project::save(*disk_, "/w/plain.wright", *world, *desk_->store);
  QVERIFY(plain_file.ok());
  QVERIFY(save());
  QCOMPARE(hashOfFile(*disk_), plain_file->content_hash);
  QVERIFY(project::verify(*disk_, kFile)->ok);
  // A list without rows takes it out.
  project::SaveOptions none;
  none.history = std::make_shared<const project::HistoryRows>();
  QVERIFY(project::save(*disk_, kFile, *world, *desk_->store, none).ok());
  geometry::GeometryStore store;
  const auto loaded = project::load(*disk_, kFile, store);
  QVERIFY(loaded.ok() && loaded->history.empty());
  QVERIFY2(disk_->contents(kFile).find("Add a") == std::string::npos, "its words are in the file still");
}

void TestHistoryFiles::aSaveWritesWhatIsNewAlone() {
  for (int i = 0; i < 30; ++i) QVERIFY(desk_->add("n" + std::to_string(i)));
  QVERIFY(save());
  QVERIFY(desk_->add("one_more"));
  const session::Snapshot now = desk_->session->snapshot();
  States states = desk_->tree->statesWith(now.world);
  project::SaveOptions options;
  options.history = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(states), {}));
  const auto saved = project::save(*disk_, kFile, *now.world, *desk_->store, options);
  QVERIFY(saved.ok());
  // Its object and entity, the root, the settings, entries, geometry, a state and the head.
  QVERIFY2(saved->rows_written <= 14, std::to_string(saved->rows_written).c_str());
}

void TestHistoryFiles::aProgramThatKnowsNothingOfItKeepsTheRows() {
  QVERIFY(desk_->add("a"));
  QVERIFY(save());
  geometry::GeometryStore store;
  const auto before = project::load(*disk_, kFile, store);
  QVERIFY(before.ok() && !before->history.empty());
  // As one of 1.1 does: it saves the world and says nothing of other rows.
  QVERIFY(project::save(*disk_, kFile, before->world, store).ok());
  project::SaveOptions whole;
  whole.whole = true;
  QVERIFY(project::save(*disk_, kFile, before->world, store, whole).ok());
  const auto after = project::load(*disk_, kFile, store);
  QVERIFY(after.ok());
  QVERIFY(after->history == before->history);
}

void TestHistoryFiles::aChangedWorldHasNoHistory() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  QVERIFY(save());
  Desk other;
  QVERIFY(other.add("c"));
  geometry::GeometryStore store;
  auto loaded = project::load(*disk_, kFile, store);
  QVERIFY(loaded.ok());
  QVERIFY(opened(loaded->history, loaded->world, store) != nullptr);
  QVERIFY(opened(loaded->history, *other.session->snapshot().world, store) == nullptr);
  QVERIFY(opened({}, loaded->world, store) == nullptr);
}

void TestHistoryFiles::aCommandIsOneStepMore() {
  QVERIFY(desk_->add("a"));
  const std::string hash_a = desk_->hash();
  QVERIFY(save());
  geometry::GeometryStore store;
  const auto loaded = project::load(*disk_, kFile, store);
  QVERIFY(loaded.ok());
  const auto after = world::apply(loaded->world, *ww::test::box(world::kRootObject, "b"), store);
  QVERIFY(after.ok());
  const auto rows = continued(loaded->history, loaded->world, *after,
                              {labelOfCommand("apply"), "", std::chrono::system_clock::now()});
  QVERIFY(rows.has_value());
  project::SaveOptions options;
  options.history = std::make_shared<const project::HistoryRows>(*rows);
  QVERIFY(project::save(*disk_, kFile, *after, store, options).ok());
  reopen();
  QCOMPARE(undoable(*desk_), (std::vector<std::string>{"Command apply", "Add a"}));
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->hash(), hash_a);
  // What is no continuation is none.
  QVERIFY(!continued(loaded->history, *after, loaded->world, {}).has_value());
  QVERIFY(continued(loaded->history, loaded->world, loaded->world, {}) == loaded->history);
}

void TestHistoryFiles::theLastOfAReadPastCanBeAddedTo() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  QVERIFY(desk_->session->undo().ok());
  QVERIFY(save());
  Desk fresh;
  const auto loaded = project::load(*disk_, kFile, *fresh.store);
  QVERIFY(loaded.ok());
  const auto past = opened(loaded->history, loaded->world, *fresh.store);
  QVERIFY(past != nullptr);
  const auto after = world::apply(loaded->world, *ww::test::box(world::kRootObject, "recovered"), *fresh.store);
  QVERIFY(after.ok());
  add(*past, {"What was recovered", "", std::chrono::system_clock::now()}, *after);
  fresh.tree->expect(past);
  fresh.session->replace(past->world, past->past);
  QCOMPARE(undoable(fresh), (std::vector<std::string>{"What was recovered", "Add a"}));
  QCOMPARE(fresh.tree->view().nodes.size(), std::size_t{4});
  QVERIFY(fresh.session->undo().ok());
  QCOMPARE(fresh.hash(), world::contentHash(loaded->world));
}

// As one that a journal has kept.
void TestHistoryFiles::aWorldThatWasReadApartMakesASmallStep() {
  for (int i = 0; i < 60; ++i) QVERIFY(desk_->add("n" + std::to_string(i)));
  QVERIFY(save());
  Desk fresh;
  const auto loaded = project::load(*disk_, kFile, *fresh.store), apart = project::load(*disk_, kFile, *fresh.store);
  QVERIFY(loaded.ok() && apart.ok());
  const auto past = opened(loaded->history, loaded->world, *fresh.store);
  QVERIFY(past != nullptr);
  const auto after = world::apply(apart->world, *ww::test::box(world::kRootObject, "more"), *fresh.store);
  QVERIFY(after.ok());
  add(*past, {"What was recovered", "", std::chrono::system_clock::now()}, *after);
  QCOMPARE(world::contentHash(*past->world), world::contentHash(*after));
  States states = past->states;
  const Record record = toRecord(states);
  for (const Coded& one : record.states)
    if (one.node->id == record.current) QVERIFY2(one.step->size < 8000, std::to_string(one.step->size).c_str());
}

// The world is there whatever its history says.
void TestHistoryFiles::damagedStepsEndTheHistory() {
  for (const char* name : {"a", "b", "c"}) QVERIFY(desk_->add(name));
  QVERIFY(save());
  geometry::GeometryStore store;
  const auto loaded = project::load(*disk_, kFile, store);
  QVERIFY(loaded.ok());
  auto record = recordOf(loaded->history);
  QVERIFY(record.has_value());
  // A step that leads to another world than it says.
  for (Coded& one : record->states) {
    if (plain(one.node->label) != "Add b") continue;
    auto step = std::make_shared<Step>(*one.step);
    step->pieces = {{project::kRaw, "nonsense"}};
    step->size = 8;
    one.step = step;
  }
  const auto past = opened(rowsOf(*record, {}), loaded->world, store);
  QVERIFY(past != nullptr);
  QCOMPARE(past->past.entries.size(), std::size_t{1});
  Desk fresh;
  fresh.tree->expect(past);
  fresh.session->replace(past->world, past->past);
  QVERIFY(fresh.session->undo().ok());
  QVERIFY(!fresh.session->canUndo());
  const auto view = fresh.tree->view();
  QCOMPARE(fresh.tree->goTo(view.nodes.front()->id).code, Code::kDataLoss);
}

void TestHistoryFiles::anyWalkIsThereAfterOpening() {
  std::mt19937 random(5);
  std::map<NodeId, std::string> known{{desk_->now(), desk_->hash()}};
  for (int step = 0; step < 120; ++step) {
    switch (random() % 6) {
      case 0:
      case 1: QVERIFY(desk_->add("n" + std::to_string(step))); break;
      case 2: (void)desk_->session->undo(); break;
      case 3: (void)desk_->session->redo(); break;
      case 4: {
        auto at = known.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random() % known.size()));
        QVERIFY(desk_->tree->goTo(at->first).ok());
        QCOMPARE(desk_->hash(), at->second);
        break;
      }
      default:
        QVERIFY(save());
        if (random() % 2) reopen();
    }
    const auto [at, fresh] = known.emplace(desk_->now(), desk_->hash());
    if (!fresh) QCOMPARE(desk_->hash(), at->second);
  }
  QVERIFY(save());
  reopen();
  QCOMPARE(desk_->tree->view().nodes.size(), known.size());
  for (const auto& [id, hash] : known) {
    QVERIFY(desk_->tree->goTo(id).ok());
    QCOMPARE(desk_->hash(), hash);
  }
}

void TestHistoryFiles::longLinesAreMadeWhenTheyAreNeeded() {
  for (int i = 0; i < 40; ++i) QVERIFY(desk_->add("n" + std::to_string(i)));
  const NodeId last = desk_->now(), first = desk_->tree->view().line.front();
  const std::string hash = desk_->hash();
  QVERIFY(save());
  desk_ = openFrom(*disk_, kFile, 10);
  QCOMPARE(desk_->session->history().position, std::size_t{10});
  QVERIFY(!desk_->tree->isReady(first));
  QVERIFY(desk_->tree->prepare(first).ok());
  QVERIFY(desk_->tree->isReady(first));
  // As one step, as the session knows no way back so far.
  QVERIFY(desk_->tree->goTo(first).ok());
  QCOMPARE(desk_->hash(), world::contentHash(world::World()));
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->now(), last);
  QCOMPARE(desk_->hash(), hash);
}

// At each call of a save that fails once: the file is that of before or after, and its history fits.
void TestHistoryFiles::whateverFailsTheHistoryFitsTheWorld() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  QVERIFY(save());
  const std::string before = desk_->hash();
  QVERIFY(desk_->session->undo().ok());
  QVERIFY(desk_->add("c"));
  const std::string after = desk_->hash();
  std::uint64_t calls = 0;
  for (std::uint64_t call = 0;; ++call) {
    const auto copy = disk_->afterKill();
    project::FaultVfs faulty(*copy);
    faulty.start({.fail_at = call, .persistent = false, .crash = true});
    (void)saveTo(faulty, kFile, *desk_);
    const auto left = copy->afterKill();
    const auto again = openFrom(*left, kFile);
    QVERIFY2(again != nullptr, std::to_string(call).c_str());
    const std::string hash = again->hash();
    QVERIFY2(hash == before || hash == after, std::to_string(call).c_str());
    QCOMPARE(undoable(*again).front(), std::string(hash == before ? "Add b" : "Add c"));
    QVERIFY(again->session->undo().ok());
    calls = faulty.calls();
    if (calls <= call) break;
    QVERIFY(call < 5000);
  }
  QVERIFY(calls > 5);
}

// States of the file, below what was saved last: what follows is an edit each, and not one lump behind it.
void TestHistoryFiles::whatWasUndoneBeforeACrashIsOneByOneStill() {
  const std::string root = "/journals";
  for (const bool goes_on : {false, true}) {
    init();
    QVERIFY(desk_->add("a") && desk_->add("b") && desk_->add("c") && save());
    reopen();
    journal::Journal journal(*disk_, root, *desk_->session, {kFile, {}, desk_->session->snapshot().world, {}});
    QVERIFY(desk_->session->undo().ok() && desk_->session->undo().ok());
    if (goes_on) QVERIFY(desk_->add("d"));
    QVERIFY(journal.waitSynced(std::chrono::seconds(10)));
    const auto left = disk_->afterKill();
    const auto found = journal::list(*left, root);
    QCOMPARE(found.size(), std::size_t{1});
    const auto claimed = journal::claim(*left, root, found.front().id);
    QVERIFY(claimed.ok());
    geometry::GeometryStore store;
    const auto recovered = journal::recover(*left, *claimed, store);
    const auto file = project::load(*left, kFile, store);
    QVERIFY(recovered.ok() && file.ok());
    const auto past = withRecovered(opened(file->history, file->world, store), *recovered, store);
    QVERIFY(past);
    QCOMPARE(world::contentHash(*past->world), desk_->hash());
    std::vector<std::string> done, undone;
    for (std::size_t i = 0; i < past->past.entries.size(); ++i)
      (i < past->past.position ? done : undone).push_back(plain(past->past.entries[i].label));
    QCOMPARE(done, goes_on ? (std::vector<std::string>{"Add a", "Add d"}) : std::vector<std::string>{"Add a"});
    QCOMPARE(undone, goes_on ? std::vector<std::string>{} : (std::vector<std::string>{"Add b", "Add c"}));
    QCOMPARE(past->states.all.size(), goes_on ? std::size_t{5} : std::size_t{4});
  }
}

// Who repairs a file with damage in no part of the world has the past afterwards; who loses a part is told of it.
void TestHistoryFiles::aRepairKeepsItWhereTheWorldIsWhole() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  QVERIFY(save());
  const auto sound = project::repair(*disk_, kFile, "/w/sound.wright");
  QVERIFY(sound.ok() && sound->empty());
  const auto again = openFrom(*disk_, "/w/sound.wright");
  QVERIFY(again && undoable(*again) == (std::vector<std::string>{"Add b", "Add a"}));
  QVERIFY(again->session->undo().ok() && again->session->undo().ok());
  QCOMPARE(again->hash(), world::contentHash(world::World()));
  // One bit, wherever the name of an object stands.
  QVERIFY(desk_->add("zebra") && save());
  const std::string bytes = disk_->contents(kFile);
  int told = 0;
  for (std::size_t at = bytes.find("zebra"); at != std::string::npos; at = bytes.find("zebra", at + 1)) {
    std::string damaged = bytes;
    damaged[at] ^= 4;
    disk_->put(kFile, damaged);
    const auto lost = project::repair(*disk_, kFile, "/w/damaged.wright");
    QVERIFY(lost.ok() && !lost->empty());
    const auto left = openFrom(*disk_, "/w/damaged.wright");
    QVERIFY(left != nullptr);
    const bool is_told = std::any_of(lost->begin(), lost->end(), [](const Status& one) {
      return one.failure && std::string_view(one.failure->row->code) == "project.lost-history";
    });
    QCOMPARE(is_told, left->hash() != desk_->hash());
    if (is_told) QVERIFY(undoable(*left).empty());
    told += is_told;
  }
  QVERIFY(told > 0);
}

QTEST_GUILESS_MAIN(TestHistoryFiles)
#include "test_history_files.moc"
