// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <stop_token>
#include <string>

#include "app/cli/cli.h"
#include "app/cli/movie.h"
#include "core/render/camera.h"
#include "core/usecase/simulation/controller_track.h"

namespace ww::cli {

// What is kept of a simulation beside its record: pictures, a movie, and how joints follow a program.
class SimulateWatch {
 public:
  // Pictures NAME_0001.png and so on; empty: none. Seen as `render` sees the world that it begins with.
  Status takePictures(const world::World& world, const std::string& file);
  // The same pictures as a movie; so many a second. Fails as Movie does.
  Status makeMovie(const world::World& world, const std::string& file, double per_second);
  // The movie is whole then; fails as Movie does.
  Status finish();
  // Puts joints where the program begins, and drives them on. Fails as the plan and the simulation do.
  Status play(simulation::Simulation& simulation, const usecase::ControllerRun& run);
  bool isOn() const { return !file_.empty() || movie_ || track_; }
  // At each frame. Fails as rendering and writing do.
  Status look(simulation::Simulation& simulation, const std::stop_token& stop);
  // Adds what was seen to the answer, and tells it.
  void tell(Json& json, std::string& text) const;

 private:
  Status aim(const world::World& world);

  std::string file_;
  std::string movie_file_;
  std::unique_ptr<Movie> movie_;
  render::Camera camera_;
  int pictures_ = 0;  // taken
  std::unique_ptr<usecase::ControllerTrack> track_;
};

// "arm_0001.png" of "arm.png".
std::string numberedFile(const std::string& file, int number);

}  // namespace ww::cli
