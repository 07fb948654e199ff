// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/shapes_trial.h"
#include "app/editor/window_parts.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {
class ShapesDialog;
struct ShapePart;
}  // namespace ww::ui

namespace ww::editor {

// What the parts of the selected object are checked for collisions with: asked in a dialog beside the work, worked out
// by a job a moment after each choice, painted in the view, and taken in one step.
class ShapesDesk : public QObject {
  Q_OBJECT
 public:
  ShapesDesk(const WindowParts& parts, std::shared_ptr<ui::WorldScenes> scenes);

  // For the object that is selected, or parts of it; the dialog that is open is shown.
  void choose();
  // Why there is nothing to choose; empty when there is.
  QString whyNot() const;
  // Closes the dialog, and stops what runs.
  void end();
  ui::ShapesDialog* dialog() const;

 private:
  // What is selected: some links of one object.
  struct Target {
    ObjectId object;
    std::vector<EntityId> links;  // empty: all
  };
  std::optional<Target> target() const;
  void open(const Target& target);
  void place();
  static ui::ShapePart partOf(const world::Entity& link);
  void wished();
  void workOut();
  void take(const Result<TrialPtr>& made);
  void showPreview();
  void apply();
  void applied(const Result<session::Committed>& done);
  void stop();
  void followWorld();
  void showProgress(quint64 job);

  WindowParts parts_;
  std::shared_ptr<ui::WorldScenes> scenes_;
  QPointer<ui::ShapesDialog> dialog_;
  ObjectId object_;
  QString name_;  // of the object
  std::vector<world::EntityPtr> links_;
  std::map<TrialKey, LinkTrialPtr> known_;  // what was worked out, by link and wish
  TrialPtr trial_;                          // of all wishes; null while it is not known
  QTimer soon_;
  quint64 job_ = 0;  // 0: nothing runs
  bool taking_ = false;
};

}  // namespace ww::editor
