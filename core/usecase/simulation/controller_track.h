// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/simulation/moment.h"
#include "core/usecase/simulation/controller_run.h"

namespace ww::usecase {

// How joints follow a run, of the moments of a simulation: at each the largest since the one before.
class ControllerTrack {
 public:
  struct Joint {
    std::vector<double> errors, efforts;         // at times(); radians or metres; Nm or N
    double most_error = 0.0, most_effort = 0.0;  // in size; radians or metres, Nm or N
    double at_limit_s = 0.0;                     // for so long its drive gave all that it can
  };
  explicit ControllerTrack(std::shared_ptr<const ControllerRun> run);

  // Those that are not later than the last, and what the run does not drive, are passed over.
  void add(const simulation::Moment& moment);
  const ControllerRun& run() const { return *run_; }
  const std::vector<double>& times() const { return times_; }   // seconds since the run began
  const std::vector<Joint>& joints() const { return joints_; }  // as those of the run

 private:
  std::shared_ptr<const ControllerRun> run_;
  std::vector<double> times_;
  std::vector<Joint> joints_;
};

}  // namespace ww::usecase
