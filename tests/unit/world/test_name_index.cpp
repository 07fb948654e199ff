// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>
#include <map>
#include <random>

#include "core/world/values/name_index.h"

using ww::world::NameIndex;

namespace {

using Key = std::pair<std::uint64_t, std::string>;  // parent and name
using Model = std::map<std::uint64_t, Key>;         // by id

std::uint64_t findIn(const NameIndex& index, const Model& model, const Key& key, bool (*is_kind)(std::uint64_t)) {
  return index.find(key.first, key.second, is_kind, [&](std::uint64_t id) {
    const auto it = model.find(id);
    return it != model.end() && it->second == key && is_kind(id);
  });
}

bool any(std::uint64_t) { return true; }
bool isOdd(std::uint64_t id) { return id % 2 == 1; }

// Short and long names, so many that some share a key.
std::string nameOf(std::uint64_t n) {
  return n % 3 == 0 ? fmt::format("a_name_that_is_longer_than_stands_there_{}", n) : fmt::format("part_{}", n);
}

}  // namespace

class TestNameIndex : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithAModelUnderRandomChanges() {
    std::mt19937_64 random(1);
    NameIndex index;
    Model model;
    std::map<Key, std::uint64_t> ids;
    for (std::uint64_t i = 1; i <= 60'000; ++i) {
      const Key key{random() % 3, nameOf(random() % 9000)};
      const auto known = ids.find(key);
      if (known == ids.end()) {
        index.add(key.first, key.second, i);
        ids[key] = i;
        model[i] = key;
      } else if (random() % 2) {
        index.drop(key.first, key.second, known->second);
        model.erase(known->second);
        ids.erase(known);
      }
      const Key asked{random() % 4, nameOf(random() % 9000)};
      const auto meant = ids.find(asked);
      QCOMPARE(findIn(index, model, asked, any), meant == ids.end() ? 0 : meant->second);
    }
    std::size_t shared = 0;
    for (const auto& [key, id] : ids) {
      QCOMPARE(findIn(index, model, key, any), id);
      shared += index.idsAt(key.first, key.second)->more ? 1 : 0;
    }
    QVERIFY2(shared > 20, qPrintable(QStringLiteral("only %1 names share a key").arg(shared)));
  }

  void twoAreFoundAsOneIs() {
    NameIndex index;
    Model model;
    for (std::uint64_t i = 1; i <= 6000; ++i) {
      model[i] = {i % 2, nameOf(i)};
      index.add(model[i].first, model[i].second, i);
    }
    std::size_t told = 0;
    for (std::uint64_t i = 1; i <= 6000; ++i) {
      const Key &a = model[i], &b = model[6001 - i];
      const auto [id_a, id_b] = index.findBoth(a.first, a.second, b.first, b.second);
      QVERIFY((id_a == 0 || id_a == i) && (id_b == 0 || id_b == 6001 - i));
      told += id_a == i ? 1 : 0;
    }
    QVERIFY(told > 3900);  // all short ones but those that share a key
    const auto [none, some] = index.findBoth(0, "nobody", 1, nameOf(1));
    QVERIFY(none == 0 && some == 1);
  }

  // A frame and an object below one parent are told apart.
  void whatIsOfAnotherKindIsPassedOver() {
    NameIndex index;
    index.add(7, "tool", 12);
    index.add(7, "tool", 13);
    const Model model{{12, {7, "tool"}}, {13, {7, "tool"}}};
    QCOMPARE(findIn(index, model, {7, "tool"}, any), std::uint64_t{12});
    QCOMPARE(findIn(index, model, {7, "tool"}, isOdd), std::uint64_t{13});
    QCOMPARE(findIn(index, model, {8, "tool"}, any), std::uint64_t{0});
  }

  void anOldVersionKeepsItsNames() {
    NameIndex first;
    first.add(0, "arm", 3);
    NameIndex second = first;
    second.drop(0, "arm", 3);
    second.add(0, "leg", 3);
    QVERIFY(first.idsAt(0, "arm") && !first.idsAt(0, "leg"));
    QVERIFY(!second.idsAt(0, "arm") && second.idsAt(0, "leg"));
  }
};

QTEST_GUILESS_MAIN(TestNameIndex)
#include "test_name_index.moc"
