// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>

#include "app/editor/document.h"
#include "app/editor/messages.h"
#include "app/editor/view_host.h"
#include "ui/bridge/hand.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::editor {

// What a window has before its controllers, and all of them may use. It outlives them.
struct WindowParts {
  QMainWindow& window;
  ui::SessionBridge& bridge;
  ui::JobBridge& jobs;
  ui::Selection& selection;
  ui::PoseLayer& layer;
  ui::Hand& hand;
  Document& document;
  ViewHost& view;
  Messages& messages;
};

}  // namespace ww::editor
