// SPDX-License-Identifier: Apache-2.0
// A real process, killed while it edits; WW_JOURNAL_KILLS sets how often.
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>

#include "kept.h"
#include "tests/support/folders.h"

using namespace ww;

namespace {

using std::chrono::steady_clock;

constexpr std::int64_t kPromised = 200'000'000;  // nanoseconds behind a commit

struct Said {
  std::int64_t at = 0;  // steady clock, nanoseconds
  char hash[64] = {};
};

std::int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

// Says after each commit that it has returned, until it is killed.
[[noreturn]] void editForEver(const std::string& root, int pipe, unsigned seed) {
  std::mt19937 random(seed);
  test::Scripted s;
  journal::JournalOptions options;
  options.log_records = 20;
  const journal::Journal journal(project::systemVfs(), root, s.session, {}, options);
  const auto say = [&] {
    Said said;
    said.at = nowNs();
    s.hashes.back().copy(said.hash, sizeof said.hash);
    if (::write(pipe, &said, sizeof said) != static_cast<ssize_t>(sizeof said)) ::_exit(2);
  };
  say();
  for (int i = 0;; ++i) {
    if (!s.step(i)) ::_exit(3);
    say();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
  }
}

std::vector<Said> readAll(int pipe) {
  std::vector<Said> out;
  Said said;
  while (::read(pipe, &said, sizeof said) == static_cast<ssize_t>(sizeof said)) out.push_back(said);
  return out;
}

// Empty when nothing is lost that was older than promised.
QString killedAfter(const std::string& root, std::int64_t ns, unsigned seed) {
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return QStringLiteral("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    editForEver(root, ends[1], seed);
  }
  ::close(ends[1]);
  std::this_thread::sleep_for(std::chrono::nanoseconds(ns));
  const std::int64_t killed = nowNs();
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  const std::vector<Said> said = readAll(ends[0]);
  ::close(ends[0]);
  if (!WIFSIGNALED(status)) return QStringLiteral("ended by itself with %1").arg(status);
  std::size_t promised = 0;
  while (promised < said.size() && said[promised].at < killed - kPromised) ++promised;
  const auto all = journal::list(project::systemVfs(), root);
  if (all.empty()) return promised == 0 ? QString() : QStringLiteral("nothing was left");
  const auto claimed = journal::claim(project::systemVfs(), root, all.front().id);
  if (!claimed.ok()) return QString::fromStdString(claimed.status().line());
  geometry::GeometryStore store;
  const auto done = journal::recover(project::systemVfs(), *claimed, store);
  static_cast<void>(journal::removeJournal(project::systemVfs(), *claimed));
  if (!done.ok()) return promised == 0 ? QString() : QString::fromStdString(done.status().line());
  if (!done->stopped.ok()) return QString::fromStdString(done->stopped.line());
  // The last commit may not have been said any more.
  const std::string hash = world::contentHash(done->world);
  for (std::size_t i = promised == 0 ? 0 : promised - 1; i < said.size(); ++i)
    if (hash.compare(0, 64, said[i].hash, 64) == 0) return {};
  return done->sequence >= said.size() ? QString() : QStringLiteral("an older world than promised, or another one");
}

}  // namespace

class TestJournalKill : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKilledProcessLosesAtMostItsLastMoment() {
    bool known = false;
    const int asked = qEnvironmentVariableIntValue("WW_JOURNAL_KILLS", &known);
    const int rounds = known ? asked : 20;
    test::ScratchFolder folder;
    std::mt19937 random(13);
    for (int i = 0; i < rounds; ++i) {
      const std::string root = folder.file("journals_" + std::to_string(i));
      const std::int64_t after = 5'000'000 + static_cast<std::int64_t>(random() % 700) * 1'000'000;
      const QString wrong = killedAfter(root, after, random());
      QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(i).arg(wrong)));
    }
  }
};

QTEST_GUILESS_MAIN(TestJournalKill)
#include "test_journal_kill.moc"
