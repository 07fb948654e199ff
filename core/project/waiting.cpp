// SPDX-License-Identifier: Apache-2.0
#include "core/project/waiting.h"

#include <utility>

namespace ww::project {
namespace {

constexpr std::chrono::milliseconds kLongest{5000};

WaitWatch& theWatch() {
  static WaitWatch watch;
  return watch;
}

}  // namespace

void watchWaiting(WaitWatch watch) { theWatch() = std::move(watch); }

bool keepsWaiting(const std::string& file, std::chrono::milliseconds waited) {
  return waited < kLongest && (!theWatch() || theWatch()(file, waited));
}

}  // namespace ww::project
