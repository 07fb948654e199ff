// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ww::cli {

// What `serve` is asked for: by the command, which hands it on to worldwright-serve, the program that
// links gRPC.
struct ServeOptions {
  std::vector<std::string> files;
  std::string listen = "127.0.0.1:0";
  std::string token_file, tls_cert, tls_key;
  std::string replays;  // the folder for replay packages of planning calls; empty: none are kept
  std::string save;     // the file for what clients have built; empty: it goes with the program
};

struct Run;
// Becomes worldwright-serve with these arguments after those that all verbs have; returns only when that fails.
int startServing(Run& run, std::vector<std::string> options);

void addServeOptions(CLI::App& app, ServeOptions& options);

// Ids for the worlds of these files, in their order: `init_world` for the first, the others by the names
// of their files (letters, digits, underscores; made unique).
std::vector<std::string> worldIds(const std::vector<std::string>& files);

}  // namespace ww::cli
