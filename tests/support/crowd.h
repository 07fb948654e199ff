// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <thread>

namespace ww::test {

// How busy the machine is while a test measures by the clock: one more thread works a little now and then.
class Crowd {
 public:
  Crowd();
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // How many times longer than its own processor time the work took when it took longest: 1 on an idle machine.
  double stretch() const { return stretch_; }

 private:
  std::atomic<double> stretch_{1.0};
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace ww::test
