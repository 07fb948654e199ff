// SPDX-License-Identifier: Apache-2.0
#include "app/cli/shape_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/verb.h"

namespace ww::cli {
namespace {

// Of all links together: the sums, and the farthest.
usecase::ImportedCollision together(const std::vector<usecase::ImportedCollision>& links) {
  usecase::ImportedCollision out;
  for (const usecase::ImportedCollision& link : links) {
    out.parts += link.parts;
    out.seen_triangles += link.seen_triangles;
    out.triangles += link.triangles;
    out.deviation.add(link.deviation);
  }
  return out;
}

// All that is seen is missing where nothing is checked, which is no distance.
Json figuresJson(const usecase::ImportedCollision& one) {
  return {{"parts", one.parts},
          {"seen_triangles", one.seen_triangles},
          {"collision_triangles", one.triangles},
          {"missing_m", one.parts == 0 ? Json(nullptr) : numberJson(one.deviation.missing_m)},
          {"blocked_m", numberJson(one.deviation.blocked_m)},
          {"missing_found_m", one.parts == 0 ? Json(nullptr) : numberJson(one.deviation.missing_found_m)},
          {"blocked_found_m", numberJson(one.deviation.blocked_found_m)}};
}

}  // namespace

std::string kindNames() {
  std::string out;
  for (const geometry::CollisionKindRow& row : geometry::collisionKindRows())
    out += fmt::format("{}{}", out.empty() ? "" : ", ", row.id);
  return out;
}

std::string checkKind(const std::string& text, const std::string& also) {
  if (geometry::collisionKindNamed(text)) return {};
  std::vector<std::string> words;
  if (!also.empty()) words.push_back(also);
  for (const geometry::CollisionKindRow& row : geometry::collisionKindRows()) words.emplace_back(row.id);
  return oneOf(words)(text);
}

std::string checkError(const std::string& text) {
  constexpr double kLeast = 1000.0 * geometry::kLeastCoarseError, kMost = 1000.0 * geometry::kMostCoarseError;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= kLeast && value <= kMost) return {};
  return fmt::format("'{}' is not a number of millimetres from {} to {}\ngive one, for instance 1", text, kLeast,
                     kMost);
}

Status checkShapeWords(const ShapeWords& words, const std::string& option) {
  using geometry::CollisionKind;
  const CollisionKind kind = geometry::collisionKindNamed(words.kind)->kind;
  const auto unused = [&](const char* figure, CollisionKind of) {
    return ww::fail(failures::kShapeOption, {{"option", arg::Words{figure}},
                                             {"chooser", arg::Words{option}},
                                             {"kind", arg::Words{words.kind}},
                                             {"other", arg::Words{std::string(geometry::collisionKindRow(of).id)}}});
  };
  if (words.pieces && kind != CollisionKind::kPieces) return unused("--pieces", CollisionKind::kPieces);
  if (words.error_mm && kind != CollisionKind::kCoarse) return unused("--error", CollisionKind::kCoarse);
  return okStatus();
}

geometry::CollisionWish wishOf(const ShapeWords& words) {
  geometry::CollisionWish wish;
  wish.kind = geometry::collisionKindNamed(words.kind)->kind;
  wish.pieces = words.pieces.value_or(wish.pieces);
  wish.error_m = words.error_mm ? *words.error_mm / 1000.0 : wish.error_m;
  return wish;
}

std::string checkedWords(std::size_t parts, std::size_t triangles, std::size_t seen_triangles) {
  if (triangles == 0)
    return fmt::format("{} for {} seen", counted(parts, "primitive"), counted(seen_triangles, "triangle"));
  return fmt::format("{}, {} of {} seen", counted(parts, "part"), counted(triangles, "triangle"), seen_triangles);
}

double shownMm(double metres) { return metres < 1e-9 ? 0.0 : metres * 1000.0; }

std::string deviationWords(const geometry::CollisionDeviation& off) {
  const auto one = [](double most_m, double found_m, const char* what) {
    const std::string found =
        geometry::isWellKnown(most_m, found_m) ? "" : fmt::format(" ({:.3g} found)", shownMm(found_m));
    return fmt::format("{:.3g} mm {}{}", shownMm(most_m), what, found);
  };
  return fmt::format("at most {}, {}", one(off.missing_m, off.missing_found_m, "missing"),
                     one(off.blocked_m, off.blocked_found_m, "blocked"));
}

Json collisionJson(const std::string& kind, const std::vector<usecase::ImportedCollision>& links) {
  Json out = figuresJson(together(links));
  out["as"] = std::string(geometry::collisionKindNamed(kind)->id);
  out["links"] = Json::array();
  for (const usecase::ImportedCollision& link : links) {
    out["links"].push_back(figuresJson(link));
    out["links"].back()["object"] = link.object;
    out["links"].back()["link"] = link.link;
  }
  return out;
}

std::string collisionText(const std::string& kind, const std::vector<usecase::ImportedCollision>& links) {
  const usecase::ImportedCollision all = together(links);
  const std::string id(geometry::collisionKindNamed(kind)->id);
  if (all.parts == 0) return fmt::format("  collision: {}, nothing is checked\n", id);
  return fmt::format("  collision: {}, {}; {}\n", id, checkedWords(all.parts, all.triangles, all.seen_triangles),
                     deviationWords(all.deviation));
}

}  // namespace ww::cli
