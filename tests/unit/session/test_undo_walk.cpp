// SPDX-License-Identifier: Apache-2.0
// Edits, undo and redo at random, beside a list of what each state was. WW_STEPS sets how many (the full run:
// 1000000); WW_SEED another walk.
#include <QtTest>
#include <deque>
#include <random>

#include "worlds.h"

using namespace ww;
using namespace ww::test;

namespace {

constexpr std::size_t kLimit = 60;  // of the history: walks reach its end
constexpr std::size_t kMostBoxes = 40;

int given(const char* name, int fallback) {
  bool known = false;
  const int value = qEnvironmentVariableIntValue(name, &known);
  return known ? value : fallback;
}

// What a session should be, by nothing but hashes.
class Model {
 public:
  explicit Model(std::string first) : states_{std::move(first)} {}
  const std::string& now() const { return states_[at_]; }
  bool canUndo() const { return at_ > 0; }
  bool canRedo() const { return at_ + 1 < states_.size(); }
  std::size_t position() const { return at_; }
  void undo() { --at_; }
  void redo() { ++at_; }
  void done(std::string hash) {
    states_.resize(at_ + 1);
    states_.push_back(std::move(hash));
    ++at_;
    if (at_ <= kLimit + kLimit / 10) return;  // a tenth is forgotten at a time
    states_.erase(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(at_ - kLimit));
    at_ = kLimit;
  }

 private:
  std::deque<std::string> states_;
  std::size_t at_ = 0;
};

session::EditsPtr anyEdit(const world::World& w, std::mt19937_64& random, int number) {
  std::vector<ObjectId> boxes;
  w.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) boxes.push_back(o.id);
  });
  const auto some = [&] { return boxes[random() % boxes.size()]; };
  const std::uint64_t kind = random() % 8;
  if (boxes.empty() || (kind < 2 && boxes.size() < kMostBoxes))
    return box(boxes.empty() || random() % 2 == 0 ? world::kRootObject : some(), fmt::format("b{}", number));
  if (kind == 2) return session::renameObject(some(), fmt::format("r{}", number), true);
  if (kind == 3) return session::deleteObject(some(), true);
  if (kind == 4 && boxes.size() < kMostBoxes) return session::copyObject(some(), true);
  return session::setPose(some(), world::kRootObject, Pose::translation(0.001 * number, 0.1, 0.2));
}

}  // namespace

class TestUndoWalk : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anyWalkIsThatOfTheModel() {
    const int steps = given("WW_STEPS", 20000);
    std::mt19937_64 random(static_cast<std::uint64_t>(given("WW_SEED", 17)));
    session::WorldSession session(world::World(), std::make_shared<geometry::GeometryStore>());
    session.setHistoryLimit(kLimit);
    Model model(hashOf(session));
    int done = 0, undone = 0, redone = 0, most = 0;
    for (int i = 0; i < steps; ++i) {
      const std::uint64_t what = random() % 8;
      if (what < 3) {
        const world::WorldPtr before = session.snapshot().world;
        const bool ok = commit(session, anyEdit(*before, random, i));
        const bool changed = session.snapshot().world != before;
        QVERIFY(ok || !changed);
        // What changes nothing is no step, as a move to where it stands.
        if (changed) model.done(hashOf(session)), ++done;
      } else if (what < 6) {
        QCOMPARE(session.undo().ok(), model.canUndo());
        if (model.canUndo()) model.undo(), ++undone;
      } else {
        QCOMPARE(session.redo().ok(), model.canRedo());
        if (model.canRedo()) model.redo(), ++redone;
      }
      QVERIFY2(hashOf(session) == model.now(),
               qPrintable(QStringLiteral("step %1: %2 to be undone, and %3 in the model")
                              .arg(i)
                              .arg(session.history().position)
                              .arg(model.position())));
      QCOMPARE(session.history().position, model.position());
      QCOMPARE(session.canUndo(), model.canUndo());
      QCOMPARE(session.canRedo(), model.canRedo());
      most = std::max(most, static_cast<int>(session.history().position));
      if (i % 1000 == 999) {
        const Status sound = world::checkInvariants(*session.snapshot().world);
        QVERIFY2(sound.ok(), sound.line().c_str());
        QCOMPARE(replayed(session), hashOf(session));
      }
    }
    qInfo("%d edits, %d undone, %d redone, at most %d to be undone", done, undone, redone, most);
    QVERIFY(done > steps / 8 && undone > steps / 8 && redone > steps / 16);
  }
};

QTEST_GUILESS_MAIN(TestUndoWalk)
#include "test_undo_walk.moc"
