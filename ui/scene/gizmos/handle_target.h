// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <optional>

#include "core/math/pose.h"

namespace ww::ui::scene {

// What the handles move in the place of what is selected. Poses in the root frame. It lags behind as it has to: the
// handles go where the pointer is, and a line shows the gap.
class HandleTarget {
 public:
  virtual ~HandleTarget() = default;
  // Where the handles stand; none: there are none.
  virtual std::optional<Pose> rootT() const = 0;
  virtual bool begin() = 0;
  virtual void want(const Pose& root_t_handle) = 0;
  virtual void finish() = 0;
  virtual void cancel() = 0;
  // What is to be said beside the pointer.
  virtual QString readout() const = 0;
};

}  // namespace ww::ui::scene
