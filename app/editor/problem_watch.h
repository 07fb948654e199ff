// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "app/editor/window_parts.h"
#include "core/base/diagnostic.h"
#include "ui/bridge/collision_watch.h"
#include "ui/bridge/share.h"
#include "ui/models/problems_model.h"

namespace ww::ui {
class MotionPanel;
}

namespace ww::editor {

// Keeps the list of what is wrong now: hears of failures, and of what ends them.
class ProblemWatch : public QObject {
  Q_OBJECT
 public:
  struct Sources {
    ui::CollisionWatch& collisions;
    ui::MotionPanel& motion;
    ui::Share& share;
  };
  ProblemWatch(const WindowParts& parts, const Sources& sources);

  // Who tells of a problem, and with that what ends it.
  static QString edits();                      // the next edit that is made
  static QString saving();                     // a save
  static QString keeping();                    // that what is done is kept for recovery again
  static QString sharing();                    // a try that works
  static QString file(const QString& path);    // that it, or another world, is opened
  static QString lost(const QString& path);    // that another world is opened
  static QString import(const QString& file);  // that it is imported
  void set(const QString& source, const QList<ui::Problem>& problems);
  // What there is to say about the objects of a file, as long as one of them is there; how many rows it made. `again`
  // imports it in another unit, of so many metres.
  int imported(const QString& file, const Diagnostics& diagnostics, const std::vector<world::NodeRef>& objects,
               const std::function<void(double)>& again);
  // Selects what a row, or a message, is about and brings it into view.
  void goTo(int row);
  void goTo(const QString& subject);

 private:
  void worldChanged(const ui::ChangePtr& change);
  void worldReplaced(const QString& path);
  void showCollisions();
  void allow(const std::vector<world::NodeRef>& nodes);
  void showPlan();
  void showNotes(const ui::ChangePtr& change);
  void showSuspicions();
  bool isListed(const Diagnostic& held) const;
  void offerToPut(const ui::Problem& problem);

  WindowParts parts_;
  ui::ProblemsModel& problems_;
  ui::CollisionWatch& collisions_;
  ui::MotionPanel& motion_;
  std::uint64_t refused_at_ = 0;  // the revision at which an edit was refused
  QString put_offer_;             // the notice that offers it
};

}  // namespace ww::editor
