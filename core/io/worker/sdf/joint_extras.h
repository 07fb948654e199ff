// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Frame.hh>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// What the library passes on as text alone. <intrinsic:acceleration> and <intrinsic:jerk> in <limit>.
void readSdfExtensions(const sdf::JointAxis& axis, JointPart& part);
// <mimic joint="..."> of SDF 1.11: multiplier * (leader - reference) + offset. The leader is named as in the file.
std::optional<Mimic> sdfMimic(const sdf::JointAxis& axis, const std::string& joint, ReadContext& context);

// The type as the file has it: "universal".
std::string sdfJointKind(const sdf::Joint& joint);
// Whether it is fixed here and moves in other ways in simulators: a ball, a universal joint, a screw.
bool isOtherKind(const sdf::Joint& joint);
// The element of a joint without its sensors; empty when it is not there or too long.
std::string sdfJointText(const sdf::Joint& joint);
// Keeps, as user data, what a joint says that closes a chain: `sdf_opened_joints`, a google.protobuf.Struct of names
// and elements.
void keepOpened(const sdf::Joint& joint, const std::string& name, Model& out);
// Points that it keeps together, where it stands in two links; empty for kinds that are no axis, ball or hold.
std::vector<scene::LoopTie> loopTies(const sdf::Joint& joint, const Pose& parent_t_joint, const Pose& child_t_joint);
// Why the documents of the services do not allow a joint: UNIMPLEMENTED for its kind, INVALID_ARGUMENT for what it
// lacks.
Status undocumented(const sdf::Joint& joint, const FailureArg& name, const FailureArg& place);
// Whether an attribute of a frame says so.
bool asksFor(const sdf::Frame& frame, const char* attribute);

}  // namespace ww::io::worker
