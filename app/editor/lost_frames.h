// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <optional>
#include <vector>

#include "app/editor/reimport_desk.h"
#include "app/editor/window_parts.h"

namespace ww::editor {

class FeatureDesk;

// Frames whose bore or part a changed file no longer has: they stay under Problems, each with a button to pick another
// place for it, until they are put somewhere, go, or the step is undone.
class LostFrames : public QObject {
  Q_OBJECT
 public:
  LostFrames(const WindowParts& parts, FeatureDesk& features, ReimportDesk& reimports);

 private:
  struct Told {
    ReimportDesk::LostFrame lost;
    // As it was told of.
    Pose parent_t_frame;
    EntityId parent;
    std::string link;
  };
  void tell(const std::vector<ReimportDesk::LostFrame>& frames);
  bool isLost(const Told& told) const;
  void show();
  static std::optional<Told> seen(const world::World& world, const ReimportDesk::LostFrame& lost);

  WindowParts parts_;
  FeatureDesk& features_;
  std::vector<Told> told_;
};

}  // namespace ww::editor
