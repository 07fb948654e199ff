// SPDX-License-Identifier: Apache-2.0
// A scene that is brought up to date says what one made anew says, and costs the change. WW_STEPS sets the number of
// random edits.
#include <QtTest>
#include <thread>

#include "core/collision/check.h"
#include "core/collision/scene_keeper.h"
#include "tests/support/reference_speed.h"
#include "tests/unit/model/models.h"
#include "tests/unit/world/gardener.h"

using namespace ww;
using namespace ww::collision;
using test::Workshop;

namespace {

// Empty when both scenes of one world hold the same bodies, find the same, and judge pairs alike.
std::string sceneDifference(const Scene& a, const Scene& b, std::mt19937_64& random) {
  if (a.bodyCount() != b.bodyCount()) return fmt::format("{} and {} bodies", a.bodyCount(), b.bodyCount());
  if (a.boxes()->size() != b.boxes()->size()) return "other boxes";
  std::vector<EntityId> entities;
  std::string wrong;
  b.world().forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      entities.push_back(entity->id);
      const Body *one = a.body(entity->id), *other = b.body(entity->id);
      if (!one != !other) wrong = fmt::format("entity {} collides in one only", entity->id.value);
      if (!one || !other || !wrong.empty()) continue;
      if (one->object != other->object || one->shape->bounds.min != other->shape->bounds.min) wrong = "another shape";
      else if (wrong = test::poseMismatch(one->root_t_body, other->root_t_body, 1e-9); !wrong.empty())
        wrong = b.world().display(entity->id) + ": " + wrong;
    }
  });
  if (!wrong.empty()) return wrong;
  if (a.rules().largestMargin() != b.rules().largestMargin()) return "another largest margin";
  if (a.rules().lint().size() != b.rules().lint().size()) return "other lint";
  for (int i = 0; i < 30; ++i) {
    const EntityId x = entities[random() % entities.size()], y = entities[random() % entities.size()];
    const Explanation one = a.rules().explain(x, y), other = b.rules().explain(x, y);
    if (one.key() != other.key() || one.excluded != other.excluded || one.margin_m != other.margin_m)
      return fmt::format("{} and {}: {} or {}", b.world().display(x), b.world().display(y), one.key(), other.key());
  }
  const auto found = checkWorld(a), expected = checkWorld(b);
  if (found.size() != expected.size()) return fmt::format("{} and {} contacts", found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::abs(found[i].distance_m - expected[i].distance_m) > 1e-7) return "another depth";
  }
  return {};
}

world::World after(Workshop& w, const session::EditsPtr& edits) { return world::apply(w.w, *edits, w.store).value(); }

// A hall of boxes of 0.1 m side by side.
void fill(Workshop& w, int boxes, double pitch = 2.0) {
  for (int i = 0; i < boxes; ++i)
    w.addBox(fmt::format("box_{}", i), Pose::translation(pitch * (i % 100), pitch * (i / 100), 0));
}

}  // namespace

class TestScene : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void afterRandomEditsAsIfMadeAnew() {
    const int steps = qEnvironmentVariableIsSet("WW_STEPS") ? qEnvironmentVariableIntValue("WW_STEPS") : 600;
    Workshop w;
    test::Gardener gardener(21);
    std::mt19937_64 random(22);
    Scene scene = Scene::make(w.w), behind = scene;
    int done = 0;
    std::size_t bodies = 0;
    for (int i = 0; i < steps; ++i) {
      const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
      if (!next.ok()) continue;
      ++done;
      w.w = next.value();
      scene = scene.updated(w.w);
      if (done % 3 != 0) continue;
      const Scene anew = Scene::make(w.w);
      std::string wrong = sceneDifference(scene, anew, random);
      QVERIFY2(wrong.empty(), wrong.c_str());
      bodies = std::max(bodies, anew.bodyCount());
      // Several edits in one difference, and an undo of all of them.
      if (done % 12 != 0) continue;
      const world::World before = behind.world();
      wrong = sceneDifference(behind.updated(w.w), anew, random);
      QVERIFY2(wrong.empty(), wrong.c_str());
      wrong = sceneDifference(scene.updated(before), behind, random);
      QVERIFY2(wrong.empty(), wrong.c_str());
      behind = scene;
    }
    qInfo("%d edits, up to %zu bodies", done, bodies);
    QVERIFY(done > steps / 4 && bodies > 20);
  }

  void aWorldOfAnotherFileMayHaveTheSameIds() {
    std::mt19937_64 random(5);
    const auto grown = [](std::uint64_t seed) {
      Workshop w;
      test::Gardener gardener(seed);
      for (int i = 0; i < 120; ++i) {
        const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
        if (next.ok()) w.w = next.value();
      }
      return w.w;
    };
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const world::World one = grown(seed), other = grown(seed + 100);
      std::string wrong = sceneDifference(Scene::make(one).updated(other), Scene::make(other), random);
      QVERIFY2(wrong.empty(), wrong.c_str());
    }
  }

  void contactsOfAnEditedWorldAreFollowed() {
    Workshop w;
    test::Gardener gardener(31);
    WorldContacts contacts;
    Scene scene = Scene::make(w.w);
    std::size_t most = 0;
    for (int i = 0; i < 500; ++i) {
      const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
      if (!next.ok()) continue;
      w.w = next.value();
      if (i % 3 == 0) continue;  // several edits at once
      scene = scene.updated(w.w);
      const auto expected = checkWorld(Scene::make(w.w));
      const auto& found = contacts.of(scene);
      most = std::max(most, expected.size());
      QCOMPARE(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        QVERIFY(std::abs(found[k].distance_m - expected[k].distance_m) < 1e-7);
        QCOMPARE(found[k].rule, expected[k].rule);
      }
    }
    qInfo("up to %zu contacts", most);
    QVERIFY(most >= 3);
  }

  void followingContactsCostsTheChange() {
    Workshop w;
    fill(w, 3000, 0.1);  // all touch their neighbours
    std::vector<Scene> scenes{Scene::make(w.w)};
    for (int i = 0; i < 5; ++i) {
      const auto edits = session::setPose(w.id(fmt::format("box_{}", 70 * i)), world::kRootObject,
                                          Pose::translation(0.1 * i, -0.05, 0));
      scenes.push_back(scenes.front().updated(after(w, edits)));
    }
    WorldContacts contacts;
    QVERIFY(contacts.of(scenes.front()).empty());
    std::size_t at = 0, found = 0;
    WW_SPEED("contacts after a move", kMemory, 19.0,
             [&] { found += contacts.of(scenes[at++ % scenes.size()]).size(); });
    QVERIFY(found > 0);
  }

  void versionsDoNotDisturbEachOther() {
    Workshop w;
    fill(w, 200);
    const ObjectId moved = w.id("box_7");
    const Scene before = Scene::make(w.w);
    const Scene next =
        before.updated(after(w, session::setPose(moved, world::kRootObject, Pose::translation(2.05, 0, 0))));
    QVERIFY(checkWorld(before).empty());
    QCOMPARE(checkWorld(next).size(), 1u);
    QVERIFY(checkWorld(before).empty());
  }

  void rulesFollowNames() {
    Workshop w;
    w.addBox("a");
    w.addBox("b", Pose::translation(0.01, 0, 0));
    const Scene scene = Scene::make(w.w);
    QCOMPARE(checkWorld(scene).size(), 1u);
    session::CollisionRuleEdit rule;
    rule.left = {{w.id("a"), {}}};
    rule.right = {{w.id("b"), {}}};
    w.apply(session::addCollisionRule(w.w, rule));
    const Scene excluded = scene.updated(w.w);
    QVERIFY(checkWorld(excluded).empty());
    w.apply(session::deleteObject(w.id("b"), true));
    const Scene without = excluded.updated(w.w);
    QCOMPARE(without.rules().lint().size(), RuleSet::ofWorld(w.w).lint().size());
  }

  void aCheckerAfterAMoveCostsLittle() {
    Workshop w;
    std::mt19937_64 random(1);
    const ObjectId arm = w.add("arm", test::randomTree(random, 6, false), Pose::translation(-50, 0, 0));
    w.addBox("tool", {}, arm, w.entity("arm", "link_6"));
    fill(w, 5000);
    const Scene scene = Scene::make(w.w);
    std::vector<EntityId> movers;
    for (const model::BodyIndex i : scene.model().jointsOf(arm)) movers.push_back(scene.model().body(i).entity);
    std::vector<world::World> worlds;
    for (int i = 0; i < 5; ++i) {
      worlds.push_back(after(w, session::setPose(w.id(fmt::format("box_{}", 49 * i)), world::kRootObject,
                                                 Pose::translation(0.1 * i, -30, 1))));
    }
    std::uint64_t bodies = 0;
    const std::uint64_t visited = world::nodesVisited();
    bodies += scene.updated(worlds[3]).bodyCount();
    const std::uint64_t nodes = world::nodesVisited() - visited;
    std::size_t at = 0;
    WW_SPEED("a checker after moving one of 5,000 objects (target 200 us)", kMemory, 28.0, [&] {
      const Checker checker(scene.updated(worlds[at++ % worlds.size()]), movers);
      bodies += checker.scene().bodyCount();
    });
    qInfo("%llu nodes, %llu bodies", static_cast<unsigned long long>(nodes), static_cast<unsigned long long>(bodies));
    QVERIFY(nodes < 400);
  }

  void aCheckerOfALargeWorldIsSoonReady() {
    Workshop w;
    fill(w, 10000, 0.4);
    std::mt19937_64 random(8);
    const ObjectId arm = w.add("arm", test::randomTree(random, 7, false));
    std::vector<EntityId> movers;
    for (const std::size_t i : w.w.object(arm)->moving_joints) movers.push_back(w.w.object(arm)->entities[i]->id);
    const Scene prepared = Scene::make(w.w);
    std::size_t bodies = 0;
    WW_SPEED("a checker of 10,000 objects (target 5 ms)", kMemory, 12500.0, [&] {
      const Scene scene = Scene::make(w.w);
      Checker checker(scene, movers);
      bodies += checker.collides(model::State(scene.model())) ? 1 : scene.bodyCount();
    });
    QVERIFY(bodies > 0);
  }

  void keeperMovesTheLastSceneOfAnOwner() {
    Workshop w;
    fill(w, 50);
    SceneKeeper keeper(2);
    auto owner = std::make_shared<int>(), other = std::make_shared<int>(), third = std::make_shared<int>();
    const Scene first = keeper.of(owner, w.w);
    const world::World next =
        after(w, session::setPose(w.id("box_3"), world::kRootObject, Pose::translation(8.05, 0, 0)));
    const Scene second = keeper.of(owner, next);
    QCOMPARE(checkWorld(second).size(), 1u);
    // What did not move is the same body, not an equal one.
    const EntityId stays = w.w.peek(w.id("box_9"))->rootEntity();
    QCOMPARE(second.body(stays), first.body(stays));
    QVERIFY(checkWorld(keeper.of(owner, w.w)).empty());
    keeper.of(other, next);
    QCOMPARE(keeper.size(), 2u);
    keeper.of(third, w.w);
    QCOMPARE(keeper.size(), 2u);
    third.reset();
    other.reset();
    keeper.of(owner, world::World());
    QCOMPARE(keeper.size(), 1u);
  }

  // What one has prepared costs nobody else in the process, as long as it is in use.
  void shapesAreThoseOfTheProcess() {
    Workshop w;
    fill(w, 3);
    const EntityId box = w.w.peek(w.id("box_1"))->rootEntity();
    SceneKeeper one, other;
    const auto owner = std::make_shared<int>();
    const Scene first = one.of(owner, w.w), second = other.of(owner, w.w), third = Scene::make(w.w);
    QVERIFY(first.body(box)->shape == second.body(box)->shape);
    QVERIFY(first.body(box)->shape == third.body(box)->shape);
    QVERIFY(ShapeCache::ofProcess()->get(*w.w.peek(w.id("box_1"))->entities.front()) == first.body(box)->shape);
    QVERIFY(Scene::make(w.w, std::make_shared<ShapeCache>()).body(box)->shape != first.body(box)->shape);
  }

  void keeperServesThreads() {
    Workshop w;
    fill(w, 60);
    std::vector<world::World> worlds{w.w};
    for (int i = 0; i < 20; ++i)
      worlds.push_back(after(w, session::setPose(w.id(fmt::format("box_{}", i)), world::kRootObject,
                                                 Pose::translation(2.0 * i + 2.05, 0, 0))));
    SceneKeeper keeper;
    const auto owner = std::make_shared<int>();
    std::atomic<int> wrong{0};
    {
      std::vector<std::jthread> threads;
      for (unsigned t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
          std::mt19937 random(t);
          for (int i = 0; i < 40; ++i) {
            const std::size_t k = random() % worlds.size();
            wrong += checkWorld(keeper.of(owner, worlds[k])).size() != (k == 0 ? 0u : 1u);
          }
        });
      }
    }
    QCOMPARE(wrong.load(), 0);
  }

  void floatingObjectsAreBodiesOfTheirOwn() {
    Workshop w;
    fill(w, 30);
    const ObjectId table = w.id("box_3");
    const ObjectId cup = w.addBox("cup", Pose::translation(0, 0, 5), table);
    const Scene scene = Scene::make(w.w).floating({table});
    Checker checker(scene, {w.w.peek(table)->rootEntity()});
    model::State state(scene.model());
    QVERIFY(checker.all(state, 10).empty());
    QVERIFY(state.setFree(table, Pose::translation(20.01, 0, 0)).ok());
    state.forward();
    QCOMPARE(checker.all(state, 10).size(), 1u);
    // What hangs on it comes along.
    QVERIFY(state.setFree(table, Pose::translation(20.01, 0, -5)).ok());
    state.forward();
    const auto found = checker.all(state, 10);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].a, w.w.peek(cup)->rootEntity());
  }
};

QTEST_GUILESS_MAIN(TestScene)
#include "test_scene.moc"
