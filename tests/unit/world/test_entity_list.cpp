// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <QtTest>
#include <random>

#include "core/world/values/parts.h"

using namespace ww;
using world::EntityList;
using world::EntityPtr;

namespace {

EntityPtr named(std::uint64_t id, std::string name, EntityId parent = {}, const Pose& parent_t_this = {}) {
  auto entity = std::make_shared<world::Entity>();
  entity->id = {id};
  entity->name = std::move(name);
  entity->parent = parent;
  entity->parent_t_this = parent_t_this;
  return entity;
}

EntityList listOf(std::size_t count) {
  EntityList list;
  // Ids that do not follow each other, nor ascend.
  for (std::size_t i = 0; i < count; ++i) list.push_back(named(i * 7919 % 104729 + 1, fmt::format("part_{}", i)));
  return list;
}

bool agrees(const EntityList& list, const std::vector<EntityPtr>& model) {
  if (list.size() != model.size() || !std::equal(list.begin(), list.end(), model.begin(), model.end())) return false;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const EntityPtr* by_id = list.find(model[i]->id);
    const EntityPtr* by_name = list.named(model[i]->name);
    if (list[i] != model[i] || list.indexOf(model[i]->id) != i || !by_id || *by_id != model[i] || !by_name ||
        *by_name != model[i]) {
      return false;
    }
  }
  return !list.find(EntityId{}) && !list.find(EntityId{999'999}) && !list.named("nobody") && !list.named("") &&
         list.indexOf(EntityId{999'999}) == list.size();
}

// Up the parents, one by one.
Pose firstT(const std::vector<EntityPtr>& model, const world::Entity& entity) {
  if (entity.id == model.front()->id) return {};
  const auto parent = std::ranges::find(model, entity.parent, [](const EntityPtr& e) { return e->id; });
  return firstT(model, **parent) * entity.parent_t_this;
}

bool standAlike(const EntityList& list, const std::vector<EntityPtr>& model) {
  const auto wrong = [&](const EntityPtr& e) {
    const auto pose = list.firstT(e->id);
    const Pose meant = firstT(model, *e);
    return !pose || positionDistance(*pose, meant) > 1e-9 || rotationDistance(*pose, meant) > 1e-6;
  };
  return std::ranges::none_of(model, wrong) && !list.firstT(EntityId{999'999});
}

}  // namespace

class TestEntityList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithAVectorUnderRandomChanges() {
    std::mt19937 random(1);
    for (const std::size_t start : {0, 1, 15, 16, 17, 300}) {
      EntityList list = listOf(start);
      std::vector<EntityPtr> model(list.begin(), list.end());
      for (int i = 0; i < 200; ++i) {
        const auto what = random() % 5;
        if (what == 0 && !model.empty()) {
          list.pop_back();
          model.pop_back();
        } else if (what < 3 || model.empty()) {
          model.push_back(named(200'000u + static_cast<unsigned>(i), fmt::format("new_{}", i)));
          list.push_back(model.back());
        } else {
          const std::size_t at = random() % model.size();
          model[at] = named(model[at]->id.value, fmt::format("renamed_{}", i));
          list.set(at, model[at]);
        }
        QVERIFY(agrees(list, model));
      }
    }
  }

  // Poses stand beside the ids when there are many: they must follow every change, in the version that has it only.
  void posesFollowEveryChange() {
    std::mt19937 random(2);
    const auto anyPose = [&] {
      const auto part = [&] { return static_cast<double>(random() % 100) * 0.01; };
      return Pose::fromRpy(Vec3(part(), part(), part()), part(), part(), part());
    };
    for (const std::size_t count : {2, 15, 17, 40}) {
      // Ids that follow each other in one half of the list.
      EntityList list;
      for (std::size_t i = 0; i < count; ++i)
        list.push_back(named(i < count / 2 ? 100 + i : 9000 - 7 * i, fmt::format("part_{}", i),
                             i ? list[random() % i]->id : EntityId(), i ? anyPose() : Pose()));
      std::vector<EntityPtr> model(list.begin(), list.end());
      for (int i = 0; i < 100; ++i) {
        const EntityList before = list;
        const std::vector<EntityPtr> model_before = model;
        const std::size_t at = 1 + random() % (count - 1);
        const bool rename = random() % 3 == 0, hang = random() % 3 == 0;
        model[at] =
            named(model[at]->id.value, rename ? fmt::format("other_{}", i) : model[at]->name,
                  hang ? model[random() % at]->id : model[at]->parent, rename ? model[at]->parent_t_this : anyPose());
        list.set(at, model[at]);
        QVERIFY(agrees(list, model) && standAlike(list, model) && standAlike(before, model_before));
      }
    }
  }

  void anOldVersionKeepsItsEntities() {
    const EntityList first = listOf(1000);
    const std::vector<EntityPtr> model(first.begin(), first.end());
    EntityList second = first;
    QVERIFY(second.sharesAllWith(first));
    second.set(500, named(first[500]->id.value, "another"));
    second.push_back(named(300'000, "more"));
    QVERIFY(!second.sharesAllWith(first));
    QVERIFY(agrees(first, model));
    QVERIFY(!second.named("part_500") && second.named("another") && second.named("more"));
    std::vector<std::size_t> different;
    EntityList::diff(first, second, [&](std::size_t i, const EntityPtr* a, const EntityPtr* b) {
      different.push_back(i);
      QVERIFY(b && (i == 500) == (a != nullptr));
    });
    QCOMPARE(different, (std::vector<std::size_t>{500, 1000}));
  }

  void changingOneOfManyTouchesFewNodes() {
    const EntityList list = listOf(10'000);
    EntityList changed = list;
    world::nodesVisited() = 0;
    changed.set(5000, named(list[5000]->id.value, list[5000]->name));
    QVERIFY(world::nodesVisited() < 20);
    const EntityId some = list[7777]->id;
    world::nodesVisited() = 0;
    QVERIFY(changed.find(some));
    QVERIFY(world::nodesVisited() < 12);
  }
};

QTEST_GUILESS_MAIN(TestEntityList)
#include "test_entity_list.moc"
