// SPDX-License-Identifier: Apache-2.0
// What every broad phase keeps, for each row of the table: compared with looking at all boxes.
#include <fmt/format.h>
#include <QtTest>
#include <random>
#include <set>
#include <thread>

#include "core/collision/broad/broad_phase.h"

using namespace ww;
using namespace ww::collision;

namespace {

using Pairs = std::set<std::pair<std::uint64_t, std::uint64_t>>;

double randomIn(std::mt19937_64& random, double most) {
  return most * (2.0 * static_cast<double>(random() % 100000) / 1e5 - 1.0);
}

BodyPtr bodyAt(std::uint64_t id, const Vec3& center, const Vec3& half) {
  Bounds box;
  box.min = center - half;
  box.max = center + half;
  return std::make_shared<const Body>(Body{EntityId{id}, ObjectId{1}, nullptr, Pose(), box});
}

BodyPtr randomBody(std::mt19937_64& random, std::uint64_t id) {
  const double size = random() % 20 == 0 ? 3.0 : 0.2;
  const Vec3 center(randomIn(random, 5), randomIn(random, 5), randomIn(random, 1));
  return bodyAt(id, center, size * Vec3(0.1 + randomIn(random, 0.1), 0.1, 0.2 + randomIn(random, 0.1)));
}

bool meets(const Bounds& a, const Bounds& b, double grown) {
  return (a.min.array() - grown <= b.max.array()).all() && (b.min.array() - grown <= a.max.array()).all();
}

Pairs pairsOf(const BroadPhase& phase, double grown) {
  Pairs out;
  bool twice = false;
  phase.pairs(grown, [&](const Body& a, const Body& b) {
    twice = twice || !out.insert(std::minmax(a.entity.value, b.entity.value)).second;
    return false;
  });
  return twice ? Pairs{} : out;
}

}  // namespace

class TestBroadPhase : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(!broadPhases().empty()); }

  void findsWhatIsNear_data() { rows(); }
  void findsWhatIsNear() {
    std::mt19937_64 random(1);
    std::vector<BodyPtr> bodies;
    for (std::uint64_t i = 0; i < 700; ++i) bodies.push_back(randomBody(random, i + 1));
    compare(*empty()->changed({}, bodies), bodies, random);
  }

  void changesLeaveItRight_data() { rows(); }
  void changesLeaveItRight() {
    std::mt19937_64 random(2);
    BroadPhasePtr phase = empty();
    std::vector<BodyPtr> bodies;
    std::uint64_t id = 0;
    for (int step = 0; step < 250; ++step) {
      std::vector<BodyPtr> less, more;
      const std::size_t going = std::min<std::size_t>(bodies.size(), random() % (step % 40 == 39 ? 60 : 4));
      for (std::size_t i = 0; i < going; ++i) {
        std::swap(bodies[random() % bodies.size()], bodies.back());
        less.push_back(bodies.back());
        bodies.pop_back();
      }
      for (std::size_t i = random() % 7; i > 0; --i) more.push_back(randomBody(random, ++id));
      phase = phase->changed(less, more);
      bodies.insert(bodies.end(), more.begin(), more.end());
      if (step % 10 == 0) compare(*phase, bodies, random);
    }
  }

  void versionsStayAsTheyAre_data() { rows(); }
  void versionsStayAsTheyAre() {
    std::mt19937_64 random(3);
    std::vector<BodyPtr> bodies;
    for (std::uint64_t i = 0; i < 300; ++i) bodies.push_back(randomBody(random, i + 1));
    const BroadPhasePtr first = empty()->changed({}, bodies);
    std::vector<BodyPtr> moved = bodies;
    BroadPhasePtr next = first;
    for (std::size_t i = 0; i < 40; ++i) {
      const BodyPtr elsewhere = randomBody(random, bodies[i]->entity.value);
      next = next->changed({&moved[i], 1}, {&elsewhere, 1});
      moved[i] = elsewhere;
    }
    compare(*first, bodies, random);
    compare(*next, moved, random);
  }

  // Large ones may be made ready only where somebody looks.
  void severalMayAskAtOnce_data() { rows(); }
  void severalMayAskAtOnce() {
    std::mt19937_64 random(6);
    std::vector<BodyPtr> bodies;
    for (std::uint64_t i = 0; i < 3000; ++i) bodies.push_back(randomBody(random, i + 1));
    for (int round = 0; round < 10; ++round) {
      const BroadPhasePtr phase = empty()->changed({}, bodies);
      const auto ask = [&](std::uint64_t seed, std::vector<const Body*>& found) {
        std::mt19937_64 own(seed);
        for (int i = 0; i < 50; ++i) phase->near(randomBody(own, 0)->box, 0.1, found);
        const auto next = phase->changed({&bodies[own() % bodies.size()], 1}, {});
        next->near(randomBody(own, 0)->box, 0.1, found);
      };
      std::vector<std::vector<const Body*>> found(4);
      {
        std::vector<std::jthread> threads;
        for (std::uint64_t k = 0; k < found.size(); ++k) threads.emplace_back([&, k] { ask(k, found[k]); });
      }
      for (std::uint64_t k = 0; k < found.size(); ++k) {
        std::vector<const Body*> expected;
        ask(k, expected);
        QVERIFY(!expected.empty());
        QVERIFY(found[k] == expected);
      }
    }
  }

  // As parts that are put down one after the other: no branch may get as long as the row.
  void rowsAndHeapsAreTakenWell_data() { rows(); }
  void rowsAndHeapsAreTakenWell() {
    std::mt19937_64 random(4);
    BroadPhasePtr phase = empty();
    std::vector<BodyPtr> bodies;
    for (std::uint64_t i = 0; i < 1500; ++i) {
      bodies.push_back(
          bodyAt(i + 1, i % 3 ? Vec3(0.001 * static_cast<double>(i), 0, 0) : Vec3::Zero(), Vec3::Constant(0.0004)));
      phase = phase->changed({}, {&bodies.back(), 1});
    }
    compare(*phase, bodies, random);
  }

  void absurdBoxesDoNoHarm_data() { rows(); }
  void absurdBoxesDoNoHarm() {
    std::mt19937_64 random(5);
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    std::vector<BodyPtr> absurd, sound;
    for (const double far : {nan, inf, -inf, 1e308, -1e200})
      absurd.push_back(bodyAt(900 + absurd.size(), Vec3(far, -far, far), Vec3(1, far, 1)));
    for (std::uint64_t i = 0; i < 50; ++i) sound.push_back(randomBody(random, i + 1));
    BroadPhasePtr phase = empty()->changed({}, sound)->changed({}, absurd);
    std::vector<const Body*> found;
    phase->near(absurd.front()->box, 0.0, found);
    phase->pairs(0.0, [](const Body&, const Body&) { return false; });
    phase = phase->changed(absurd, {});
    compare(*phase, sound, random);
  }

  void nothingIsNearNothing_data() { rows(); }
  void nothingIsNearNothing() {
    const BodyPtr one = bodyAt(1, Vec3::Zero(), Vec3::Ones());
    const BroadPhasePtr phase = empty()->changed({}, {&one, 1})->changed({&one, 1}, {});
    std::vector<const Body*> found;
    phase->near(one->box, 10.0, found);
    QCOMPARE(found.size(), 0u);
    QCOMPARE(phase->size(), 0u);
    QVERIFY(pairsOf(*phase, 1.0).empty());
  }

  void pairsEndWhenTold_data() { rows(); }
  void pairsEndWhenTold() {
    std::vector<BodyPtr> heap;
    for (std::uint64_t i = 0; i < 20; ++i) heap.push_back(bodyAt(i + 1, Vec3::Zero(), Vec3::Ones()));
    int calls = 0;
    empty()->changed({}, heap)->pairs(0.0, [&](const Body&, const Body&) { return ++calls == 5; });
    QCOMPARE(calls, 5);
  }

 private:
  void rows() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(broadPhases().size()); ++i)
      QTest::newRow(broadPhases()[static_cast<std::size_t>(i)].name) << i;
  }
  BroadPhasePtr empty() {
    QFETCH(int, row);
    return broadPhases()[static_cast<std::size_t>(row)].empty();
  }

  void compare(const BroadPhase& phase, const std::vector<BodyPtr>& bodies, std::mt19937_64& random) {
    QCOMPARE(phase.size(), bodies.size());
    for (int i = 0; i < 40; ++i) {
      const BodyPtr probe = randomBody(random, 0);
      const double grown = i % 2 ? 0.0 : 0.3;
      std::set<std::uint64_t> expected, got;
      for (const BodyPtr& body : bodies) {
        if (meets(body->box, probe->box, grown)) expected.insert(body->entity.value);
      }
      std::vector<const Body*> found;
      phase.near(probe->box, grown, found);
      for (const Body* body : found) got.insert(body->entity.value);
      QCOMPARE(got.size(), found.size());
      QVERIFY(got == expected);
    }
    Pairs expected;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t k = i + 1; k < bodies.size(); ++k) {
        if (meets(bodies[i]->box, bodies[k]->box, 0.05))
          expected.insert(std::minmax(bodies[i]->entity.value, bodies[k]->entity.value));
      }
    }
    QVERIFY(pairsOf(phase, 0.05) == expected);
  }
};

QTEST_GUILESS_MAIN(TestBroadPhase)
#include "test_broad_phase.moc"
