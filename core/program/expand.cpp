// SPDX-License-Identifier: Apache-2.0
#include "core/program/expand.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/failure.h"
#include "core/program/failures.h"
#include "core/proto/sorted_bytes.h"
#include "worldwright/v1/program.pb.h"

namespace ww::program {
namespace {

using worldwright::v1::Program;
using worldwright::v1::ProgramStep;

class Expansion {
 public:
  Expansion(const Programs& programs, std::string_view name, bool keep)
      : programs_(programs), top_(name), keep_(keep) {}

  // `lenient`: what is called and not there is passed over.
  Status run(std::string_view name, bool lenient) {
    const Program* program = find(programs_, name);
    if (!program) return noSuchProgram(programs_, name);
    return walk(*program, lenient);
  }
  std::vector<FlatStep>& steps() { return steps_; }

 private:
  Status walk(const Program& program, bool lenient) {
    stack_.push_back(program.name());
    if (stack_.size() > kDeepest)
      return fail(failures::kTooDeep, {{"program", arg::Name{top_}}, {"most", arg::Count{kDeepest}}});
    for (int i = 0; i < program.steps_size(); ++i) {
      const ProgramStep& step = program.steps(i);
      if (step.off()) continue;
      place_.push_back(static_cast<std::uint32_t>(i) + 1);
      if (step.has_call()) WW_TRY(call(program, step.call().program(), lenient));
      else WW_TRY(take(program, step));
      place_.pop_back();
    }
    stack_.pop_back();
    return okStatus();
  }

  Status take(const Program& program, const ProgramStep& step) {
    if (++count_ > kMostExpanded)
      return fail(failures::kTooLong, {{"program", arg::Name{top_}}, {"most", arg::Count{kMostExpanded}}});
    if (keep_) steps_.push_back({place_, &program, &step});
    return okStatus();
  }

  Status call(const Program& caller, const std::string& name, bool lenient) {
    const auto seen = std::ranges::find(stack_, name);
    if (seen != stack_.end()) {
      std::vector<std::string> path(seen, stack_.end());
      path.push_back(name);
      return fail(failures::kCallsItself,
                  {{"program", arg::Name{name}}, {"path", arg::Words{fmt::format("{}", fmt::join(path, " > "))}}});
    }
    // A call of what calls nothing costs a step, too: else calls of calls would take for ever.
    if (++count_ > kMostExpanded)
      return fail(failures::kTooLong, {{"program", arg::Name{top_}}, {"most", arg::Count{kMostExpanded}}});
    const Program* program = find(programs_, name);
    if (program) return walk(*program, lenient);
    if (lenient) return okStatus();
    std::vector<std::string> others;
    for (const Program& other : programs_)
      if (std::ranges::find(stack_, other.name()) == stack_.end()) others.push_back(other.name());
    const Status status = fail(
        failures::kCallsNothing,
        {{"program", arg::Name{name}}, {"caller", arg::Name{caller.name()}}, {"step", arg::Words{placeText(place_)}}});
    return withNearest(status, name, others);
  }

  const Programs& programs_;
  const std::string top_;
  const bool keep_;
  std::vector<std::string> stack_;
  Place place_;
  std::vector<FlatStep> steps_;
  std::size_t count_ = 0;
};

// What does not change what is done is taken out. A locked motion is one that the step has anyway.
ProgramStep bare(const ProgramStep& step) {
  ProgramStep out = step;
  out.clear_name();
  out.clear_comment();
  out.clear_locked();
  return out;
}

// Robot, tool and start, which steps of their own go by.
std::string frameOf(const Program& program, bool start) {
  Program out = program;
  out.clear_name();
  out.clear_comment();
  out.clear_steps();
  if (!start) out.clear_start();
  return proto::sortedBytes(out);
}

}  // namespace

std::string placeText(const Place& place) { return fmt::format("{}", fmt::join(place, ".")); }

Result<std::vector<FlatStep>> expand(const Programs& programs, std::string_view name) {
  Expansion all(programs, name, true);
  WW_TRY(all.run(name, false));
  return std::move(all.steps());
}

Status checkCalls(const Programs& programs, std::string_view name) {
  return Expansion(programs, name, false).run(name, true);
}

Sha256 digestOf(const Program& program, const std::vector<FlatStep>& steps) {
  Hasher all;
  const std::string top = frameOf(program, true);
  all.add(top.size()).add(top);
  const Program* owner = &program;
  for (const FlatStep& flat : steps) {
    if (flat.owner != owner) {
      const std::string frame = frameOf(*flat.owner, false);
      all.add(frame.size()).add(frame);
      owner = flat.owner;
    }
    const std::string bytes = proto::sortedBytes(bare(*flat.step));
    all.add(bytes.size()).add(bytes);
  }
  return all.finish();
}

bool sameWork(const ProgramStep& a, const ProgramStep& b) {
  return proto::sortedBytes(bare(a)) == proto::sortedBytes(bare(b));
}

}  // namespace ww::program
