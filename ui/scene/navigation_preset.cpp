// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/navigation_preset.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/settings/preferences.h"

namespace ww::ui {
namespace {

struct PresetText {
  Q_DECLARE_TR_FUNCTIONS(NavigationPreset)
};

constexpr auto kLeft = Qt::LeftButton, kMiddle = Qt::MiddleButton, kRight = Qt::RightButton;
constexpr auto kOrbitIt = NavigationAct::kOrbit, kPanIt = NavigationAct::kPan, kZoomIt = NavigationAct::kZoom;

NavigationPreset own() {
  return {QStringLiteral("own"),
          QStringLiteral("Worldwright"),
          PresetText::tr("Middle drag or Alt: orbit. Right drag: pan. Wheel: zoom"),
          {{kMiddle, Qt::NoModifier, kOrbitIt},
           {kLeft, Qt::AltModifier, kOrbitIt},
           {kMiddle, Qt::ShiftModifier, kPanIt},
           {kRight, Qt::NoModifier, kPanIt},
           {kMiddle, Qt::ControlModifier, kOrbitIt},
           {kRight, Qt::ShiftModifier, kPanIt},
           {kRight, Qt::ControlModifier, kPanIt}}};
}

NavigationPreset blender() {
  return {QStringLiteral("blender"),
          QStringLiteral("Blender"),
          PresetText::tr("Middle drag: orbit; with Shift: pan; with Ctrl: zoom. Wheel: zoom"),
          {{kMiddle, Qt::NoModifier, kOrbitIt},
           {kMiddle, Qt::ShiftModifier, kPanIt},
           {kMiddle, Qt::ControlModifier, kZoomIt}}};
}

// Its navigation style "CAD", the one it has at first.
NavigationPreset freeCad() {
  return {QStringLiteral("freecad"),
          QStringLiteral("FreeCAD"),
          PresetText::tr("Middle drag: pan; with the left or right button as well: orbit. Wheel: zoom"),
          {{kMiddle, Qt::NoModifier, kPanIt},
           {kMiddle | kLeft, Qt::NoModifier, kOrbitIt},
           {kMiddle | kRight, Qt::NoModifier, kOrbitIt},
           {kRight, Qt::ControlModifier, kPanIt},
           {kRight, Qt::ShiftModifier, kOrbitIt},
           {kRight, Qt::ControlModifier | Qt::ShiftModifier, kZoomIt}}};
}

NavigationPreset solidWorks() {
  return {QStringLiteral("solidworks"),
          QStringLiteral("SolidWorks"),
          PresetText::tr("Middle drag: orbit; with Ctrl: pan; with Shift: zoom. Wheel down: closer"),
          {{kMiddle, Qt::NoModifier, kOrbitIt},
           {kMiddle, Qt::ControlModifier, kPanIt},
           {kMiddle, Qt::ShiftModifier, kZoomIt}},
          false};
}

// Of its view controller "Orbit". A click selects, and a drag with Ctrl draws a rectangle.
NavigationPreset rviz() {
  return {QStringLiteral("rviz"),
          QStringLiteral("RViz"),
          PresetText::tr("Left drag: orbit. Middle or Shift+left drag: pan. Right drag or wheel: zoom"),
          {{kLeft, Qt::NoModifier, kOrbitIt},
           {kLeft, Qt::ShiftModifier, kPanIt},
           {kMiddle, Qt::NoModifier, kPanIt},
           {kRight, Qt::NoModifier, kZoomIt}}};
}

}  // namespace

std::optional<NavigationAct> NavigationPreset::actOf(Qt::MouseButtons held, Qt::KeyboardModifiers modifiers) const {
  constexpr auto kCounted = Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier;
  const auto found = std::find_if(drags.begin(), drags.end(), [&](const NavigationDrag& drag) {
    return drag.buttons == held && drag.modifiers == (modifiers & kCounted);
  });
  return found == drags.end() ? std::nullopt : std::optional(found->act);
}

std::vector<NavigationPreset> navigationPresets() { return {own(), blender(), freeCad(), solidWorks(), rviz()}; }

const NavigationPreset& navigationPreset() {
  static NavigationPreset current = own();
  const QString& wanted = Preferences::instance().values().navigation;
  if (current.id == wanted) return current;
  auto all = navigationPresets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const NavigationPreset& p) { return p.id == wanted; });
  current = found == all.end() ? own() : *found;
  return current;
}

}  // namespace ww::ui
