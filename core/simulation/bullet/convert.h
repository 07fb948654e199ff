// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <LinearMath/btTransform.h>

#include "core/math/pose.h"

namespace ww::simulation {

// Numbers as they are: of any unit, in any frame.
inline btVector3 toBullet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
inline btQuaternion toBullet(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }
inline btTransform toBullet(const Pose& p) { return btTransform(toBullet(p.q), toBullet(p.p)); }
inline Vec3 fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
inline Quat fromBullet(const btQuaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }
inline Pose fromBullet(const btTransform& t) {
  const btQuaternion q = t.getRotation();
  return {fromBullet(t.getOrigin()), fromBullet(q).normalized()};
}

}  // namespace ww::simulation
