// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/usecase/hand/hand_follower.h"

namespace ww::ui {

// Why a robot does not come to the hand, and how far it is from it; empty when it is there. `why` is what is known
// beyond that (HandFollower::why), ok while it is not.
QString stopText(const usecase::HandFollower& follower, const usecase::HandStep& step, const Status& why = okStatus());
// "free", or what is against a posture.
QString postureText(const world::World& world, const std::string& joint, const usecase::HandFollower::Posture& posture,
                    bool turns);

}  // namespace ww::ui
