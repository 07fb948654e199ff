// SPDX-License-Identifier: Apache-2.0
// Named states outlast the bounds of a history: what is between them goes first, and they can still be gone to.
#include "core/project/memory_vfs.h"
#include "core/session/edit_builders.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

const std::string kFile = "/w/cell.wright";

bool remove(Desk& desk, const std::string& name) {
  const ObjectId id = desk.session->snapshot().world->childNamed(world::kRootObject, name);
  return ww::test::commit(*desk.session, session::deleteObject(id, false), "Remove " + name);
}

// Things come and go, some of them twice.
bool work(Desk& desk, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    const std::string name = "part_" + std::to_string(i);
    if (!desk.add(name)) return false;
    if (i % 3 == 1 && !remove(desk, name)) return false;
    if (i % 6 == 4 && !desk.add(name)) return false;
  }
  return true;
}

NodeId named(const Desk& desk, const std::string& name) {
  for (const NodePtr& node : desk.tree->view().nodes)
    if (node->checkpoint == name) return node->id;
  return 0;
}

}  // namespace

class TestHistoryBounds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNamedStateOutlastsWhatFollowsIt() {
    project::MemoryVfs disk;
    Desk desk;
    QVERIFY(work(desk, 5));
    const std::string before = desk.hash();
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "before").ok());
    QVERIFY(work(desk, 0) && desk.add("more"));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "middle").ok());
    const std::string middle = desk.hash();
    QVERIFY(remove(desk, "part_0"));
    for (int i = 10; i < 40; ++i) QVERIFY(desk.add("part_" + std::to_string(i)));
    const std::string last = desk.hash();
    QVERIFY(saveTo(disk, kFile, desk, {std::uint64_t{8} << 20, 6}).ok());
    const auto back = openFrom(disk, kFile);
    QVERIFY(back);
    QCOMPARE(back->tree->view().nodes.size(), std::size_t{6});
    QCOMPARE(back->hash(), last);
    QVERIFY(named(*back, "before") != 0 && named(*back, "middle") != 0);
    QVERIFY(back->tree->goTo(named(*back, "before")).ok());
    QCOMPARE(back->hash(), before);
    QVERIFY(back->tree->goTo(named(*back, "middle")).ok());
    QCOMPARE(back->hash(), middle);
    while (back->session->history().position < back->session->history().entries.size())
      QVERIFY(back->session->redo().ok());
    QCOMPARE(back->hash(), last);
  }

  void soItDoesOnABranch() {
    project::MemoryVfs disk;
    Desk desk;
    QVERIFY(desk.add("first"));
    const NodeId fork = desk.now();
    QVERIFY(work(desk, 12));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "tip").ok());
    const std::string tip = desk.hash();
    QVERIFY(desk.tree->goTo(fork).ok());
    QVERIFY(desk.add("other"));
    QVERIFY(desk.tree->setCheckpoint(fork, "fork").ok());
    QVERIFY(saveTo(disk, kFile, desk, {std::uint64_t{8} << 20, 4}).ok());
    const auto back = openFrom(disk, kFile);
    QVERIFY(back && named(*back, "tip") != 0);
    QCOMPARE(back->tree->view().nodes.size(), std::size_t{4});
    QVERIFY(back->tree->goTo(named(*back, "tip")).ok());
    QCOMPARE(back->hash(), tip);
  }

  void commandsKeepItThroughAThousandOfThem() {
    auto store = std::make_shared<geometry::GeometryStore>();
    project::MemoryVfs disk;
    Desk desk;
    QVERIFY(desk.add("first"));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "before").ok());
    const std::string before = desk.hash();
    QVERIFY(saveTo(disk, kFile, desk).ok());
    auto loaded = project::load(disk, kFile, *store);
    QVERIFY(loaded.ok());
    for (int i = 0; i < 60; ++i) {
      const auto after =
          world::apply(loaded->world, *ww::test::box(world::kRootObject, "part_" + std::to_string(i)), *store);
      QVERIFY(after.ok());
      const Edit edit{labelOfCommand("apply"), "", std::chrono::system_clock::now()};
      const auto rows = continued(loaded->history, loaded->world, *after, edit, {std::uint64_t{8} << 20, 10});
      QVERIFY(rows.has_value());
      QVERIFY(namesLost(*recordOf(loaded->history), *rows).empty());
      loaded->history = *rows;
      loaded->world = *after;
    }
    const auto record = recordOf(loaded->history);
    QVERIFY(record.has_value());
    QCOMPARE(record->states.size(), std::size_t{10});
    QCOMPARE(record->states.front().node->checkpoint, std::string("before"));
    const auto back = opened(loaded->history, loaded->world, *store);
    QVERIFY(back && goBackTo(*back, before));
  }

  // More names than there is room for: the oldest goes, and is told.
  void whatTheBoundsDropIsTold() {
    Desk desk;
    for (int i = 0; i < 5; ++i) {
      QVERIFY(desk.add("part_" + std::to_string(i)));
      QVERIFY(desk.tree->setCheckpoint(desk.now(), "name_" + std::to_string(i)).ok());
    }
    States states = desk.tree->statesWith(desk.session->snapshot().world);
    const Record record = toRecord(states);
    QCOMPARE(namesLost(record, rowsOf(record, {std::uint64_t{8} << 20, 3})),
             (std::vector<std::string>{"name_0", "name_1"}));
    QCOMPARE(namesLost(states, {}).size(), std::size_t{5});
    // A step that is too large to be kept ends the line, with all that is before it.
    Record cut = record;
    std::erase_if(cut.states, [](const Coded& one) { return one.node->checkpoint == "name_3"; });
    QCOMPARE(namesLost(states, rowsOf(cut, {})), (std::vector<std::string>{"name_0", "name_1", "name_2", "name_3"}));
  }
};

QTEST_GUILESS_MAIN(TestHistoryBounds)
#include "test_history_bounds.moc"
