// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace ww::ui::scene {

// How much is spent on a picture: everything while it stands; less and less while the camera or what is seen moves, as
// long as the frames take too long for the hand. Everything again when it has rested.
class Quality : public QObject {
  Q_OBJECT
 public:
  static constexpr int kRestMs = 100;
  explicit Quality(QObject* parent = nullptr);

  // Something moved. One step alone is no motion.
  void moved();
  // A frame took this long.
  void drawn(double milliseconds);

  // Whether also a picture at rest goes without contact shade, smooth silhouettes and soft shadows: for computers that
  // draw without a graphics card. Whether it changed.
  bool setPlain(bool plain);

  bool isMoving() const { return moving_; }
  // Less than at rest, as frames were slow.
  bool isHurried() const { return step() > 0; }
  // Contact shade and smooth silhouettes.
  bool isFine() const { return !plain_ && !isHurried(); }
  // How far off, in pixels of the surface, large meshes may be drawn.
  double detailPixels() const { return step() < 1 ? 0.0 : step() < 2 ? 1.0 : 1.5; }
  // Pixels of faces for one of the surface, along a side.
  double scale() const { return step() < 2 ? 1.0 : 0.6; }
  // In a row; a shadow stays.
  int shadowSamples() const { return plain_ ? 1 : step() < 1 ? 3 : step() < 2 ? 2 : 1; }

 Q_SIGNALS:
  // All rests, and all is to be drawn.
  void rested();

 private:
  int step() const { return isMoving() ? step_ : 0; }

  QTimer rest_;
  QElapsedTimer since_moved_;
  bool moving_ = false, plain_ = false;
  int step_ = 0, quick_ = 0;
  int patience_;         // quick frames until more is tried
  bool trying_ = false;  // more than was too slow before
};

}  // namespace ww::ui::scene
