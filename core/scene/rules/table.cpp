// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/rules.h"

namespace ww::scene {
namespace {

// The tree first: what follows is judged on it. User data, solvers and rules of collision come early, as they
// always did: the first finding decides the code.
constexpr Rule kRules[] = {
    {"user-data", rules::userData},
    {"ik-solvers", rules::ikSolvers},
    {"entity-names", rules::entityNames},
    {"unique-names", rules::uniqueNames},
    {"one-root", rules::roots},
    {"parents", rules::parents},
    {"cycles", rules::cycles},
    {"entity-kinds", rules::entityKinds},
    {"hanging", rules::hanging},
    {"a-link", rules::links},
    {"collision-rules", rules::collisionRules},
    {"poses", rules::poses},
    {"motion-types", rules::motionTypes},
    {"joint-children", rules::jointChildren},
    {"joint-axes", rules::jointAxes},
    {"joint-limits", rules::jointLimits},
    {"application-limits", rules::applicationLimits},
    {"joint-positions", rules::jointPositions},
    {"joint-poses", rules::jointPoses},
    {"followers", rules::followers},
    {"joint-dynamics", rules::jointDynamics},
    {"physics", rules::physics},
    {"sensors", rules::sensors},
    {"geometries", rules::geometries},
    {"configurations", rules::configurations},
    {"cartesian-limits", rules::cartesianLimits},
};

}  // namespace

std::span<const Rule> ruleTable() { return kRules; }

}  // namespace ww::scene
