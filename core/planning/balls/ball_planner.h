// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>

#include "core/base/status.h"
#include "core/collision/balls/ball_check.h"
#include "core/planning/balls/ball_tree.h"

namespace ww::planning {

// Between places that a search looks at (L2 norm of radians and metres).
inline constexpr float kBallSpacing = 1.0F / 16.0F;
// The shortest stretch of a proof: half of it moves no point of an arm by more than a tenth of a millimetre.
inline constexpr float kProvenStretch = 1e-4F;

// Where joints may be, and how far the work goes: by what is looked at, not by time.
struct BallLimits {
  std::vector<float> lower, upper;        // radians or metres
  std::uint64_t passes = 2'000'000;       // over eight configurations; then the search gives up
  int corner_rounds = 2;                  // of cutting off corners: shorter, with more of them
  bool proven = true;                     // else paths are looked at in places alone, for who proves them otherwise
  std::function<Status()> interrupted{};  // asked now and then
};

// Paths among balls. What comes out is proven, unless its limits say otherwise: free everywhere on the way, as far as
// balls hold what they stand for. The same for the same seed. Keeps its memory between calls; the check must live as
// long.
class BallPlanner {
 public:
  BallPlanner(collision::BallCheck& check, BallLimits limits);

  // A path from start to one of the goals (one after another in `goals`). Straight to the first of them that can be
  // had so, else by search: RRT-Connect (Kuffner, LaValle 2000), balanced, with dynamic domain (Yershova et al. 2005)
  // and samples of a Halton sequence. None when work runs out; else only what `interrupted` says.
  Result<std::optional<BallPath>> find(const float* start, const std::vector<float>& goals, std::uint64_t seed);
  // The shortest of some, shortened: the first few that a search finds are compared where they were no trouble. Only
  // what comes out is proven. CANCELLED and DEADLINE_EXCEEDED, as `interrupted` says.
  Result<std::optional<BallPath>> findShort(const float* start, const std::vector<float>& goals, std::uint64_t seed,
                                            std::uint64_t ways);
  // A shorter one with the same ends.
  BallPath shorten(const BallPath& path, std::uint64_t seed);

 private:
  enum class Reached { kTrapped, kAdvanced, kThere };
  std::size_t joints() const { return limits_.lower.size(); }
  std::optional<BallPath> direct(const float* start, const std::vector<float>& goals);
  Result<std::optional<BallPath>> search(const float* start, const std::vector<float>& goals, float spacing);
  // The error of `interrupted`: CANCELLED, DEADLINE_EXCEEDED.
  Result<std::optional<BallPath>> searchFiner(const float* start, const std::vector<float>& goals);
  void begin(std::uint64_t seed);
  bool outOfWork() const { return check_.passes() - passes_before_ > limits_.passes; }
  void sample(float* q);
  bool grow(BallTree& tree, const float* to, std::uint32_t& added);
  bool connect(BallTree& tree, const float* to, std::uint32_t& added);
  BallPath join(std::uint32_t from, std::uint32_t to) const;
  bool isProven(const BallPath& path);

  // Of shortening; `sure`: what is taken is proven at once.
  bool isFree(const float* a, const float* b, bool sure);
  BallPath shortened(BallPath path, std::uint64_t seed, bool sure);
  void leaveOut(BallPath& path, bool sure);
  void cutAcross(BallPath& path, std::uint64_t seed, bool sure);
  bool cutCorners(BallPath& path, bool sure);

  collision::BallCheck& check_;
  BallLimits limits_;
  float range_ = 1.0F;  // longest edge of a tree
  float spacing_ = 0.0F;
  std::uint64_t passes_before_ = 0;
  std::uint64_t number_ = 0;  // of the next sample
  BallTree trees_[2];
  std::vector<float> at_, next_, step_;
  std::vector<std::uint32_t> failed_;
};

}  // namespace ww::planning
