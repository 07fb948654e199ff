// SPDX-License-Identifier: Apache-2.0
#include "app/cli/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/failures.h"
#include "core/base/failure.h"
#include "core/base/finding.h"
#include "core/usecase/all_failures.h"
#include "core/usecase/odd_edits.h"

namespace ww::cli {
namespace {

constexpr std::string_view kAll = "all";

// "tool-not-attached" of "validate.tool-not-attached".
std::string_view shortCode(std::string_view code) { return code.substr(code.find('.') + 1); }

std::string_view codeOf(const Diagnostic& note) {
  return shortCode(note.failure ? std::string_view(note.failure->row->code) : std::string_view(note.code));
}

}  // namespace

bool isWanted(const Run& run, const Diagnostic& note) {
  const std::string_view own = codeOf(note), each = usecase::noteKind(own);
  return std::ranges::none_of(run.no_notes, [&](const std::string& code) {
    return code == kAll || code == note.code || shortCode(code) == own || shortCode(code) == each;
  });
}

Diagnostics wanted(const Run& run, Diagnostics notes) {
  if (!run.no_notes.empty()) std::erase_if(notes, [&run](const Diagnostic& note) { return !isWanted(run, note); });
  return notes;
}

void addWorldNotes(const world::World& world, Diagnostics& notes) {
  for (Diagnostic& note : usecase::worldNotes(world)) notes.push_back(std::move(note));
}

std::string noteText(const Diagnostic& note) {
  return fmt::format("{}{}{} [{}]", note.message, note.hint.empty() ? "" : ": ", note.hint, codeOf(note));
}

Diagnostics endingNote(const std::string& file) {
  if (file == "-" || file.ends_with(".wright")) return {};
  const std::string proposed = std::filesystem::path(file).replace_extension(".wright").string();
  return {
      findingOf(ww::fail(failures::kOtherEnding,
                         {{"file", arg::Name{file}}, {"path", arg::Name{file}}, {"proposed", arg::Name{proposed}}}))};
}

void warnOf(const Run& run, const Diagnostics& notes) {
  for (const Diagnostic& note : wanted(run, notes)) warn(run, noteText(note));
}

int failNoted(const Run& run, Status status, const Diagnostics& notes) {
  // What is odd may be why: it stands in the line of the failure.
  constexpr std::size_t kMost = 2;
  std::size_t told = 0;
  for (const Diagnostic& note : wanted(run, notes)) {
    // What the failure says itself.
    const bool said = status.failure && status.failure->row->code == std::string_view("planning.upside-down") &&
                      codeOf(note) == "tool-from-below";
    if (said) continue;
    if (status.hint.empty() || told++ == kMost) break;
    status.hint += "; note: " + noteText(note);
  }
  for (const Diagnostic& note : wanted(run, notes))
    status.message += (status.message.empty() ? "" : "\n") + note.message;
  return fail(run, status);
}

void warnOfNames(const Run& run, const std::string& what, const std::vector<std::string>& names) {
  constexpr std::size_t kMostTold = 5;
  if (names.empty()) return;
  std::string text = names.size() == 1 ? " checkpoint" : " checkpoints";
  for (std::size_t i = 0; i < std::min(names.size(), kMostTold); ++i)
    text += fmt::format("{} '{}'", i == 0 ? "" : ",", names[i]);
  if (names.size() > kMostTold) text += fmt::format(" and {} more", names.size() - kMostTold);
  warn(run, what + text);
}

void addNotes(const Run& run, Json& json, const Diagnostics& notes) {
  Json texts = Json::array(), hints = Json::array(), codes = Json::array();
  for (const Diagnostic& note : wanted(run, notes)) {
    texts.push_back(note.message);
    hints.push_back(note.hint);
    codes.push_back(note.failure ? std::string(note.failure->row->code) : note.code);
  }
  json["notes"] = std::move(texts);
  json["note_hints"] = std::move(hints);
  json["note_codes"] = std::move(codes);
}

std::string checkNoteCode(const std::string& text) {
  constexpr std::string_view kOfSizes = "size-unlikely";
  if (text == kAll || text == kOfSizes) return {};
  std::vector<std::string> known;
  for (const FailureTable& table : usecase::allFailures())
    for (const FailureRow* row : table) known.emplace_back(shortCode(row->code));
  if (std::ranges::find(known, shortCode(text)) != known.end()) return {};
  const auto near = nearestNames(text, known, 1);
  return fmt::format("there is no note '{}'\n{}name the code that stands in brackets behind a note, or all", text,
                     near.empty() ? std::string() : fmt::format("did you mean '{}'? ", near.front()));
}

}  // namespace ww::cli
