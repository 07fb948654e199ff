// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/simulation.h"

#include <algorithm>
#include <cmath>

#include "core/simulation/failures.h"
#include "core/simulation/grip.h"
#include "core/simulation/load.h"
#include "core/simulation/moment.h"
#include "core/simulation/overlaps.h"
#include "core/simulation/pull.h"
#include "core/simulation/self_touch.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr std::uint64_t kLookEvery = 64;  // steps between looks at what has blown up

bool sameParts(const Piece& a, const Piece& b) {
  return std::ranges::equal(a.parts, b.parts, [](const Part& x, const Part& y) {
    return x.entity == y.entity && x.gravity == y.gravity && x.inertial.mass == y.inertial.mass &&
           x.inertial.com == y.inertial.com && x.inertial.inertia == y.inertial.inertia &&
           positionDistance(x.piece_t_part, y.piece_t_part) < 1e-12;
  });
}

bool sameAssembly(const Assembly& a, const Assembly& b) {
  return a.kind == b.kind && a.floating == b.floating && a.axes.size() == b.axes.size() &&
         std::ranges::equal(a.pieces, b.pieces, sameParts);
}

JointDrive driveAtStart(const Axis& axis) {
  JointDrive out;
  out.servo = axis.held;
  out.target = axis.position;
  out.force_limit = axis.effort_limit;
  out.speed_limit = axis.velocity_limit;
  return out;
}

// One that turns as fast as the engine lets any.
bool hasRunawayJoint(const Engine& engine, int number) {
  const int joints = static_cast<int>(engine.assembly(number).axes.size());
  for (int i = 0; i < joints; ++i)
    if (!(std::abs(engine.joint(number, i).velocity) < 0.99 * kFastest)) return true;
  return false;
}

// Before the time step becomes the one of the start.
void keepTime(auto& d, double now) {
  if (d.physics.time_step == d.options.physics.time_step) return;
  d.time_before = now;
  d.since_change = 0;
}

// Surfaces are set in the engine alone.
void planSurfaces(auto& d) {
  if (!d.changes.materials.empty()) d.plan = planOf(d.world, d.options.plan, d.changes, d.shapes);
}

// Where the plan has them, at rest. `d` is the Impl, which is private.
void startAnew(auto& d, const std::set<ObjectId>& objects) {
  planSurfaces(d);
  for (const auto& [key, assembly] : d.plan.assemblies) {
    if (key == WorldPlan::kFloor || !objects.contains(assembly->object)) continue;
    for (const Axis& axis : assembly->axes) d.drives.erase(axis.entity);
    d.removeAssembly(key);
    d.addAssembly(key, assembly);
  }
  // Of what hangs on another the joints alone.
  for (const auto& [joint, seat] : d.plan.joints) {
    const Assembly& planned = *d.plan.assemblies.at(seat.assembly);
    if (!objects.contains(d.world.owner(joint)->object) || objects.contains(planned.object)) continue;
    const Axis& axis = planned.axes[static_cast<std::size_t>(seat.joint)];
    d.engine->setJoint(d.numbers.at(seat.assembly), seat.joint, axis.position, axis.velocity);
    if (axis.leader < 0) d.setDrive(joint, driveAtStart(axis));
  }
}

// What has come since; all else goes on as it is.
void removeSpawned(Simulation& simulation, std::uint64_t first) {
  std::vector<ObjectId> spawned;
  simulation.world().forEachObject([&](const world::Object& o) {
    if (o.id.value >= first) spawned.push_back(o.id);
  });
  for (const ObjectId id : spawned)
    if (simulation.world().peek(id)) static_cast<void>(simulation.remove(simulation.world().display(id)));
}

}  // namespace

Simulation::Impl::Impl(world::World w, std::shared_ptr<geometry::GeometryStore> s, SimulationOptions o)
    : SimulatedWorld{std::move(w)},
      start(world),
      store(std::move(s)),
      options(std::move(o)),
      physics(options.physics),
      rules(collision::RuleSet::ofWorld(world)) {
  plan = planOf(world, options.plan, changes, shapes);
  startEngine();
}

bool Simulation::Impl::mayTouch(EntityId a, EntityId b) const {
  if (a == WorldPlan::kFloor || b == WorldPlan::kFloor)
    return !plan.over_floor.contains(a) && !plan.over_floor.contains(b);
  if (Overlaps::apart(*this, a, b)) return false;
  if (Grips::isGripped(*this, a, b)) return false;
  const collision::Explanation why = rules.explain(a, b);
  return !why.excluded && !passOwn(world, a, b, why);
}

void Simulation::Impl::startEngine() {
  Grips::takeHome(*this);
  engine = std::make_unique<Engine>(physics, [this](EntityId a, EntityId b) { return mayTouch(a, b); });
  numbers.clear();
  axes.clear();
  drives.clear();
  forgetJobs();
  Overlaps::forget(*this);
  for (const auto& [key, assembly] : plan.assemblies) addAssembly(key, assembly);
  Overlaps::part(*this);
  cells.clear();
  Loads::find(*this);
}

int Simulation::Impl::addAssembly(EntityId key, AssemblyPtr assembly) {
  const Assembly& spec = *assembly;
  const int number = engine->add(std::move(assembly));
  numbers[key] = number;
  startDrives(key, spec);
  return number;
}

// A joint that was there keeps its drive and its properties.
void Simulation::Impl::startDrives(EntityId key, const Assembly& assembly) {
  for (std::size_t i = 0; i < assembly.axes.size(); ++i) {
    const Axis& axis = assembly.axes[i];
    const int joint = static_cast<int>(i);
    const auto known = axes.find(axis.entity);
    if (known != axes.end()) engine->setJointProperties(numbers.at(key), joint, known->second);
    else axes[axis.entity] = axis;
    if (axis.leader >= 0) continue;
    auto drive = drives.find(axis.entity);
    if (drive == drives.end()) {
      drive = drives.emplace(axis.entity, driveAtStart(axis)).first;
    }
    engine->drive(numbers.at(key), joint, drive->second);
  }
}

void Simulation::Impl::removeAssembly(EntityId key) {
  engine->remove(numbers.at(key));
  numbers.erase(key);
}

AssemblyPtr Simulation::Impl::asItIs(const AssemblyPtr& planned, EntityId key) const {
  const auto it = numbers.find(key);
  if (it == numbers.end()) return planned;
  const Assembly& before = engine->assembly(it->second);
  auto out = std::make_shared<Assembly>(*planned);
  const PieceState base = engine->state({it->second, 0});
  out->root_t_base = base.root_t_piece;
  out->angular_velocity = base.twist.angular;
  out->velocity =
      base.twist.linear + base.twist.angular.cross(base.root_t_piece.q * out->pieces.front().inertial().com);
  for (Axis& axis : out->axes) {
    const auto same = std::ranges::find(before.axes, axis.entity, &Axis::entity);
    if (same == before.axes.end()) continue;
    const JointState state = engine->joint(it->second, static_cast<int>(same - before.axes.begin()));
    axis.position = state.position;
    axis.velocity = state.velocity;
  }
  return out;
}

void Simulation::Impl::replan() {
  WorldPlan next = planOf(world, options.plan, changes, shapes);
  rules = collision::RuleSet::ofWorld(world);
  std::vector<EntityId> gone;
  std::map<EntityId, AssemblyPtr> come;
  for (const auto& [key, number] : numbers) {
    const auto it = next.assemblies.find(key);
    if (it != next.assemblies.end() && sameAssembly(engine->assembly(number), *it->second)) continue;
    gone.push_back(key);
    if (it != next.assemblies.end()) come[key] = asItIs(it->second, key);
  }
  for (const auto& [key, assembly] : next.assemblies) {
    if (!numbers.contains(key)) come[key] = assembly;
  }
  for (const EntityId key : gone) removeAssembly(key);
  for (const auto& [entity, seat] : plan.entities) {
    if (!next.entities.contains(entity)) engine->forgetTouching(entity);
  }
  plan = std::move(next);
  std::erase_if(axes, [this](const auto& a) { return !plan.joints.contains(a.first); });
  std::erase_if(drives, [this](const auto& d) { return !plan.joints.contains(d.first); });
  for (auto& [key, assembly] : come) addAssembly(key, std::move(assembly));
  Overlaps::part(*this);
  Loads::find(*this);
}

void Simulation::Impl::forgetJobs() {
  wrenches.clear();
  efforts.clear();
  trajectories.clear();
  pull.reset();
  peaks.clear();
  grips.clear();
  homes.clear();
  grip_plans.clear();
}

void Simulation::Impl::forgetJobsOf(const std::set<ObjectId>& objects) {
  const auto of = [&](EntityId entity) {
    const world::EntityOwner* owner = world.owner(entity);
    return !owner || objects.contains(owner->object);
  };
  const auto ofNode = [&](const std::optional<world::NodeRef>& node) {
    if (!node) return false;
    if (const auto* o = std::get_if<ObjectId>(&*node)) return objects.contains(*o);
    if (const auto* e = std::get_if<EntityId>(&*node)) return of(*e);
    const auto frame = world.frame(std::get<FrameId>(*node));
    return !frame || objects.contains(frame->object);
  };
  std::erase_if(wrenches, [&](const WrenchJob& j) { return of(j.link) || ofNode(j.frame); });
  std::erase_if(efforts, [&](const EffortJob& j) { return of(j.joint); });
  std::erase_if(trajectories, [&](const TrajectoryJob& j) { return objects.contains(j.object); });
  std::erase_if(peaks, [&](const auto& p) { return of(p.first); });
  if (pull && of(pull->link)) pull.reset();
  std::erase_if(grip_plans,
                [&](const GripPlan& g) { return objects.contains(g.object) || (g.holder && of(g.holder)); });
}

Status Simulation::Impl::checkBounds() {
  for (const auto& [key, number] : numbers) {
    const Assembly& assembly = engine->assembly(number);
    if (assembly.kind == AssemblyKind::kStatic) continue;
    const int last = static_cast<int>(assembly.pieces.size()) - 1;
    const PieceState state = engine->state({number, last});
    if (state.root_t_piece.p.norm() < kFarthest && state.twist.linear.norm() < kFastest &&
        !hasRunawayJoint(*engine, number))
      continue;
    const arg::Node node{world.display(assembly.object), assembly.object.value};
    // Where it stood there from the start no step has done it.
    const double began = start.peek(assembly.object) ? start.rootT(assembly.object).p.norm() : 0.0;
    if (began >= kFarthest)
      return fail(failures::kStandsOutside,
                  {{"object", node}, {"distance", arg::Length{began}}, {"most", arg::Length{kFarthest}}});
    return fail(failures::kBlewUp,
                {{"object", node}, {"time", arg::Seconds{static_cast<double>(counted) * physics.time_step}}});
  }
  return okStatus();
}

Status Simulation::Impl::oneStep() {
  WW_TRY(Grips::apply(*this));
  applyJobs();
  Pulls::apply(*this);
  followTrajectories();
  Loads::beforeStep(*this);
  engine->step();
  Loads::afterStep(*this);
  Moments::countPeaks(*this);
  ++clock;
  ++counted;
  ++since_change;
  return clock % kLookEvery == 0 ? checkBounds() : okStatus();
}

Simulation::Simulation(world::World world, std::shared_ptr<geometry::GeometryStore> store, SimulationOptions options)
    : impl_(std::make_unique<Impl>(std::move(world), std::move(store), std::move(options))) {}
Simulation::~Simulation() = default;

const world::World& Simulation::world() const { return impl_->world; }
double Simulation::time() const {
  return impl_->time_before + static_cast<double>(impl_->since_change) * impl_->physics.time_step;
}
std::uint64_t Simulation::steps() const { return impl_->counted; }
std::vector<Status> Simulation::notes() const { return Overlaps::withNotes(*impl_, impl_->plan.notes); }

Status Simulation::step(std::uint64_t count, const std::stop_token& stop, const std::function<void()>& each) {
  if (count == 0 || count > kMostSteps)
    return fail(failures::kStepCount, {{"count", arg::Count{count}}, {"most", arg::Count{kMostSteps}}});
  for (std::uint64_t i = 0; i < count; ++i) {
    if (stop.stop_requested()) return fail(failures::kStopped, {{"time", arg::Seconds{time()}}});
    WW_TRY(impl_->oneStep());
    if (each) each();
  }
  return impl_->checkBounds();
}

void Simulation::reset(const ResetScope& scope) {
  Impl& d = *impl_;
  if (scope.spawned && !scope.state) {
    removeSpawned(*this, d.start.nextId());
  } else if (scope.spawned) {
    d.world = d.start;
    d.homes.clear();  // there it is
    d.grips.clear();
    d.changes = {};
    d.model_frames.clear();
    d.kept.clear();
    keepTime(d, time());
    d.physics = d.options.physics;
    d.rules = collision::RuleSet::ofWorld(d.world);
    d.plan = planOf(d.world, d.options.plan, d.changes, d.shapes);
    d.startEngine();
  } else if (scope.state) {
    // What calls changed of joints stays.
    const std::map<EntityId, Axis> axes = std::move(d.axes);
    planSurfaces(d);
    d.startEngine();
    for (const auto& [entity, axis] : axes) {
      const auto seat = d.jointSeat(entity);
      if (!seat.ok()) continue;
      d.axes[entity] = axis;
      d.engine->setJointProperties(seat->first, seat->second, axis);
    }
  }
  if (!scope.time) return;
  for (TrajectoryJob& job : d.trajectories) job.started -= time();
  d.counted = d.since_change = 0;
  d.time_before = 0.0;
}

Status Simulation::resetModel(const std::string& model) {
  Impl& d = *impl_;
  WW_ASSIGN(const ObjectId object, d.modelNamed(model));
  const std::set<ObjectId> objects = d.withChildren(object);
  WW_TRY(Grips::takeHome(d, objects));
  d.forgetJobsOf(objects);
  startAnew(d, objects);
  return okStatus();
}

Energy Simulation::energy() const { return impl_->engine->energy(); }

Sha256 Simulation::hash() const {
  Hasher hasher;
  const Sha256 state = impl_->engine->hash();
  hasher.add(std::string_view(reinterpret_cast<const char*>(state.data()), state.size()));
  hasher.add(impl_->counted);
  return hasher.finish();
}

}  // namespace ww::simulation
