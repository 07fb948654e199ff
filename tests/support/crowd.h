// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace ww::test {

// How busy the machine is while a test measures by the clock: one more thread works a little now and then.
class Crowd {
 public:
  Crowd();
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // How many times longer than its own processor time the work took, the median until now: 1 on an idle machine.
  double stretch() const;

 private:
  mutable std::mutex mutex_;
  std::vector<double> took_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace ww::test
