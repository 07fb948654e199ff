// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <map>
#include <memory>
#include <random>

#include "core/world/values/chunked_map.h"

// Values that count their holders show what is shared, and what is lost.
using Value = std::shared_ptr<const int>;
using Map = ww::world::ChunkedMap<Value>;
using Model = std::map<std::uint64_t, Value>;

namespace {

Value number(int i) { return std::make_shared<const int>(i); }

// Dense keys as ids are, and sparse ones beyond those of the usual depth.
std::uint64_t randomKey(std::mt19937_64& random) {
  return random() % 2 ? random() % 500 : (random() % 300) * 0x3FFFFFFull;
}

std::string difference(const Map& map, const Model& model) {
  if (map.size() != model.size() || map.empty() != model.empty()) return "another size";
  auto expected = model.begin();
  std::string wrong;
  map.forEach([&](std::uint64_t key, const Value& value) {
    if (expected == model.end() || key != expected->first || value != expected->second) wrong = "another value";
    if (expected != model.end()) ++expected;
  });
  if (expected != model.end()) return "values are missing";
  for (const auto& [key, value] : model) {
    if (const Value* found = map.find(key); !found || *found != value) return "one is not found";
    if (const Value* found = map.find(key + 1); !found != !model.contains(key + 1))
      return "one is found that is not there";
  }
  return wrong;
}

}  // namespace

class TestChunkedMap : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithAModelUnderRandomChanges() {
    std::mt19937_64 random(1);
    Map map;
    Model model;
    std::vector<std::pair<Map, Model>> versions;
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t key = randomKey(random);
      if (random() % 3) {
        model[key] = number(i);
        map.set(key, model[key]);
      } else {
        map.erase(key);
        model.erase(key);
      }
      if (random() % 500 == 0) versions.emplace_back(map, model);
    }
    QVERIFY(difference(map, model).empty());
    QVERIFY(versions.size() > 20);
    for (const auto& [old, expected] : versions) QCOMPARE(difference(old, expected), std::string());
  }

  void whatIsBuiltIsWhatIsSet() {
    std::mt19937_64 random(2);
    for (const int size : {0, 1, 63, 64, 65, 3000}) {
      Model model;
      for (int i = 0; i < size; ++i) model[randomKey(random)] = number(i);
      Map::Builder builder;
      for (const auto& [key, value] : model) builder.add(key, value);
      Map map = builder.finish();
      QCOMPARE(difference(map, model), std::string());
      const Map before = map;
      const Model model_before = model;
      for (int i = 0; i < 500; ++i) {
        const std::uint64_t key = randomKey(random);
        if (i % 3) map.set(key, model[key] = number(i));
        else map.erase(key), model.erase(key);
      }
      QCOMPARE(difference(map, model), std::string());
      QCOMPARE(difference(before, model_before), std::string());
    }
  }

  void nothingIsHeldLonger() {
    const Value value = number(7);
    {
      Map::Builder builder;
      for (std::uint64_t key = 0; key < 200; ++key) builder.add(key, value);
      Map map = builder.finish(), copy = map;
      QCOMPARE(value.use_count(), 201);
      copy.set(5, number(1));
      QCOMPARE(value.use_count(), 201 + 63);  // the rest of one leaf
      for (std::uint64_t key = 0; key < 200; ++key) map.erase(key);
      QVERIFY(map.empty());
    }
    QCOMPARE(value.use_count(), 1);
  }

  void differencesAreFoundWithoutLookingAtTheRest() {
    std::mt19937_64 random(3);
    Map::Builder builder;
    Model model;
    for (std::uint64_t key = 0; key < 20000; ++key) builder.add(key, model[key] = number(1));
    const Map before = builder.finish();
    Map after = before;
    std::map<std::uint64_t, std::pair<Value, Value>> expected;
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t key = random() % 30000;
      const Value fresh = i % 2 ? number(i) : nullptr;
      if (fresh) after.set(key, fresh);
      else after.erase(key);
      const Value old = model.contains(key) ? model[key] : nullptr;
      if (old || fresh) expected[key] = {old, fresh};
    }
    ww::world::nodesVisited() = 0;
    std::map<std::uint64_t, std::pair<Value, Value>> found;
    Map::diff(before, after, [&](std::uint64_t key, const Value* a, const Value* b) {
      found[key] = {a ? *a : nullptr, b ? *b : nullptr};
    });
    QVERIFY(ww::world::nodesVisited() < 150);
    QVERIFY(found == expected);
  }
};

QTEST_GUILESS_MAIN(TestChunkedMap)
#include "test_chunked_map.moc"
