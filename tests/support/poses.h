// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QJsonObject>
#include <string>

#include "core/math/pose.h"

namespace ww::test {

// Empty when the poses are equal within metres and radians (q and -q are one rotation), else a text
// with both poses and their distances. NaN is never equal.
std::string poseDifference(const Pose& got, const Pose& want, double metres = 1e-9, double radians = 1e-9);

// {"position":[x,y,z],"orientation":[w,x,y,z]} as the command line prints it. NaN where it is not that.
Pose poseFromJson(const QJsonObject& json);

}  // namespace ww::test

#define WW_COMPARE_POSES(got, want, metres, radians)                                                   \
  do {                                                                                                 \
    const std::string ww_difference_ = ::ww::test::poseDifference((got), (want), (metres), (radians)); \
    QVERIFY2(ww_difference_.empty(), ww_difference_.c_str());                                          \
  } while (false)
