// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <map>
#include <random>

#include "core/world/values/persistent_map.h"

using Map = ww::world::PersistentMap<int>;

class TestPersistentMap : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithAModelUnderRandomChanges() {
    std::mt19937_64 random(1);
    Map map;
    std::map<std::uint64_t, int> model;
    for (int i = 0; i < 20000; ++i) {
      // Dense keys as ids are, and sparse ones as hashes are.
      const std::uint64_t key = i % 2 ? random() % 500 : (random() % 300) * 0x3FFFFFull;
      if (random() % 3) {
        map.set(key & Map::kKeyMask, i);
        model[key & Map::kKeyMask] = i;
      } else {
        map.erase(key & Map::kKeyMask);
        model.erase(key & Map::kKeyMask);
      }
      QCOMPARE(map.size(), model.size());
      const std::uint64_t asked = random() % 2 ? random() % 600 : random() & (2 * Map::kKeyMask + 1);
      const auto above = model.upper_bound(asked);
      const int* up_to = map.findUpTo(asked);
      QVERIFY(above == model.begin() ? !up_to : up_to && *up_to == std::prev(above)->second);
    }
    auto expected = model.begin();
    map.forEach([&](std::uint64_t key, int value) {
      QVERIFY(expected != model.end());
      QCOMPARE(key, expected->first);
      QCOMPARE(value, expected->second);
      ++expected;
    });
    QVERIFY(expected == model.end());
  }

  void anOldVersionKeepsItsValues() {
    Map first;
    for (std::uint64_t k = 0; k < 1000; ++k) first.set(k, 1);
    Map second = first;
    second.set(5, 2);
    second.erase(6);
    QCOMPARE(*first.find(5), 1);
    QVERIFY(first.find(6));
    QCOMPARE(*second.find(5), 2);
    QVERIFY(!second.find(6));
    QCOMPARE(first.size(), 1000u);
    QCOMPARE(second.size(), 999u);
  }

  // Versions that nobody shares are changed in place: copies must not see it, whatever the order.
  void everyVersionKeepsItsOwnValues() {
    using Version = std::pair<Map, std::map<std::uint64_t, int>>;
    std::mt19937_64 random(7);
    std::vector<Version> versions(1);
    for (int i = 0; i < 4000; ++i) {
      Version& target = random() % 3 && versions.size() < 40
                            ? versions.emplace_back(versions[random() % versions.size()])
                            : versions[random() % versions.size()];
      for (int k = 0; k < 5; ++k) {
        // Some keys make the trie deeper.
        const std::uint64_t key = random() % 200 ? random() % 5000 : random() & Map::kKeyMask;
        if (int* own = random() % 3 ? nullptr : target.first.own(key)) {
          *own = target.second[key] = -i;
        } else if (random() % 4) {
          target.first.set(key, i);
          target.second[key] = i;
        } else {
          target.first.erase(key);
          target.second.erase(key);
        }
      }
      if (versions.size() >= 40) versions.erase(versions.begin() + static_cast<int>(random() % versions.size()));
    }
    for (const auto& [map, model] : versions) {
      QCOMPARE(map.size(), model.size());
      for (const auto& [key, value] : model) QVERIFY(map.find(key) && *map.find(key) == value);
    }
    // The difference of any two, also of those of unlike depth.
    for (std::size_t i = 1; i < versions.size(); ++i) {
      std::map<std::uint64_t, int> rebuilt = versions[i - 1].second;
      Map::diff(versions[i - 1].first, versions[i].first, [&](std::uint64_t key, const int*, const int* after) {
        if (after) rebuilt[key] = *after;
        else rebuilt.erase(key);
      });
      QVERIFY(rebuilt == versions[i].second);
    }
  }

  void aMapThatWasMovedFromIsEmpty() {
    Map a;
    a.set(1, 1);
    a.set(Map::kKeyMask, 2);
    const Map b = std::move(a);
    a = Map();
    QVERIFY(a.empty() && !a.find(1) && *b.find(Map::kKeyMask) == 2 && *b.find(1) == 1);
    a.set(3, 3);
    QCOMPARE(*a.find(3), 3);
  }

  void diffNamesExactlyWhatDiffers() {
    Map a;
    for (std::uint64_t k = 0; k < 5000; ++k) a.set(k * 7, static_cast<int>(k));
    Map b = a;
    b.set(7, -1);
    b.erase(14);
    b.set(3, 9);
    std::map<std::uint64_t, std::pair<bool, bool>> seen;
    ww::world::nodesVisited() = 0;
    Map::diff(a, b, [&](std::uint64_t k, const int* x, const int* y) { seen[k] = {x != nullptr, y != nullptr}; });
    QVERIFY2(ww::world::nodesVisited() < 30, "shared parts must not be visited");
    QCOMPARE(seen.size(), 3u);
    QVERIFY(
        (seen[7] == std::pair{true, true} && seen[14] == std::pair{true, false} && seen[3] == std::pair{false, true}));
  }
};

QTEST_GUILESS_MAIN(TestPersistentMap)
#include "test_persistent_map.moc"
