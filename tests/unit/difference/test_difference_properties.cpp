// SPDX-License-Identifier: Apache-2.0
// Random edits of every kind on one side and on two. WW_ROUNDS makes it a long run, WW_SEED another one.
#include "core/difference/apart.h"
#include "tests/unit/world/gardener.h"
#include "worlds.h"

using namespace ww;
using namespace ww::test;
using difference::Side;

namespace {

int roundsOr(int fallback) {
  const int rounds = qEnvironmentVariableIntValue("WW_ROUNDS");
  return rounds > 0 ? rounds : fallback;
}

// So many edits that could be done.
world::World grown(world::World w, Gardener& gardener, int edits) {
  for (int i = 0; i < edits;) {
    auto next = world::apply(w, *gardener.edit(w), store());
    if (!next.ok()) continue;
    w = std::move(next).value();
    ++i;
  }
  return w;
}

std::string both(const world::World& a, const world::World& b) { return told(a, b); }

}  // namespace

class TestDifferenceProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    const auto seed = static_cast<std::uint64_t>(qEnvironmentVariableIntValue("WW_SEED"));
    gardener_ = std::make_unique<Gardener>(seed + 1);
    random_.seed(seed + 2);
  }

  void aWorldIsTheSameAsItself() {
    world::World w = cell();
    for (int round = 0; round < roundsOr(20); ++round) {
      w = grown(w, *gardener_, 20);
      QVERIFY2(difference::diff(w, w).same, told(w, w).c_str());
    }
  }

  void theDifferenceLeadsToTheOtherWorld() {
    for (int round = 0; round < roundsOr(40); ++round) {
      const world::World a = grown(cell(), *gardener_, 30);
      const world::World b = grown(a, *gardener_, 1 + static_cast<int>(random_() % 30));
      if (world::contentHash(a) == world::contentHash(b)) QVERIFY(difference::diff(a, b).same);
      // By ids, as versions of one world.
      const auto merged = difference::merge(a, a, b, store());
      QVERIFY2(merged.ok(), merged.status().line().c_str());
      QVERIFY2(merged->conflicts.empty(), both(a, b).c_str());
      QVERIFY2(world::contentHash(merged->world) == world::contentHash(b), both(merged->world, b).c_str());
      // As files of which nobody knows where they come from, but for ids.
      const auto applied = difference::applied(a, b, store());
      QVERIFY2(applied.ok(), applied.status().line().c_str());
      QVERIFY2(difference::diff(applied->world, b).same, both(applied->world, b).c_str());
    }
  }

  // What is older than something that both have is one thing by its id, whatever was done with it.
  void nothingOfOneIdIsRemovedAndAdded() {
    for (int round = 0; round < roundsOr(60); ++round) {
      const world::World a = grown(cell(), *gardener_, 30);
      const world::World b = grown(a, *gardener_, 1 + static_cast<int>(random_() % 40));
      const std::uint64_t shared = difference::apart(a, b).shared;
      const auto items = difference::diff(a, b).items;
      for (const difference::Item& item : items) {
        const std::uint64_t id = item.subject.id;
        if (item.kind != "removed" || id >= shared) continue;
        const bool is_frame = item.subject.category == difference::Category::kFrame;
        const bool is_there = is_frame ? b.peek(FrameId{id}) != nullptr : b.peek(ObjectId{id}) != nullptr;
        if (!is_there) continue;
        const std::string name = is_frame ? b.display({FrameId{id}}) : b.display({ObjectId{id}});
        QVERIFY2(std::ranges::none_of(items,
                                      [&](const difference::Item& other) {
                                        return other.kind == "added" &&
                                               other.subject.category == item.subject.category &&
                                               other.subject.name == name;
                                      }),
                 (item.subject.name + "\n" + told(a, b)).c_str());
      }
    }
  }

  void aSideThatDidNothingChangesNothing() {
    for (int round = 0; round < roundsOr(20); ++round) {
      const world::World base = grown(cell(), *gardener_, 20), side = grown(base, *gardener_, 15);
      const auto ours = difference::merge(base, side, base, store());
      const auto same = difference::merge(base, side, side, store());
      QVERIFY(ours.ok() && same.ok());
      QVERIFY(ours->conflicts.empty() && ours->taken.empty() && same->conflicts.empty() && same->taken.empty());
      QCOMPARE(world::contentHash(ours->world), world::contentHash(side));
      QCOMPARE(world::contentHash(same->world), world::contentHash(side));
    }
  }

  // Whatever the two did: a sound world, no conflict dropped, and each of the choices settles what can be settled.
  void everyMergeIsSound() {
    int open = 0, taken = 0;
    for (int round = 0; round < roundsOr(40); ++round) {
      const world::World base = grown(cell(), *gardener_, 25);
      const world::World ours = grown(base, *gardener_, 10), theirs = grown(base, *gardener_, 10);
      const auto merged = difference::merge(base, ours, theirs, store());
      QVERIFY2(merged.ok(), merged.status().line().c_str());
      const Status sound = world::checkInvariants(merged->world);
      QVERIFY2(sound.ok(), sound.line().c_str());
      open += static_cast<int>(merged->open());
      taken += static_cast<int>(merged->taken.size());
      difference::MergeOptions all;
      all.all = Side::kOurs;
      const auto settled = difference::merge(base, ours, theirs, store(), all);
      QVERIFY2(settled.ok(), settled.status().line().c_str());
      QCOMPARE(settled->open(), std::size_t{0});
      QCOMPARE(world::contentHash(settled->world), world::contentHash(merged->world));
      all.all = Side::kTheirs;
      const auto other = difference::merge(base, ours, theirs, store(), all);
      QVERIFY2(other.ok(), other.status().line().c_str());
      QVERIFY(world::checkInvariants(other->world).ok());
    }
    qInfo("%d changes of theirs taken, %d conflicts", taken, open);
    QVERIFY(taken > 0);
  }

  // Sides that edit things of their own come together in either order.
  void changesOfDifferentThingsCommute() {
    for (int round = 0; round < roundsOr(30); ++round) {
      const world::World base = cell();
      const double x = static_cast<double>(random_() % 1000) / 1000 + 0.001, z = x / 2;
      const world::World a = edited(moved(base, "tool", x), session::setMinimumMargin(base, z));
      const world::World b = edited(moved(base, "part", z), session::setJoint(base.aliasNamed("arm"), "joint_2", z));
      const auto ab = difference::merge(base, a, b, store()), ba = difference::merge(base, b, a, store());
      QVERIFY(ab.ok() && ba.ok());
      QVERIFY(ab->conflicts.empty() && ba->conflicts.empty());
      QCOMPARE(world::contentHash(ab->world), world::contentHash(ba->world));
    }
  }

  // Each item alone can be had or left, and what cannot be had without others is said.
  void itemsCanBeLeftOneByOne() {
    for (int round = 0; round < roundsOr(15); ++round) {
      const world::World a = grown(cell(), *gardener_, 15), b = grown(a, *gardener_, 6);
      const auto items = difference::diff(a, b).items;
      for (const difference::Item& item : items) {
        // Of several rules about the same pairs, and of things by one name, one is like the other.
        const bool has_twin =
            std::ranges::any_of(items, [&](const auto& other) { return other.key.starts_with(item.key + "~"); });
        if (item.kind == "rule" || has_twin || item.key.find('~') != std::string::npos) continue;
        difference::MergeOptions options;
        options.choices[item.key] = Side::kOurs;
        const auto without = difference::applied(a, b, store(), options);
        QVERIFY2(without.ok(), (item.key + ": " + without.status().line()).c_str());
        QVERIFY(without->unknown.empty());
        QVERIFY(world::checkInvariants(without->world).ok());
        const auto left = difference::diff(a, without->world).items;
        QVERIFY2(std::ranges::none_of(left, [&](const auto& other) { return other.key == item.key; }),
                 (item.key + "\nof\n" + told(a, b) + "left\n" + told(a, without->world)).c_str());
      }
    }
  }

 private:
  std::unique_ptr<Gardener> gardener_;
  std::mt19937_64 random_;
};

QTEST_GUILESS_MAIN(TestDifferenceProperties)
#include "test_difference_properties.moc"
