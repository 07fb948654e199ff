// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/step_besides.h"

#include <cmath>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/program/check.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using Lines = std::vector<Phrase>;

template <typename Reference>
arg::Words besideWords(const world::World& world, const Reference& reference) {
  if (const auto node = world::resolve(world, reference); node.ok()) return {world.display(world::NodeRef(*node))};
  std::string text = reference.has_by_name() ? reference.by_name().ShortDebugString() : reference.id();
  return {text.empty() ? std::string("?") : std::move(text)};
}

void tellTurn(const v1::MoveStep& move, Lines& out) {
  constexpr double kHardlyTurned = 1e-9;  // radians
  const auto pose = move.has_frame_t_tool() ? geometry::fromWire(move.frame_t_tool()) : Result<Pose>(Pose());
  if (!pose.ok()) return;
  const Eigen::AngleAxisd turn(pose->q);
  if (std::abs(turn.angle()) < kHardlyTurned) return;
  const auto& a = turn.axis();
  const auto number = [](double value) { return plainVoice().number(std::round(value * 1e4) / 1e4 + 0.0); };
  out.push_back(phrase(WW_TEXT("Core", "turned in the target by {angle} about ({axis})"),
                       {{"angle", arg::Angle{turn.angle()}},
                        {"axis", arg::Words{number(a.x()) + ", " + number(a.y()) + ", " + number(a.z())}}}));
}

void tell(const world::World& world, const v1::MoveStep& move, Lines& out) {
  if (move.has_robot())
    out.push_back(phrase(WW_TEXT("Core", "moves {robot}"), {{"robot", besideWords(world, move.robot())}}));
  if (move.has_tool())
    out.push_back(phrase(WW_TEXT("Core", "by the tool {tool}"), {{"tool", besideWords(world, move.tool())}}));
  tellTurn(move, out);
}

template <typename List>
void tellTouch(const world::World& world, const List& may_touch, Lines& out) {
  for (const auto& object : may_touch)
    out.push_back(phrase(WW_TEXT("Core", "may touch {object}"), {{"object", besideWords(world, object)}}));
}

template <typename Step>
void tellHolder(const world::World& world, const Step& step, Lines& out) {
  if (step.has_to())
    out.push_back(
        phrase(WW_TEXT("Core", "rides on {holder} then"), {{"holder", besideWords(world, step.to().reference())}}));
}

}  // namespace

std::vector<Phrase> stepBesides(const world::World& world, const std::string& program, std::size_t step) {
  Lines out;
  const v1::Program* its = program::find(world.data().record->programs(), program);
  if (!its || step >= static_cast<std::size_t>(its->steps_size())) return out;
  const v1::ProgramStep& what = its->steps(static_cast<int>(step));
  if (what.has_move()) tell(world, what.move(), out);
  if (what.has_attach()) {
    tellHolder(world, what.attach(), out);
    tellTouch(world, what.attach().may_touch(), out);
  }
  if (what.has_detach()) tellHolder(world, what.detach(), out);
  if (what.has_set_joint()) tellTouch(world, what.set_joint().may_touch(), out);
  return out;
}

}  // namespace ww::usecase
