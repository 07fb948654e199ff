// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion.h"

namespace ww::ui {

bool isSameMotion(const MotionRequest& a, const MotionRequest& b) {
  // The tool is of no account on the way to a configuration.
  return a.robot == b.robot && a.configuration == b.configuration && a.frame == b.frame && a.type == b.type &&
         (!a.configuration.empty() || a.tool == b.tool);
}

}  // namespace ww::ui
