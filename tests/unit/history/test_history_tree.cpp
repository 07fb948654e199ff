// SPDX-License-Identifier: Apache-2.0
// The tree of states of a session: branches that stay, ways between them, names.
#include <algorithm>
#include <map>
#include <random>

#include "core/history/failures.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

class TestHistoryTree : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() { desk_ = std::make_unique<Desk>(); }
  void eachEditIsAState();
  void aBranchStaysWhenOneEditsAfterUndo();
  void goingToABranchCanBeUndone();
  void bringingBackIsOneStep();
  void checkpointsHaveNames();
  void aStreamIsOneState();
  void whatAClientDoesIsTold();
  void anotherWorldHasAnotherHistory();
  void undoBeyondTheOldestThatIsKnown();
  void anyWalkLeadsWhereItShould();
  void manyStatesAreForgotten();

 private:
  NodeId named(const std::string& label) const {
    for (const NodePtr& node : desk_->tree->view().nodes)
      if (plain(node->label) == label) return node->id;
    return 0;
  }
  std::unique_ptr<Desk> desk_;
};

void TestHistoryTree::eachEditIsAState() {
  const auto start = desk_->tree->view();
  QCOMPARE(start.nodes.size(), std::size_t{1});
  QVERIFY(desk_->add("a") && desk_->add("b"));
  const auto view = desk_->tree->view();
  QCOMPARE(desk_->labels(), (std::vector<std::string>{"", "Add a", "Add b"}));
  QCOMPARE(view.current, view.nodes.back()->id);
  QCOMPARE(view.line.size(), std::size_t{3});
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->tree->view().current, view.nodes[1]->id);
  // What can be redone is on the line still.
  QCOMPARE(desk_->tree->view().line, view.line);
  QVERIFY(desk_->session->redo().ok());
  QCOMPARE(desk_->now(), view.current);
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{3});
}

void TestHistoryTree::aBranchStaysWhenOneEditsAfterUndo() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  const std::string left = desk_->hash();
  const NodeId left_id = desk_->now();
  QVERIFY(desk_->session->undo().ok());
  QVERIFY(desk_->add("c"));
  const auto view = desk_->tree->view();
  QCOMPARE(view.nodes.size(), std::size_t{4});
  QVERIFY(std::find(view.line.begin(), view.line.end(), left_id) == view.line.end());
  QVERIFY(!desk_->session->canRedo());
  QVERIFY(desk_->tree->goTo(left_id).ok());
  QCOMPARE(desk_->hash(), left);
}

void TestHistoryTree::goingToABranchCanBeUndone() {
  QVERIFY(desk_->add("a") && desk_->add("b") && desk_->add("b2"));
  const NodeId end_of_b = desk_->now(), b = named("Add b");
  QVERIFY(desk_->session->goTo(1).ok());
  QVERIFY(desk_->add("c"));
  const NodeId c = desk_->now();
  const std::string hash_c = desk_->hash();
  // To the middle of the other branch: what follows there can be redone.
  QVERIFY(desk_->tree->goTo(b).ok());
  QCOMPARE(desk_->session->undoLabel(), std::string("Add b"));
  QCOMPARE(desk_->session->redoLabel(), std::string("Add b2"));
  QVERIFY(desk_->session->redo().ok());
  QCOMPARE(desk_->now(), end_of_b);
  QVERIFY(desk_->session->undo().ok() && desk_->session->undo().ok());
  QCOMPARE(desk_->now(), named("Add a"));
  QVERIFY(desk_->tree->goTo(c).ok());
  QCOMPARE(desk_->hash(), hash_c);
  // Nothing was made by all that.
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{5});
}

void TestHistoryTree::bringingBackIsOneStep() {
  QVERIFY(desk_->add("a"));
  const NodeId a = desk_->now();
  const std::string hash_a = desk_->hash();
  QVERIFY(desk_->add("b") && desk_->add("c"));
  const std::string before = desk_->hash();
  QVERIFY(desk_->tree->goBack(a, "Back to a").ok());
  QCOMPARE(desk_->hash(), hash_a);
  QCOMPARE(desk_->session->undoLabel(), std::string("Back to a"));
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->hash(), before);
  QVERIFY(desk_->session->redo().ok());
  QCOMPARE(desk_->hash(), hash_a);
}

void TestHistoryTree::checkpointsHaveNames() {
  QVERIFY(desk_->add("a"));
  const NodeId a = desk_->now();
  const auto before = desk_->tree->changes();
  QVERIFY(desk_->tree->setCheckpoint(a, "before the welding").ok());
  QVERIFY(desk_->tree->changes() > before);
  QCOMPARE(desk_->tree->setCheckpoint(a, "").code, Code::kInvalidArgument);
  QCOMPARE(desk_->tree->setCheckpoint(9999, "x").code, Code::kNotFound);
  QVERIFY(desk_->add("b"));
  const Status taken = desk_->tree->setCheckpoint(desk_->now(), "before the welding");
  QCOMPARE(taken.code, Code::kAlreadyExists);
  QVERIFY(taken.failure && taken.failure->row == &failures::kNameTaken);
  QVERIFY(desk_->tree->setCheckpoint(a, "another name").ok());
  const auto view = desk_->tree->view();
  QCOMPARE(view.nodes[1]->checkpoint, std::string("another name"));
  desk_->tree->dropCheckpoint(a);
  QCOMPARE(desk_->tree->view().nodes[1]->checkpoint, std::string());
}

void TestHistoryTree::aStreamIsOneState() {
  QVERIFY(desk_->add("part"));
  const ObjectId part = desk_->session->snapshot().world->childNamed(world::kRootObject, "part");
  for (int i = 1; i <= 20; ++i) {
    session::CommitRequest request;
    request.label = "Move part";
    request.author = "cell_py";
    request.coalesce_key = "part";
    request.is_stream = true;
    request.edits = session::setPose(part, world::kRootObject, Pose::translation(0.1 * i, 0, 0));
    QVERIFY(desk_->session->commit(request).ok());
  }
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{3});
  const NodeId moved = desk_->now();
  const std::string hash = desk_->hash();
  QVERIFY(desk_->session->undo().ok());
  QVERIFY(desk_->tree->goTo(moved).ok());
  QCOMPARE(desk_->hash(), hash);
}

void TestHistoryTree::whatAClientDoesIsTold() {
  QVERIFY(desk_->add("a", "cell_py"));
  const auto view = desk_->tree->view();
  QCOMPARE(view.nodes.back()->author, std::string("cell_py"));
  QVERIFY(view.nodes.back()->time.time_since_epoch().count() > 0);
}

void TestHistoryTree::anotherWorldHasAnotherHistory() {
  QVERIFY(desk_->add("a"));
  desk_->session->replace(world::World());
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{1});
  QCOMPARE(desk_->tree->goTo(12345).code, Code::kNotFound);
}

void TestHistoryTree::undoBeyondTheOldestThatIsKnown() {
  QVERIFY(desk_->add("a") && desk_->add("b"));
  const std::string hash_b = desk_->hash();
  // It watches from here on.
  desk_->tree = std::make_unique<Tree>(desk_->session);
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{1});
  const NodeId b = desk_->now();
  QVERIFY(desk_->session->undo().ok());
  QCOMPARE(desk_->tree->view().nodes.size(), std::size_t{2});
  QCOMPARE(desk_->tree->view().line.back(), b);
  QVERIFY(desk_->tree->goTo(b).ok());
  QCOMPARE(desk_->hash(), hash_b);
}

// Against a list of what each state was.
void TestHistoryTree::anyWalkLeadsWhereItShould() {
  std::mt19937 random(23);
  std::map<NodeId, std::string> known{{desk_->now(), desk_->hash()}};
  for (int step = 0; step < 400; ++step) {
    switch (random() % 5) {
      case 0:
      case 1: QVERIFY(desk_->add("n" + std::to_string(step))); break;
      case 2: (void)desk_->session->undo(); break;
      case 3: (void)desk_->session->redo(); break;
      default: {
        auto at = known.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random() % known.size()));
        QVERIFY(desk_->tree->goTo(at->first).ok());
        QCOMPARE(desk_->hash(), at->second);
      }
    }
    const auto [at, fresh] = known.emplace(desk_->now(), desk_->hash());
    if (!fresh) QCOMPARE(desk_->hash(), at->second);
  }
  QCOMPARE(desk_->tree->view().nodes.size(), known.size());
}

void TestHistoryTree::manyStatesAreForgotten() {
  for (int i = 0; i < 2500; ++i) {
    session::CommitRequest request;
    request.label = "Move";
    if (i == 0) QVERIFY(desk_->add("part"));
    const ObjectId part = desk_->session->snapshot().world->childNamed(world::kRootObject, "part");
    request.edits = session::setPose(part, world::kRootObject, Pose::translation(0.001 * i + 1, 0, 0));
    QVERIFY(desk_->session->commit(request).ok());
  }
  const auto view = desk_->tree->view();
  QVERIFY2(view.nodes.size() <= 2201, std::to_string(view.nodes.size()).c_str());
  QVERIFY(desk_->tree->goTo(view.line.front()).ok());
  QCOMPARE(desk_->now(), view.line.front());
}

QTEST_GUILESS_MAIN(TestHistoryTree)
#include "test_history_tree.moc"
