// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "app/cli/edits_file.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "core/rpc/edit_client.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

// The services take a batch of updates, and no edits that are ours alone.
Result<intrinsic_proto::world::ObjectWorldUpdates> updatesOf(const worldwright::v1::Edits& edits) {
  intrinsic_proto::world::ObjectWorldUpdates updates;
  for (const auto& edit : edits.edits()) {
    if (!edit.has_world_update()) return ww::fail(failures::kNotOverService);
    *updates.add_updates() = edit.world_update();
  }
  return updates;
}

}  // namespace

int applyThrough(Run& run, const std::string& address, const std::string& path) {
  const auto edits = readEdits(path);
  if (!edits.ok()) return failInput(run, edits.status());
  const auto updates = updatesOf(**edits);
  if (!updates.ok()) return fail(run, updates.status());
  const char* token = std::getenv("WORLDWRIGHT_TOKEN");
  const Status done = rpc::sendUpdates(address, token ? token : "", *updates);
  if (!done.ok()) return fail(run, done);
  print(run, Json{{"applied", updates->updates_size()}, {"through", address}},
        fmt::format("{} applied in the editor at {}, where they can be undone and saved\n",
                    counted(static_cast<std::uint64_t>(updates->updates_size()), "edit"), address));
  return kDone;
}

}  // namespace ww::cli
