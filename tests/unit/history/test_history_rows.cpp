// SPDX-License-Identifier: Apache-2.0
// States as rows of a file: what is written is read again, what makes no sense is left out, and bounds are kept.
#include <random>
#include <set>

#include "core/history/author.h"
#include "core/history/rows.h"
#include "core/history/step.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;

namespace {

// A state with a step of about so many bytes.
Coded state(NodeId id, NodeId parent, Step::Toward toward, std::size_t bytes = 100) {
  auto node = std::make_shared<Node>();
  node->id = id;
  node->parent = parent;
  node->label = "edit " + std::to_string(id);
  node->author = id % 2 ? "" : "cell_py";
  node->time = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'700'000'000'000 + id));
  auto step = std::make_shared<Step>();
  step->toward = toward;
  step->hash = "sha256:" + std::to_string(id);
  step->size = bytes;
  step->pieces = {{project::kRaw, std::string(bytes, 'x')}};
  return {std::move(node), std::move(step)};
}

// 1 <- 2 <- ... <- `count`, the world at the last, and a branch of two off the second.
Record line(NodeId count, std::size_t bytes = 100) {
  Record record;
  record.states.push_back(state(1, 0, Step::Toward::kNothing, 0));
  for (NodeId id = 2; id <= count; ++id) record.states.push_back(state(id, id - 1, Step::Toward::kParent, bytes));
  record.states.push_back(state(count + 1, 2, Step::Toward::kChild, bytes));
  record.states.push_back(state(count + 2, count + 1, Step::Toward::kChild, bytes));
  record.current = record.tip = count;
  record.next = count + 3;
  record.hash = "sha256:" + std::to_string(count);
  return record;
}

std::set<NodeId> ids(const Record& record) {
  std::set<NodeId> out;
  for (const Coded& one : record.states) out.insert(one.node->id);
  return out;
}

std::uint64_t sizeOf(const project::HistoryRows& rows) {
  std::uint64_t bytes = 0;
  for (const auto& row : rows) bytes += row.bytes.size();
  return bytes;
}

}  // namespace

class TestHistoryRows : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void whatIsWrittenIsReadAgain();
  void rowsAreInTheOrderOfTheirIds();
  void whatDoesNotHangTogetherIsLeftOut();
  void theOldestGoesFirst();
  void aCheckpointGoesLast();
  void noRoomIsNoHistory();
  void anyBytesDoNoHarm();
  void rowsThatSayNothingAreCounted();
  void rowsThatAreMissingAreCounted();
};

// With right checksums nothing else tells that they were exchanged.
void TestHistoryRows::rowsThatSayNothingAreCounted() {
  auto rows = rowsOf(line(6), {});
  const std::size_t all = line(6).states.size();
  QCOMPARE(soundOf(rows).lost, std::size_t{0});
  QCOMPARE(soundOf(rows).states, all);
  QCOMPARE(soundOf({}).lost, std::size_t{0});
  rows[1].bytes = "nothing that could be a state";
  const SoundRows less = soundOf(rows);
  QVERIFY(less.lost > 0 && less.lost < all);
  QCOMPARE(soundOf(less.rows).lost, std::size_t{0});
  QCOMPARE(soundOf(less.rows).states, all - less.lost);
  rows.back().bytes = "no head";
  QCOMPARE(soundOf(rows).lost, all);
  QVERIFY(soundOf(rows).rows.empty());
}

// Nor that one is gone.
void TestHistoryRows::rowsThatAreMissingAreCounted() {
  auto rows = rowsOf(line(6), {});
  const std::size_t all = soundOf(rows).states;
  rows.erase(rows.begin() + 1);  // that which the branch hangs on
  const SoundRows less = soundOf(rows);
  QCOMPARE(less.states, all);
  QVERIFY(less.lost > 0 && less.lost < all);
  QCOMPARE(soundOf(less.rows).lost, std::size_t{0});
}

void TestHistoryRows::whatIsWrittenIsReadAgain() {
  Record before = line(6);
  auto named = std::make_shared<Node>(*before.states[2].node);
  named->checkpoint =
      "vor dem Schwei\xc3\x9f"
      "en";
  before.states[2].node = named;
  const auto after = recordOf(rowsOf(before, {}));
  QVERIFY(after.has_value());
  QCOMPARE(after->current, before.current);
  QCOMPARE(after->tip, before.tip);
  QCOMPARE(after->next, before.next);
  QCOMPARE(after->hash, before.hash);
  QCOMPARE(after->states.size(), before.states.size());
  for (std::size_t i = 0; i < before.states.size(); ++i) {
    const Node &a = *before.states[i].node, &b = *after->states[i].node;
    QCOMPARE(b.id, a.id);
    QCOMPARE(b.parent, a.parent);
    QCOMPARE(plain(b.label), plain(a.label));
    // Others read who did it; here it is the user again.
    QCOMPARE(b.author, authorTold(a.author));
    QVERIFY(!b.author.empty());
    QCOMPARE(authorHere(b.author), a.author);
    QCOMPARE(b.checkpoint, a.checkpoint);
    QVERIFY(b.time == a.time);
    QCOMPARE(after->states[i].step->hash, before.states[i].step->hash);
    QVERIFY(after->states[i].step->toward == before.states[i].step->toward);
  }
  QCOMPARE(after->states[4].step->pieces.front().bytes, before.states[4].step->pieces.front().bytes);
}

void TestHistoryRows::rowsAreInTheOrderOfTheirIds() {
  const auto rows = rowsOf(line(20), {});
  QVERIFY(rows.size() == 23);
  for (std::size_t i = 1; i < rows.size(); ++i) QVERIFY(rows[i - 1].id < rows[i].id);
  QVERIFY(rows.back().id < -1);
}

void TestHistoryRows::whatDoesNotHangTogetherIsLeftOut() {
  auto rows = rowsOf(line(6), {});
  // The row of state 4 is gone: 5 is the oldest then, and the branch off 2 has nothing to hang on.
  std::erase_if(rows, [](const project::HistoryRow& row) { return row.id == -16 - 4; });
  const auto left = recordOf(rows);
  QVERIFY(left.has_value());
  QCOMPARE(ids(*left), (std::set<NodeId>{5, 6}));
  QCOMPARE(left->states.front().node->parent, NodeId{0});
  // Without the current one there is no way in.
  std::erase_if(rows, [](const project::HistoryRow& row) { return row.id == -16 - 6; });
  QVERIFY(!recordOf(rows).has_value());
  QVERIFY(!recordOf({}).has_value());
  // A circle of parents.
  Record circle = line(3);
  circle.states[0] = state(1, 3, Step::Toward::kParent);
  const auto read = recordOf(rowsOf(circle, {}));
  QVERIFY(read.has_value());
  QVERIFY(read->states.size() <= circle.states.size());
}

void TestHistoryRows::theOldestGoesFirst() {
  history::Bounds bounds;
  bounds.bytes = 20'000;
  const auto rows = rowsOf(line(100, 1000), bounds);
  QVERIFY2(sizeOf(rows) <= 21'000, std::to_string(sizeOf(rows)).c_str());
  const auto left = recordOf(rows);
  QVERIFY(left && left->states.size() > 10);
  QVERIFY(ids(*left).contains(100));
  QVERIFY(!ids(*left).contains(1) && !ids(*left).contains(2));
  // What is left hangs together.
  QCOMPARE(recordOf(rowsOf(*left, {}))->states.size(), left->states.size());
  bounds = {std::uint64_t{1} << 30, 5};
  QCOMPARE(recordOf(rowsOf(line(100), bounds))->states.size(), std::size_t{5});
}

void TestHistoryRows::aCheckpointGoesLast() {
  Record record = line(20);
  // The end of the branch, which would be among the first to go.
  auto named = std::make_shared<Node>(*record.states.back().node);
  named->checkpoint = "kept";
  record.states.back().node = named;
  const auto left = recordOf(rowsOf(record, {std::uint64_t{1} << 30, 21}));
  QVERIFY(left && ids(*left).contains(22));
  // A name does not hold up the bounds.
  QCOMPARE(recordOf(rowsOf(record, {std::uint64_t{1} << 30, 3}))->states.size(), std::size_t{3});
}

void TestHistoryRows::noRoomIsNoHistory() {
  QVERIFY(rowsOf(line(5), {0, 1000}).empty());
  QVERIFY(rowsOf(line(5), {1000, 0}).empty());
  QVERIFY(rowsOf(Record(), {}).empty());
}

void TestHistoryRows::anyBytesDoNoHarm() {
  std::mt19937 random(11);
  const auto sound = rowsOf(line(8), {});
  for (int round = 0; round < 20'000; ++round) {
    auto rows = sound;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      auto& row = rows[random() % rows.size()];
      if (row.bytes.empty()) continue;
      switch (random() % 4) {
        case 0: row.bytes[random() % row.bytes.size()] = static_cast<char>(random()); break;
        case 1: row.bytes.resize(random() % row.bytes.size()); break;
        case 2: row.id = -static_cast<std::int64_t>(random() % 40); break;
        default: row.bytes.insert(random() % row.bytes.size(), std::string(random() % 20, '\xff'));
      }
    }
    const auto read = recordOf(rows);
    if (!read) continue;
    QVERIFY(ids(*read).contains(read->current));
    for (const Coded& one : read->states) QVERIFY(one.node->parent == 0 || ids(*read).contains(one.node->parent));
  }
}

QTEST_GUILESS_MAIN(TestHistoryRows)
#include "test_history_rows.moc"
