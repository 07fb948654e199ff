// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/editor/window_parts.h"

namespace ww::editor {

// Offers to generate collision rules for a robot that has just been imported: unless it has some, has too few bodies
// to need any, or the user said never.
class GeneratorOffer : public QObject {
  Q_OBJECT
 public:
  // `show` brings the generator into sight, for a robot.
  GeneratorOffer(const WindowParts& parts, std::function<void(ObjectId robot)> show);

  // What an import has made.
  void imported(const std::vector<world::NodeRef>& made);
  void open(ObjectId robot) { show_(robot); }

  // Whether rules for it are worth an offer.
  static bool needsRules(const world::World& world, ObjectId robot);
  static bool isWanted();
  static void setWanted(bool wanted);

 private:
  void offer(ObjectId robot);

  WindowParts parts_;
  std::function<void(ObjectId)> show_;
  QString offered_;  // what the last offer was called
};

}  // namespace ww::editor
