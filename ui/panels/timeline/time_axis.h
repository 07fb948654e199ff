// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

namespace ww::ui {

// How the moments of a motion lie along a widget: as on the timeline, whose handle stays within its ends.
struct TimeAxis {
  static constexpr double kInset = 7.0;  // pixels: half a handle

  double duration = 0.0;  // seconds
  double width = 0.0;     // of the widget, pixels

  double left() const { return kInset; }
  double right() const { return std::max(kInset + 1.0, width - kInset); }
  double x(double seconds) const {
    return left() + (right() - left()) * std::clamp(duration > 0.0 ? seconds / duration : 0.0, 0.0, 1.0);
  }
  double seconds(double x) const { return duration * std::clamp((x - left()) / (right() - left()), 0.0, 1.0); }
};

// A part of a motion, seconds.
struct TimeRange {
  double from = 0.0, to = 0.0;
  bool operator==(const TimeRange&) const = default;
};

}  // namespace ww::ui
