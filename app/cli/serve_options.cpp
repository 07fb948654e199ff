// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serve_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <set>

namespace ww::cli {

void addServeOptions(CLI::App& app, ServeOptions& options) {
  app.add_option("FILE", options.files,
                 "world files to serve; they are read, and written only as --save says. None: an empty world");
  app.add_option("--listen", options.listen,
                 "127.0.0.1:PORT (0: a free one) or unix:PATH; elsewhere only with TLS and a token")
      ->capture_default_str();
  app.add_option(
      "--save", options.save,
      "keep what clients build: at the end, and at each SIGUSR1, `init_world` is written to this file, other "
      "worlds that clients have made or changed beside it as STEM.ID.wright (of a world deleted since: "
      "STEM.ID.wright~); to go on with a world that is there: serve FILE --save FILE");
  app.add_option(
      "--replays", options.replays,
      "folder for planning calls whose requests have a context: all that they depend on, for the verb replay; "
      "the newest 200 stay");
  app.add_option("--token-file", options.token_file,
                 "ask clients for the token in this file ('authorization: Bearer TOKEN')");
  app.add_option("--tls-cert", options.tls_cert, "certificate (chain) in PEM form");
  app.add_option("--tls-key", options.tls_key, "its private key in PEM form");
}

std::vector<std::string> worldIds(const std::vector<std::string>& files) {
  std::set<std::string> taken{"init_world", "world"};
  std::vector<std::string> ids;
  for (const std::string& file : files) {
    if (ids.empty()) {
      ids.emplace_back("init_world");
      continue;
    }
    std::string stem = std::filesystem::path(file).stem().string();
    for (char& c : stem) {
      const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!fits) c = '_';
    }
    if (stem.empty()) stem = "file";
    std::string id = stem;
    for (int i = 2; !taken.insert(id).second; ++i) id = fmt::format("{}_{}", stem, i);
    ids.push_back(id);
  }
  return ids;
}

}  // namespace ww::cli
