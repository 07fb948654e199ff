// SPDX-License-Identifier: Apache-2.0
// A real process, killed while it edits, takes meshes in, plans and saves; WW_JOURNAL_KILLS sets how often, WW_SEED
// another run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <filesystem>

#include "core/project/project.h"
#include "core/session/program_builders.h"
#include "core/usecase/programs/plan_program.h"
#include "kept.h"
#include "resources/samples/samples.h"
#include "tests/support/folders.h"
#include "tests/unit/programs/program_text.h"

using namespace ww;

namespace {

using std::chrono::steady_clock;

constexpr std::int64_t kPromised = 200'000'000;  // nanoseconds behind a commit

enum class Doing : std::int64_t { kEditing, kImporting, kPlanning };

// A change of the world, told before the journal hears of it.
struct Said {
  std::int64_t at = 0;  // steady clock, nanoseconds
  Doing doing = Doing::kEditing;
  char hash[64] = {};
};

// What a process begins with.
struct Start {
  world::World world;
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  bool plans = false;
};

std::int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

// As an import brings it: a mesh that nothing had before. No robot comes near it.
session::EditsPtr meshNamed(const std::string& name, geometry::GeometryStore& store, std::mt19937& random) {
  std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
  auto mesh = std::make_shared<geometry::Mesh>();
  const std::uint32_t triangles = 20 + random() % 400;
  for (std::uint32_t i = 0; i < 3 * triangles; ++i)
    mesh->vertices.emplace_back(coordinate(random), coordinate(random) - 20.0, coordinate(random));
  for (std::uint32_t i = 0; i < triangles; ++i) mesh->triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  geometry::Shape shape;
  shape.mesh = std::move(mesh);
  const auto made = store.intern(shape);
  if (!made.ok()) return nullptr;
  auto edits = std::make_shared<worldwright::v1::Edits>(*test::box(world::kRootObject, name));
  auto& create = *edits->mutable_edits(0)->mutable_create_object();
  auto& sets = *create.mutable_create_single_entity_object()->mutable_geometry_component()->mutable_named_geometries();
  for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
    sets[kind].clear_named_geometries();
    auto& placed = (*sets[kind].mutable_named_geometries())["mesh"];
    placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref((*made)->ref);
  }
  return edits;
}

// Edits, imports, plans and saves until it is killed, and says what each change makes.
class Editing {
 public:
  Editing(const std::string& root, int pipe, unsigned seed, const Start& start)
      : pipe_(pipe),
        plans_(start.plans),
        file_(root + ".wright"),
        random_(seed),
        s_(start.world, start.store),
        saying_(s_.session.observe([this](const session::Change& change) { say(*change.after.world); })),
        journal_(project::systemVfs(), root, s_.session, {}, often()) {}
  [[noreturn]] void forEver() {
    say(*s_.session.snapshot().world);
    for (int i = 0;; ++i) {
      if (!s_.step(i)) ::_exit(3);
      if (i % 8 == 7) {  // what the script undoes is its own
        if (random_() % 2 == 0) import(i);
        if (plans_ && random_() % 2 == 0) plan();
      }
      if (random_() % 10 == 0) save();
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 8000));
    }
  }

 private:
  static journal::JournalOptions often() {
    journal::JournalOptions options;
    options.log_records = 20;
    return options;
  }
  void say(const world::World& world) {
    Said said;
    said.at = nowNs();
    said.doing = doing_;
    world::contentHash(world).copy(said.hash, sizeof said.hash);
    if (::write(pipe_, &said, sizeof said) != static_cast<ssize_t>(sizeof said)) ::_exit(2);
  }
  void import(int i) {
    const auto edits = meshNamed(fmt::format("mesh_{}", i), *s_.store, random_);
    doing_ = Doing::kImporting;
    if (!edits || !test::commit(s_.session, edits, "Import")) ::_exit(4);
    doing_ = Doing::kEditing;
  }
  // Two moves, somewhat else each time. What was added may stand in the way: then there is no plan to be kept.
  void plan() {
    const double above = 0.1 + 0.001 * static_cast<double>(random_() % 50);
    const auto program =
        test::programOf("name: \"p\" " + test::moveAbove("pick", above) + test::moveAbove("place", above + 0.05));
    if (!test::commit(s_.session, session::setProgram(program), "Program")) ::_exit(6);
    planning::PlanOptions options;
    options.deadline = steady_clock::now() + std::chrono::milliseconds(500);
    const auto made = usecase::planProgram(*s_.session.snapshot().world, "p", options);
    if (!made.ok()) return;
    doing_ = Doing::kPlanning;
    if (!test::commit(s_.session, session::setProgramPlan("p", *made->plan), "Plan")) ::_exit(7);
    doing_ = Doing::kEditing;
  }
  void save() {
    const world::WorldPtr world = s_.session.snapshot().world;
    project::SaveOptions options;
    options.came_from = came_from_;
    const auto saved = project::save(project::systemVfs(), file_, *world, *s_.store, options);
    if (!saved.ok()) ::_exit(5);
    came_from_ = saved->rows_hash;
    journal_.saved({file_, "", world, ""});
  }

  int pipe_;
  bool plans_;
  Doing doing_ = Doing::kEditing;
  std::string file_, came_from_;
  std::mt19937 random_;
  test::Scripted s_;
  session::WorldSession::Subscription saying_;  // before the journal
  journal::Journal journal_;
};

std::vector<Said> readAll(int pipe) {
  std::vector<Said> out;
  Said said;
  while (::read(pipe, &said, sizeof said) == static_cast<ssize_t>(sizeof said)) out.push_back(said);
  return out;
}

bool isOneOf(const std::string& hash, const std::vector<Said>& said, std::size_t first) {
  for (std::size_t i = first; i < said.size(); ++i)
    if (hash.compare(0, 64, said[i].hash, 64) == 0) return true;
  return false;
}

// Gets what the file holds, which is taken away; says what is wrong when it is no world that was there.
QString takeFile(const std::string& path, const std::vector<Said>& said, std::string& hash) {
  if (!std::filesystem::exists(path)) return {};
  const auto found = project::verify(project::systemVfs(), path);
  if (!found.ok()) return QString::fromStdString(found.status().line());
  if (!found->ok) return QString::fromStdString(fmt::format("the file: {}", fmt::join(found->problems, "; ")));
  if (!isOneOf(found->content_hash, said, 0)) return QStringLiteral("the file holds a world that never was");
  std::filesystem::remove(path);
  hash = found->content_hash;
  return {};
}

// Empty when nothing is lost that was older than promised.
QString wrongIn(const std::string& root, const std::vector<Said>& said, std::size_t promised) {
  auto& vfs = project::systemVfs();
  const std::size_t first = promised == 0 ? 0 : promised - 1;
  std::string saved;
  if (const QString wrong = takeFile(root + ".wright", said, saved); !wrong.isEmpty()) return wrong;
  const auto all = journal::list(vfs, root);
  // A journal is begun anew with each save.
  if (all.empty()) return promised == 0 || isOneOf(saved, said, first) ? QString() : QStringLiteral("nothing was left");
  const auto claimed = journal::claim(vfs, root, all.front().id);
  if (!claimed.ok()) return QString::fromStdString(claimed.status().line());
  geometry::GeometryStore store;
  const auto done = journal::recover(vfs, *claimed, store);
  static_cast<void>(journal::removeJournal(vfs, *claimed));
  if (!done.ok()) return promised == 0 ? QString() : QString::fromStdString(done.status().line());
  if (!done->stopped.ok()) return QString::fromStdString(done->stopped.line());
  return isOneOf(world::contentHash(done->world), said, first)
             ? QString()
             : QStringLiteral("an older world than promised, or another one");
}

struct Round {
  std::string root;
  std::int64_t ns = 0;
  unsigned seed = 0;
};

// What was said is added.
QString killedAfter(const Round& round, const Start& start, std::vector<Said>& all) {
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return QStringLiteral("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    Editing(round.root, ends[1], round.seed, start).forEver();
  }
  ::close(ends[1]);
  std::this_thread::sleep_for(std::chrono::nanoseconds(round.ns));
  const std::int64_t killed = nowNs();
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  const std::vector<Said> said = readAll(ends[0]);
  ::close(ends[0]);
  all.insert(all.end(), said.begin(), said.end());
  if (!WIFSIGNALED(status)) return QStringLiteral("ended by itself with %1").arg(status);
  std::size_t promised = 0;
  while (promised < said.size() && said[promised].at < killed - kPromised) ++promised;
  return wrongIn(round.root, said, promised);
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
    const int seed = qEnvironmentVariableIntValue("WW_SEED");
    std::mt19937 random(seed > 0 ? static_cast<unsigned>(seed) : 13);
    const Start empty;
    Start cell;
    cell.world = samples::makeSample("pick_and_place", *cell.store).value();
    cell.plans = true;
    std::vector<Said> said;
    for (int i = 0; i < rounds; ++i) {
      const Round round{folder.file("journals_" + std::to_string(i)),
                        5'000'000 + static_cast<std::int64_t>(random() % 700) * 1'000'000,
                        static_cast<unsigned>(random())};
      const QString wrong = killedAfter(round, i % 2 ? cell : empty, said);
      QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(i).arg(wrong)));
    }
    const auto count = [&said](Doing doing) {
      return std::count_if(said.begin(), said.end(), [doing](const Said& one) { return one.doing == doing; });
    };
    qInfo("killed %d times, after %td edits, %td imports and %td plans", rounds, count(Doing::kEditing),
          count(Doing::kImporting), count(Doing::kPlanning));
    QVERIFY(rounds < 20 || (count(Doing::kImporting) > 0 && count(Doing::kPlanning) > 0));
  }
};

QTEST_GUILESS_MAIN(TestJournalKill)
#include "test_journal_kill.moc"
