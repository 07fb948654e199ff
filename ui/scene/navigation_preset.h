// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <optional>
#include <vector>

namespace ww::ui {

enum class NavigationAct { kOrbit, kPan, kZoom };

// Buttons held together, with exactly these modifiers, and what a drag with them does.
struct NavigationDrag {
  Qt::MouseButtons buttons;
  Qt::KeyboardModifiers modifiers;
  NavigationAct act;
};

// What the mouse does in the view, as people know it from a program.
struct NavigationPreset {
  QString id;     // as it is kept: "blender"
  QString title;  // for people
  QString hint;   // in short: "Middle drag: orbit. ..."
  std::vector<NavigationDrag> drags;
  bool wheel_up_is_closer = true;

  std::optional<NavigationAct> actOf(Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) const;
};

// Our own is the first.
std::vector<NavigationPreset> navigationPresets();
// The one that the user prefers.
const NavigationPreset& navigationPreset();

}  // namespace ww::ui
