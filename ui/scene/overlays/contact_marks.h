// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <unordered_map>

#include "ui/scene/overlays/lines.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_marks.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// Pairs of bodies in the view: what collides, hatched on its collision shapes; lengths between two of them; what a
// margin keeps free. Passes of the frame that nothing is drawn in are off.
class ContactMarks {
 public:
  using Items = std::vector<TransientBatches::Item>;
  // Where entities are that a ghost shows.
  using GhostPoses = std::unordered_map<EntityId, Pose>;

  ContactMarks(FrameGraph& graph, q3c::QEntity* root);
  ~ContactMarks();
  void setTheme(const SceneTheme& theme);
  void setContacts(std::vector<Contact> contacts) {
    contacts_ = std::move(contacts);
    anchors_.clear();
  }
  void setMeasures(MeasureOf source, std::vector<Measure> measures) { measures_[source] = std::move(measures); }
  std::vector<Measure> measures(MeasureOf source) const {
    const auto at = measures_.find(source);
    return at == measures_.end() ? std::vector<Measure>() : at->second;
  }
  void setShells(std::vector<BodyShell> shells, WorldMirror& mirror) { take(std::move(shells), mirror, shells_); }
  void setPreview(PreviewOf source, std::vector<BodyShell> shapes, WorldMirror& mirror) {
    take(std::move(shapes), mirror, preview_[source]);
  }

  // Hatch and shells where things are now. What is to be outlined goes into `outlines`, of that class, and `box`.
  void paint(const WorldMirror& mirror, const GhostPoses& ghost, float outline_class, Items& outlines, Bounds& box);
  // Lines and texts are as large on the screen from wherever they are seen.
  void drawLines(const ViewTransform& view);
  bool hasLines() const;
  std::vector<Label> labels(double dpr) const;
  bool hasShells() const { return !shell_batches_->empty(); }

 private:
  struct Shell {
    EntityId entity;
    LibraryMeshPtr mesh;
    Eigen::Affine3d entity_t_shape = Eigen::Affine3d::Identity();
    std::optional<QColor> color = std::nullopt;
  };
  static void take(std::vector<BodyShell> shells, WorldMirror& mirror, std::vector<Shell>& into);
  static InstanceData placed(const Shell& shell, const WorldMirror& mirror, float opacity);
  void anchor(const WorldMirror& mirror, const GhostPoses& ghost);
  void addMeasure(const Measure& measure, const ViewTransform& view, std::vector<Line>& lines) const;
  void addForce(const Measure& m, const ViewTransform& view, std::vector<Line>& lines) const;
  void addArrow(const Measure& measure, const ViewTransform& view, std::vector<Line>& lines) const;

  FrameGraph& graph_;
  SceneTheme theme_;
  std::vector<Contact> contacts_;
  std::vector<std::pair<Vec3, Vec3>> anchors_;  // their places in the frames of a and b, from the first picture on
  std::map<MeasureOf, std::vector<Measure>> measures_;
  std::vector<Shell> shells_;
  std::map<PreviewOf, std::vector<Shell>> preview_;
  std::unique_ptr<TransientBatches> hatch_, shell_batches_;
  std::unique_ptr<LineBatch> lines_;
};

}  // namespace ww::ui::scene
