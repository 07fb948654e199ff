// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/node/options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ww::ros1 {
namespace {

constexpr int kUsage = 2, kNoFile = 3;
constexpr const char* kAbout =
    "Offers a simulation of `worldwright serve` to clients of ROS 1 as the node /gazebo, with the services and topics "
    "of "
    "gazebo_msgs. Arguments of ROS (name:=value) are taken as usual.";

int failed(int exit, const std::string& words) {
  fmt::print(stderr, "error: {}\n", words);
  return exit;
}

std::optional<std::string> contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream out;
  out << file.rdbuf();
  if (!file) return std::nullopt;
  return std::move(out).str();
}

bool isHere(const std::string& address) {
  for (const char* start : {"127.", "localhost:", "[::1]:", "unix:"})
    if (address.starts_with(start)) return true;
  return false;
}

struct Raw {
  std::string version = "2.9", token_file, tls_ca;
};

void addOptions(CLI::App& app, Options& options, Raw& raw) {
  LinkOptions& link = options.link;
  app.add_option("--server", link.address, "127.0.0.1:PORT or unix:PATH, as `worldwright serve` prints it");
  app.add_option("--token-file", raw.token_file, "the file with the token that the server asks for");
  app.add_option("--tls-ca", raw.tls_ca,
                 "certificates, in PEM form, that the server's is checked with; without it "
                 "only servers on this machine are called");
  app.add_option("--world", link.world, "the world that is simulated")->capture_default_str();
  app.add_option("--simulation", link.simulation, "a simulation that is there already, instead of one of its own");
  app.add_option("--gazebo-msgs", raw.version, "whose sums the types have: 2.5.1, or 2.9 as of Kinetic to Noetic")
      ->check(CLI::IsMember({"2.5.1", "2.9"}))
      ->capture_default_str();
  app.add_flag("--paused", link.paused, "the simulation waits for unpause_physics");
  app.add_option("--floor", link.floor, "height of the floor in metres; 0 when it is not given");
  app.add_flag("--no-floor", link.no_floor);
  app.add_flag("--free-joints", link.free_joints, "joints are free from the start, and not held until they are driven");
  app.add_option("--density", link.density, "kg/m^3 of objects that say no mass; 0: these stand still")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--time-step", link.time_step, "seconds")->check(CLI::PositiveNumber);
  app.add_option("--clock-rate", options.rates.clock_hz, "Hz of /clock")->check(CLI::Range(1.0, 1000.0));
  app.add_option("--state-rate", options.rates.states_hz, "Hz of the topics of states")->check(CLI::Range(1.0, 1000.0));
  app.add_option("--write-messages", options.messages_folder,
                 "only write the types, for genmsg and its kin, into this folder");
}

}  // namespace

std::optional<Options> optionsOf(int argc, char** argv, int& exit) {
  CLI::App app{kAbout, "worldwright-ros1-bridge"};
  Options options;
  Raw raw;
  addOptions(app, options, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    exit = app.exit(error) == 0 ? 0 : kUsage;
    return std::nullopt;
  }
  options.flavour = raw.version == "2.5.1" ? Flavour::k251 : Flavour::k29;
  if (!options.messages_folder.empty()) return options;
  if (options.link.address.empty()) {
    exit = failed(kUsage, "say where the server is: --server 127.0.0.1:PORT, as `worldwright serve` prints it");
    return std::nullopt;
  }
  if (!isHere(options.link.address) && raw.tls_ca.empty()) {
    exit =
        failed(kUsage, fmt::format("{} is another machine: give --tls-ca with the certificates its own is checked with",
                                   options.link.address));
    return std::nullopt;
  }
  const auto take = [&](const std::string& path, std::string& out) {
    if (path.empty()) return true;
    const auto text = contentsOf(path);
    if (!text) exit = failed(kNoFile, fmt::format("there is no file {} that can be read: check the path", path));
    else out = *text;
    return text.has_value();
  };
  if (!take(raw.token_file, options.link.token) || !take(raw.tls_ca, options.link.tls_roots)) return std::nullopt;
  if (!raw.tls_ca.empty() && options.link.tls_roots.find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    exit = failed(kNoFile, fmt::format("{} has no certificate in PEM form: give that of the issuer of the server's own",
                                       raw.tls_ca));
    return std::nullopt;
  }
  while (!options.link.token.empty() && std::isspace(static_cast<unsigned char>(options.link.token.back())))
    options.link.token.pop_back();
  return options;
}

std::string writeMessages(const std::string& folder, Flavour flavour) {
  namespace fs = std::filesystem;
  for (const TypeRow& row : allTypes()) {
    if (md5Of(row.name, flavour).empty()) continue;
    const fs::path name(row.name);
    const char* kind = row.is_service ? "srv" : "msg";
    const fs::path path = folder / name.parent_path() / kind / (name.filename().string() + "." + kind);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary);
    file << textOf(row.name, flavour);
    if (!file.flush()) return fmt::format("{} cannot be written: check the folder", path.string());
  }
  return {};
}

}  // namespace ww::ros1
