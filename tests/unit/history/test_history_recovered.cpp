// SPDX-License-Identifier: Apache-2.0
// The history of a world that a journal gives back: as it was in the program that fell, branches, redo, names and all,
// wherever its file is.
#include <fmt/format.h>

#include <random>

#include "core/history/author.h"
#include "core/history/recovered.h"
#include "core/journal/failures.h"
#include "core/journal/journal.h"
#include "core/project/memory_vfs.h"
#include "core/session/client_edits.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

const std::string kFile = "/w/cell.wright", kRoot = "/journals";

// A window with a journal, as an editor has it.
struct Window {
  project::MemoryVfs& disk;
  std::unique_ptr<Desk> desk = std::make_unique<Desk>();
  std::unique_ptr<journal::Journal> journal;
  history::Bounds bounds = {};
  bool tells_past = true;

  Window(project::MemoryVfs& on, std::uint64_t log_records, bool with_past = true) : disk(on), tells_past(with_past) {
    keep(log_records);
  }
  // One that goes on with what was recovered.
  Window(project::MemoryVfs& on, std::unique_ptr<Desk> with, journal::Claim claim, const journal::Recovered& recovered)
      : disk(on), desk(std::move(with)) {
    journal = std::make_unique<journal::Journal>(disk, std::move(claim), *desk->session, recovered, options(500));
    watch();
  }
  ~Window() { desk->tree->tellNames({}); }

  journal::JournalOptions options(std::uint64_t log_records) const {
    journal::JournalOptions out;
    out.gather = std::chrono::milliseconds(0);
    out.log_records = log_records;
    if (tells_past) out.past = pastOf({desk->tree.get(), [](Tree*) {}}, bounds);
    return out;
  }
  void keep(std::uint64_t log_records) {
    journal = std::make_unique<journal::Journal>(disk, kRoot, *desk->session,
                                                 journal::Document{{}, "cell", desk->session->snapshot().world, {}},
                                                 options(log_records));
    watch();
  }
  void watch() {
    desk->tree->tellNames([this](const journal::Named& named) { journal->named(named); });
  }
  bool settled() const { return journal->waitSynced(std::chrono::seconds(20)); }
  bool save() {
    if (!saveTo(disk, kFile, *desk).ok()) return false;
    journal->saved({kFile, "cell", desk->session->snapshot().world, {}});
    return settled();
  }
  // As the editor does when the file is gone, or another one.
  bool lose() {
    journal->saved({kFile, "cell", nullptr, {}});
    return settled();
  }
};

struct Back {
  std::shared_ptr<project::MemoryVfs> disk;
  std::unique_ptr<Desk> desk = std::make_unique<Desk>();
  journal::Summary told;
  std::optional<journal::Claim> claim;
  std::optional<journal::Recovered> recovered;
  std::shared_ptr<Opened> past;
};

// As a program that comes later has it.
std::unique_ptr<Back> backFrom(std::shared_ptr<project::MemoryVfs> from) {
  auto out = std::make_unique<Back>();
  project::Vfs& disk = *from;
  out->disk = std::move(from);
  const auto all = journal::list(disk, kRoot);
  if (all.size() != 1) return nullptr;
  out->told = all.front();
  auto claim = journal::claim(disk, kRoot, all.front().id);
  if (!claim.ok()) return nullptr;
  geometry::GeometryStore& store = *out->desk->store;
  auto recovered = journal::recover(disk, *claim, store);
  if (!recovered.ok()) return nullptr;
  out->claim = *std::move(claim);
  out->recovered = *std::move(recovered);
  const auto file = project::load(disk, kFile, store);
  out->past = withRecovered(file.ok() ? opened(file->history, file->world, store) : nullptr, *out->recovered, store);
  out->desk->tree->expect(out->past);
  if (out->past) out->desk->session->replace(out->past->world, out->past->past);
  else out->desk->session->replace(out->recovered->world);
  return out;
}

// The number that what is left begins with.
std::uint64_t baseOn(const project::MemoryVfs& disk) {
  const auto all = journal::list(*disk.afterKill(), kRoot);
  return all.empty() ? 0 : all.front().base;
}

std::string hashAt(const Desk& desk, NodeId id) {
  if (!desk.tree->prepare(id).ok()) return "cannot be had";
  return world::contentHash(*desk.tree->worldAt(id));
}

// All of a history in words, a line each: what it is, who did it and when, and what it follows.
QStringList wordsOf(const Desk& desk) {
  QStringList lines;
  std::map<NodeId, std::string> hashes{{0, "nothing"}};
  const auto view = desk.tree->view();
  for (const NodePtr& node : view.nodes) hashes[node->id] = hashAt(desk, node->id).substr(0, 14);
  for (const NodePtr& node : view.nodes) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(node->time.time_since_epoch()).count();
    const bool is_first = node->parent == 0;  // nobody did it
    lines << QString::fromStdString(fmt::format("{} after {}: {} by '{}' at {} [{}]{}", hashes[node->id],
                                                hashes[node->parent], plain(node->label),
                                                is_first ? "" : authorHere(node->author), is_first ? 0 : ms,
                                                node->checkpoint, node->id == view.current ? " now" : ""));
  }
  lines.sort();
  return lines;
}

QStringList lineOf(const Desk& desk) {
  QStringList out;
  const auto view = desk.tree->view();
  for (const NodeId id : view.line) out << QString::fromStdString(hashAt(desk, id).substr(0, 14));
  return out;
}

QStringList named(const Desk& desk) {
  QStringList out;
  for (const NodePtr& node : desk.tree->view().nodes)
    if (!node->checkpoint.empty()) out << QString::fromStdString(node->checkpoint);
  out.sort();
  return out;
}

bool hasNote(const std::vector<Status>& notes, const FailureRow& row) {
  return std::ranges::any_of(notes, [&](const Status& one) { return one.failure && one.failure->row == &row; });
}

// How nodes may differ is told, not only that they do.
QByteArray differenceOf(const Desk& a, const Desk& b) {
  QStringList before = wordsOf(a), after = wordsOf(b);
  if (before == after && lineOf(a) == lineOf(b)) return {};
  const QStringList both = before;
  for (const QString& line : after) before.removeOne(line);
  for (const QString& line : both) after.removeOne(line);
  return "before:\n  " + before.join("\n  ").toUtf8() + "\nafter:\n  " + after.join("\n  ").toUtf8() +
         "\nlines: " + lineOf(a).join(' ').toUtf8() + " / " + lineOf(b).join(' ').toUtf8();
}

#define WW_COMPARE_HISTORY(a, b)                            \
  do {                                                      \
    const QByteArray difference = differenceOf(a, b);       \
    QVERIFY2(difference.isEmpty(), difference.constData()); \
  } while (false)

}  // namespace

class TestHistoryRecovered : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Somebody went another way after an undo, and has undone something at last.
  void aBranchThatWasLeftIsThere() {
    project::MemoryVfs disk;
    Window window(disk, 500);
    Desk& desk = *window.desk;
    QVERIFY(desk.add("a") && desk.add("b", "cell_py") && desk.add("c"));
    QVERIFY(desk.session->undo().ok() && desk.session->undo().ok());
    QVERIFY(desk.add("d") && desk.add("e"));
    QVERIFY(desk.session->undo().ok());
    QVERIFY(window.settled());
    const std::shared_ptr<project::MemoryVfs> left = disk.afterKill();
    const auto back = backFrom(left);
    QVERIFY(back && back->past);
    WW_COMPARE_HISTORY(desk, *back->desk);
    QCOMPARE(back->desk->labels(), (std::vector<std::string>{"", "Add a", "Add b", "Add c", "Add d", "Add e"}));
    QVERIFY(back->desk->session->canRedo());
    QVERIFY(desk.session->redo().ok() && back->desk->session->redo().ok());
    QCOMPARE(back->desk->hash(), desk.hash());
    // Also when it is saved, and read by a third.
    QVERIFY(saveTo(*left, kFile, *back->desk).ok());
    const auto again = openFrom(*left, kFile);
    QVERIFY(again);
    WW_COMPARE_HISTORY(desk, *again);
  }

  void aWayToAnotherBranchIsFollowed() {
    project::MemoryVfs disk;
    Window window(disk, 500);
    Desk& desk = *window.desk;
    QVERIFY(desk.add("a"));
    QVERIFY(desk.add("b") && desk.add("c"));
    const NodeId c = desk.now();
    QVERIFY(desk.session->undo().ok() && desk.session->undo().ok());
    QVERIFY(desk.add("d"));
    QVERIFY(window.save());
    QVERIFY(desk.tree->goTo(c).ok() && desk.session->undo().ok());
    QVERIFY(window.settled());
    const auto back = backFrom(disk.afterKill());
    QVERIFY(back && back->past);
    WW_COMPARE_HISTORY(desk, *back->desk);
  }

  // What a client does in a stream is one step, but where a save or a name came between.
  void aStreamIsOneStepStill() {
    for (const bool names : {false, true}) {
      project::MemoryVfs disk;
      Window window(disk, 500);
      Desk& desk = *window.desk;
      QVERIFY(desk.add("part"));
      const ObjectId part = desk.session->snapshot().world->childNamed(world::kRootObject, "part");
      for (int i = 1; i <= 6; ++i) {
        session::CommitRequest request;
        request.label = "Move part";
        request.author = "cell_py";
        request.edits = session::setPose(part, world::kRootObject, Pose::translation(0.1 * i, 0, 0));
        session::asClientEdit(request);
        QVERIFY(desk.session->commit(request).ok());
        if (names && i == 3) QVERIFY(desk.tree->setCheckpoint(desk.now(), "half way").ok());
        QVERIFY(window.settled());
      }
      const auto back = backFrom(disk.afterKill());
      QVERIFY(back && back->past);
      WW_COMPARE_HISTORY(desk, *back->desk);
      QCOMPARE(back->desk->labels().size(), names ? std::size_t{4} : std::size_t{3});
    }
  }

  // More edits than a base has room for, and the file is gone, or is another one by now.
  void whatABaseSwallowsIsOneByOneStill_data() {
    QTest::addColumn<QString>("file");
    for (const char* what : {"saved", "removed", "changed", "never saved"}) QTest::newRow(what) << QString(what);
  }
  void whatABaseSwallowsIsOneByOneStill() {
    QFETCH(const QString, file);
    project::MemoryVfs disk;
    Window window(disk, 9);
    Desk& desk = *window.desk;
    for (const char* name : {"a", "b", "c"}) QVERIFY(desk.add(name));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "before").ok());
    if (file != "never saved") QVERIFY(window.save());
    QVERIFY(desk.session->undo().ok());
    for (int i = 0; i < 30; ++i) {
      QVERIFY(desk.add(fmt::format("n{}", i)) && window.settled());
      if (i == 12) QVERIFY(desk.tree->setCheckpoint(desk.now(), "middle").ok());
      if (i == 15) QVERIFY(desk.session->undo().ok());
    }
    if (file == "removed") QVERIFY(disk.remove(kFile).ok() && window.lose());
    if (file == "changed") {
      Desk other;
      QVERIFY(other.add("theirs") && saveTo(disk, kFile, other).ok() && window.lose());
    }
    QVERIFY(desk.add("last"));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "last").ok() && window.settled());
    QTRY_VERIFY(baseOn(disk) > 9);
    const std::shared_ptr<project::MemoryVfs> left = disk.afterKill();
    const auto back = backFrom(left);
    QVERIFY(back && back->past);
    QCOMPARE(named(*back->desk), (QStringList{"before", "last", "middle"}));
    WW_COMPARE_HISTORY(desk, *back->desk);
    QVERIFY(back->told.has_past && back->told.notes.empty());
    QVERIFY(!hasNote(back->recovered->notes, journal::failures::kSwallowed));
    // Each that is listed can be the last.
    const auto notes = back->told.tally.latest();
    QVERIFY(notes.front().sequence < back->told.base);
    for (const journal::Note& note : notes) {
      if (note.sequence >= back->told.base) continue;
      auto until = journal::recover(*left, *back->claim, *back->desk->store, {note.sequence});
      QVERIFY(until.ok() && until->sequence > note.sequence);
      const auto past = afterEdit(*until, note.sequence, *back->desk->store);
      QVERIFY(past);
      QCOMPARE(world::contentHash(until->world), note.hash);
      QCOMPARE(until->sequence, note.sequence);
      QCOMPARE(until->tally.latest().back().sequence, note.sequence);
    }
    auto none = journal::recover(*left, *back->claim, *back->desk->store, {0});
    QVERIFY(none.ok() && !afterEdit(*none, notes.front().sequence - 1, *back->desk->store));
  }

  // A program without a history: what its bases swallowed is one step, which is told.
  void whatIsSwallowedForGoodIsTold() {
    project::MemoryVfs disk;
    Window window(disk, 6, false);
    Desk& desk = *window.desk;
    QVERIFY(desk.add("a"));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "before").ok());
    QVERIFY(window.save());
    for (int i = 0; i < 9; ++i) {
      QVERIFY(desk.add(fmt::format("n{}", i)) && window.settled());
      if (i == 6) QTRY_VERIFY(baseOn(disk) >= 6);
    }
    const std::shared_ptr<project::MemoryVfs> left = disk.afterKill();
    const auto back = backFrom(left);
    QVERIFY(back && back->past);
    const std::uint64_t swallowed = back->told.tally.swallowed();
    QVERIFY(swallowed >= 4 && swallowed <= 7);
    for (const auto* notes : {&back->told.notes, &back->recovered->notes})
      QVERIFY(hasNote(*notes, journal::failures::kSwallowed));
    // The file's own history, one step for those, and the rest one by one.
    QCOMPARE(back->desk->labels().size(), std::size_t{2} + 1 + (9 - swallowed));
    QCOMPARE(back->desk->labels()[2], fmt::format("{} edits in one step", swallowed));
    QCOMPARE(named(*back->desk), QStringList{"before"});
    QCOMPARE(back->desk->hash(), desk.hash());
    while (back->desk->session->canUndo()) QVERIFY(back->desk->session->undo().ok());
    QCOMPARE(back->desk->hash(), world::contentHash(world::World()));
    // Its file is gone: what is known begins with the base.
    QVERIFY(left->remove(kFile).ok());
    back->claim.reset();
    const auto without = backFrom(left);
    QVERIFY(without && without->past);
    QCOMPARE(without->desk->labels().size(), 1 + (9 - swallowed));
    QVERIFY(hasNote(without->recovered->notes, journal::failures::kSwallowed));
  }

  // Nothing but a name came after the save.
  void aNameAloneIsKept() {
    project::MemoryVfs disk;
    Window window(disk, 500);
    Desk& desk = *window.desk;
    QVERIFY(desk.add("a") && desk.add("b"));
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "early").ok());
    QVERIFY(window.save());
    QVERIFY(journal::list(*disk.afterKill(), kRoot).empty());
    QVERIFY(desk.tree->setCheckpoint(desk.now(), "renamed").ok());
    QVERIFY(desk.tree->setCheckpoint(desk.tree->view().nodes[1]->id, "first").ok() && window.settled());
    const auto back = backFrom(disk.afterKill());
    QVERIFY(back && back->past);
    QCOMPARE(back->told.names, std::uint64_t{2});
    QCOMPARE(named(*back->desk), (QStringList{"first", "renamed"}));
    WW_COMPARE_HISTORY(desk, *back->desk);
    desk.tree->dropCheckpoint(desk.now());
    QVERIFY(window.settled());
    const auto later = backFrom(disk.afterKill());
    QVERIFY(later);
    QCOMPARE(named(*later->desk), QStringList{"first"});
  }

  // The history in the journal is damaged: the world is not, and it is said.
  void aDamagedHistoryIsTold() {
    project::MemoryVfs disk;
    Window window(disk, 6);
    Desk& desk = *window.desk;
    for (int i = 0; i < 10; ++i) QVERIFY(desk.add(fmt::format("n{}", i)) && window.settled());
    QTRY_VERIFY(baseOn(disk) >= 6);
    const std::shared_ptr<project::MemoryVfs> left = disk.afterKill();
    for (const std::string& path : left->paths()) {
      if (path.find("/past-") == std::string::npos) continue;
      std::string bytes = left->contents(path);
      bytes[bytes.size() / 2] ^= 1;
      left->put(path, bytes);
    }
    const auto back = backFrom(left);
    QVERIFY(back && back->past);
    QCOMPARE(back->desk->hash(), desk.hash());
    QVERIFY(hasNote(back->recovered->notes, journal::failures::kPastDamaged));
    QVERIFY(hasNote(back->told.notes, journal::failures::kSwallowed));
  }

  // It falls again and again, and goes on in the same journal.
  void aSecondCrashKeepsWhatTheFirstDid() {
    auto disk = std::make_shared<project::MemoryVfs>();
    auto window = std::make_unique<Window>(*disk, 500);
    for (int round = 0; round < 4; ++round) {
      Desk& desk = *window->desk;
      QVERIFY(desk.add(fmt::format("a{}", round)) && desk.add(fmt::format("b{}", round)));
      QVERIFY(desk.session->undo().ok());
      QVERIFY(desk.add(fmt::format("c{}", round)));
      QVERIFY(desk.tree->setCheckpoint(desk.now(), fmt::format("round {}", round)).ok());
      if (round == 1) QVERIFY(window->save());
      QVERIFY(desk.session->undo().ok() && desk.session->undo().ok() && desk.session->redo().ok());
      QVERIFY(window->settled());
      std::shared_ptr<project::MemoryVfs> left = disk->afterKill();
      auto back = backFrom(left);
      QVERIFY(back && back->past);
      QVERIFY2(
          back->recovered->resumed,
          qPrintable(QString("%1 %2 %3").arg(round).arg(back->recovered->whole).arg(back->recovered->notes.size())));
      WW_COMPARE_HISTORY(desk, *back->desk);
      window.reset();
      disk = std::move(left);
      window = std::make_unique<Window>(*disk, std::move(back->desk), *std::move(back->claim), *back->recovered);
    }
    QCOMPARE(named(*window->desk), (QStringList{"round 0", "round 1", "round 2", "round 3"}));
  }

  void anyWalkIsThereAfterACrash_data() {
    QTest::addColumn<int>("seed");
    for (const int seed : {1, 2, 3, 4, 5, 6, 7, 8}) QTest::addRow("%d", seed) << seed;
  }
  void anyWalkIsThereAfterACrash() {
    QFETCH(const int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    project::MemoryVfs disk;
    Window window(disk, seed % 2 == 0 ? 500 : 8);
    Desk& desk = *window.desk;
    for (int step = 0; step < 70; ++step) {
      const auto nodes = desk.tree->view().nodes;
      switch (random() % 8) {
        case 0: (void)desk.session->undo(); break;
        case 1: (void)desk.session->redo(); break;
        case 2: QVERIFY(desk.tree->goTo(nodes[random() % nodes.size()]->id).ok()); break;
        case 3:
          if (random() % 2) (void)desk.tree->setCheckpoint(desk.now(), fmt::format("name {}", step));
          else desk.tree->dropCheckpoint(nodes[random() % nodes.size()]->id);
          break;
        case 4:
          if (random() % 3 == 0) QVERIFY(window.save());
          break;
        default: QVERIFY(desk.add(fmt::format("n{}", step), random() % 4 ? "" : "cell_py"));
      }
      QVERIFY(window.settled());
      if (step % 14 != 13) continue;
      const auto back = backFrom(disk.afterKill());
      if (!back) continue;  // all is saved
      QVERIFY(back->past);
      WW_COMPARE_HISTORY(desk, *back->desk);
    }
  }
};

QTEST_GUILESS_MAIN(TestHistoryRecovered)
#include "test_history_recovered.moc"
