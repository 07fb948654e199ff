// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serving_mark.h"

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "core/base/finding.h"

namespace ww::cli {
namespace {

constexpr std::size_t kMostBytes = 1 << 16, kMostSetAside = 20;

// Its number may belong to another program by now.
bool isServing(pid_t process) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe", error);
  return !error && program.filename().string().starts_with("worldwright-serve");
}

}  // namespace

std::optional<ServingMark> ServingMark::read(const std::string& world_file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(pathOf(world_file), error)) return std::nullopt;
  const auto text = readInput(pathOf(world_file), kMostBytes);
  const Json json = text.ok() ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object()) return std::nullopt;
  const auto number = [&](const char* key) { return json.contains(key) && json[key].is_number_unsigned(); };
  if (!number("server") || !number("saves") || !json.contains("saved") || !json["saved"].is_boolean())
    return std::nullopt;
  ServingMark mark;
  mark.server = json["server"].get<pid_t>();
  mark.saves = json["saves"].get<unsigned long>();
  mark.begun = number("begun") ? json["begun"].get<unsigned long>() : mark.saves;
  mark.saved = json["saved"].get<bool>();
  if (json.contains("address") && json["address"].is_string()) mark.address = json["address"].get<std::string>();
  for (const Json& one : json.value("set_aside", Json::array())) {
    if (one.is_object() && one.contains("file") && one["file"].is_string() && one.contains("backup") &&
        one["backup"].is_string())
      mark.set_aside.push_back({one["file"].get<std::string>(), one["backup"].get<std::string>()});
  }
  // One of our own number was left by another that has ended.
  const bool other = mark.server > 1 && mark.server != ::getpid();
  return other && isServing(mark.server) ? std::optional(mark) : std::nullopt;
}

Status ServingMark::write(const std::string& world_file) const {
  Json json{{"server", server}, {"address", address}, {"begun", begun}, {"saves", saves}, {"saved", saved}};
  for (const SetAside& one : set_aside)
    if (json["set_aside"].size() < kMostSetAside)
      json["set_aside"].push_back({{"file", one.file}, {"backup", one.backup}});
  return writeFile(pathOf(world_file), json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Diagnostics servedNote(const std::string& world_file) {
  const auto mark = world_file == "-" ? std::nullopt : ServingMark::read(world_file);
  if (!mark) return {};
  return {findingOf(ww::fail(failures::kFileServed, {{"file", arg::Name{world_file}},
                                                     {"path", arg::Name{world_file}},
                                                     {"address", arg::Words{mark->address}},
                                                     {"backup", arg::Name{world_file + "~"}}}))};
}

}  // namespace ww::cli
