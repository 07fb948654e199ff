// SPDX-License-Identifier: Apache-2.0
// Names of states: which state has one after a crash, and what a name may be.
#include "core/history/recovered.h"
#include "core/journal/failures.h"
#include "core/journal/journal.h"
#include "core/project/memory_vfs.h"
#include "core/session/pose_builders.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

const std::string kNameRoot = "/journals";

// A part that is moved, and a journal of it.
struct MovedDesk {
  project::MemoryVfs disk;
  Desk desk;
  std::unique_ptr<journal::Journal> journal;

  MovedDesk() {
    journal::JournalOptions options;
    options.gather = std::chrono::milliseconds(0);
    options.past = pastOf({desk.tree.get(), [](Tree*) {}});
    const journal::Document begun{{}, "cell", desk.session->snapshot().world, {}};
    journal = std::make_unique<journal::Journal>(disk, kNameRoot, *desk.session, begun, options);
    desk.tree->tellNames([this](const journal::Named& named) { journal->named(named); });
    WW_CHECK(settled() && desk.add("part"));
  }
  ~MovedDesk() { desk.tree->tellNames({}); }
  bool move(double x) {
    const ObjectId part = desk.session->snapshot().world->childNamed(world::kRootObject, "part");
    return ww::test::commit(*desk.session, session::setPose(part, world::kRootObject, Pose::translation(x, 0, 0)),
                            "Move part");
  }
  bool name(NodeId id, const std::string& text) { return desk.tree->setCheckpoint(id, text).ok(); }
  bool settled() { return journal->waitSynced(std::chrono::seconds(20)); }
};

// Names of states by their ids, as a program finds them that comes after a crash.
std::map<NodeId, std::string> namesAfterCrash(project::MemoryVfs& left, std::vector<Status>* notes = nullptr) {
  const auto all = journal::list(left, kNameRoot);
  auto claim = all.size() == 1 ? journal::claim(left, kNameRoot, all.front().id) : fail(journal::failures::kNoJournal);
  geometry::GeometryStore store;
  auto recovered = claim.ok() ? journal::recover(left, *claim, store) : Result<journal::Recovered>(claim.status());
  const auto past = recovered.ok() ? withRecovered(nullptr, *recovered, store) : nullptr;
  if (!past) return {{0, "nothing can be had"}};
  if (notes) *notes = recovered->notes;
  std::map<NodeId, std::string> out;
  for (const auto& [id, state] : past->states.all)
    if (!state.node->checkpoint.empty()) out[id] = state.node->checkpoint;
  return out;
}

}  // namespace

class TestHistoryNames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Two states of one content, each with a name.
  void aNameIsTakenFromTheStateThatHadIt() {
    MovedDesk moved;
    QVERIFY(moved.move(1));
    const NodeId first = moved.desk.now();
    const std::string hash = moved.desk.hash();
    QVERIFY(moved.name(first, "early") && moved.move(2) && moved.move(1));
    const NodeId last = moved.desk.now();
    QCOMPARE(moved.desk.hash(), hash);
    QVERIFY(moved.name(last, "late"));
    moved.desk.tree->dropCheckpoint(first);
    QVERIFY(moved.settled());
    QCOMPARE(namesAfterCrash(*moved.disk.afterKill()), (std::map<NodeId, std::string>{{last, "late"}}));
    QVERIFY(moved.name(first, "again"));
    QVERIFY(moved.name(first, "first"));
    QVERIFY(moved.settled());
    const auto names = namesAfterCrash(*moved.disk.afterKill());
    QVERIFY(names.contains(last) && names.at(last) == "late" && names.size() == 2);
  }

  // As much of a name as a file takes, in whole characters, is one name.
  void longNamesAreCutBetweenCharacters() {
    Desk desk;
    QVERIFY(desk.add("a"));
    const NodeId first = desk.now();
    QVERIFY(desk.add("b"));
    std::string name;
    for (int i = 0; i < 100; ++i) name += "\xe6\xba\xb6";  // three bytes each
    QVERIFY(desk.tree->setCheckpoint(first, name).ok());
    const States states = desk.tree->statesWith(desk.session->snapshot().world);
    const std::string kept = states.find(first)->node->checkpoint;
    QVERIFY(kept.size() <= kMostNameBytes && kept.size() > kMostNameBytes - 6);
    QCOMPARE(QString::fromUtf8(kept.c_str()).toUtf8().toStdString(), kept);
    QVERIFY(!QString::fromUtf8(kept.c_str()).contains(QChar(0xfffd)));
    // What differs behind that is no other name: going by it would lead to either.
    QCOMPARE(desk.tree->setCheckpoint(desk.now(), name + "2").code, Code::kAlreadyExists);
  }

  // Nobody is asked to save what is as it was.
  void whatChangesNoNameIsNoChange() {
    Desk desk;
    QVERIFY(desk.add("a") && desk.tree->setCheckpoint(desk.now(), "a").ok());
    const std::uint64_t before = desk.tree->changes();
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "a").ok());
    desk.tree->dropCheckpoint(9999);
    desk.tree->dropCheckpoint(1);
    QCOMPARE(desk.tree->changes(), before);
    desk.tree->dropCheckpoint(desk.now());
    QCOMPARE(desk.tree->changes(), before + 1);
  }

  // No edit is missed where a name was damaged: it is told all the same.
  void aDamagedNameIsTold() {
    MovedDesk moved;
    QVERIFY(moved.move(1) && moved.settled());
    QVERIFY(moved.name(moved.desk.now(), "to be damaged") && moved.settled());
    QVERIFY(moved.move(2) && moved.settled());
    const std::string hash = moved.desk.hash();
    const auto left = moved.disk.afterKill();
    std::vector<Status> notes;
    QCOMPARE(namesAfterCrash(*left, &notes).size(), std::size_t{1});
    QVERIFY(notes.empty());
    int damaged = 0;
    for (const std::string& path : left->paths()) {
      std::string bytes = left->contents(path);
      const std::size_t at = path.find("/log-") == std::string::npos ? std::string::npos : bytes.find("to be damaged");
      if (at == std::string::npos) continue;
      bytes[at] ^= 1;
      left->put(path, bytes);
      ++damaged;
    }
    QCOMPARE(damaged, 1);
    const auto told = journal::list(*left, kNameRoot);
    QCOMPARE(told.size(), std::size_t{1});
    QCOMPARE(told.front().tally.hash(), hash);
    QVERIFY(told.front().notes.size() == 1 && told.front().notes[0].failure->row == &journal::failures::kNamesDamaged);
    QVERIFY(namesAfterCrash(*left, &notes).empty());
    QVERIFY(notes.size() == 1 && notes[0].failure->row == &journal::failures::kNamesDamaged);
  }
};

QTEST_GUILESS_MAIN(TestHistoryNames)
#include "test_history_names.moc"
