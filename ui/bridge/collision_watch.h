// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/collision/coverage.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {
class WorldScenes;

// A pair that is in collision.
struct Collision {
  EntityId a, b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  // root frame
  QString text;                                         // which, how deep
  double distance_m = 0.0, margin_m = 0.0;              // as of collision::Contact
  Vec3 normal = Vec3::UnitZ();                          // unit, root frame: moving b along it separates them
  QString rule;                                         // which set the margin, in words
};

struct Collisions {
  std::vector<Collision> pairs;  // deepest first
  bool more = false;             // there are others, less deep
};

// Checks the world for collisions after each change that can matter, off the Qt thread; only the newest
// world counts. Under a steady stream of changes a check follows the other all the same. While the pose
// layer shows things elsewhere (a drag, a jog, a preview) it is the shown poses that are checked.
class CollisionWatch : public QObject {
  Q_OBJECT
 public:
  CollisionWatch(SessionBridge& bridge, PoseLayer& layer, QObject* parent = nullptr);
  ~CollisionWatch() override;

  // What is shown is not the world as it stands: all below is about what is shown.
  bool isMoving() const { return moving_; }
  // Whether this world, as far as it was told, has been checked at all since it was opened.
  bool hasResult() const { return now().has; }
  // Nothing has changed since.
  bool isUpToDate() const { return now().up_to_date; }
  // Up to date, or what has changed since did so no longer ago than a person takes to notice.
  bool isRecent() const;
  const std::vector<Collision>& collisions() const { return now().found.pairs; }  // deepest first
  // These are the deepest of more, whose number is not told.
  bool hasMore() const { return now().found.more; }
  // What the world was checked for: without it "no collisions" says nothing.
  const collision::Coverage& coverage() const { return coverage_; }
  // Of the world: what its rules leave out although it overlaps, a line each, the deepest first. Told a little later.
  const QStringList& excluded() const { return excluded_; }
  // What is odd about the world as it stands, and most likely a mistake. Told a little later, too.
  const Diagnostics& suspicions() const { return suspicions_; }
  // For others that look at the same world.
  const std::shared_ptr<WorldScenes>& scenes() const { return scenes_; }

  // What following what is shown has cost so far.
  struct Effort {
    quint64 changes = 0, checks = 0;  // of poses; the newest of several is checked
    double last_ms = 0.0, worst_ms = 0.0;
    int pause_ms = 0;  // from a change to its check: more where checks take long, so that they leave room for frames
  };
  const Effort& effort() const { return effort_; }

 Q_SIGNALS:
  // A check has ended, or its result is of another world: collisions() are others.
  void checked();
  // isUpToDate(), isRecent() or isMoving() is different.
  void ageChanged();

 private:
  struct Worker;
  struct Result {
    Collisions found;
    bool has = false, up_to_date = false;
    qint64 outdated_since_ms = 0;  // since when it has not been up to date
  };
  struct Ticket {
    quint64 number = 0;
    qint64 asked_ms = 0;
  };
  const Result& now() const { return moving_ ? of_shown_ : of_world_; }
  void askSoon(bool other_world);
  void ask();
  void take(Ticket ticket, Collisions found, collision::Coverage coverage);
  void takeRest(quint64 ticket, const QStringList& excluded, Diagnostics suspicions);
  void layerChanged();
  void beginMoving();
  void endMoving();
  void askShown();
  void takeShown(Ticket ticket, Collisions found, double milliseconds);
  void outdate(Result& result, qint64 since_ms);

  SessionBridge& bridge_;
  PoseLayer& layer_;
  std::shared_ptr<WorldScenes> scenes_;
  Effort effort_;
  Result of_world_, of_shown_;
  collision::Coverage coverage_;
  QStringList excluded_;
  Diagnostics suspicions_;
  bool moving_ = false;
  quint64 ticket_ = 0, shown_ticket_ = 0;
  quint64 world_ticket_ = 0;   // of the first change of this world
  quint64 moving_ticket_ = 0;  // of the first poses of this drag
  world::WorldPtr moving_in_;  // the world that the poses lie over, as far as it was told
  QElapsedTimer clock_;
  QTimer soon_, shown_soon_, old_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace ww::ui
