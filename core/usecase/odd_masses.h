// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/diagnostic.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// What is odd about the mass of a link, its centre and its inertia, beside its shapes: units that are others than kg, m
// and kg m^2, figures that no body has. Nothing of a link without a mass or without a shape. An inertia is odd when it
// is so many times what is usual: wrong units make 1e4 (kg cm^2) or more, figures that were guessed some hundreds.
constexpr double kOddInertia = 1000.0;
std::vector<Status> oddPhysics(const world::World& world, const world::Entity& link, double odd_inertia = kOddInertia);

// The same of links whose physics an edit changed.
void tellOddMasses(const world::World& after, const world::Object& was, const world::Object& is, Diagnostics& out);

}  // namespace ww::usecase
