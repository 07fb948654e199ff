// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/part_match.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ww::usecase {
namespace {

// Two parts that could be one: how unlike they are.
struct PartCandidate {
  double unlike = 0.0;
  int file = 0, here = 0;
};

class Matching {
 public:
  Matching(const std::vector<PartNames>& file, const std::vector<PartNames>& here)
      : file_(file), here_(here), match_(file.size(), -1), taken_(here.size(), false) {}

  void byName(const std::function<std::string(const std::string&)>& nameOf) {
    std::map<std::string, int> names;
    for (std::size_t i = 0; i < here_.size(); ++i) names.emplace(here_[i].name, static_cast<int>(i));
    for (std::size_t i = 0; i < file_.size(); ++i) {
      const auto found = match_[i] < 0 ? names.find(nameOf(file_[i].name)) : names.end();
      if (found != names.end() && sameKind(i, static_cast<std::size_t>(found->second)))
        take(static_cast<int>(i), found->second);
    }
  }

  template <typename Unlike>
  void byLikeness(const Unlike& unlike) {
    std::vector<PartCandidate> all;
    for (std::size_t i = 0; i < file_.size(); ++i) {
      if (match_[i] >= 0 || file_[i].look.only_by_name) continue;
      for (std::size_t j = 0; j < here_.size(); ++j) {
        if (taken_[j] || here_[j].look.only_by_name || !sameKind(i, j)) continue;
        const double value = unlike(file_[i].look, here_[j].look);
        if (value >= 0) all.push_back({value, static_cast<int>(i), static_cast<int>(j)});
      }
    }
    std::ranges::stable_sort(all, {}, &PartCandidate::unlike);
    for (const PartCandidate& c : all) take(c.file, c.here);
  }

  std::vector<int> matches() && { return std::move(match_); }

 private:
  bool sameKind(std::size_t file, std::size_t here) const { return file_[file].look.kind == here_[here].look.kind; }
  void take(int file, int here) {
    if (match_[static_cast<std::size_t>(file)] >= 0 || taken_[static_cast<std::size_t>(here)]) return;
    match_[static_cast<std::size_t>(file)] = here;
    taken_[static_cast<std::size_t>(here)] = true;
  }

  const std::vector<PartNames>&file_, &here_;
  std::vector<int> match_;
  std::vector<bool> taken_;
};

double unlikeByShape(const PartLook& a, const PartLook& b) {
  return a.shape != 0 && a.shape == b.shape ? (a.middle - b.middle).norm() : -1.0;
}

// Edges that differ by less than a tenth, a middle that moved by less than the part is long.
double unlikeBySize(const PartLook& a, const PartLook& b) {
  constexpr double kAlike = 0.1;
  const double longest = std::max(a.size.maxCoeff(), b.size.maxCoeff());
  if (longest <= 0) return -1.0;
  const double size = (a.size - b.size).cwiseAbs().maxCoeff() / longest;
  const double place = (a.middle - b.middle).norm() / longest;
  return size < kAlike && place < 1.0 ? size + place : -1.0;
}

// How far a part is from where the file had it, as one that was named otherwise; negative: it is another.
double unlikeRenamed(const PartNote& noted, const PartNote& here) {
  const bool is_seen = noted.visual != 0;
  const bool same = is_seen ? noted.visual == here.visual : noted.collision != 0 && noted.collision == here.collision;
  return same ? positionDistance(noted.place, here.place) : -1.0;
}

}  // namespace

std::vector<PartNote> asNamedHere(std::vector<PartNote> noted, const std::vector<PartNote>& here) {
  std::set<std::string> in_note, in_object;
  for (const PartNote& part : noted) in_note.insert(part.here);
  for (const PartNote& part : here) in_object.insert(part.name);
  std::vector<std::tuple<double, std::size_t, std::size_t>> all;
  for (std::size_t i = 0; i < noted.size(); ++i)
    for (std::size_t j = 0; !in_object.contains(noted[i].here) && j < here.size(); ++j)
      if (const double unlike = in_note.contains(here[j].name) ? -1.0 : unlikeRenamed(noted[i], here[j]); unlike >= 0)
        all.emplace_back(unlike, i, j);
  std::ranges::sort(all);
  std::set<std::size_t> done;
  for (const auto& [unlike, i, j] : all)
    if (!in_object.contains(noted[i].here) && done.insert(j).second) noted[i].here = here[j].name;
  return noted;
}

std::vector<int> matchParts(const std::vector<PartNames>& file, const std::vector<PartNames>& here,
                            const std::function<std::string(const std::string& in_file)>& known) {
  Matching matching(file, here);
  matching.byName(known);
  matching.byName([](const std::string& name) { return name; });
  matching.byLikeness(unlikeByShape);
  matching.byLikeness(unlikeBySize);
  return std::move(matching).matches();
}

}  // namespace ww::usecase
