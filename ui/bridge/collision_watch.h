// SPDX-License-Identifier: Apache-2.0
#pragma once
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
// world counts.
class CollisionWatch : public QObject {
  Q_OBJECT
 public:
  explicit CollisionWatch(SessionBridge& bridge, QObject* parent = nullptr);
  ~CollisionWatch() override;

  bool isUpToDate() const { return up_to_date_; }
  const std::vector<Collision>& collisions() const { return collisions_; }  // deepest first

 Q_SIGNALS:
  void changed();

 private:
  struct Worker;
  void askSoon();
  void ask();
  void take(quint64 ticket, std::vector<Collision> found);

  SessionBridge& bridge_;
  std::vector<Collision> collisions_;
  bool up_to_date_ = false;
  quint64 ticket_ = 0;
  QTimer soon_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace ww::ui
