// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "ui/models/entity_chain.h"

using namespace ww;
using namespace ww::ui;

class TestEntityChain : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void entitiesAreListedAsTheirChain();
  void partsStandBelowTheirAssembly();
};

// An arm with a rigid tool flange on the side, and at its end a hand with two fingers.
void TestEntityChain::entitiesAreListedAsTheirChain() {
  world::Object object;
  quint64 next = 10;
  const auto put = [&](const char* name, world::EntityKind kind, EntityId parent, bool moves = false) {
    auto entity = std::make_shared<world::Entity>();
    entity->id = EntityId{next++};
    entity->parent = parent;
    entity->kind = kind;
    entity->name = name;
    if (kind == world::EntityKind::kJoint) entity->joint.emplace();
    if (moves) entity->joint->motion = world::MotionType::kRevolute;
    object.entities.push_back(entity);
    return entity->id;
  };
  const auto link = [&](const char* name, EntityId parent) { return put(name, world::EntityKind::kLink, parent); };
  const auto joint = [&](const char* name, EntityId parent, bool moves = true) {
    return put(name, world::EntityKind::kJoint, parent, moves);
  };
  const EntityId base = link("base", {});
  const EntityId mount = joint("mount", base, false), plate = link("plate", mount);
  const EntityId j1 = joint("j1", base), l1 = link("l1", j1), camera = put("camera", world::EntityKind::kSensor, l1);
  const EntityId j2 = joint("j2", l1), l2 = link("l2", j2), wrist = joint("wrist", l2, false),
                 hand = link("hand", wrist);
  const EntityId left = joint("left", hand), left_tip = link("left_tip", left), bend = joint("bend", left_tip),
                 tip = link("tip", bend);
  const EntityId right = joint("right", hand), right_tip = link("right_tip", right), bend2 = joint("bend2", right_tip);
  const EntityChain chain(object);
  using Ids = std::vector<EntityId>;
  // The trunk stands side by side; the rigid side branch lies below the link that it starts from.
  QVERIFY(chain.top() == (Ids{base, j1, j2, wrist}));
  QVERIFY(chain.below(base) == Ids{mount} && chain.below(mount) == Ids{plate});
  QVERIFY(chain.below(j1) == Ids{l1} && chain.below(l1) == Ids{camera} && chain.below(j2) == Ids{l2});
  // Of two fingers that are alike neither carries on, and each has its own chain.
  QVERIFY(chain.below(hand) == (Ids{left, right}));
  QVERIFY(chain.below(left_tip) == Ids{bend} && chain.below(right_tip) == Ids{bend2} && chain.below(bend) == Ids{tip});
  QCOMPARE(chain.above(tip), bend);
  QCOMPARE(chain.above(j2), EntityId{});
  QVERIFY(chain.below(tip).empty());
}

void TestEntityChain::partsStandBelowTheirAssembly() {
  world::Object object;
  quint64 next = 10;
  const auto link = [&](const char* name, EntityId parent) {
    auto entity = std::make_shared<world::Entity>();
    entity->id = EntityId{next++};
    entity->parent = parent;
    entity->kind = world::EntityKind::kLink;
    entity->name = name;
    object.entities.push_back(entity);
    return entity->id;
  };
  const EntityId whole = link("whole", {}), board = link("board", whole), chip = link("chip", board),
                 pin = link("pin", chip), plug = link("plug", board), screw = link("screw", whole);
  const EntityChain chain(object);
  using Ids = std::vector<EntityId>;
  QVERIFY(chain.top() == (Ids{whole, board, screw}));
  QVERIFY(chain.below(board) == (Ids{chip, plug}) && chain.below(chip) == Ids{pin} && chain.below(whole).empty());
  QCOMPARE(chain.above(pin), chip);
}

QTEST_APPLESS_MAIN(TestEntityChain)
#include "test_entity_chain.moc"
