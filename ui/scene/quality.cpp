// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/quality.h"

namespace ww::ui::scene {
namespace {

constexpr double kSlowMs = 45.0, kQuickMs = 16.0;
constexpr int kLastStep = 2;
constexpr qint64 kOneMotionMs = 600;
// So many quick frames and more is tried: not to and fro.
constexpr int kQuickFrames = 20;

}  // namespace

Quality::Quality(QObject* parent) : QObject(parent) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    const bool coarse = !isFine();
    moving_ = false;
    if (coarse) Q_EMIT rested();
  });
}

void Quality::moved() {
  moving_ = moving_ || (since_moved_.isValid() && since_moved_.elapsed() < kOneMotionMs);
  since_moved_.start();
  if (moving_) rest_.start();
}

void Quality::drawn(double milliseconds) {
  if (!isMoving()) return;
  // A frame may take longer than the rest: it begins after the last one of the motion.
  if (static_cast<double>(since_moved_.elapsed()) < milliseconds + 60.0) rest_.start();
  quick_ = milliseconds < kQuickMs ? quick_ + 1 : 0;
  if (milliseconds > kSlowMs && step_ < kLastStep) ++step_;
  if (quick_ >= kQuickFrames && step_ > 0) {
    --step_;
    quick_ = 0;
  }
}

}  // namespace ww::ui::scene
