// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace worldwright::v1 {
class JointMotion;
class LockedMotion;
class PlannedStep;
class ProgramStep;
}  // namespace worldwright::v1

namespace ww::program {

// Whether the parts of a motion fit together: as many positions as times and joints, times that rise from 0, finite
// figures (seconds, radians or metres).
bool isSoundMotion(const worldwright::v1::JointMotion& motion, int joints);
// The same of a locked motion, with its corner.
bool isSoundLock(const worldwright::v1::LockedMotion& locked);
// Steps of other kinds have no motion to lock.
bool canBeLocked(const worldwright::v1::ProgramStep& step);
// Whether a planned step drives what is locked.
bool drivesLocked(const worldwright::v1::PlannedStep& planned, const worldwright::v1::LockedMotion& locked);
// The motion of a planned step, to be locked. Of which joints, and whether it comes out of a corner, the plan says
// elsewhere.
worldwright::v1::LockedMotion lockedOf(const worldwright::v1::PlannedStep& planned);

}  // namespace ww::program
