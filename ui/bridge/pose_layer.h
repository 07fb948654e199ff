// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>
#include <optional>

#include "core/model/keeper.h"
#include "core/model/overlay.h"

namespace ww::ui {
class WorldScenes;

// Poses shown instead of the world's own while something is dragged, jogged or previewed. Nobody
// edits or copies the world for them: what rides along is the model's to say.
class PoseLayer : public QObject {
  Q_OBJECT
 public:
  explicit PoseLayer(QObject* parent = nullptr);

  void setRootTObject(ObjectId object, const Pose& root_t_object);
  void setRootTFrame(FrameId frame, const Pose& root_t_frame);
  // Poses of objects and frames in the root frame, told as one change.
  void setRootT(const std::vector<std::pair<world::NodeRef, Pose>>& root_t_nodes);
  void setJoints(ObjectId object, const JointVector& positions);
  // In the place of all that there was, told as one change. What overlaps by less than `touch_m` (metres) is meant to
  // touch: a simulation needs as much to have forces there.
  void set(model::Overrides overrides, double touch_m = 0.0);
  void clear();
  bool empty() const { return overrides_.empty(); }

  double touch() const { return touch_m_; }  // metres, of what is shown now
  const model::Overrides& overrides() const { return overrides_; }
  const std::map<ObjectId, Pose>& objects() const { return overrides_.objects; }
  const std::map<FrameId, Pose>& frames() const { return overrides_.frames; }
  const std::map<ObjectId, JointVector>& joints() const { return overrides_.joints; }
  std::vector<ObjectId> moved(const world::World& world) const { return overrides_.moved(world); }
  // Costs the joints below the node; the first time in a world its model as well, unless models() has it.
  Pose rootT(const world::World& world, world::NodeRef node) const;
  // Where things are in a world with other overrides than these.
  model::Overlay over(const world::World& world, const model::Overrides& overrides) const;
  // Whoever has the world first, in any thread, may have its model made.
  const std::shared_ptr<model::ModelKeeper>& models() const { return models_; }
  // Of these models: what all threads of the window check, plan and judge in.
  const std::shared_ptr<WorldScenes>& scenes() const { return scenes_; }

 Q_SIGNALS:
  void changed();

 private:
  void tell(double touch_m = 0.0);

  model::Overrides overrides_;
  double touch_m_ = 0.0;
  const std::shared_ptr<model::ModelKeeper> models_ = std::make_shared<model::ModelKeeper>();
  const std::shared_ptr<WorldScenes> scenes_;
  mutable std::optional<model::Overlay> overlay_;  // none: nobody has asked
  mutable bool outdated_ = false;                  // the overlay is of other overrides
};

}  // namespace ww::ui
