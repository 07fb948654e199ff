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

Status SimulateWatch::begin(const world::World& world, const SimulateShots& shots) {
  shots_ = shots;
  start_ = world;
  if (shots.movie.empty()) return okStatus();
  WW_ASSIGN(movie_, Movie::begin(shots.movie, shots.per_second));
  return okStatus();
}

// What falls for ever would leave the rest no more than a dot.
Bounds SimulateWatch::seenOfAll() const {
  constexpr double kMostAway = 2.0;  // of the size of what is there at first
  const Bounds first = render::seenBounds(seen_.front());
  Bounds all = first;
  for (const world::World& world : seen_) all.add(render::seenBounds(world));
  if (first.empty()) return all;
  const Vec3 room = Vec3::Constant(kMostAway * std::max(first.size().norm(), 0.5));
  return {all.min.cwiseMax(first.min - room), all.max.cwiseMin(first.max + room)};
}

Status SimulateWatch::finish(const std::stop_token& stop) {
  render::RenderOptions options;
  options.width = shots_.width;
  options.height = shots_.height;
  const double aspect = static_cast<double>(shots_.width) / shots_.height;
  const bool rides = shots_.view.starts_with("camera:");
  const Bounds all = seen_.empty() || rides ? Bounds() : seenOfAll();
  for (const world::World& world : seen_) {
    WW_ASSIGN(options.camera, render::cameraFor(rides ? world : start_, shots_.view, aspect, all));
    WW_ASSIGN(const render::Picture picture, render::render(world, options, stop));
    WW_ASSIGN(const std::string bytes, render::toPng(picture.color));
    ++pictures_;
    if (movie_) WW_TRY(movie_->add(bytes));
    if (!shots_.pictures.empty()) WW_TRY(writeFile(numberedFile(shots_.pictures, pictures_), bytes));
  }
  seen_.clear();
  return movie_ ? movie_->finish() : okStatus();
}

Status SimulateWatch::play(simulation::Simulation& simulation, const usecase::ControllerRun& run) {
  track_ = std::make_unique<usecase::ControllerTrack>(std::make_shared<const usecase::ControllerRun>(run));
  return usecase::begin(simulation, run);
}

Status SimulateWatch::look(simulation::Simulation& simulation) {
  const simulation::Moment moment = simulation::Moments::take(simulation);
  if (track_) track_->add(moment);
  if (!shots_.any()) return okStatus();
  WW_ASSIGN(world::World now, worldOf(simulation.world(), moment));
  seen_.push_back(std::move(now));
  return okStatus();
}

void SimulateWatch::tell(Json& json, std::string& text) const {
  if (movie_) {
    json["movie"] = {{"file", shots_.movie}, {"pictures", pictures_}};
    text += fmt::format("a movie of {} pictures: {}\n", pictures_, shots_.movie);
  }
  if (pictures_ > 0 && !shots_.pictures.empty()) {
    json["pictures"] = {{"count", pictures_},
                        {"first", numberedFile(shots_.pictures, 1)},
                        {"last", numberedFile(shots_.pictures, pictures_)}};
    text += fmt::format("{} pictures, {} to {}\n", pictures_, numberedFile(shots_.pictures, 1),
                        numberedFile(shots_.pictures, pictures_));
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
