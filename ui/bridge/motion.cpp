// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion.h"

namespace ww::ui {

bool isSameMotion(const usecase::Target& a, const usecase::Target& b) {
  // The tool is of no account on the way to a configuration.
  return a.robot == b.robot && a.configuration == b.configuration && a.node == b.node && a.type == b.type &&
         (!a.configuration.empty() || a.tool == b.tool);
}

FrameId targetFrame(const usecase::Target& target) {
  const auto* frame = target.node && target.configuration.empty() ? std::get_if<FrameId>(&*target.node) : nullptr;
  return frame ? *frame : FrameId();
}

}  // namespace ww::ui
