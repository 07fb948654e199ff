// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>

#include "app/editor/window_parts.h"

class QDialog;

namespace ww::ui {
class RuleGeneratorPanel;
}

namespace ww::editor {

// Offers to generate collision rules for a robot that has just been imported: unless it has some, has too few bodies
// to need any, or the user said never.
class GeneratorOffer : public QObject {
  Q_OBJECT
 public:
  explicit GeneratorOffer(const WindowParts& parts);

  // What an import has made.
  void imported(const std::vector<world::NodeRef>& made);
  // Shows the generator for a robot: in a window of its own, unless it has a place elsewhere.
  void open(ObjectId robot);
  void setPlace(std::function<void(ObjectId robot)> place) { place_ = std::move(place); }
  // Of the window; null before it was shown.
  ui::RuleGeneratorPanel* panel() const;

  // Whether rules for it are worth an offer.
  static bool needsRules(const world::World& world, ObjectId robot);
  static bool isWanted();
  static void setWanted(bool wanted);

 private:
  void offer(ObjectId robot);

  WindowParts parts_;
  std::function<void(ObjectId)> place_;
  QPointer<QDialog> window_;
  QPointer<ui::RuleGeneratorPanel> panel_;
};

}  // namespace ww::editor
