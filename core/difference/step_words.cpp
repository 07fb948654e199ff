// SPDX-License-Identifier: Apache-2.0
#include "core/difference/step_words.h"

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

namespace ww::difference {
namespace {

using worldwright::v1::MoveStep;
using worldwright::v1::ProgramStep;

Phrase targetWords(const MoveStep& move, const Records& records) {
  if (move.has_frame()) return refText(move.frame(), records);
  if (!move.configuration().empty()) return move.configuration();
  return phrase(WW_TEXT("Core", "a pose or joint positions"));
}

const std::string& typeName(const MoveStep& move) {
  return intrinsic_proto::motion_planning::v1::MotionSegment::MotionType_Name(move.motion_type());
}

template <typename Step>
Phrase signalWords(const Step& step) {
  const FailureArg signal{"signal", arg::Words{step.signal()}};
  if (step.value_case() == Step::kNumber)
    return phrase(WW_TEXT("Core", "signal {signal} = {value}"), {signal, {"value", arg::Number{step.number()}}});
  return step.on() ? phrase(WW_TEXT("Core", "signal {signal} on"), {signal})
                   : phrase(WW_TEXT("Core", "signal {signal} off"), {signal});
}

bool sameTarget(const MoveStep& a, const MoveStep& b) {
  if (a.target_case() != b.target_case() || a.configuration() != b.configuration()) return false;
  return sameMessage(a.frame(), b.frame()) && sameMessage(a.constraint(), b.constraint()) &&
         sameMessage(a.frame_t_tool(), b.frame_t_tool());
}

void tellMoveChange(const StepIn& before, const StepIn& after, const FailureArg& number, std::vector<Phrase>& words) {
  const MoveStep &a = before.step.move(), &b = after.step.move();
  if (a.motion_type() != b.motion_type())
    words.push_back(phrase(WW_TEXT("Core", "step {number} now {type}"), {number, {"type", arg::Words{typeName(b)}}}));
  if (!sameTarget(a, b))
    words.push_back(phrase(WW_TEXT("Core", "step {number} goes to {new} instead of {old}"),
                           {number, {"new", targetWords(b, after.records)}, {"old", targetWords(a, before.records)}}));
  const double x = a.has_speed() ? a.speed() : 1.0, y = b.has_speed() ? b.speed() : 1.0;
  if (x != y)
    words.push_back(phrase(WW_TEXT("Core", "step {number}: speed {old} to {new}"),
                           {number, {"old", arg::Number{x}}, {"new", arg::Number{y}}}));
}

void tellWaitChange(const StepIn& before, const StepIn& after, const FailureArg& number, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "step {number}: waits {new} instead of {old}"),
                         {number,
                          {"new", arg::Seconds{after.step.wait().seconds()}},
                          {"old", arg::Seconds{before.step.wait().seconds()}}}));
}

}  // namespace

Phrase stepWords(const ProgramStep& step, const Records& records) {
  switch (step.kind_case()) {
    case ProgramStep::kMove:
      return phrase(WW_TEXT("Core", "{type} to {target}"),
                    {{"type", arg::Words{typeName(step.move())}}, {"target", targetWords(step.move(), records)}});
    case ProgramStep::kAttach:
      return phrase(WW_TEXT("Core", "attach {object}"),
                    {{"object", arg::Words{refText(step.attach().object(), records)}}});
    case ProgramStep::kDetach:
      return phrase(WW_TEXT("Core", "detach {object}"),
                    {{"object", arg::Words{refText(step.detach().object(), records)}}});
    case ProgramStep::kWait:
      return phrase(WW_TEXT("Core", "wait {seconds}"), {{"seconds", arg::Seconds{step.wait().seconds()}}});
    case ProgramStep::kSetSignal: return signalWords(step.set_signal());
    case ProgramStep::kAwaitSignal:
      return phrase(WW_TEXT("Core", "await {signal}"), {{"signal", signalWords(step.await_signal())}});
    case ProgramStep::kSetJoint:
      return phrase(WW_TEXT("Core", "joint {joint} of {object}"),
                    {{"joint", arg::Words{step.set_joint().joint()}},
                     {"object", arg::Words{refText(step.set_joint().object(), records)}}});
    case ProgramStep::kCall:
      return phrase(WW_TEXT("Core", "call {program}"), {{"program", arg::Words{step.call().program()}}});
    case ProgramStep::KIND_NOT_SET: break;
  }
  return phrase(WW_TEXT("Core", "a step of a newer program"));
}

// A lock is told, and what it holds only where both have one.
static void tellLock(const ProgramStep& a, const ProgramStep& b, const FailureArg& number, std::vector<Phrase>& words) {
  if (a.has_locked() != b.has_locked())
    words.push_back(b.has_locked() ? phrase(WW_TEXT("Core", "step {number} locked"), {number})
                                   : phrase(WW_TEXT("Core", "step {number} unlocked"), {number}));
  else if (!sameMessage(a.locked(), b.locked()))
    words.push_back(phrase(WW_TEXT("Core", "step {number} locked with another motion"), {number}));
}

void tellStepChange(const StepIn& before, const StepIn& after, std::size_t place, std::vector<Phrase>& words) {
  const FailureArg number{"number", arg::Count{place}};
  const ProgramStep &a = before.step, &b = after.step;
  if (a.off() != b.off())
    words.push_back(b.off() ? phrase(WW_TEXT("Core", "step {number} switched off"), {number})
                            : phrase(WW_TEXT("Core", "step {number} switched on"), {number}));
  tellLock(a, b, number, words);
  if (a.kind_case() != b.kind_case()) {
    words.push_back(
        phrase(WW_TEXT("Core", "step {number} now: {what}"), {number, {"what", stepWords(b, after.records)}}));
  } else if (b.has_move()) {
    tellMoveChange(before, after, number, words);
  } else if (b.has_wait() && a.wait().seconds() != b.wait().seconds()) {
    tellWaitChange(before, after, number, words);
  }
  if (a.name() != b.name())
    words.push_back(phrase(WW_TEXT("Core", "step {number} named {name}"), {number, {"name", arg::Name{b.name()}}}));
  if (words.empty()) words.push_back(phrase(WW_TEXT("Core", "step {number} changed"), {number}));
}

}  // namespace ww::difference
