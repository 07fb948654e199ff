// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>

namespace ww::ui {

// What a user may choose; as it is before anything was chosen.
struct PreferenceValues {
  QString length_unit = QStringLiteral("mm");  // symbols of units
  QString angle_unit = QStringLiteral("\u00b0");
  int length_decimals = -1;  // negative: as many as the unit usually has
  int angle_decimals = -1;
  QString notation = QStringLiteral("rpy");    // of orientations
  double snap_length = 0.01;                   // metres
  double snap_angle = 0.08726646259971647;     // radians: 5 degrees
  QString navigation = QStringLiteral("own");  // what the buttons of the mouse do in the view
  QString language;                            // empty: as the desktop
  bool plain_picture = false;                  // the 3D view without what takes long where there is no graphics card
  bool welcome = true;                         // the page at the start
  int history_megabytes = 8;                   // of a world file, at most; 0: none is kept there

  bool operator==(const PreferenceValues&) const = default;
};

// What the user prefers, one per program. What is set is kept, and told at once.
class Preferences : public QObject {
  Q_OBJECT
 public:
  static Preferences& instance();

  const PreferenceValues& values() const { return values_; }
  void set(const PreferenceValues& values);
  // As the settings have it now.
  void reload();

 Q_SIGNALS:
  void changed();

 private:
  Preferences();
  PreferenceValues values_;
};

}  // namespace ww::ui
