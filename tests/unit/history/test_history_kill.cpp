// SPDX-License-Identifier: Apache-2.0
// A real process, killed while it goes on: branches, what can be redone and names are there afterwards, whatever became
// of the file. WW_HISTORY_KILLS sets how often.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "core/history/recovered.h"
#include "core/journal/journal.h"
#include "tests/support/folders.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

enum class File { kSaved, kRemoved, kChanged };

// Says a byte when all that is looked for is synced, and does more until it is killed.
[[noreturn]] void workUntilKilled(const std::string& root, File then, int pipe) {
  Desk desk;
  journal::JournalOptions options;
  options.log_records = 7;
  options.past = pastOf({desk.tree.get(), [](Tree*) {}});
  auto& vfs = project::systemVfs();
  journal::Journal journal(vfs, root, *desk.session, {{}, "cell", desk.session->snapshot().world, {}}, options);
  desk.tree->tellNames([&](const journal::Named& named) { journal.named(named); });
  const std::string file = root + ".wright";
  bool ok = desk.add("a") && desk.add("left") && desk.tree->setCheckpoint(desk.now(), "first try").ok();
  ok = ok && desk.session->undo().ok() && desk.add("b") && saveTo(vfs, file, desk).ok();
  journal.saved({file, "cell", desk.session->snapshot().world, {}});
  for (int i = 0; i < 20; ++i)
    ok = ok && desk.add(fmt::format("n{}", i)) && journal.waitSynced(std::chrono::seconds(9));
  if (then == File::kRemoved) ok = ok && vfs.remove(file).ok();
  Desk other;
  if (then == File::kChanged) ok = ok && other.add("theirs") && saveTo(vfs, file, other).ok();
  if (then != File::kSaved) journal.saved({file, "cell", nullptr, {}, true});
  ok = ok && desk.tree->setCheckpoint(desk.now(), "all").ok() && desk.session->undo().ok();
  ok = ok && journal.waitSynced(std::chrono::seconds(9)) && ::write(pipe, "x", 1) == 1;
  // Undone and done again, so that each state is one that is looked for.
  while (ok) ok = desk.session->undo().ok() && desk.session->redo().ok();
  ::_exit(3);
}

}  // namespace

class TestHistoryKill : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatWasThereIsThereAfterAKill() {
    bool known = false;
    const int asked = qEnvironmentVariableIntValue("WW_HISTORY_KILLS", &known);
    ww::test::ScratchFolder folder;
    for (int round = 0; round < (known ? asked : 6); ++round) {
      const std::string root = folder.file(fmt::format("journals_{}", round));
      killed(root, static_cast<File>(round % 3), 5 + 17 * (round % 7));
      if (QTest::currentTestFailed()) return;
    }
  }

 private:
  static void killed(const std::string& root, File then, int ms) {
    int ends[2] = {-1, -1};
    QVERIFY(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) workUntilKilled(root, then, ends[1]);
    ::close(ends[1]);
    char said = 0;
    const bool told = ::read(ends[0], &said, 1) == 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]);
    QVERIFY(told && WIFSIGNALED(status));
    look(root);
  }

  static void look(const std::string& root) {
    auto& vfs = project::systemVfs();
    const auto all = journal::list(vfs, root);
    QCOMPARE(all.size(), std::size_t{1});
    const auto claim = journal::claim(vfs, root, all.front().id);
    QVERIFY(claim.ok());
    Desk desk;
    const auto recovered = journal::recover(vfs, *claim, *desk.store);
    QVERIFY(recovered.ok());
    const auto file = project::load(vfs, root + ".wright", *desk.store);
    const auto past =
        withRecovered(file.ok() ? opened(file->history, file->world, *desk.store) : nullptr, *recovered, *desk.store);
    QVERIFY(past);
    desk.tree->expect(past);
    desk.session->replace(past->world, past->past);
    std::map<std::string, NodePtr> nodes, named;
    for (const NodePtr& node : desk.tree->view().nodes) {
      nodes[plain(node->label)] = node;
      if (!node->checkpoint.empty()) named[node->checkpoint] = node;
    }
    QCOMPARE(nodes.size(), std::size_t{24});
    QCOMPARE(desk.tree->view().nodes.size(), nodes.size());
    QVERIFY(nodes["Add b"]->parent == nodes["Add a"]->id && nodes["Add left"]->parent == nodes["Add a"]->id);
    QCOMPARE(named.size(), std::size_t{2});
    QVERIFY(named["first try"] == nodes["Add left"] && named["all"] == nodes["Add n19"]);
    QVERIFY(desk.session->canRedo());
    QCOMPARE(desk.tree->view().line.back(), nodes["Add n19"]->id);
    for (const auto& [label, node] : nodes) QVERIFY2(desk.tree->goTo(node->id).ok(), label.c_str());
  }
};

QTEST_GUILESS_MAIN(TestHistoryKill)
#include "test_history_kill.moc"
