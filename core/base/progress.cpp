// SPDX-License-Identifier: Apache-2.0
#include "core/base/progress.h"

#include <algorithm>

namespace ww {

Phrase ProgressState::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

void ProgressState::set(double fraction) { fraction_.store(std::clamp(fraction, 0.0, 1.0), std::memory_order_relaxed); }

void ProgressState::setText(Phrase text) {
  const std::lock_guard lock(mutex_);
  text_ = std::move(text);
}

void Progress::report(double fraction) const {
  if (state_) state_->set(from_ + (to_ - from_) * std::clamp(fraction, 0.0, 1.0));
}

void Progress::text(Phrase text) const {
  if (state_) state_->setText(std::move(text));
}

Progress Progress::portion(double from, double to) const {
  Progress part = *this;
  part.from_ = from_ + (to_ - from_) * from;
  part.to_ = from_ + (to_ - from_) * to;
  return part;
}

}  // namespace ww
