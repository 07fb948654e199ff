// SPDX-License-Identifier: Apache-2.0
// What eyes, locks, kinds and isolation mean for a node.
#include <QtTest>

#include "tests/unit/model/models.h"
#include "ui/bridge/visibility.h"

using namespace ww;
using test::HandlingCell;

class TestVisibility : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEyeHoldsForWhatHangsOnIt() {
    HandlingCell cell(1);
    const ObjectId arm = armOf(cell), hand = cell.id("hand");
    QVERIFY(cell.w.isAncestor(arm, hand));
    const ui::Visibility seen = with([&](project::ViewState& v) { v.hidden = {arm.value}; });
    const auto frame = cell.frame("hand", "pinch");
    for (const world::NodeRef& node : {world::NodeRef(arm), world::NodeRef(hand), world::NodeRef(frame)})
      QVERIFY(!seen.shows(cell.w, node));
    QVERIFY(seen.isHiddenAbove(cell.w, hand) && !seen.isHiddenAbove(cell.w, arm));
    QVERIFY(!seen.isLocked(cell.w, hand));
  }

  void anEyeOfALinkIsItsAlone() {
    HandlingCell cell(2);
    const EntityId finger = cell.entity("hand", "finger_2");
    const ui::Visibility seen = with([&](project::ViewState& v) { v.hidden = {finger.value}; });
    QVERIFY(!seen.shows(cell.w, finger));
    QVERIFY(seen.shows(cell.w, cell.id("hand")));
    for (const auto& entity : cell.w.object(cell.id("hand"))->entities)
      QCOMPARE(seen.shows(cell.w, entity->id), entity->id != finger);
  }

  void onlyEyesBelowWhatIsIsolatedCount() {
    HandlingCell cell(3);
    const ObjectId arm = armOf(cell), hand = cell.id("hand");
    const auto seen = [&](project::NodeIds hidden, std::uint64_t alone) {
      return with([&](project::ViewState& v) {
        v.hidden = std::move(hidden);
        v.isolated = {alone};
        v.parts_hidden = v.robots_hidden = true;
      });
    };
    // Its own eye and those above it do not.
    QVERIFY(seen({arm.value, hand.value}, hand.value).shows(cell.w, hand));
    QVERIFY(!seen({}, hand.value).shows(cell.w, arm));
    QVERIFY(seen({}, arm.value).shows(cell.w, hand));
    QVERIFY(!seen({hand.value}, arm.value).shows(cell.w, hand));
    const EntityId finger = cell.entity("hand", "finger_2");
    QVERIFY(seen({}, finger.value).shows(cell.w, finger));
    QVERIFY(!seen({}, finger.value).shows(cell.w, hand));
  }

  void aLockHoldsForWhatHangsOnIt() {
    HandlingCell cell(4);
    const ObjectId arm = armOf(cell), hand = cell.id("hand");
    const ui::Visibility seen = with([&](project::ViewState& v) { v.locked = {arm.value}; });
    QVERIFY(seen.isLocked(cell.w, arm) && seen.isLocked(cell.w, hand));
    QVERIFY(seen.isLocked(cell.w, cell.frame("hand", "pinch")));
    QVERIFY(seen.isLocked(cell.w, cell.entity("hand", "finger_2")));
    QVERIFY(seen.shows(cell.w, arm));
  }

  void kindsAreNotInherited() {
    HandlingCell cell(5);
    const ui::Visibility seen = with([](project::ViewState& v) { v.robots_hidden = true; });
    cell.w.forEachObject([&](const world::Object& o) {
      if (o.id != world::kRootObject) QCOMPARE(seen.shows(cell.w, o.id), !o.isKinematic());
    });
  }

  void twoDifferByWhatDiffers() {
    const auto a = with([](project::ViewState& v) { v.hidden = {3, 5}; });
    const auto b = with([](project::ViewState& v) {
      v.hidden = {3, 7};
      v.locked = {5};
    });
    auto ids = b.from(a).ids;
    std::sort(ids.begin(), ids.end());
    QCOMPARE(ids, (std::vector<std::uint64_t>{5, 5, 7}));
    QVERIFY(!b.from(a).all && b.from(b).ids.empty());
    QVERIFY(with([](project::ViewState& v) { v.isolated = {3}; }).from(a).all);
    QVERIFY(with([](project::ViewState& v) { v.frames_hidden = true; }).from(with([](auto&) {})).frames);
  }

  void whatIsGoneIsNotShown() {
    HandlingCell cell(6);
    const ui::Visibility seen = with([](project::ViewState&) {});
    QVERIFY(!seen.shows(cell.w, ObjectId{999999}) && !seen.shows(cell.w, EntityId{999999}));
    QVERIFY(!seen.shows(cell.w, FrameId{999999}));
  }

 private:
  template <typename Set>
  static ui::Visibility with(Set&& set) {
    project::ViewState view;
    set(view);
    return ui::Visibility(view);
  }
  // What the hand hangs on.
  static ObjectId armOf(const HandlingCell& cell) { return cell.w.object(cell.id("hand"))->parent; }
};

QTEST_GUILESS_MAIN(TestVisibility)
#include "test_visibility.moc"
