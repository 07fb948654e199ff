// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/collision/body.h"

namespace ww::collision {

// Which bodies may come near, by their boxes. An immutable value whose versions share what they have in
// common; may be read from any number of threads. Each kind is a row of broadPhases().
class BroadPhase {
 public:
  virtual ~BroadPhase() = default;
  // A version without some of its bodies and with others; costs the change, where that is small.
  virtual std::shared_ptr<const BroadPhase> changed(std::span<const BodyPtr> less,
                                                    std::span<const BodyPtr> more) const = 0;
  virtual std::size_t size() const = 0;
  // Adds to `out` all bodies whose boxes, grown by so much (metres), meet a box.
  virtual void near(const Bounds& box, double grown, std::vector<const Body*>& out) const = 0;
  // fn(a, b), in either order, for all pairs of bodies whose boxes are no farther apart than `grown` along any
  // axis (metres), until it returns true.
  using PairFn = std::function<bool(const Body&, const Body&)>;
  virtual void pairs(double grown, const PairFn& fn) const = 0;
};
using BroadPhasePtr = std::shared_ptr<const BroadPhase>;

struct BroadPhaseRow {
  const char* name;
  BroadPhasePtr (*empty)();
};
// The first is the one that scenes use.
std::span<const BroadPhaseRow> broadPhases();

}  // namespace ww::collision
