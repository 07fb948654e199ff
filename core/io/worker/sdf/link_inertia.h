// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Link.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// The <inertial> of a link, if it has one; one with numbers that cannot be is left out, with a warning.
void addInertial(const sdf::Link& link, Reporter& report, LinkPart& part);

}  // namespace ww::io::worker
