// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/preflight.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/finding.h"
#include "core/collision/check.h"
#include "core/collision/coverage.h"
#include "core/session/collision_shapes.h"
#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/simulation/failures.h"
#include "core/simulation/self_touch.h"
#include "core/usecase/failures.h"
#include "core/usecase/odd_masses.h"

namespace ww::usecase {
namespace {

namespace sim = ww::simulation;

constexpr double kUsualDensity = 1000.0;  // kg/m^3
constexpr double kPushedDepth = 5e-4;     // metres: a shallower overlap is pushed apart without being seen
constexpr double kLeftApart = 1e-4;       // metres left between what is moved apart
constexpr double kSoNear = 5e-3;          // metres: so near, one lies on the other
constexpr double kFastStep = 2e-3;        // seconds
constexpr double kMostRatio = 1000.0, kMostFastRatio = 50.0;
constexpr double kOddHere = 30.0;               // times the usual inertia: what is to be true must be nearer
constexpr std::size_t kMostTriangles = 50'000;  // that a hull is made of here, as others wait for it

Phrase aboutObject(const char* text, std::string name) {
  return phrase(text, {{"object", arg::Words{std::move(name)}}});
}

class Preflight {
 public:
  Preflight(const world::World& world, const PreflightOptions& options) : world_(world), options_(options) {
    plan_ = sim::planOf(world, options.plan, {}, *collision::ShapeCache::ofProcess());
  }

  std::vector<PreflightFinding> run() {
    if (options_.time_step > sim::kCoarseStep)
      add(fail(sim::failures::kCoarseStep, {{"step", arg::Seconds{options_.time_step}}}), {});
    notes();
    masses();
    if (!options_.stop.stop_requested()) pairs();
    return std::move(out_);
  }

 private:
  arg::Node node(ObjectId id) const { return {world_.display(id), id.value}; }
  const sim::Assembly* assemblyOf(EntityId entity) const;
  bool flies(EntityId entity) const;
  double massAt(EntityId entity) const;
  void notes();
  void masses();
  void checkLink(const world::Entity& entity, const sim::Part& part);
  void meetings(const collision::Scene& scene);
  void passing(const collision::Scene& scene);
  void pairs();
  bool isOwn(const collision::Contact& contact) const;
  PreflightFix passThrough(const collision::Contact& contact) const;
  void ownOverlap(const collision::Contact& contact);
  void overlap(const collision::Contact& contact);
  void ratio(const collision::Contact& contact);
  void add(const Status& status, std::vector<ObjectId> objects, std::vector<PreflightFix> fixes = {});
  std::vector<PreflightFix> massFixes(ObjectId id) const;
  std::optional<PreflightFix> waterFix(const std::vector<world::EntityPtr>& links, const std::string& name) const;
  std::vector<PreflightFix> oddFixes(const world::Entity& link, const Status& odd) const;
  std::vector<PreflightFix> shapeFixes(ObjectId id) const;
  PreflightFix stands(ObjectId id) const;
  PreflightFix shifted(ObjectId id, const Vec3& by) const;

  const world::World& world_;
  const PreflightOptions& options_;
  sim::WorldPlan plan_;
  std::vector<PreflightFinding> out_;
};

void Preflight::add(const Status& status, std::vector<ObjectId> objects, std::vector<PreflightFix> fixes) {
  out_.push_back({findingOf(status), std::move(objects), std::move(fixes)});
}

const sim::Assembly* Preflight::assemblyOf(EntityId entity) const {
  const auto seat = plan_.entities.find(entity);
  return seat == plan_.entities.end() ? nullptr : plan_.assemblies.at(seat->second.assembly).get();
}

bool Preflight::flies(EntityId entity) const {
  const sim::Assembly* assembly = assemblyOf(entity);
  return assembly && assembly->kind == sim::AssemblyKind::kFree;
}

// Of the whole that flies.
double Preflight::massAt(EntityId entity) const {
  const sim::Assembly* assembly = assemblyOf(entity);
  return assembly ? assembly->pieces.front().inertial().mass : 0.0;
}

PreflightFix Preflight::stands(ObjectId id) const {
  auto flags = session::simulationOf(*world_.peek(id));
  flags.is_static = true;
  return {aboutObject(WW_TEXT("Core", "Let {object} stand still"), world_.display(id)),
          session::setSimulation(id, flags)};
}

PreflightFix Preflight::shifted(ObjectId id, const Vec3& by) const {
  Pose root_t_object = world_.rootT(id);
  root_t_object.p += by;
  return {aboutObject(WW_TEXT("Core", "Move {object} out of it"), world_.display(id)),
          session::setPose(id, world::kRootObject, root_t_object)};
}

// As dense as water, of all links whose shapes enclose something.
std::vector<PreflightFix> Preflight::massFixes(ObjectId id) const {
  std::vector<session::EditsPtr> parts;
  for (const auto& entity : world_.peek(id)->entities) {
    if (entity->kind != world::EntityKind::kLink) continue;
    const double mass = sim::inertialOf(*entity, kUsualDensity).mass;
    const auto edit = mass > 0.0 ? session::physicsOfShape(*entity, mass) : std::nullopt;
    if (edit) parts.push_back(session::setLinkPhysics(world_, entity->id, *edit));
  }
  std::vector<PreflightFix> out;
  if (!parts.empty())
    out.push_back(
        {aboutObject(WW_TEXT("Core", "Give {object} the mass of water"), world_.display(id)), session::join(parts)});
  out.push_back(stands(id));
  return out;
}

// Whatever they weigh now.
double waterMass(const world::Entity& link) {
  world::Entity bare = link;
  bare.message.reset();
  return sim::inertialOf(bare, kUsualDensity).mass;
}

// Of links that have a mass; none where their shapes enclose nothing.
std::optional<PreflightFix> Preflight::waterFix(const std::vector<world::EntityPtr>& links,
                                                const std::string& name) const {
  std::vector<session::EditsPtr> parts;
  for (const auto& link : links) {
    const auto now = session::linkPhysics(*link);
    const double mass = now && now->mass > 0.0 ? waterMass(*link) : 0.0;
    const auto edit = mass > 0.0 ? session::physicsOfShape(*link, mass) : std::nullopt;
    if (edit) parts.push_back(session::setLinkPhysics(world_, link->id, *edit));
  }
  if (parts.empty()) return std::nullopt;
  return PreflightFix{aboutObject(WW_TEXT("Core", "Give {object} the mass of water"), name), session::join(parts)};
}

std::vector<PreflightFix> Preflight::oddFixes(const world::Entity& link, const Status& odd) const {
  const auto* row = odd.failure->row;
  std::vector<PreflightFix> out;
  if (row == &failures::kMassHigh || row == &failures::kMassLow) {
    if (auto fix = waterFix({world_.entity(link.id)}, world_.display(link.id))) out.push_back(std::move(*fix));
  } else if (const auto edit = session::physicsOfShape(link, session::linkPhysics(link)->mass)) {
    out.push_back({aboutObject(WW_TEXT("Core", "Take the inertia of {object} from its shape"), world_.display(link.id)),
                   session::setLinkPhysics(world_, link.id, *edit)});
  }
  return out;
}

// A hull of what is seen of it, or it stands still.
std::vector<PreflightFix> Preflight::shapeFixes(ObjectId id) const {
  std::vector<session::LinkShapes> shapes;
  std::size_t triangles = 0;
  for (const world::Entity* link : session::linksWithShapes(world_, id)) {
    triangles += session::seenMesh(*link).triangles.size();
    if (triangles > kMostTriangles) break;
    auto made = session::collisionShapesOf(*link, {geometry::CollisionKind::kHull}, options_.stop);
    if (made.ok()) shapes.push_back(std::move(made).value());
  }
  std::vector<PreflightFix> out;
  if (!shapes.empty() && triangles <= kMostTriangles)
    out.push_back({aboutObject(WW_TEXT("Core", "Let {object} touch by the hull of what is seen"), world_.display(id)),
                   session::setCollisionShapes(id, shapes)});
  out.push_back(stands(id));
  return out;
}

// What the plan itself has to say.
void Preflight::notes() {
  for (const Status& note : plan_.notes) {
    const auto* value = note.failure ? note.failure->find("object") : nullptr;
    const auto* about = value ? std::get_if<arg::Node>(value) : nullptr;
    const ObjectId id{about ? about->id : 0};
    if (!about || !world_.peek(id)) {
      add(note, {});
      continue;
    }
    std::vector<PreflightFix> fixes;
    const auto* row = note.failure->row;
    if (row == &sim::failures::kNoMass || row == &sim::failures::kMechanismNoMass) fixes = massFixes(id);
    if (row == &sim::failures::kBelowFloor) {
      const auto* depth = std::get_if<arg::Length>(note.failure->find("depth"));
      fixes.push_back(shifted(id, Vec3(0.0, 0.0, depth->m)));
    }
    add(note, {id}, std::move(fixes));
  }
}

void Preflight::masses() {
  std::set<ObjectId> open;
  for (const auto& [key, assembly] : plan_.assemblies) {
    if (assembly->kind == sim::AssemblyKind::kStatic) continue;
    bool solid = false;
    for (const sim::Piece& piece : assembly->pieces) {
      for (const sim::Part& part : piece.parts) {
        solid |= !part.solids.empty();
        const auto entity = part.entity ? world_.entity(part.entity) : nullptr;
        if (entity) checkLink(*entity, part);
      }
    }
    if (!solid && assembly->kind == sim::AssemblyKind::kFree && open.insert(assembly->object).second)
      add(fail(sim::failures::kNoCollider, {{"object", node(assembly->object)}}), {assembly->object},
          shapeFixes(assembly->object));
  }
}

// Of a link with a mass that says no inertia, or one that no body has: what is taken in its place is told.
void Preflight::checkLink(const world::Entity& entity, const sim::Part& part) {
  const auto physics = session::linkPhysics(entity);
  if (!physics || !(physics->mass > 0.0) || !(part.inertial.mass > 0.0)) return;
  for (const Status& odd : oddPhysics(world_, entity, kOddHere))
    if (odd.failure->row != &failures::kInertiaImpossible)  // that is told below
      add(odd, {entity.object}, oddFixes(entity, odd));
  const Vec3 m = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(physics->inertia).eigenvalues();
  if (m.x() > 0.0 && m.z() <= (m.x() + m.y()) * (1.0 + 1e-6)) return;
  const arg::Node link{world_.display(entity.id), entity.id.value};
  std::vector<PreflightFix> fixes;
  if (const auto edit = session::physicsOfShape(entity, physics->mass))
    fixes.push_back({aboutObject(WW_TEXT("Core", "Take the inertia of {object} from its shape"), link.display),
                     session::setLinkPhysics(world_, entity.id, *edit)});
  add(fail(sim::failures::kNoInertia, {{"link", link}}), {entity.object}, std::move(fixes));
}

// What moves meets nothing where the rules leave no pair.
void Preflight::meetings(const collision::Scene& scene) {
  using Nothing = collision::Coverage::Nothing;
  const collision::Coverage looked = collision::coverageOf(scene, scene.rules());
  for (const ObjectId id : looked.excluded) {
    const bool falls = std::ranges::any_of(plan_.assemblies, [&](const auto& row) {
      return row.second->kind == sim::AssemblyKind::kFree && row.second->object == id;
    });
    if (falls) add(fail(sim::failures::kPassesAll, {{"object", node(id)}}), {id}, {stands(id)});
  }
  const bool off = looked.nothing == Nothing::kSwitchedOff;
  const bool moves = std::ranges::any_of(
      plan_.assemblies, [](const auto& row) { return row.second->kind != sim::AssemblyKind::kStatic; });
  if (!moves || !(off || looked.nothing == Nothing::kExcluded)) return;
  std::vector<PreflightFix> fixes;
  if (off)
    fixes.push_back({phrase(WW_TEXT("Core", "Switch collision checking on")), session::switchCheckingOn(world_)});
  add(fail(sim::failures::kNothingMeets, {{"why", collision::whyNotChecked(looked)}}), {}, std::move(fixes));
}

// Mechanisms whose file lets their links pass through each other, which planners do not.
void Preflight::passing(const collision::Scene& scene) {
  std::set<ObjectId> seen;
  for (const auto& [key, assembly] : plan_.assemblies) {
    const ObjectId id = assembly->object;
    if (assembly->kind != sim::AssemblyKind::kMechanism || !seen.insert(id).second) continue;
    if (sim::linksPass(world_, id, scene.rules())) add(fail(sim::failures::kLinksPass, {{"object", node(id)}}), {id});
  }
}

void Preflight::pairs() {
  const collision::Scene scene = collision::Scene::make(world_);
  meetings(scene);
  passing(scene);
  collision::Checker checker(scene);
  checker.setMargin(kSoNear);
  std::size_t overlaps = 0;
  for (const collision::Contact& contact : checker.all(model::State(scene.model()), 20 * options_.most_overlaps)) {
    const sim::Assembly *a = assemblyOf(contact.a), *b = assemblyOf(contact.b);
    if (!a || !b) continue;  // what is left out is not touched
    if (isOwn(contact)) {
      const bool joined = a->kind == sim::AssemblyKind::kMechanism || b->kind == sim::AssemblyKind::kMechanism;
      if (joined && contact.distance_m < -kPushedDepth && overlaps++ < options_.most_overlaps) ownOverlap(contact);
      continue;
    }
    if (a == b) continue;
    if (a->kind == sim::AssemblyKind::kStatic && b->kind == sim::AssemblyKind::kStatic) continue;
    if (contact.distance_m < -kPushedDepth && overlaps++ < options_.most_overlaps) overlap(contact);
    if (flies(contact.a) && flies(contact.b)) ratio(contact);
  }
}

bool Preflight::isOwn(const collision::Contact& contact) const {
  return world_.owner(contact.a)->object == world_.owner(contact.b)->object;
}

PreflightFix Preflight::passThrough(const collision::Contact& contact) const {
  session::CollisionRuleEdit rule;
  rule.left = {{world_.owner(contact.a)->object, contact.a}};
  rule.right = {{world_.owner(contact.b)->object, contact.b}};
  return {phrase(WW_TEXT("Core", "Let {a} and {b} pass through each other"),
                 {{"a", arg::Words{world_.display(contact.a)}}, {"b", arg::Words{world_.display(contact.b)}}}),
          session::addCollisionRule(world_, rule)};
}

// Of links of one mechanism, which a simulation lets pass through each other.
void Preflight::ownOverlap(const collision::Contact& contact) {
  add(fail(sim::failures::kLinkPairOverlaps, {{"a", arg::Node{world_.display(contact.a), contact.a.value}},
                                              {"b", arg::Node{world_.display(contact.b), contact.b.value}},
                                              {"depth", arg::Length{-contact.distance_m}}}),
      {world_.owner(contact.a)->object}, {passThrough(contact)});
}

void Preflight::overlap(const collision::Contact& contact) {
  const ObjectId a = assemblyOf(contact.a)->object, b = assemblyOf(contact.b)->object;
  const double depth = -contact.distance_m;
  std::vector<PreflightFix> fixes;
  const Vec3 by = (depth + kLeftApart) * contact.normal;
  // The one above goes up rather than the one below into the floor.
  const bool second = flies(contact.b) && (!flies(contact.a) || contact.normal.z() >= 0.0);
  if (second) fixes.push_back(shifted(b, by));
  else if (flies(contact.a)) fixes.push_back(shifted(a, -by));
  fixes.push_back(passThrough(contact));
  add(fail(sim::failures::kOverlapsAtStart, {{"a", arg::Node{world_.display(contact.a), contact.a.value}},
                                             {"b", arg::Node{world_.display(contact.b), contact.b.value}},
                                             {"depth", arg::Length{depth}}}),
      {a, b}, std::move(fixes));
}

// The solver comes to no end where the heavy one lies on the light one.
void Preflight::ratio(const collision::Contact& contact) {
  const ObjectId a = assemblyOf(contact.a)->object, b = assemblyOf(contact.b)->object;
  const double of_a = massAt(contact.a), of_b = massAt(contact.b);
  const bool first = of_a > of_b;
  const double heavy = std::max(of_a, of_b), light = std::min(of_a, of_b);
  if (!(light > 0.0)) return;
  const double most = options_.time_step > kFastStep ? kMostFastRatio : kMostRatio;
  if (heavy <= most * light * (1.0 + 1e-9)) return;
  // Whose mass is the odd one is not known: whichever would end it is offered.
  std::vector<PreflightFix> fixes;
  for (const auto& [id, other] : {std::pair(a, of_b), std::pair(b, of_a)}) {
    double water = 0.0;
    std::vector<world::EntityPtr> links;
    for (const auto& link : world_.peek(id)->entities) {
      links.push_back(link);
      if (link->kind == world::EntityKind::kLink) water += waterMass(*link);
    }
    if (!(water > 0.0) || std::max(water, other) > most * std::min(water, other)) continue;
    if (auto fix = waterFix(links, world_.display(id))) fixes.push_back(std::move(*fix));
  }
  add(fail(sim::failures::kMassRatio, {{"heavy", node(first ? a : b)},
                                       {"light", node(first ? b : a)},
                                       {"factor", arg::Number{std::round(heavy / light)}}}),
      {a, b}, std::move(fixes));
}

}  // namespace

std::vector<PreflightFinding> preflight(const world::World& world, const PreflightOptions& options) {
  return Preflight(world, options).run();
}

Diagnostics startNotes(const world::World& world, PreflightOptions options) {
  options.most_overlaps = 4;
  Diagnostics out;
  for (const PreflightFinding& finding : preflight(world, options)) {
    const FailureRow* row = finding.told.failure ? finding.told.failure->row : nullptr;
    if (row == &sim::failures::kNoCollider || row == &sim::failures::kNothingMeets ||
        row == &sim::failures::kPassesAll || row == &sim::failures::kOverlapsAtStart ||
        row == &sim::failures::kLinksPass || row == &sim::failures::kCoarseStep)
      out.push_back(finding.told);
  }
  return out;
}

PhysicsCast physicsCast(const world::World& world, const simulation::PlanOptions& options) {
  const sim::WorldPlan plan = sim::planOf(world, options, {}, *collision::ShapeCache::ofProcess());
  std::set<ObjectId> flying, mechanisms, standing;
  for (const auto& [key, assembly] : plan.assemblies) {
    const world::Object* object = world.peek(assembly->object);
    if (object == nullptr || !object->parent) continue;  // the floor, and what is the world itself
    const bool flies = assembly->kind == sim::AssemblyKind::kFree;
    (flies ? flying : assembly->kind == sim::AssemblyKind::kStatic ? standing : mechanisms).insert(assembly->object);
  }
  return {flying.size(), mechanisms.size(), standing.size()};
}

}  // namespace ww::usecase
