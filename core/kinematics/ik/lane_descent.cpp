// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/lane_descent.h"

#include "core/kinematics/ik/lane_kernel.h"

namespace ww::kinematics {
namespace {

using namespace lane_kernel;
using Table = LaneDescent::Table;

constexpr double kLargestLaneStep = 0.7;  // radians or metres per joint and step
constexpr double kArrived = 1e-14;        // of the square, square metres; Newton's method ends it
constexpr int kMostSteps = 40, kMostRefused = 4, kLook = 8;
constexpr double kTooSlow = 0.7;  // of the square, in kLook steps

// What every processor takes at once, and what newer ones do.
using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using Eight = double __attribute__((vector_size(64)));

template <typename T>
using Joints = std::array<T, LaneArm::kMost>;

// Where a step leads: joints that would leave their range are put on its end and left out of a further solve.
template <typename T>
WW_MODEL_INLINE Joints<T> stepped(const LaneArm& arm, const Table& t, int lane) {
  Joints<T> q, next, is_free;
  std::array<Six<T>, LaneArm::kMost> columns;
  for (std::size_t j = 0; j < arm.joints; ++j) {
    q[j] = load<T>(&t.q[j][static_cast<std::size_t>(lane)]);
    next[j] = q[j];
    is_free[j] = T{} + 1.0;
    for (std::size_t r = 0; r < 6; ++r) columns[j][r] = load<T>(&t.columns[j][r][static_cast<std::size_t>(lane)]);
  }
  Six<T> rest;
  for (std::size_t r = 0; r < 6; ++r) rest[r] = load<T>(&t.error[r][static_cast<std::size_t>(lane)]);
  const T lambda = load<T>(&t.lambda[static_cast<std::size_t>(lane)]);
  for (int pass = 0; pass < 2; ++pass) {
    const Six<T> y = solve<T>(arm, columns, is_free, lambda, rest);
    Joints<T> by;
    T largest = T{} + 1e-30;
    for (std::size_t j = 0; j < arm.joints; ++j) {
      const Six<T>& c = columns[j];
      by[j] = (c[0] * y[0] + c[1] * y[1] + c[2] * y[2] + c[3] * y[3] + c[4] * y[4] + c[5] * y[5]) * is_free[j];
      largest = larger<T>(largest, larger<T>(by[j], -by[j]));
    }
    const T scale = smaller<T>(T{} + 1.0, kLargestLaneStep / largest);
    bool hits = false;
    for (std::size_t j = 0; j < arm.joints; ++j) {
      const T lower = load<T>(&t.lower[j][static_cast<std::size_t>(lane)]);
      const T upper = load<T>(&t.upper[j][static_cast<std::size_t>(lane)]);
      const T to = q[j] + scale * by[j], kept = larger<T>(lower, smaller<T>(upper, to));
      const Flags<T> is_hit = (kept != to) & (is_free[j] > 0.5);
      next[j] = is_free[j] > 0.5 ? kept : next[j];
      if (!any<T>(is_hit)) continue;
      hits = true;
      is_free[j] = is_hit ? T{} : is_free[j];
      const T used = is_hit ? kept - q[j] : T{};
      for (std::size_t r = 0; r < 6; ++r) rest[r] = rest[r] - used * columns[j][r];
    }
    if (!hits) break;
  }
  return next;
}

// One step of the lanes from `lane` on. What gets no nearer stays and is damped more.
template <typename T>
WW_MODEL_INLINE void advanceLanes(const LaneArm& arm, const Rigid& goal, double weight, Table& t, int lane) {
  const auto at = static_cast<std::size_t>(lane);
  const T fresh = load<T>(&t.fresh[at]);
  Joints<T> next = stepped<T>(arm, t, lane);
  for (std::size_t j = 0; j < arm.joints; ++j) next[j] = fresh > 0.5 ? load<T>(&t.q[j][at]) : next[j];
  Joints<Three<T>> axes, points;
  const Frame<T> tip = forward<T>(arm, next, axes, points);
  const Six<T> e = missing<T>(goal, weight, tip);
  const T square = squared<T>(e), was = load<T>(&t.square[at]), lambda = load<T>(&t.lambda[at]);
  const Flags<T> is_better = (square < was) | (fresh > 0.5);
  std::array<Six<T>, LaneArm::kMost> columns_now;
  columns<T>(arm, weight, tip, axes, points, columns_now);
  for (std::size_t j = 0; j < arm.joints; ++j) {
    store<T>(is_better ? next[j] : load<T>(&t.q[j][at]), &t.q[j][at]);
    for (std::size_t r = 0; r < 6; ++r)
      store<T>(is_better ? columns_now[j][r] : load<T>(&t.columns[j][r][at]), &t.columns[j][r][at]);
  }
  for (std::size_t r = 0; r < 6; ++r) store<T>(is_better ? e[r] : load<T>(&t.error[r][at]), &t.error[r][at]);
  const T less = smaller<T>(larger<T>(lambda * 0.2, T{} + 1e-14), square * 0.1 + 1e-14);
  const T begun = larger<T>(square, T{} + 1e-4) * 1e-3, more = larger<T>(lambda * 5.0, T{} + 1e-9);
  store<T>(fresh > 0.5 ? begun : (is_better ? less : more), &t.lambda[at]);
  store<T>(is_better ? square : was, &t.square[at]);
  store<T>(is_better ? T{} + 1.0 : T{}, &t.better[at]);
  store<T>(T{}, &t.fresh[at]);
}

template <typename T>
WW_MODEL_INLINE void advanceAll(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  for (int lane = 0; lane < LaneDescent::kLanes; lane += static_cast<int>(sizeof(T) / sizeof(double)))
    advanceLanes<T>(arm, goal, weight, t, lane);
}

template <typename T>
WW_MODEL_INLINE void squaresOfAll(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  for (std::size_t lane = 0; lane < LaneDescent::kLanes; lane += sizeof(T) / sizeof(double)) {
    Joints<T> q;
    for (std::size_t j = 0; j < arm.joints; ++j) q[j] = load<T>(&t.q[j][lane]);
    Joints<Three<T>> axes, points;
    store<T>(squared<T>(missing<T>(goal, weight, forward<T>(arm, q, axes, points))), &t.square[lane]);
  }
}

#if defined(__x86_64__)
// GCC halves wide vectors unless it is told not to; Clang keeps them, and knows no such word.
#ifdef __clang__
#define WW_WIDE_TARGET "avx512f,avx512dq"
#else
#define WW_WIDE_TARGET "avx512f,avx512dq,prefer-vector-width=512"
#endif
[[gnu::target("avx2")]] void advanceByFour(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  advanceAll<Four>(arm, goal, weight, t);
}
[[gnu::target(WW_WIDE_TARGET)]] void advanceByEight(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  advanceAll<Eight>(arm, goal, weight, t);
}
[[gnu::target("avx2")]] void squaresByFour(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  squaresOfAll<Four>(arm, goal, weight, t);
}
[[gnu::target(WW_WIDE_TARGET)]] void squaresByEight(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  squaresOfAll<Eight>(arm, goal, weight, t);
}
#endif

using Pass = void (*)(const LaneArm&, const Rigid&, double, Table&);

void advanceByTwo(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  advanceAll<Two>(arm, goal, weight, t);
}
void squaresByTwo(const LaneArm& arm, const Rigid& goal, double weight, Table& t) {
  squaresOfAll<Two>(arm, goal, weight, t);
}

struct Passes {
  Pass advance, squares;
};

Passes passesOfThisProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return {&advanceByEight, &squaresByEight};
  if (__builtin_cpu_supports("avx2")) return {&advanceByFour, &squaresByFour};
#endif
  return {&advanceByTwo, &squaresByTwo};
}

const Passes& passes() {
  static const Passes kPasses = passesOfThisProcessor();
  return kPasses;
}

}  // namespace

LaneDescent::LaneDescent(const LaneArm& arm, const Rigid& goal, double weight, const Positions& lower,
                         const Positions& upper)
    : arm_(arm), goal_(goal), weight_(weight), table_{} {
  for (std::size_t j = 0; j < arm.joints; ++j) table_.lower[j].fill(lower[j]), table_.upper[j].fill(upper[j]);
  table_.lambda.fill(1.0);
  states_.fill(State::kRests);
}

void LaneDescent::put(int lane, const Positions& start) {
  const auto i = static_cast<std::size_t>(lane);
  for (std::size_t j = 0; j < arm_.joints; ++j)
    table_.q[j][i] = std::min(std::max(start[j], table_.lower[j][i]), table_.upper[j][i]);
  table_.fresh[i] = 1.0;
  states_[i] = State::kRuns;
  steps_[i] = refused_[i] = 0;
}

void LaneDescent::advance() {
  passes().advance(arm_, goal_, weight_, table_);
  settle();
}

void LaneDescent::advancePlain() {
  advanceByTwo(arm_, goal_, weight_, table_);
  settle();
}

// What has arrived, and what is given up.
void LaneDescent::settle() {
  for (std::size_t i = 0; i < kLanes; ++i) {
    if (states_[i] != State::kRuns) continue;
    const double square = table_.square[i];
    if (steps_[i] == 0) mark_[i] = square;
    refused_[i] = table_.better[i] > 0.5 ? 0 : refused_[i] + 1;
    ++steps_[i];
    if (square < kArrived) {
      states_[i] = State::kArrived;
    } else if (steps_[i] > kMostSteps || refused_[i] >= kMostRefused) {
      states_[i] = State::kStuck;
    } else if (steps_[i] % kLook == 0) {
      if (square > kTooSlow * mark_[i]) states_[i] = State::kStuck;
      mark_[i] = square;
    }
  }
}

std::array<double, LaneDescent::kLanes> LaneDescent::squares(std::span<const Positions, kLanes> places) const {
  Table t;
  for (std::size_t i = 0; i < kLanes; ++i)
    for (std::size_t j = 0; j < arm_.joints; ++j) t.q[j][i] = places[i][j];
  passes().squares(arm_, goal_, weight_, t);
  return t.square;
}

LaneDescent::Positions LaneDescent::at(int lane) const {
  Positions out{};
  for (std::size_t j = 0; j < arm_.joints; ++j) out[j] = table_.q[j][static_cast<std::size_t>(lane)];
  return out;
}

}  // namespace ww::kinematics
