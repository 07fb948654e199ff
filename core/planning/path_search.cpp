// SPDX-License-Identifier: Apache-2.0
#include "core/planning/path_search.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "core/kinematics/random.h"
#include "core/planning/failures.h"

namespace ww::planning {
namespace {

using kinematics::Random;

// Configurations and their parents, in one flat array.
class Tree {
 public:
  explicit Tree(Eigen::Index dimension) : dim_(static_cast<std::size_t>(dimension)) {}
  std::size_t size() const { return parents_.size(); }
  std::size_t add(const JointVector& q, std::size_t parent) {
    values_.insert(values_.end(), q.data(), q.data() + dim_);
    parents_.push_back(parent);
    return parents_.size() - 1;
  }
  JointVector at(std::size_t i) const {
    return Eigen::Map<const JointVector>(values_.data() + i * dim_, static_cast<Eigen::Index>(dim_));
  }
  std::size_t nearest(const JointVector& q) const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    const double* v = values_.data();
    for (std::size_t i = 0; i < parents_.size(); ++i, v += dim_) {
      double d = 0.0;
      for (std::size_t k = 0; k < dim_; ++k) {
        const double x = v[k] - q.data()[k];
        d += x * x;
      }
      if (d < least) least = d, best = i;
    }
    return best;
  }
  // From the root to node i.
  Waypoints branch(std::size_t i) const {
    Waypoints out{at(i)};
    while (parents_[i] != i) out.push_back(at(i = parents_[i]));
    std::ranges::reverse(out);
    return out;
  }

 private:
  std::size_t dim_;
  std::vector<double> values_;
  std::vector<std::size_t> parents_;
};

class Search {
 public:
  Search(RobotScene& scene, const SearchOptions& options, const JointVector& start)
      : scene_(scene),
        o_(options),
        random_(options.seed),
        from_(start.size()),
        from_goal_(start.size()),
        start_(start) {
    from_.add(start, 0);
  }
  Result<Waypoints> run(const std::vector<JointVector>& goals);

 private:
  enum class Reached { kTrapped, kAdvanced, kThere };
  void setNear(const std::vector<JointVector>& goals);
  JointVector randomPlace();
  Result<Reached> extend(Tree& tree, std::size_t near, const JointVector& to, std::size_t& added);
  Result<Reached> follow(Tree& tree, std::size_t near, const JointVector& to, std::size_t& added);
  Result<bool> connect(Tree& tree, const JointVector& to, std::size_t& added);

  RobotScene& scene_;
  const SearchOptions& o_;
  Random random_;
  Tree from_, from_goal_;
  JointVector start_, near_lower_, near_upper_;
};

// Up to half a turn, or a metre, around the start and the goals.
void Search::setNear(const std::vector<JointVector>& goals) {
  near_lower_ = near_upper_ = start_;
  for (const JointVector& goal : goals) {
    near_lower_ = near_lower_.cwiseMin(goal);
    near_upper_ = near_upper_.cwiseMax(goal);
  }
  for (Eigen::Index i = 0; i < start_.size(); ++i) {
    const double span = scene_.tree().isRevolute(static_cast<std::size_t>(i)) ? M_PI : 1.0;
    near_lower_[i] -= span;
    near_upper_[i] += span;
  }
}

// Steps that keep a rule are dear, and joints that go around twice have a great many places far away: every other place
// is near then.
JointVector Search::randomPlace() {
  const bool is_near = o_.rule && random_.uniform() < 0.5;
  JointVector q = start_;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto& limit = o_.limits[static_cast<std::size_t>(i)];
    const double span = scene_.tree().isRevolute(static_cast<std::size_t>(i)) ? M_PI : 1.0;
    double lower = std::isfinite(limit.lower) ? limit.lower : start_[i] - span;
    double upper = std::isfinite(limit.upper) ? limit.upper : start_[i] + span;
    if (is_near) {
      lower = std::max(lower, near_lower_[i]);
      upper = std::min(upper, near_upper_[i]);
    }
    q[i] = random_.uniform(lower, std::max(lower, upper));
  }
  return q;
}

// In steps that keep the rule, as far as an edge without one would go at most.
Result<Search::Reached> Search::follow(Tree& tree, std::size_t near, const JointVector& to, std::size_t& added) {
  JointVector at = tree.at(near);
  added = near;
  for (double gone = 0.0; gone < o_.range;) {
    WW_TRY(o_.budget.check());
    const auto next = o_.rule->step(at, to);
    if (!next) break;
    WW_ASSIGN(const auto hit, findCollision(scene_, at, *next, o_.spacing, o_.budget));
    if (hit) break;
    gone += (*next - at).norm();
    added = tree.add(*next, added);
    at = *next;
    if (at == to) return Reached::kThere;
  }
  return added == near ? Reached::kTrapped : Reached::kAdvanced;
}

Result<Search::Reached> Search::extend(Tree& tree, std::size_t near, const JointVector& to, std::size_t& added) {
  if (o_.rule) return follow(tree, near, to, added);
  const JointVector at = tree.at(near);
  const double distance = (to - at).norm();
  const bool there = distance <= o_.range;
  const JointVector next = there ? to : JointVector(at + (o_.range / distance) * (to - at));
  WW_ASSIGN(const auto hit, findCollision(scene_, at, next, o_.spacing, o_.budget));
  if (hit) return Reached::kTrapped;
  added = tree.add(next, near);
  return there ? Reached::kThere : Reached::kAdvanced;
}

Result<bool> Search::connect(Tree& tree, const JointVector& to, std::size_t& added) {
  std::size_t near = tree.nearest(to);
  for (;;) {
    WW_ASSIGN(const Reached reached, extend(tree, near, to, added));
    if (reached == Reached::kTrapped) return false;
    if (reached == Reached::kThere) return true;
    near = added;
  }
}

Result<Waypoints> Search::run(const std::vector<JointVector>& goals) {
  for (const auto& goal : goals) from_goal_.add(goal, from_goal_.size());
  setNear(goals);
  bool forward = true;
  while (from_.size() + from_goal_.size() < o_.max_nodes) {
    WW_TRY(o_.budget.check());
    // Growing the smaller tree keeps both of the same size.
    if (from_.size() > 2 * from_goal_.size()) forward = false;
    else if (from_goal_.size() > 2 * from_.size()) forward = true;
    Tree &grown = forward ? from_ : from_goal_, &other = forward ? from_goal_ : from_;
    const JointVector place = randomPlace();
    std::size_t added = 0, joined = 0;
    WW_ASSIGN(const Reached reached, extend(grown, grown.nearest(place), place, added));
    forward = !forward;
    if (reached == Reached::kTrapped) continue;
    WW_ASSIGN(const bool met, connect(other, grown.at(added), joined));
    if (!met) continue;
    Waypoints path = (&grown == &from_ ? grown : other).branch(&grown == &from_ ? added : joined);
    Waypoints back = (&grown == &from_ ? other : grown).branch(&grown == &from_ ? joined : added);
    path.insert(path.end(), back.rbegin() + 1, back.rend());
    return path;
  }
  return fail(failures::kSearchedEnough, {{"count", arg::Count{o_.max_nodes}}});
}

// A configuration on a path, by its distance from the start.
struct Place {
  std::size_t edge = 0;
  JointVector q;
};

Place placeAt(const Waypoints& path, double along) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const double length = (path[i + 1] - path[i]).norm();
    if (along <= length || i + 2 == path.size()) {
      const double t = length > 0.0 ? std::clamp(along / length, 0.0, 1.0) : 0.0;
      return {i, path[i] + t * (path[i + 1] - path[i])};
    }
    along -= length;
  }
  return {0, path.front()};
}

Result<bool> isFree(RobotScene& scene, const JointVector& a, const JointVector& b, double spacing,
                    const Budget& budget) {
  WW_ASSIGN(const auto hit, findCollision(scene, a, b, spacing, budget));
  return !hit.has_value();
}

// Leaves out waypoints that are not needed, far jumps first.
Result<Waypoints> leaveOut(RobotScene& scene, const Waypoints& path, double spacing, const Budget& budget) {
  Waypoints out{path.front()};
  for (std::size_t i = 0; i + 1 < path.size();) {
    std::size_t next = path.size() - 1;
    for (; next > i + 1; --next) {
      WW_ASSIGN(const bool free, isFree(scene, path[i], path[next], spacing, budget));
      if (free) break;
    }
    out.push_back(path[next]);
    i = next;
  }
  return out;
}

// As it was given: of 0.2 s, 0.199 are left when a search begins.
double roundedSeconds(double s) {
  if (s <= 0.0) return 0.0;
  const double digit = std::pow(10.0, std::floor(std::log10(s)) - 1.0);
  return std::round(s / digit) * digit;
}

}  // namespace

double threadSeconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Status Budget::check() const {
  if (stop.stop_requested()) return fail(failures::kCancelled);
  const auto seconds = [](Clock::duration d) { return std::chrono::duration<double>(d).count(); };
  const Clock::time_point now = Clock::now();
  // To ask for the time of the thread costs more: it cannot be more than what has gone by.
  const bool worked = work > 0.0 && seconds(now - began) > work && threadSeconds() - work_began > work;
  if (now <= deadline && !worked) return okStatus();
  if (!worked && deadline <= began) return fail(failures::kNoTimeLeft);
  return fail(failures::kOutOfTime,
              {{"time", arg::Seconds{worked ? work : roundedSeconds(seconds(deadline - began))}}});
}

Budget Budget::share(double part) const {
  Budget out = *this;
  const Clock::time_point now = Clock::now();
  if (deadline != Clock::time_point::max())
    out.deadline = now + std::chrono::duration_cast<Clock::duration>(part * (deadline - now));
  if (work <= 0.0) return out;
  out.work_began = threadSeconds();
  out.began = now;
  constexpr double kLeast = 1e-9;  // of nothing left something stays: 0 is no limit
  out.work = std::max(kLeast, part * (work - (out.work_began - work_began)));
  return out;
}

Result<std::optional<double>> findCollision(RobotScene& scene, const JointVector& from, const JointVector& to,
                                            double spacing, const Budget& budget) {
  return scene.someCollision({scene.tree().mechanism(), from, to, spacing, [&budget] { return budget.check(); }});
}

Result<bool> isFreeWay(RobotScene& scene, const JointVector& from, const JointVector& to, const Budget& budget) {
  using Kind = collision::MotionVerdict::Kind;
  if (scene.provesMotions()) {
    const collision::Sweep sweep{scene.tree().mechanism(), from, to, scene.spacing(),
                                 [&budget] { return budget.check(); }};
    WW_ASSIGN(const auto verdict, scene.prove(sweep));
    if (verdict.kind != Kind::kUnproven) return verdict.kind == Kind::kFree;
  }
  WW_ASSIGN(const auto hit, findCollision(scene, from, to, scene.spacing(), budget));
  return !hit.has_value();
}

Result<Waypoints> searchPath(RobotScene& scene, const JointVector& start, const std::vector<JointVector>& goals,
                             const SearchOptions& options) {
  return Search(scene, options, start).run(goals);
}

Result<std::optional<Waypoints>> freeWay(RobotScene& scene, const PathRule& rule, const JointVector& from,
                                         const JointVector& to, double spacing, const Budget& budget) {
  auto way = rule.way(from, to);
  for (std::size_t i = 0; way && i + 1 < way->size(); ++i) {
    WW_ASSIGN(const bool free, isFree(scene, (*way)[i], (*way)[i + 1], spacing, budget));
    if (!free) way.reset();
  }
  return way;
}

Result<Waypoints> shortenKept(RobotScene& scene, const PathRule& rule, Waypoints path, double spacing,
                              std::uint64_t seed, const Budget& budget) {
  constexpr int kTries = 120, kIdle = 30;
  constexpr double kGain = 1e-3;  // radians or metres
  Random random(seed);
  int idle = 0;
  for (int n = 0; n < kTries && idle < kIdle && path.size() > 2; ++n) {
    WW_TRY(budget.check());
    const auto last = static_cast<double>(path.size() - 1);
    const auto place = [&](double share) { return static_cast<std::ptrdiff_t>(std::lround(last * share)); };
    // The whole first.
    auto a = n == 0 ? 0 : place(random.uniform(0.0, 1.0)), b = n == 0 ? place(1.0) : place(random.uniform(0.0, 1.0));
    if (a > b) std::swap(a, b);
    ++idle;
    const Waypoints part(path.begin() + a, path.begin() + b + 1);
    if (part.size() < 3 || pathLength(part) - (part.back() - part.front()).norm() < kGain) continue;
    WW_ASSIGN(const auto way, freeWay(scene, rule, part.front(), part.back(), spacing, budget));
    if (!way || pathLength(*way) > pathLength(part) - kGain) continue;
    Waypoints next(path.begin(), path.begin() + a);
    next.insert(next.end(), way->begin(), way->end());
    next.insert(next.end(), path.begin() + b + 1, path.end());
    path = std::move(next);
    idle = 0;
  }
  return path;
}

double pathLength(const Waypoints& path) {
  double length = 0.0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) length += (path[i + 1] - path[i]).norm();
  return length;
}

Result<Waypoints> shortenPath(RobotScene& scene, Waypoints path, double spacing, std::uint64_t seed,
                              const Budget& budget) {
  Random random(seed);
  WW_ASSIGN(path, leaveOut(scene, path, spacing, budget));
  int idle = 0;
  for (int n = 0; n < 200 && idle < 40 && path.size() > 2; ++n) {
    WW_TRY(budget.check());
    const double length = pathLength(path);
    double a = random.uniform(0.0, length), b = random.uniform(0.0, length);
    if (a > b) std::swap(a, b);
    const Place from = placeAt(path, a), to = placeAt(path, b);
    ++idle;
    if (from.edge == to.edge || b - a - (to.q - from.q).norm() < 1e-3) continue;
    WW_ASSIGN(const bool free, isFree(scene, from.q, to.q, spacing, budget));
    if (!free) continue;
    Waypoints next(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(from.edge) + 1);
    next.push_back(from.q);
    next.push_back(to.q);
    next.insert(next.end(), path.begin() + static_cast<std::ptrdiff_t>(to.edge) + 1, path.end());
    path = std::move(next);
    idle = 0;
  }
  return leaveOut(scene, path, spacing, budget);
}

}  // namespace ww::planning
