// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/geometry/collision/collision_kinds.h"
#include "core/usecase/import_collision.h"

namespace ww::cli {

// A kind of shapes for collision checks, as options name it.
struct ShapeWords {
  std::string kind;
  std::optional<int> pieces;
  std::optional<double> error_mm;
};

// The names of all kinds, with commas.
std::string kindNames();
// For the check of an option: empty, or why the text is no kind, with the list. `also`: another word that is one.
std::string checkKind(const std::string& text, const std::string& also = {});
// Likewise of a length in millimetres.
std::string checkError(const std::string& text);
// INVALID_ARGUMENT: a figure for other kinds, which would be passed over without a word. `option`: that of the kind.
Status checkShapeWords(const ShapeWords& words, const std::string& option);
// The kind is one of the table.
geometry::CollisionWish wishOf(const ShapeWords& words);
// "1 part, 4 triangles of 12 seen", "1 primitive for 12 triangles seen": primitives have no triangles.
std::string checkedWords(std::size_t parts, std::size_t triangles, std::size_t seen_triangles);
// In millimetres; less than a nanometre is what is lost by rounding.
double shownMm(double metres);
// "at most 0.2 mm missing, 3 mm blocked (1.9 found)": what was found is told where it is well below.
std::string deviationWords(const geometry::CollisionDeviation& off);

// What an import is checked with: of all links together, and of each.
Json collisionJson(const std::string& kind, const std::vector<usecase::ImportedCollision>& links);
std::string collisionText(const std::string& kind, const std::vector<usecase::ImportedCollision>& links);

}  // namespace ww::cli
