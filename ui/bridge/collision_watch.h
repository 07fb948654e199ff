// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// A pair that is in collision in the world as it stands.
struct Collision {
  EntityId a, b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  // root frame
  QString text;                                         // which, how deep
};

// Checks the world for collisions after each change that can matter, off the Qt thread; only the newest
// world counts. Under a steady stream of changes a check follows the other all the same.
class CollisionWatch : public QObject {
  Q_OBJECT
 public:
  explicit CollisionWatch(SessionBridge& bridge, QObject* parent = nullptr);
  ~CollisionWatch() override;

  // Whether this world, as far as it was told, has been checked at all since it was opened.
  bool hasResult() const { return has_result_; }
  // Nothing has changed since.
  bool isUpToDate() const { return up_to_date_; }
  // Up to date, or what has changed since did so no longer ago than a person takes to notice.
  bool isRecent() const;
  const std::vector<Collision>& collisions() const { return collisions_; }  // deepest first

 Q_SIGNALS:
  // A check has ended, or its result is of another world: collisions() are others.
  void checked();
  // isUpToDate() or isRecent() is different.
  void ageChanged();

 private:
  struct Worker;
  void askSoon(bool other_world);
  void ask();
  void take(quint64 ticket, qint64 asked_ms, std::vector<Collision> found);

  SessionBridge& bridge_;
  std::vector<Collision> collisions_;
  bool has_result_ = false, up_to_date_ = false;
  quint64 ticket_ = 0;
  quint64 world_ticket_ = 0;      // of the first change of this world
  QElapsedTimer clock_;
  qint64 outdated_since_ms_ = 0;  // since when the result has not been up to date
  QTimer soon_, old_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace ww::ui
