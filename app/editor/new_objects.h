// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/attach_list.h"
#include "app/editor/feature_desk.h"
#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"

namespace ww::ui {
class ScenePanel;
}

namespace ww::editor {

// Where new objects go, how they come into view, what they are attached to, and the objects of the bundled library.
class NewObjects : public QObject, public ui::ObjectCommands {
  Q_OBJECT
 public:
  NewObjects(const WindowParts& parts, ui::ScenePanel& scene);

  Vec3 lookedAt() const;  // on the floor, root frame, metres
  Vec3 freeSpot(const Vec3& size) const override;
  Vec3 spotInView() const override;
  Vec3 freeSpotNear(const Vec3& wish, const Vec3& size) const override;
  void showNew(const std::vector<world::NodeRef>& nodes) override;
  void duplicate(const std::vector<ObjectId>& objects, const QString& label) override;
  void attach() override;
  QString whyNotAttach() const override { return attach_->whyNot(); }
  void makeParts(ui::PartsForm form) override;
  QString whyNotParts(ui::PartsForm form) const override;
  // Of what is first in a world: the view has nothing else to show.
  void fitFirst(const std::vector<world::NodeRef>& nodes);
  void addFrameOnFeature() override { features_->addFrame(); }
  bool isPickingFeature() const override { return features_->isPicking(); }
  void moveFrameOntoFeature() override;
  FeatureDesk& features() const { return *features_; }
  std::vector<ui::SampleObject> sampleObjects() const override;
  void addSampleObject(const QString& id) override;

 private:
  void duplicateMany(const std::vector<ObjectId>& objects, const QString& label);
  void showParts(const std::vector<world::NodeRef>& nodes, const Diagnostics& notes);
  void bringIntoView(const std::vector<world::NodeRef>& nodes, const Bounds& box);
  double floor() const;                                       // height, root frame, metres
  std::optional<Vec3> spotOnTouched(const Vec3& size) const;  // the same for the middle of the underside
  std::optional<Vec3> spotOnTop(const world::Object& object, Vec3 point, const Vec3& size) const;
  std::optional<Vec3> groundAt(const QPointF& pixel, const Vec3& size) const;
  bool isSeen(const Vec3& spot, const Vec3& size) const;
  std::vector<QPointF> pixelsAroundMiddle() const;
  session::EditsPtr createFree(const world::World& world, const std::string& name,
                               const intrinsic_proto::scene_object::v1::SceneObject& object) const;

  session::EditsPtr createOnActive(const world::World& world, const std::string& name,
                                   const intrinsic_proto::scene_object::v1::SceneObject& object) const;

  WindowParts parts_;
  ui::ScenePanel& scene_;
  FeatureDesk* features_;
  AttachList* attach_;
};

}  // namespace ww::editor
