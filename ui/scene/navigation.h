// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QVariantAnimation>

#include "ui/scene/view_turns.h"

namespace ww::ui::scene {

enum class StandardView { kFront, kBack, kRight, kLeft, kTop, kBottom, kIso };

// Moves the camera: orbit around a point, pan, zoom to a point, and flights of at most 250 ms.
class Navigation : public QObject {
  Q_OBJECT
 public:
  static constexpr int kFlightMs = 220;
  explicit Navigation(QObject* parent = nullptr);

  const CameraState& camera() const { return camera_; }
  // Where a flight ends; the camera when there is none.
  const CameraState& destination() const { return flying() ? goal_ : camera_; }
  bool flying() const { return flight_.state() == QVariantAnimation::Running; }
  void setReducedMotion(bool on) { reduced_motion_ = on; }

  void set(const CameraState& camera);
  void flyTo(const CameraState& camera);
  // Pixels that the pointer moved; a full width turns once around. `pivot` stays where it is on screen.
  void orbit(double dx, double dy, const Vec3& pivot);
  void pan(const ViewTransform& view, double dx, double dy);
  // Factor below 1 comes closer; `fixed` stays where it is on screen.
  void zoom(double factor, const Vec3& fixed);
  void setStandardView(StandardView view);
  void toggleProjection();

 Q_SIGNALS:
  void changed();

 private:
  void step(double t);

  CameraState camera_, start_, goal_;
  QVariantAnimation flight_;
  bool reduced_motion_ = false;
};

}  // namespace ww::ui::scene
