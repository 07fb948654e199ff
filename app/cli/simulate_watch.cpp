// SPDX-License-Identifier: Apache-2.0
#include "app/cli/simulate_watch.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/render/png.h"
#include "core/render/render.h"
#include "core/usecase/simulation/kept_poses.h"
#include "core/world/updates/edits.h"

namespace ww::cli {
namespace {

// The world with everything where it is by now.
Result<world::World> worldOf(const world::World& world, const simulation::Moment& moment) {
  const auto kept = usecase::keptPoses(world, moment, [](ObjectId, bool) { return true; });
  if (!kept.edits) return world;
  geometry::GeometryStore none;  // poses need no shapes
  return world::apply(world, *kept.edits, none);
}

Json finiteOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

std::string numberedFile(const std::string& file, int number) {
  const std::size_t slash = file.rfind('/'), dot = file.rfind('.');
  const bool has_ending = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
  const std::size_t end = has_ending ? dot : file.size();
  return fmt::format("{}_{:04}{}", file.substr(0, end), number, has_ending ? file.substr(end) : ".png");
}

Status SimulateWatch::aim(const world::World& world) {
  const render::RenderOptions usual;
  WW_ASSIGN(camera_, render::cameraFor(world, "iso", static_cast<double>(usual.width) / usual.height));
  return okStatus();
}

Status SimulateWatch::takePictures(const world::World& world, const std::string& file) {
  file_ = file;
  return aim(world);
}

Status SimulateWatch::makeMovie(const world::World& world, const std::string& file, double per_second) {
  WW_TRY(aim(world));
  WW_ASSIGN(movie_, Movie::begin(file, per_second));
  movie_file_ = file;
  return okStatus();
}

Status SimulateWatch::finish() { return movie_ ? movie_->finish() : okStatus(); }

Status SimulateWatch::play(simulation::Simulation& simulation, const usecase::ControllerRun& run) {
  track_ = std::make_unique<usecase::ControllerTrack>(std::make_shared<const usecase::ControllerRun>(run));
  return usecase::begin(simulation, run);
}

Status SimulateWatch::look(simulation::Simulation& simulation, const std::stop_token& stop) {
  const simulation::Moment moment = simulation::Moments::take(simulation);
  if (track_) track_->add(moment);
  if (file_.empty() && !movie_) return okStatus();
  WW_ASSIGN(const world::World seen, worldOf(simulation.world(), moment));
  render::RenderOptions options;
  options.camera = camera_;
  WW_ASSIGN(const render::Picture picture, render::render(seen, options, stop));
  WW_ASSIGN(const std::string bytes, render::toPng(picture.color));
  ++pictures_;
  if (movie_) WW_TRY(movie_->add(bytes));
  return file_.empty() ? okStatus() : writeFile(numberedFile(file_, pictures_), bytes);
}

void SimulateWatch::tell(Json& json, std::string& text) const {
  if (movie_) {
    json["movie"] = {{"file", movie_file_}, {"pictures", pictures_}};
    text += fmt::format("a movie of {} pictures: {}\n", pictures_, movie_file_);
  }
  if (pictures_ > 0 && !file_.empty()) {
    json["pictures"] = {
        {"count", pictures_}, {"first", numberedFile(file_, 1)}, {"last", numberedFile(file_, pictures_)}};
    text += fmt::format("{} pictures, {} to {}\n", pictures_, numberedFile(file_, 1), numberedFile(file_, pictures_));
  }
  if (!track_) return;
  Json joints = Json::array();
  for (std::size_t i = 0; i < track_->joints().size(); ++i) {
    const usecase::ControlledJoint& joint = track_->run().joints[i];
    const auto& its = track_->joints()[i];
    joints.push_back({{"name", joint.name},
                      {joint.revolute ? "largest_error_rad" : "largest_error_m", its.most_error},
                      {joint.revolute ? "largest_torque_nm" : "largest_force_n", its.most_effort},
                      {"effort_limit", finiteOrNull(joint.effort_limit)},
                      {"at_limit_s", its.at_limit_s}});
    const char* unit = joint.revolute ? "Nm" : "N";
    text += fmt::format("{}: off by at most {}, at most {:.3g} {}", joint.name,
                        joint.revolute ? angleText(its.most_error) : lengthText(its.most_error), its.most_effort, unit);
    if (std::isfinite(joint.effort_limit)) text += fmt::format(" of {:.3g} {}", joint.effort_limit, unit);
    if (its.at_limit_s > 0.0) text += fmt::format(", at the limit of its drive for {:.3g} s", its.at_limit_s);
    text += "\n";
  }
  json["program"] = {
      {"name", track_->run().title}, {"duration_s", track_->run().duration}, {"joints", std::move(joints)}};
}

}  // namespace ww::cli
