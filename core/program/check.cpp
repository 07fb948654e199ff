// SPDX-License-Identifier: Apache-2.0
#include "core/program/check.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/failure.h"
#include "core/math/pose.h"
#include "core/program/failures.h"
#include "core/program/locked.h"
#include "core/scene/names.h"
#include "worldwright/v1/program.pb.h"

namespace ww::program {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using worldwright::v1::Program;
using worldwright::v1::ProgramStep;

// Where a step stands, for failures.
struct Spot {
  const Program& program;
  int index;

  FailureArg step() const { return {"step", arg::Words{std::to_string(index + 1)}}; }
  FailureArg name() const { return {"program", arg::Name{program.name()}}; }
};

Status refuse(const FailureRow& row, const Spot& spot) { return fail(row, {spot.step(), spot.name()}); }

double numberAt(const Message& message, const FieldDescriptor& field, int i) {
  const auto& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE)
    return field.is_repeated() ? reflection.GetRepeatedDouble(message, &field, i)
                               : reflection.GetDouble(message, &field);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT)
    return static_cast<double>(field.is_repeated() ? reflection.GetRepeatedFloat(message, &field, i)
                                                   : reflection.GetFloat(message, &field));
  return 0.0;
}

// The name of the first field that holds what is no number; empty when there is none. Infinity is one: of bounds.
std::string notANumber(const Message& message) {
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        if (std::isnan(numberAt(message, *field, i))) return std::string(field->name());
        continue;
      }
      const Message& part = field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                                 : reflection.GetMessage(message, field);
      if (std::string found = notANumber(part); !found.empty()) return found;
    }
  }
  return {};
}

Status checkFinite(const Spot& spot, const char* field, double value) {
  if (std::isfinite(value)) return okStatus();
  return fail(failures::kNoNumber, {{"field", arg::Words{field}}, spot.step(), spot.name()});
}

Status checkSpeed(const Spot& spot, bool has, double speed) {
  if (!has || (speed > 0.0 && speed <= 1.0)) return okStatus();
  return fail(failures::kBadSpeed, {spot.step(), spot.name(), {"speed", arg::Number{speed}}});
}

Status checkTime(const Spot& spot, double seconds) {
  if (seconds >= 0.0 && seconds <= kLongestWait) return okStatus();
  return fail(failures::kBadTime,
              {spot.step(), spot.name(), {"time", arg::Seconds{seconds}}, {"most", arg::Seconds{kLongestWait}}});
}

template <typename Reference>
Status checkObject(const Spot& spot, const Reference& object) {
  const bool named = object.has_by_name() ? !object.by_name().object_name().empty() : !object.id().empty();
  return named ? okStatus() : refuse(failures::kNoObject, spot);
}

template <typename Step>
Status checkSignal(const Spot& spot, const Step& step) {
  if (step.signal().empty()) return refuse(failures::kNoSignal, spot);
  if (step.value_case() == Step::VALUE_NOT_SET)
    return fail(failures::kNoValue, {spot.step(), spot.name(), {"signal", arg::Name{scene::shown(step.signal())}}});
  return step.has_number() ? checkFinite(spot, "number", step.number()) : okStatus();
}

Status checkPose(const Spot& spot, const intrinsic_proto::Pose& wire) {
  const auto& p = wire.position();
  const auto& q = wire.orientation();
  Pose pose;
  pose.p = Vec3(p.x(), p.y(), p.z());
  pose.q = Eigen::Quaterniond(q.w(), q.x(), q.y(), q.z());
  Status sound = checkedPose(pose).status();
  return sound.ok() ? sound : fail(failures::kBadPose, {spot.step(), spot.name()}, std::move(sound));
}

Status checkMotionType(const Spot& spot, int type) {
  const auto& known = *intrinsic_proto::motion_planning::v1::MotionSegment::MotionType_descriptor();
  if (known.FindValueByNumber(type)) return okStatus();
  arg::Names names;
  for (int i = 0; i < known.value_count(); ++i) names.texts.emplace_back(known.value(i)->name());
  return fail(failures::kBadMotionType,
              {spot.step(), spot.name(), {"type", arg::Words{std::to_string(type)}}, {"known", std::move(names)}});
}

Status checkMove(const Spot& spot, const worldwright::v1::MoveStep& move) {
  const bool pose_alone = move.has_frame_t_tool() && !move.has_frame();
  const bool nowhere =
      move.target_case() == worldwright::v1::MoveStep::TARGET_NOT_SET ||
      (move.has_configuration() && move.configuration().empty()) ||
      (move.has_constraint() && move.constraint().constraint_case() ==
                                    intrinsic_proto::motion_planning::v1::GeometricConstraint::CONSTRAINT_NOT_SET);
  if (pose_alone) return refuse(failures::kStrayPose, spot);
  if (nowhere) return refuse(failures::kNoTarget, spot);
  WW_TRY(checkMotionType(spot, move.motion_type()));
  if (move.has_frame_t_tool()) WW_TRY(checkPose(spot, move.frame_t_tool()));
  return checkSpeed(spot, move.has_speed(), move.speed());
}

Status checkSetJoint(const Spot& spot, const worldwright::v1::SetJointStep& step) {
  WW_TRY(checkObject(spot, step.object()));
  if (step.joint().empty()) return refuse(failures::kNoJoint, spot);
  WW_TRY(checkFinite(spot, "position", step.position()));
  return checkSpeed(spot, step.has_speed(), step.speed());
}

Status checkKind(const Spot& spot, const ProgramStep& step) {
  switch (step.kind_case()) {
    case ProgramStep::kMove: return checkMove(spot, step.move());
    case ProgramStep::kAttach: return checkObject(spot, step.attach().object());
    case ProgramStep::kDetach: return checkObject(spot, step.detach().object());
    case ProgramStep::kWait: return checkTime(spot, step.wait().seconds());
    case ProgramStep::kSetSignal: return checkSignal(spot, step.set_signal());
    case ProgramStep::kAwaitSignal:
      WW_TRY(checkSignal(spot, step.await_signal()));
      return checkTime(spot, step.await_signal().expected_seconds());
    case ProgramStep::kSetJoint: return checkSetJoint(spot, step.set_joint());
    case ProgramStep::kCall: return step.call().program().empty() ? refuse(failures::kNoCallee, spot) : okStatus();
    case ProgramStep::KIND_NOT_SET: break;
  }
  return refuse(failures::kStepEmpty, spot);
}

// Texts that are neither names of a world nor judged elsewhere.
std::size_t longestText(const ProgramStep& step) {
  return std::max({step.name().size(), step.comment().size(), step.set_signal().signal().size(),
                   step.await_signal().signal().size(), step.set_joint().joint().size(), step.call().program().size(),
                   step.move().configuration().size()});
}

Status checkLock(const Spot& spot, const ProgramStep& step) {
  if (!step.has_locked()) return okStatus();
  if (!canBeLocked(step)) return refuse(failures::kLockNoMotion, spot);
  return isSoundLock(step.locked()) ? okStatus() : refuse(failures::kBadLock, spot);
}

// Locked motions are large, and have bounds of their own.
std::size_t bytesOfLocks(const Program& program) {
  std::size_t bytes = 0;
  for (const ProgramStep& step : program.steps()) bytes += step.locked().ByteSizeLong();
  return bytes;
}

Status checkStep(const Spot& spot, const ProgramStep& step) {
  const FailureArg most{"most", arg::Count{kLongestText}};
  if (longestText(step) > kLongestText) return fail(failures::kTextTooLong, {spot.name(), most});
  if (const std::string field = notANumber(step); !field.empty())
    return fail(failures::kNoNumber, {{"field", arg::Words{field}}, spot.step(), spot.name()});
  WW_TRY(checkLock(spot, step));
  return checkKind(spot, step);
}

}  // namespace

const Program* find(const Programs& programs, std::string_view name) {
  for (const Program& program : programs)
    if (program.name() == name) return &program;
  return nullptr;
}

Status noSuchProgram(const Programs& programs, std::string_view name) {
  std::vector<std::string> known;
  for (const Program& program : programs) known.push_back(program.name());
  const arg::Name wanted{scene::shown(name)};
  if (known.empty()) return fail(failures::kNoPrograms, {{"program", wanted}});
  return withNearest(fail(failures::kNoSuchProgram, {{"program", wanted}, {"known", arg::Names{known}}}), name, known);
}

Status checkProgram(const Program& program) {
  if (program.name().empty()) return fail(failures::kNoName, {{"field", arg::Name{"program.name"}}});
  WW_TRY(scene::checkName(program.name()));
  const arg::Name name{program.name()};
  const std::size_t locked = bytesOfLocks(program), bytes = program.ByteSizeLong() - locked;
  if (bytes > kMostBytes)
    return fail(failures::kTooLarge,
                {{"program", name}, {"bytes", arg::Bytes{bytes}}, {"most", arg::Bytes{kMostBytes}}});
  if (locked > kMostLockedBytes)
    return fail(failures::kLocksTooLarge,
                {{"program", name}, {"bytes", arg::Bytes{locked}}, {"most", arg::Bytes{kMostLockedBytes}}});
  const auto count = static_cast<std::size_t>(program.steps_size());
  if (count > kMostSteps)
    return fail(failures::kTooManySteps,
                {{"program", name}, {"count", arg::Count{count}}, {"most", arg::Count{kMostSteps}}});
  if (program.comment().size() > kLongestText || program.start_configuration().size() > kLongestText)
    return fail(failures::kTextTooLong, {{"program", name}, {"most", arg::Count{kLongestText}}});
  if (program.version() > kVersion) return okStatus();
  if (std::ranges::any_of(program.start_joints().joints(), [](double joint) { return !std::isfinite(joint); }))
    return fail(failures::kStartNoNumber, {{"program", name}});
  for (int i = 0; i < program.steps_size(); ++i) WW_TRY(checkStep({program, i}, program.steps(i)));
  return okStatus();
}

}  // namespace ww::program
