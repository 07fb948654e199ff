// SPDX-License-Identifier: Apache-2.0
#include "app/cli/import_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/verb.h"
#include "core/io/loss_report.h"
#include "core/io/suspicion.h"

namespace ww::cli {
namespace {

// The source, or a file that it names, with the line.
std::string placeOf(const std::string& source, const Diagnostic& d) {
  const bool other = !d.file.empty() && source != "-" && std::filesystem::path(source).filename() != d.file;
  if (d.line <= 0) return other ? source + ": " + d.file : source;
  return fmt::format("{}{}:{}", source, other ? ": " + d.file : std::string(), d.line);
}

// Without the place that stands before it already.
std::string withoutPlace(const std::string& text, const Diagnostic& d) {
  const std::string place = fmt::format("{}:{}: ", d.file, d.line);
  return d.line > 0 && text.starts_with(place) ? text.substr(place.size()) : text;
}

// Notes that ask whether metres are meant, which who has said so need not hear.
bool asksUnit(const Diagnostic& note) {
  const std::string_view code = note.failure ? note.failure->row->code : std::string_view();
  return code == "io.perhaps-millimetres" || code == "usecase.large-here";
}

// Whether the file was told to be odd in the same way as the edit that puts it into the world.
bool isAmong(const Diagnostics& said, const Diagnostic& note) {
  const auto kind = [](const Diagnostic& d) {
    const std::string_view code = d.failure ? std::string_view(d.failure->row->code) : std::string_view(d.code);
    return code.substr(code.find('.') + 1);
  };
  return std::ranges::any_of(said, [&](const Diagnostic& d) { return kind(d) == kind(note); });
}

// That what was read is what the file says of itself: nothing to warn of.
bool isProof(const Diagnostic& d) { return d.failure && d.failure->row->code == "io.step-volumes-hold"; }

// Warns of what an import found, without the notes that are not wanted; gives what was told.
Diagnostics tellFindings(const Run& run, const std::string& source, const Diagnostics& found, bool unit_said) {
  Diagnostics told;
  for (const Diagnostic& d : found) {
    // Losses that are no fault of the file are listed behind the answer.
    const bool note = io::isSuspicion(d) || (d.severity == Diagnostic::Severity::kInfo && d.failure && !io::isLoss(d));
    if (note && (!isWanted(run, d) || (unit_said && asksUnit(d)))) continue;
    if (isProof(d)) continue;
    told.push_back(d);
    if (note) warn(run, fmt::format("{}: {}", placeOf(source, d), withoutPlace(noteText(d), d)));
    else if (d.severity != Diagnostic::Severity::kInfo)
      warn(run, fmt::format("{}: {}{}{}", placeOf(source, d), withoutPlace(d.message, d), d.hint.empty() ? "" : ": ",
                            d.hint));
  }
  return told;
}

// What single precision leaves of a flat part is no thickness.
std::string edgeText(const Vec3& size, int axis) {
  return lengthText(size[axis] > 1e-7 * size.maxCoeff() ? size[axis] : 0.0);
}

}  // namespace

Status chooseParts(const Run& run, const ImportWords& words, const io::ImportOptions& options,
                   const std::string& source, io::ImportResult& read) {
  WW_ASSIGN(const usecase::PartChoice choice, partChoice(words));
  if (!choice.all()) {
    WW_ASSIGN(read, usecase::withChoice(read, choice));
  }
  if (source == "-") return okStatus();
  const auto hash = usecase::fileHash(source, run.stop);
  // What cannot be read a second time, as a pipe, is not noted.
  if (!hash.ok()) return hash.status().code == Code::kCancelled ? hash.status() : okStatus();
  std::optional<geometry::CollisionWish> shapes;
  if (makesCollision(words)) shapes = wishOf(words.collision);
  usecase::noteSource(read, source, *hash, options, choice, shapes);
  return okStatus();
}

Diagnostics tellImport(const Run& run, const std::string& source, const Diagnostics& found, Diagnostics odd,
                       bool unit_said) {
  std::erase_if(odd, [&](const Diagnostic& d) { return (unit_said && asksUnit(d)) || isAmong(found, d); });
  odd = wanted(run, std::move(odd));
  Diagnostics told = tellFindings(run, source, found, unit_said);
  for (const Diagnostic& d : odd) warn(run, fmt::format("{}: {}", source, noteText(d)));
  told.insert(told.end(), odd.begin(), odd.end());
  return told;
}

Json lossesJson(const Diagnostics& found) {
  Json json = Json::array();
  for (const io::Loss& loss : io::lossesOf(found)) {
    json.push_back({{"code", loss.code},
                    {"what", loss.what},
                    {"count", loss.count},
                    {"where", loss.where},
                    {"more_places", loss.more_places},
                    {"meaning", loss.meaning}});
  }
  return json;
}

std::string lossesText(const Run& run, const Diagnostics& found) {
  Diagnostics untold = found;
  if (!run.quiet) std::erase_if(untold, [](const Diagnostic& d) { return d.severity != Diagnostic::Severity::kInfo; });
  std::string text;
  for (const io::Loss& loss : io::lossesOf(untold)) {
    text += "  not kept: ";
    if (loss.count > 1 && loss.what.find(std::to_string(loss.count)) == std::string::npos)
      text += fmt::format("{} times: ", loss.count);
    text += loss.what;
    if (loss.where.size() > 1) {
      text += fmt::format(" ({}", fmt::join(loss.where, "; "));
      text += loss.more_places > 0 ? fmt::format("; and {} more)", loss.more_places) : ")";
    }
    text += loss.meaning.empty() ? "\n" : fmt::format(": {}\n", loss.meaning);
  }
  return text;
}

std::string proofText(const Diagnostics& found) {
  std::string text;
  for (const Diagnostic& d : found)
    if (isProof(d)) text += fmt::format("  checked: {}\n", d.message);
  return text;
}

std::string edgesText(const Vec3& size) {
  return fmt::format("{} x {} x {}", edgeText(size, 0), edgeText(size, 1), edgeText(size, 2));
}

}  // namespace ww::cli
