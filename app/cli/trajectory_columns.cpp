// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trajectory_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

#include "app/cli/failures.h"

namespace ww::cli {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::array<const char*, 3> kColumnKinds = {"position", "velocity", "acceleration"};

// What a column is called for its kind, the longer words first.
struct KindWord {
  std::string_view word;
  std::size_t kind;  // of kColumnKinds
};
constexpr std::array<KindWord, 12> kKindWords = {{{"acceleration", 2},
                                                  {"accel", 2},
                                                  {"acc", 2},
                                                  {"qdd", 2},
                                                  {"a", 2},
                                                  {"velocity", 1},
                                                  {"vel", 1},
                                                  {"qd", 1},
                                                  {"v", 1},
                                                  {"position", 0},
                                                  {"pos", 0},
                                                  {"q", 0}}};
constexpr std::array<std::string_view, 7> kTimeColumns = {"time_s",           "time",    "t", "t_s", "seconds",
                                                          "time_since_start", "time [s]"};

std::string lowerCase(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool isSeparator(char c) { return c == '_' || c == '.' || c == '/' || c == ' ' || c == '-' || c == ':'; }

// The joint that a number counts, from 0.
std::optional<std::size_t> jointCounted(std::string_view text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number == 0 || number > 1000)
    return std::nullopt;
  return number - 1;
}

struct ColumnMeaning {
  std::size_t joint, kind;
};

class ColumnHeader {
 public:
  ColumnHeader(const std::string& path, std::span<const std::string> names, std::span<const std::string> joints)
      : path_(path), names_(names), joints_(joints) {}

  Result<TrajectoryColumns> run() {
    for (std::size_t i = 0; i < names_.size(); ++i) WW_TRY(take(i));
    if (out_.time == kNowhere) return missing("time_s");
    if (by_name_) places_.resize(std::max(places_.size(), joints_.size()), {kNowhere, kNowhere, kNowhere});
    if (places_.empty()) return missing("q1");
    for (std::size_t joint = 0; joint < places_.size(); ++joint) {
      for (std::size_t kind = 0; kind < kColumnKinds.size(); ++kind)
        if (places_[joint][kind] == kNowhere) return missing(nameOf(joint, kind));
    }
    for (const auto& at : places_) {
      out_.position.push_back(at[0]);
      out_.velocity.push_back(at[1]);
      out_.acceleration.push_back(at[2]);
    }
    return out_;
  }

 private:
  std::optional<std::size_t> jointNamed(std::string_view name) const {
    const auto at = std::ranges::find(joints_, name);
    return at == joints_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - joints_.begin()));
  }

  // A joint's own name goes first: one may be called "a_1".
  std::optional<ColumnMeaning> meaningOf(std::string_view name) const {
    if (const auto joint = jointNamed(name)) return ColumnMeaning{*joint, 0};
    const std::string small = lowerCase(name);
    for (const KindWord& word : kKindWords) {
      const std::size_t n = word.word.size();
      if (name.size() <= n) continue;
      if (small.starts_with(word.word)) {
        const bool apart = isSeparator(name[n]);
        if (const auto joint = jointCounted(name.substr(apart ? n + 1 : n))) return ColumnMeaning{*joint, word.kind};
        if (const auto joint = apart ? jointNamed(name.substr(n + 1)) : std::nullopt)
          return ColumnMeaning{*joint, word.kind};
      }
      const std::size_t end = name.size() - n - 1;
      if (small.ends_with(word.word) && isSeparator(name[end])) {
        if (const auto joint = jointNamed(name.substr(0, end))) return ColumnMeaning{*joint, word.kind};
      }
    }
    return std::nullopt;
  }

  Status take(std::size_t column) {
    const std::string& name = names_[column];
    if (std::ranges::find(kTimeColumns, lowerCase(name)) != kTimeColumns.end() && !jointNamed(name)) {
      if (out_.time != kNowhere) return twice(name);
      out_.time = column;
      return okStatus();
    }
    const auto meaning = meaningOf(name);
    if (!meaning) return unknown(name);
    if (places_.size() <= meaning->joint) places_.resize(meaning->joint + 1, {kNowhere, kNowhere, kNowhere});
    if (places_[meaning->joint][meaning->kind] != kNowhere) return twice(name);
    places_[meaning->joint][meaning->kind] = column;
    by_name_ = by_name_ || !jointCounted(name.substr(1)).has_value();
    return okStatus();
  }

  FailureArg place() const { return {"file", arg::Place{path_, 1, 0}}; }
  std::string nameOf(std::size_t joint, std::size_t kind) const {
    if (!by_name_ || joint >= joints_.size()) return fmt::format("{}{}", "qva"[kind], joint + 1);
    return fmt::format("{}_{}", joints_[joint], kColumnKinds[kind]);
  }

  Status missing(const std::string& name) const {
    return ww::fail(failures::kColumnMissing, {place(), {"column", arg::Name{name}}, {"form", arg::Words{form()}}});
  }
  Status twice(const std::string& name) const {
    return ww::fail(failures::kColumnTwice, {place(), {"column", arg::Name{name}}});
  }
  Status unknown(const std::string& name) const {
    const std::vector<std::string> known(joints_.begin(), joints_.end());
    std::vector<std::string> columns = known;
    columns.emplace_back(kTimeColumns.front());
    for (const std::string& joint : joints_)
      for (const char* kind : kColumnKinds) columns.push_back(fmt::format("{}_{}", joint, kind));
    return withNearest(
        ww::fail(failures::kColumnUnknown,
                 {place(), {"column", arg::Name{name}}, {"form", arg::Words{form()}}, {"joints", arg::Names{known}}}),
        name, columns);
  }
  std::string form() const {
    const std::string first = joints_.empty() ? "elbow" : joints_.front();
    return fmt::format(
        "time_s, then {0}_position, {0}_velocity and {0}_acceleration for each joint, or q1, v1, a1 and "
        "so on by their order",
        first);
  }

  const std::string& path_;
  std::span<const std::string> names_, joints_;
  std::vector<std::array<std::size_t, 3>> places_;
  bool by_name_ = false;
  TrajectoryColumns out_{kNowhere, {}, {}, {}};
};

}  // namespace

Result<TrajectoryColumns> columnsOf(const std::string& path, std::span<const std::string> header,
                                    std::span<const std::string> joints) {
  return ColumnHeader(path, header, joints).run();
}

}  // namespace ww::cli
