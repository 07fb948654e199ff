// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/model/kernel.h"
#include "core/model/mechanism.h"

namespace ww::model {
namespace {

// As many doubles as every processor takes at once, and as many as newer ones do.
using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));

template <typename T>
WW_MODEL_INLINE T load(const double* from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

template <typename T>
WW_MODEL_INLINE Coordinates<T> load(const PoseLanes& pose, int lane) {
  return {load<T>(&pose.p[0][lane]), load<T>(&pose.p[1][lane]), load<T>(&pose.p[2][lane]), load<T>(&pose.q[0][lane]),
          load<T>(&pose.q[1][lane]), load<T>(&pose.q[2][lane]), load<T>(&pose.q[3][lane])};
}

template <typename T>
WW_MODEL_INLINE void store(const Coordinates<T>& c, PoseLanes& pose, int lane) {
  const T values[7] = {c.px, c.py, c.pz, c.qx, c.qy, c.qz, c.qw};
  for (std::size_t k = 0; k < 3; ++k) std::memcpy(&pose.p[k][lane], &values[k], sizeof(T));
  for (std::size_t k = 0; k < 4; ++k) std::memcpy(&pose.q[k][lane], &values[3 + k], sizeof(T));
}

// Angles of which one is too far for nearTurn(): one after the other.
template <typename T>
WW_MODEL_INLINE Turn<T> farTurn(const T& angle) {
  Turn<T> out;
  for (std::size_t i = 0; i < sizeof(T) / sizeof(double); ++i) {
    const Turn<double> one = turnOf(angle[i]);
    out.sin[i] = one.sin;
    out.cos[i] = one.cos;
  }
  return out;
}

template <typename T>
WW_MODEL_INLINE void forwardRow(const Mechanism::Row& row, const double* q, std::span<PoseLanes> root_t_row,
                                PoseLanes& out) {
  const Motion& motion = row.parent_t_body;
  bool near = true;
  for (int i = 0; i < kLanes; ++i) near = near && std::abs((q[i] * row.multiplier + row.offset) * 0.5) <= kFarthestTurn;
  for (int lane = 0; lane < kLanes; lane += static_cast<int>(sizeof(T) / sizeof(double))) {
    const T position = load<T>(q + lane) * row.multiplier + row.offset, half = position * 0.5;
    const Coordinates<T> local =
        !motion.revolute ? along(motion, position, T{}) : turned(motion, near ? nearTurn(half) : farTurn(half));
    if (row.parent < 0) store(local, out, lane);
    else store(compose(load<T>(root_t_row[static_cast<std::size_t>(row.parent)], lane), local), out, lane);
  }
}

template <typename T>
WW_MODEL_INLINE void forwardRows(const std::vector<Mechanism::Row>& rows, const PositionLanes& q,
                                 std::span<PoseLanes> root_t_row) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    forwardRow<T>(rows[i], q.data() + kLanes * rows[i].joint, root_t_row, root_t_row[i]);
}

#if defined(__x86_64__)
// The same operations, four at a time; multiplications and additions stay apart, so the bits are the same.
[[gnu::target("avx2")]] void forwardRowsByFour(const std::vector<Mechanism::Row>& rows, const PositionLanes& q,
                                               std::span<PoseLanes> out) {
  forwardRows<Four>(rows, q, out);
}
#endif

}  // namespace

void Mechanism::forward(const PositionLanes& q, std::span<PoseLanes> root_t_row) const {
#if defined(__x86_64__)
  static const bool kFour = __builtin_cpu_supports("avx2");
  if (kFour) return forwardRowsByFour(rows_, q, root_t_row);
#endif
  forwardByTwo(q, root_t_row);
}

void Mechanism::forwardByTwo(const PositionLanes& q, std::span<PoseLanes> root_t_row) const {
  forwardRows<Two>(rows_, q, root_t_row);
}

}  // namespace ww::model
