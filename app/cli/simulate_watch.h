// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/movie.h"
#include "core/render/camera.h"
#include "core/usecase/simulation/controller_track.h"

namespace ww::cli {

// What is taken of a simulation, and how it is seen.
struct SimulateShots {
  std::string pictures, movie;     // files; empty: none
  std::string view = "iso";        // as `render` has it
  int width = 1280, height = 800;  // pixels
  double per_second = 25.0;        // of the movie
  bool any() const { return !(pictures + movie).empty(); }
};

// What is kept of a simulation beside its record: pictures, a movie, and how joints follow a program.
class SimulateWatch {
 public:
  // Pictures NAME_0001.png and so on, and the same as a movie. Standard views have all of the run in the picture, so
  // pictures are made at its end; a camera of the world is looked through where it is by then. Fails as Movie does.
  Status begin(const world::World& world, const SimulateShots& shots);
  // Makes the pictures of what was looked at; the movie is whole then. Fails as rendering, writing and Movie do.
  Status finish(const std::stop_token& stop);
  // Puts joints where the program begins, and drives them on. Fails as the plan and the simulation do.
  Status play(simulation::Simulation& simulation, const usecase::ControllerRun& run);
  bool isOn() const { return shots_.any() || track_; }
  // At each frame.
  Status look(simulation::Simulation& simulation);
  // Adds what was seen to the answer, and tells it.
  void tell(Json& json, std::string& text) const;

 private:
  Bounds seenOfAll() const;

  SimulateShots shots_;
  std::unique_ptr<Movie> movie_;
  world::World start_;
  std::vector<world::World> seen_;  // a frame each; they share what does not move
  int pictures_ = 0;                // taken
  std::unique_ptr<usecase::ControllerTrack> track_;
};

// "arm_0001.png" of "arm.png".
std::string numberedFile(const std::string& file, int number);

}  // namespace ww::cli
