// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <deque>
#include <memory>
#include <set>
#include <unordered_map>

#include "core/world/values/world.h"
#include "ui/bridge/pose_layer.h"
#include "ui/scene/batch_set.h"
#include "ui/scene/detail.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/group_edges.h"
#include "ui/scene/part_rules.h"
#include "ui/scene/part_styles.h"
#include "ui/scene/picking/pick_tree.h"

namespace ww::ui::scene {

// One placed geometry of an entity, as it is shown.
struct Part {
  EntityId entity;
  ObjectId object;
  bool collision = false;
  LibraryMeshPtr mesh;
  Eigen::Affine3d entity_t_shape = Eigen::Affine3d::Identity();
  Eigen::Affine3d root_t_shape = Eigen::Affine3d::Identity();
  geometry::Color color;  // alpha < 0: the mesh' own
  BatchGroup* group = nullptr;
  std::size_t index = 0;    // in the group
  std::uint32_t alone = 0;  // slot + 1 when its group is its own
  bool ghost = false;       // placed as one
};

// The world as batches of instances: one per geometry and kind of material. Driven by differences
// between versions; the cost of an update is the size of the difference. What takes longer than a few
// milliseconds is done in slices, turn by turn of the event loop. On the Qt thread.
class WorldMirror : public QObject {
  Q_OBJECT
 public:
  WorldMirror(FrameGraph& graph, q3c::QEntity* root, PoseLayer* poses);
  ~WorldMirror() override;

  void sync(const world::WorldPtr& world);
  // The pose layer has changed.
  void syncPoses();
  void setEdgesVisible(bool on);
  // A frame must not take long: very many edges are left out.
  void setHurried(bool on);
  // Large meshes may be drawn coarser, as far as they are prepared. What is picked and masked stays exact.
  void setDetail(const DetailWish& wish);
  // Faces of solids that look away from the eye are left out, where they are hidden: where nothing is cut open and the
  // eye is in no solid.
  void cullHidden(const CameraState& camera, bool cut_open);
  bool isCulled() const { return styles_.isCulled(); }
  // Of all faces, as they are drawn.
  std::size_t drawnTriangles() const;
  // What is hidden is neither drawn nor picked, what is locked has less colour. Costs what differs from before.
  void setRules(PartRules rules);
  const PartRules& rules() const { return rules_; }
  // Sends what has changed to the GPU, before each frame, and costs that. Empty groups go when they are so old.
  void flush(std::chrono::milliseconds least_age = {});
  // What that took last: groups looked at, and bytes.
  struct Flushed {
    std::size_t groups = 0, bytes = 0;
  };
  const Flushed& lastFlushed() const { return flushed_; }

  const world::World& world() const { return *world_; }
  Pose rootT(world::NodeRef node) const;
  // False while large geometry is being prepared, or objects wait for their slice.
  bool complete() const { return library_->pending() == 0 && !isWorking(); }
  bool isWorking() const { return !todo_.empty(); }
  // Does now what waits.
  void finish();
  // Translucent parts are shown.
  bool hasGlass() const { return glass_ > 0; }
  // Grows with every change of what is shown or where.
  std::uint64_t version() const { return version_; }

  const Part& part(std::uint32_t slot) const { return parts_[slot]; }
  // Parts now shown of a node: an object's own, an entity's, none for a frame.
  std::vector<std::uint32_t> shownParts(world::NodeRef node) const;
  std::size_t shownCount(ObjectId object) const;  // of those that can be chosen
  // All parts of an object, visual ones or collision ones.
  std::vector<std::uint32_t> partsOf(ObjectId object, bool collision) const;
  bool isShown(const Part& part) const { return rules_.shows(*world_, part); }
  // False for one that goes when its slice comes: the world no longer has it.
  bool isCurrent(const Part& part) const { return !isWorking() || world_->owner(part.entity); }
  bool isLocked(const Part& part) const { return rules_.isLocked(*world_, part); }
  Bounds boundsOf(world::NodeRef node) const;
  // Corners of the boxes around all that is shown, or around a node, prepared or not.
  std::vector<Vec3> corners() const;
  std::vector<Vec3> cornersOf(world::NodeRef node) const;
  Bounds bounds();
  // Near and far planes for all of it.
  void clip(CameraState& camera);
  // For rays and regions; ids are slots.
  const geometry::SceneBvh& pickTree() { return tree_.instances(); }
  MeshLibrary& library() { return *library_; }
  std::size_t entityCount() const;

 Q_SIGNALS:
  // When an update begins, if it is seen then, and when it is done.
  void changed();

 private:
  void addObject(const world::Object& object);
  void removeObject(ObjectId id);
  void update(std::uint32_t slot);
  void place(std::uint32_t slot);
  void unplace(std::uint32_t slot);
  void placeReady();
  void mark(ObjectId object, unsigned what);
  void markBelow(ObjectId object);
  void work(double milliseconds);
  void workOn(ObjectId object, unsigned what);
  void startWork();
  void show(ObjectId object);
  void movePoses(std::vector<ObjectId> objects);
  void setPoses(const world::Object& object);
  InstanceData instanceOf(const Part& part, std::uint32_t slot) const;
  static GroupKey keyOf(const Part& part);
  static bool isGlass(const Part& part);
  BatchGroup& groupFor(const Part& part);
  std::uint32_t newSlot();
  void refreshAll();
  void refresh(const std::vector<std::uint64_t>& nodes);
  void markShownBelow(ObjectId object);

  q3c::QEntity* root_;
  PoseLayer* poses_;
  world::WorldPtr world_;
  std::unique_ptr<MeshLibrary> library_;
  PartStyles styles_;
  std::map<GroupKey, std::unique_ptr<BatchGroup>> groups_;
  std::map<BatchGroup*, GroupKey> touched_;  // since the last flush
  std::unique_ptr<GroupEdges> edges_;
  Flushed flushed_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<ObjectId, std::vector<std::uint32_t>> by_object_;
  std::vector<ObjectId> overridden_;  // by the pose layer at the last update, in order
  PartRules rules_;
  PickTree tree_;
  // Objects that wait, in this order, and what for.
  std::deque<ObjectId> todo_;
  std::unordered_map<ObjectId, unsigned> waits_for_;
  QTimer next_slice_;
  // Parts that wait for the thread that prepares their geometry.
  std::unordered_map<LibraryMeshPtr, std::vector<std::uint32_t>> unready_;
  std::size_t glass_ = 0;  // translucent parts that are shown
  std::uint64_t version_ = 0;
  bool coarse_ = false;  // levels were chosen
};

}  // namespace ww::ui::scene
