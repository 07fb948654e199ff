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

namespace {

void keepRest(std::vector<float>& rest, std::size_t at, double dir, float rounded) {
  const auto off = static_cast<float>(dir - double{rounded});
  if (off == 0.0f) return;
  rest.resize(at + 1, 0.0f);
  rest[at] = off;
}

}  // namespace

// Far away, on what is nearly seen along, what a float leaves of a direction is much: a ball of 5 m that a ray grazes
// 20 m off is met 1e-4 m beside.
void Bundle::add(const Vec3& dir) {
  const Eigen::Vector3f rounded = dir.cast<float>();
  const bool valid = rounded.allFinite() && rounded.squaredNorm() > 1e-12f && rounded.squaredNorm() < 1e12f;
  set(valid ? rounded : Eigen::Vector3f(Eigen::Vector3f::Zero()), valid);
  if (!valid) return;
  keepRest(x_rest_, size_ - 1, dir.x(), rounded.x());
  keepRest(y_rest_, size_ - 1, dir.y(), rounded.y());
  keepRest(z_rest_, size_ - 1, dir.z(), rounded.z());
}

void Bundle::addNone() { set(Eigen::Vector3f::Zero(), false); }

}  // namespace ww::rays
