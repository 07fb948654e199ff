// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <optional>

#include "ui/widgets/rotation_notation.h"

namespace ww::ui {

// What is farther away cannot be drawn or checked to a millimetre, and is a slip of the unit (metres).
inline constexpr double kFarthest = 10'000.0;

// A pose as text. With roll, pitch and yaw each number has its unit, "0.1 m 0 m 0 m 90 deg ..."; in the other
// notations it is a position in metres and a quaternion w x y z. And as a 4x4 matrix in rows.
QString poseToText(const Pose& pose, Notation notation);
QString poseToMatrixText(const Pose& pose);

struct PoseReading {
  std::optional<Pose> pose;
  QString problem;        // why a text that is meant as a pose is none; empty when it is nothing of the kind
  bool in_world = false;  // it was copied as one in the world; else nothing is known
};
// Reads what poseToText and poseToMatrixText write; 7 numbers: metres and a quaternion w x y z; 6 with units:
// x y z roll pitch yaw; 16 or 12: a matrix in rows; position and orientation with names: JSON (orientation
// w x y z when it is an array), text of a message, YAML, the command line; xyz and rpy of URDF. What could
// mean two things is refused.
PoseReading readPose(const QString& text);
std::optional<Pose> poseFromText(const QString& text);
// The forms that readPose takes, for people.
QString poseForms();

// Puts a pose on the clipboard: the text for all, and the exact numbers, and whether it is one in the world, for
// ourselves.
void putPoseOnClipboard(const Pose& pose, const QString& text, bool in_world = false);
// A text that was pasted; exact when it is the one on the clipboard.
PoseReading readPastedPose(const QString& text);

}  // namespace ww::ui
