// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/planner_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "core/planning/path_search.h"
#include "core/proto/sorted_bytes.h"
#include "core/rpc/failures.h"
#include "core/rpc/plan_notes.h"
#include "core/usecase/motion.h"
#include "core/usecase/odd_edits.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::rpc {
namespace {

using planning::Clock;

// What decides the answer, the same bytes for equal requests.
std::string keyOf(const mp::MotionPlanningRequest& request, std::string_view method) {
  mp::MotionPlanningRequest copy = request;
  copy.clear_world_id();
  copy.clear_caller_id();
  copy.clear_context();
  copy.clear_snapshot_world_id();
  copy.mutable_motion_planner_config()->clear_timeout_sec();
  return std::string(method) + proto::sortedBytes(copy);
}

// Of work that goes on after its call was cancelled the details are left alone.
void explain(const Status& status, const std::shared_ptr<const mp::MotionPipelineError>& error, CallContext& call) {
  const bool says = !error->motion_planning_error().empty() || error->has_logging_id();
  if (status.ok() || status.code == Code::kCancelled || !says) return;
  call.error_details.push_back(error);
}

// Of work that ended, whatever came of it; gone on after its call was cancelled, it tells nobody.
void tellOdd(const Status& status, const std::shared_ptr<const Diagnostics>& notes, CallContext& call) {
  if (status.code == Code::kCancelled) return;
  const std::vector<std::string> texts = noteTexts(*notes);
  call.notes.insert(call.notes.end(), texts.begin(), texts.end());
}

Diagnostics withWorldNotes(Diagnostics notes, const world::World& world) {
  for (Diagnostic& note : usecase::worldNotes(world)) notes.push_back(std::move(note));
  return notes;
}

// An answer, and what is told beside it.
template <typename Response>
struct Planned {
  Response response;
  std::vector<std::string> notes;
};

Result<std::string> keepMesh(GeometryKeeper& keeper, const geometry::Mesh& mesh) {
  geometry::Shape shape;
  shape.mesh = std::make_shared<const geometry::Mesh>(mesh);
  WW_ASSIGN(const geometry::GeometryPtr geometry, keeper.store().intern(shape));
  WW_TRY(keeper.keep({geometry}));
  return geometry->ref;
}

// Whether the geometry of an answer is still there, and for an hour from now on.
template <typename Response>
bool isKept(GeometryKeeper* keeper, const Response& response) {
  return std::ranges::all_of(response.swept_volume(), [keeper](const auto& part) {
    return keeper && keeper->find(part.geometry_storage_refs().geometry_ref());
  });
}

template <typename Request>
void noteWithoutEffect(const Request& request, CallContext& call) {
  for (const std::string& text : noteTexts(planning::ignoredFields(request))) call.notes.push_back(text);
}

usecase::ReplayMethod methodOf(const mp::TrajectoryPlanningResponse&) { return usecase::ReplayMethod::kPlanTrajectory; }
usecase::ReplayMethod methodOf(const mp::PathPlanningResponse&) { return usecase::ReplayMethod::kPlanPath; }

// Of work that ended: the package it is kept in has the id of its answer or of its error. Without one (no room, say)
// the call goes on; a note says why.
template <typename Response>
void keepReplay(ReplayKeeper& replays, const usecase::ReplayCall& call, const session::WorldSession& session,
                const world::World& world, Result<Response>& response, mp::MotionPipelineError& error,
                std::vector<std::string>& notes) {
  const Code code = response.status().code;
  if (code == Code::kCancelled || code == Code::kDeadlineExceeded) return;
  const auto id = replays.keep(call, usecase::replayOutcome(response), world, session.store());
  if (!id.ok()) return notes.push_back(fmt::format("no replay package was kept: {}", id.status().title));
  notes.push_back(fmt::format("replay package {}", *id));
  if (response.ok()) response->set_logging_id(*id);
  else error.set_logging_id(*id);
}

}  // namespace

PlannerCalls::PlannerCalls(const session::WorldRegistry& worlds, PlannerLimits limits,
                           std::shared_ptr<GeometryKeeper> keeper, std::shared_ptr<ReplayKeeper> replays)
    : worlds_(worlds),
      limits_(limits),
      keeper_(std::move(keeper)),
      replays_(std::move(replays)),
      locked_(std::make_shared<planning::LockedMotions>()),
      scenes_(std::make_shared<collision::SceneKeeper>()),
      pool_(phrase(WW_TEXT("Core", "motion planning")), limits.at_once, limits.max_waiting) {}
PlannerCalls::~PlannerCalls() = default;

Result<PlannerCalls::World> PlannerCalls::worldOf(const std::string& id) const {
  if (id.empty()) return fail(failures::kNoWorldNamed, {{"field", arg::Words{"world_id"}}});
  auto session = worlds_.find(id);
  if (!session.ok()) return session.status().in("world_id");
  return World{session.value(), session.value()->snapshot()};
}

// A little before the deadline of the call, so that the planner can say how far it came.
planning::PlanOptions PlannerCalls::optionsFor(const CallContext& call, std::chrono::seconds longest) const {
  planning::PlanOptions out;
  out.locked = locked_;
  // By value: the work may outlive its call.
  if (keeper_) out.keep_mesh = [keeper = keeper_](const geometry::Mesh& mesh) { return keepMesh(*keeper, mesh); };
  const auto left = std::chrono::duration_cast<Clock::duration>(call.deadline - std::chrono::system_clock::now());
  const auto early = std::min<Clock::duration>(left / 5, std::chrono::milliseconds(500));
  out.deadline = Clock::now() + std::min<Clock::duration>(longest, left - early);
  return out;
}

std::chrono::seconds PlannerCalls::longestOf(const mp::MotionPlanningRequest& request) const {
  if (!request.has_motion_planner_config()) return limits_.longest;
  const auto& config = request.motion_planner_config();
  constexpr std::int64_t kDay = 86400;
  // What is set is for the planner to keep.
  return config.has_timeout_sec()
             ? std::chrono::seconds(std::clamp<std::int64_t>(config.timeout_sec().seconds(), 0, kDay) + 1)
             : limits_.longest_configured;
}

std::shared_ptr<ReplayKeeper> PlannerCalls::replaysFor(bool wanted, CallContext& call) const {
  if (wanted && !replays_)
    call.notes.emplace_back("context has no effect: this service keeps no replay packages (serve --replays FOLDER)");
  return wanted ? replays_ : nullptr;
}

template <typename Response, typename Plan>
Result<Response> PlannerCalls::planCached(const mp::MotionPlanningRequest& request, CallContext& call, Plan plan) {
  noteWithoutEffect(request, call);
  WW_ASSIGN(const World world, worldOf(request.world_id()));
  // No part of the key: an answer that is kept says nothing of it.
  WW_TRY(planning::deadlineOf(request).status());
  const PlanCache::Key key{world.session, world.snapshot.world, keyOf(request, Response::descriptor()->name())};
  Planned<Response> planned;
  const auto tell = [&call](const std::vector<std::string>& notes) {
    call.notes.insert(call.notes.end(), notes.begin(), notes.end());
  };
  // What is kept is made by this call: an old answer may be of another state of the world.
  const auto replays = replaysFor(request.has_context(), call);
  if (!replays && cache_.find(key, planned.response, planned.notes) && isKept(keeper_.get(), planned.response)) {
    tell(planned.notes);
    return std::move(planned.response);
  }
  // Something changed that the plan may depend on: if it holds all the same, it is the answer.
  std::optional<Response> old;
  if constexpr (std::is_same_v<Response, mp::TrajectoryPlanningResponse>) {
    Response other;
    const bool fuzzy = !replays && !request.motion_planner_config().skip_fuzzy_cache_check();
    if (fuzzy && cache_.findOther(key, other)) old = std::move(other);
  }
  // Values, not references: the work may outlive a call that was cancelled.
  const auto error = std::make_shared<mp::MotionPipelineError>();
  const auto odd = std::make_shared<Diagnostics>();  // of a plan that fails
  const auto kept = std::make_shared<std::vector<std::string>>();
  auto done = pool_.run<Planned<Response>>(
      call,
      [plan, error, odd, kept, replays, request, old, options = optionsFor(call, longestOf(request)), scenes = scenes_,
       world](std::stop_token stop) mutable -> Result<Planned<Response>> {
        options.stop = std::move(stop);
        options.scene = scenes->of(world.session, *world.snapshot.world);
        if constexpr (std::is_same_v<Response, mp::TrajectoryPlanningResponse>) {
          if (old) {
            const auto still = planning::recheckWire(*world.snapshot.world, request, *old, options);
            if (still.ok()) return Planned<Response>{*old, planNotes(*world.snapshot.world, still->report)};
          }
        }
        planning::WireReply reply;
        auto response = plan(*world.snapshot.world, request, options, error.get(), &reply);
        if (replays)
          keepReplay(*replays, usecase::replayCall(methodOf(Response()), request, options.seed), *world.session,
                     *world.snapshot.world, response, *error, *kept);
        if (!response.ok()) *odd = withWorldNotes(reply.why.notes, *world.snapshot.world);
        WW_TRY(response.status());
        return Planned<Response>{std::move(response).value(), planNotes(*world.snapshot.world, reply.plan.report)};
      });
  explain(done.status(), error, call);
  tellOdd(done.status(), odd, call);
  if (done.status().code != Code::kCancelled) tell(*kept);
  WW_ASSIGN(planned, std::move(done));
  Response without_id = planned.response;
  without_id.clear_logging_id();
  cache_.add(key, without_id, planned.notes);
  tell(planned.notes);
  return std::move(planned.response);
}

Result<mp::TrajectoryPlanningResponse> PlannerCalls::planTrajectory(const mp::MotionPlanningRequest& request,
                                                                    CallContext& call) {
  return planCached<mp::TrajectoryPlanningResponse>(
      request, call, [](const auto& world, const auto& r, const auto& options, auto* error, auto* reply) {
        return planning::planTrajectory(world, r, options, error, reply);
      });
}

Result<mp::PathPlanningResponse> PlannerCalls::planPath(const mp::MotionPlanningRequest& request, CallContext& call) {
  return planCached<mp::PathPlanningResponse>(
      request, call, [](const auto& world, const auto& r, const auto& options, auto* error, auto* reply) {
        return planning::planPath(world, r, options, error, reply);
      });
}

Result<mp::IkResponse> PlannerCalls::computeIk(const mp::IkRequest& request, CallContext& call) {
  noteWithoutEffect(request, call);
  WW_ASSIGN(const World world, worldOf(request.world_id()));
  const auto error = std::make_shared<mp::MotionPipelineError>();
  const auto odd = std::make_shared<Diagnostics>();
  const auto looked = std::make_shared<collision::Coverage>();
  const auto kept = std::make_shared<std::vector<std::string>>();
  const auto replays = replaysFor(request.has_context() && !request.disable_logging(), call);
  auto done = pool_.run<mp::IkResponse>(
      call, [request, error, odd, looked, kept, replays, options = optionsFor(call, limits_.longest), scenes = scenes_,
             world](std::stop_token stop) mutable {
        options.stop = std::move(stop);
        options.scene = scenes->of(world.session, *world.snapshot.world);
        auto found = planning::computeIk(*world.snapshot.world, request, options, error.get(), odd.get(), looked.get());
        *odd = withWorldNotes(std::move(*odd), *world.snapshot.world);
        if (replays)
          keepReplay(*replays, usecase::replayCall(request, options.seed), *world.session, *world.snapshot.world, found,
                     *error, *kept);
        return found;
      });
  explain(done.status(), error, call);
  if (done.status().code != Code::kCancelled) call.notes.insert(call.notes.end(), kept->begin(), kept->end());
  if (done.ok() && !looked->checked()) call.notes.push_back(notChecked(*looked));
  if (done.ok())
    for (std::string& line : lookedAtNotes(*world.snapshot.world, *looked)) call.notes.push_back(std::move(line));
  tellOdd(done.status(), odd, call);
  return done;
}

Result<mp::FkResponse> PlannerCalls::computeFk(const mp::FkRequest& request, CallContext& call) const {
  WW_ASSIGN(const World world, worldOf(request.world_id()));
  Diagnostics odd;
  auto done = planning::computeFk(models_.of(world.session)->of(*world.snapshot.world), request, &odd);
  for (const std::string& text : noteTexts(odd)) call.notes.push_back(text);
  return done;
}

Result<mp::CheckCollisionsResponse> PlannerCalls::checkCollisions(const mp::CheckCollisionsRequest& request,
                                                                  CallContext& call) {
  noteWithoutEffect(request, call);
  WW_ASSIGN(const World world, worldOf(request.world_id()));
  const auto odd = std::make_shared<Diagnostics>();
  const auto lines = std::make_shared<std::vector<std::string>>();
  auto done =
      pool_.run<mp::CheckCollisionsResponse>(call, [request, odd, lines, options = optionsFor(call, limits_.longest),
                                                    scenes = scenes_, world](std::stop_token stop) mutable {
        options.stop = std::move(stop);
        options.scene = scenes->of(world.session, *world.snapshot.world);
        collision::Coverage looked;
        double spacing = 0.0;
        bool proved = false;
        auto checked = planning::checkCollisions(*world.snapshot.world, request, options, &looked, odd.get(), nullptr,
                                                 &spacing, &proved);
        *odd = withWorldNotes(std::move(*odd), *world.snapshot.world);
        if (checked.ok()) *lines = lookedAtNotes(*world.snapshot.world, looked, spacing);
        if (checked.ok() && looked.checked() && !checked->has_collision() && !proved)
          lines->emplace_back("between the samples not proved");
        return checked;
      });
  // The message of the answer is for the collision that occurred.
  if (done.ok()) call.notes.insert(call.notes.end(), lines->begin(), lines->end());
  tellOdd(done.status(), odd, call);
  return done;
}

void PlannerCalls::clearCache() { cache_.clear(); }

}  // namespace ww::rpc
