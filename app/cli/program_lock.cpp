// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_lock.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "app/cli/failures.h"
#include "app/cli/program_words.h"
#include "app/cli/serving_mark.h"
#include "app/cli/turn.h"
#include "core/program/check.h"
#include "core/program/locked.h"
#include "core/session/session.h"
#include "core/usecase/programs/lock.h"
#include "worldwright/v1/file.pb.h"

namespace ww::cli {
namespace {

// From 0. Of "all" those that can be locked, or are.
Result<std::vector<std::size_t>> stepsToLock(const world::World& world, const ProgramLock& told) {
  const auto& programs = world.data().record->programs();
  const auto* program = program::find(programs, told.name);
  if (!program) return program::noSuchProgram(programs, told.name);
  std::vector<std::size_t> out;
  for (const std::string& text : told.steps) {
    if (text == "all") {
      for (int i = 0; i < program->steps_size(); ++i)
        if (told.lock ? program::canBeLocked(program->steps(i)) && !program->steps(i).off()
                      : program->steps(i).has_locked())
          out.push_back(static_cast<std::size_t>(i));
      continue;
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0)
      return ww::fail(failures::kNoStepNumber, {{"word", arg::Name{text}}, {"program", arg::Name{told.name}}});
    out.push_back(number - 1);
  }
  return out;
}

std::string lockedText(const ProgramLock& told, const std::vector<std::size_t>& numbers) {
  const char* word = told.lock ? "locked" : "unlocked";
  if (numbers.empty()) return fmt::format("{}: nothing to be {}\n", told.name, word);
  return fmt::format("{}: {} step{} {}\n", told.name, word, numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "));
}

}  // namespace

int lockProgramSteps(Run& run, const ProgramLock& told) {
  const auto turn = Turn::take(run, told.out.empty() ? told.file : told.out);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  auto loaded = load(run, told.file, exit);
  if (!loaded) return exit;
  const auto steps = stepsToLock(loaded->world, told);
  if (!steps.ok()) return fail(run, steps.status());
  const auto made = usecase::lockSteps(loaded->world, told.name, *steps, told.lock);
  if (!made.ok()) return fail(run, withPlanCommand(made.status(), loaded->world, told.file, told.name));
  std::vector<std::size_t> numbers;
  for (const std::size_t step : made->steps) numbers.push_back(step + 1);
  Json json{{"name", told.name}, {told.lock ? "locked" : "unlocked", numbers}};
  Diagnostics notes;
  if (!numbers.empty()) {
    session::WorldSession session(std::move(loaded->world), run.store);
    session::CommitRequest commit;
    commit.label = fmt::format("{} steps of {}", told.lock ? "Lock" : "Unlock", told.name);
    commit.edits = made->edits;
    if (const auto done = session.commit(commit); !done.ok()) return fail(run, done.status());
    const std::string out = told.out.empty() ? told.file : told.out;
    exit = save(run, out, *session.snapshot().world);
    if (exit != kDone) return exit;
    notes = servedNote(out);
  }
  warnOf(run, notes);
  addNotes(run, json, notes);
  print(run, json, lockedText(told, numbers));
  return kDone;
}

}  // namespace ww::cli
