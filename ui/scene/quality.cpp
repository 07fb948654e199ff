// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/quality.h"

#include <algorithm>
#include <utility>

namespace ww::ui::scene {
namespace {

constexpr double kSlowMs = 45.0, kQuickMs = 16.0;
constexpr int kLastStep = 2;
constexpr qint64 kOneMotionMs = 600;
// So many quick frames and more is tried: not to and fro. Four times as many after each time that was too much.
constexpr int kQuickFrames = 20, kMostQuickFrames = 320;

}  // namespace

Quality::Quality(QObject* parent) : QObject(parent), patience_(kQuickFrames) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    const bool coarse = isHurried();
    moving_ = false;
    if (coarse) Q_EMIT rested();
  });
}

bool Quality::setPlain(bool plain) { return std::exchange(plain_, plain) != plain; }

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
  if (milliseconds > kSlowMs) {
    if (std::exchange(trying_, false)) patience_ = std::min(4 * patience_, kMostQuickFrames);
    step_ = std::min(step_ + 1, kLastStep);
  }
  if (quick_ < patience_ || step_ == 0) return;
  --step_;
  quick_ = 0;
  trying_ = true;
}

}  // namespace ww::ui::scene
