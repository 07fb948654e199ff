// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/all_failures.h"

#include "core/base/failures.h"
#include "core/collision/failures.h"
#include "core/constraints/failures.h"
#include "core/difference/failures.h"
#include "core/exchange/failures.h"
#include "core/geometry/failures.h"
#include "core/history/failures.h"
#include "core/interop/isaac/failures.h"
#include "core/io/failures.h"
#include "core/journal/failures.h"
#include "core/kinematics/failures.h"
#include "core/math/failures.h"
#include "core/model/failures.h"
#include "core/planning/failures.h"
#include "core/program/dialects/failures.h"
#include "core/program/failures.h"
#include "core/project/failures.h"
#include "core/rays/failures.h"
#include "core/render/failures.h"
#include "core/scene/failures.h"
#include "core/sensing/failures.h"
#include "core/session/failures.h"
#include "core/simulation/failures.h"
#include "core/usecase/failures.h"
#include "core/validate/failures.h"
#include "core/world/failures/failures.h"

namespace ww::usecase {

std::vector<FailureTable> allFailures() {
  return {
      base::failures::all(),
      collision::failures::all(),
      constraints::failures::all(),
      geometry::failures::all(),
      io::failures::all(),
      kinematics::failures::all(),
      math::failures::all(),
      model::failures::all(),
      planning::failures::all(),
      program::failures::all(),
      program::dialects::failures::all(),
      project::failures::all(),
      render::failures::all(),
      rays::failures::all(),
      sensing::failures::all(),
      scene::failures::all(),
      session::failures::all(),
      simulation::failures::all(),
      usecase::failures::all(),
      validate::failures::all(),
      world::failures::all(),
      journal::failures::all(),
      difference::failures::all(),
      exchange::failures::all(),
      history::failures::all(),
      isaac::failures::all(),
  };
}

std::string_view noteKind(std::string_view code) {
  constexpr std::string_view kSeveral = "-several";
  return code.substr(0, code.size() - kSeveral.size() * code.ends_with(kSeveral));
}

}  // namespace ww::usecase
