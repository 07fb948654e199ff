// SPDX-License-Identifier: Apache-2.0
#include "core/rays/bundle.h"

namespace ww::rays {

void Bundle::set(const Eigen::Vector3f& dir, bool valid) {
  if (size_ == x_.size()) {
    for (std::vector<float>* all : {&x_, &y_, &z_}) all->resize(size_ + 8, 0.0f);
    valid_.resize(size_ + 8, 0);
  }
  x_[size_] = dir.x(), y_[size_] = dir.y(), z_[size_] = dir.z();
  valid_[size_++] = valid ? -1 : 0;
}

void Bundle::add(const Vec3& dir) {
  const Eigen::Vector3f rounded = dir.cast<float>();
  const bool valid = rounded.allFinite() && rounded.squaredNorm() > 1e-12f && rounded.squaredNorm() < 1e12f;
  set(valid ? rounded : Eigen::Vector3f(Eigen::Vector3f::Zero()), valid);
}

void Bundle::addNone() { set(Eigen::Vector3f::Zero(), false); }

}  // namespace ww::rays
