// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/project/failures.h"
#include "core/project/records.h"
#include "core/project/salvage.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/instantiate.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::project {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

so::Entity& addLink(so::SceneObject& object, const char* name, const char* parent, const std::string& ref) {
  so::Entity& link = *object.add_entities();
  link.set_name(name);
  link.set_parent_name(parent);
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  for (const char* purpose : {"Intrinsic_Visual", "Intrinsic_Collision"})
    (*sets[purpose].mutable_named_geometries())["body"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
        ref);
  if (*parent) link.mutable_parent_t_this()->mutable_orientation()->set_w(1);
  return link;
}

}  // namespace

// What is left of a world of which rows are gone: an arm of three links, with a box on each.
class TestProjectRegain : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    world::WorldEditor editor(world::World{}, store_);
    so::SceneObject arm;
    addLink(arm, "base", "", shape(0.1));
    addLink(arm, "upper", "base", shape(0.2));
    addLink(arm, "tip", "upper", shape(0.3));
    so::Entity& frame = *arm.add_entities();
    frame.set_name("flange");
    frame.set_parent_name("tip");
    frame.mutable_frame();
    arm_ = add(editor, "arm", world::kRootObject, world::kRootEntity, arm);
    so::SceneObject box;
    addLink(box, "body", "", shape(0.05));
    const world::World so_far = editor.world();
    for (const char* link : {"base", "upper", "tip"}) {
      ids_[link] = so_far.object(arm_)->entities.named(link)->get()->id;
      boxes_[link] = add(editor, std::string("box_on_") + link, arm_, ids_[link], box);
    }
    world_ = std::move(editor).finish();
    stored_ = Stored();
    for (const WorldPart& part : partsOf(world_)) stored_.parts.push_back(rowOf(part).value());
  }

  void whatIsWholeStaysAsItIs() {
    const world::World left = regained();
    QCOMPARE(contentHash(left), contentHash(world_));
    QVERIFY(lost_.empty());
  }

  void aLostShapeCostsTheShapeAlone() {
    const world::World left = regained({shape(0.2)});
    QCOMPARE(left.objectCount(), world_.objectCount());
    const world::ObjectPtr arm = left.object(arm_);
    QCOMPARE(arm->entities.size(), std::size_t{3});
    QVERIFY(arm->entity(ids_["upper"])->visual.empty() && arm->entity(ids_["upper"])->collision.empty());
    QVERIFY(!arm->entity(ids_["tip"])->visual.empty());
    QVERIFY(isTold(failures::kKeptWithoutVisual, "'arm:upper'"));
    QVERIFY(isTold(failures::kKeptWithoutCollision, "'arm:upper'"));
    QCOMPARE(lost_.size(), std::size_t{2});
  }

  void aLostRootLinkIsReplacedByAnEmptyOne() {
    remove(ids_["base"].value);
    const world::World left = regained();
    QCOMPARE(left.objectCount(), world_.objectCount());
    const world::ObjectPtr arm = left.object(arm_);
    QCOMPARE(arm->entities.size(), std::size_t{3});
    QCOMPARE(arm->rootEntity(), ids_["base"]);
    QVERIFY(arm->entities.front()->visual.empty());
    QVERIFY(isTold(failures::kKeptWithEmptyLink, "'arm'"));
    QCOMPARE(lost_.size(), std::size_t{1});
  }

  void aLostLinkCostsWhatItCarriesButNoObject() {
    remove(ids_["upper"].value);
    const world::World left = regained();
    QCOMPARE(left.objectCount(), world_.objectCount());
    QCOMPARE(left.object(arm_)->entities.size(), std::size_t{1});
    QCOMPARE(left.frameCount(), world_.frameCount());
    for (const char* link : {"upper", "tip"}) {
      const world::ObjectPtr box = left.object(boxes_[link]);
      QVERIFY(box && box->parent == arm_ && box->parent_entity == ids_["base"]);
    }
    QVERIFY(isTold(failures::kKeptWithoutLinks, "'tip'"));
    QVERIFY(isTold(failures::kKeptElsewhere, "'box_on_upper' is kept and hangs on 'arm'"));
    QVERIFY(isTold(failures::kKeptElsewhere, "'box_on_tip'"));
    QVERIFY(!isTold(failures::kKeptElsewhere, "'box_on_base'"));
    QVERIFY(isTold(failures::kFrameKeptElsewhere, "'flange' of 'arm'"));
  }

  void aLostObjectIsMadeAnewOfItsLinks() {
    remove(arm_.value);
    const world::World left = regained();
    QCOMPARE(left.objectCount(), world_.objectCount());
    const world::ObjectPtr arm = left.object(arm_);
    QCOMPARE(arm->name, std::string("base"));
    QCOMPARE(arm->parent, world::kRootObject);
    QCOMPARE(arm->entities.size(), std::size_t{3});
    QCOMPARE(left.object(boxes_["tip"])->parent_entity, ids_["tip"]);
    QVERIFY(isTold(failures::kKeptAnew, "'base'"));
    QCOMPARE(lost_.size(), std::size_t{1});
  }

  void whatHungOnAnObjectThatIsGoneHangsOnTheRoot() {
    remove(arm_.value);
    for (const auto& [name, id] : ids_) remove(id.value);
    const world::World left = regained();
    QCOMPARE(left.objectCount(), world_.objectCount() - 1);
    QCOMPARE(left.object(boxes_["tip"])->parent, world::kRootObject);
    QVERIFY(isTold(failures::kKeptElsewhere, "'box_on_tip' is kept and hangs on 'root'"));
    QVERIFY(isTold(failures::kLostFrame, "'flange'"));
  }

  void theRootIsMadeAnewAndNothingMovesForIt() {
    for (const std::uint64_t id : {world::kRootObject.value, world::kRootEntity.value}) {
      init();
      remove(id);
      const world::World left = regained();
      QCOMPARE(left.objectCount(), world_.objectCount());
      QVERIFY(isTold(failures::kLostRoot, "root"));
      QCOMPARE(lost_.size(), std::size_t{1});
    }
  }

  void anyTwoRowsMayGoAndTheRestMakesAWorld() {
    const std::vector<PartRow> all = stored_.parts;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        stored_.parts = all;
        remove(static_cast<std::uint64_t>(all[a].id));
        remove(static_cast<std::uint64_t>(all[b].id));
        const Salvage salvage = soundParts(stored_, {});
        const auto made = worldOf(salvage.parts, store_);
        QVERIFY2(made.ok(), (std::to_string(all[a].id) + " " + std::to_string(all[b].id) + ": " +
                             (made.ok() ? "" : made.status().title))
                                .c_str());
        // Of an object that nothing hangs on nobody knows once its rows are gone: the reader of the rows tells these.
        const std::size_t kept = made->objectCount();
        QVERIFY(kept == world_.objectCount() ? !salvage.lost.empty() : kept + 1 == world_.objectCount());
      }
    }
  }

 private:
  std::string shape(double size) {
    geometry::Shape box;
    box.primitives.push_back({geometry::Box{Vec3::Constant(size)}, Eigen::Affine3d::Identity()});
    keep_.push_back(store_.intern(box).value());
    return keep_.back()->ref;
  }

  static ObjectId add(world::WorldEditor& editor, std::string name, ObjectId parent, EntityId on,
                      const so::SceneObject& object) {
    world::NewObject place;
    place.name = std::move(name);
    place.parent = parent;
    place.parent_entity = on;
    return world::instantiate(editor, place, object).value();
  }

  void remove(std::uint64_t id) {
    std::erase_if(stored_.parts, [&](const PartRow& row) { return row.id == static_cast<std::int64_t>(id); });
  }

  world::World regained(const std::set<std::string, std::less<>>& lost_refs = {}) {
    Salvage salvage = soundParts(stored_, lost_refs);
    lost_ = std::move(salvage.lost);
    return worldOf(salvage.parts, store_).value();
  }

  bool isTold(const FailureRow& row, const std::string& words) const {
    return std::any_of(lost_.begin(), lost_.end(), [&](const Status& lost) {
      return lost.failure->row == &row && lost.title.find(words) != std::string::npos;
    });
  }

  geometry::GeometryStore store_;
  std::vector<geometry::GeometryPtr> keep_;
  world::World world_;
  Stored stored_;
  std::vector<Status> lost_;
  ObjectId arm_;
  std::map<std::string, EntityId> ids_;
  std::map<std::string, ObjectId> boxes_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectRegain)
#include "test_project_regain.moc"
