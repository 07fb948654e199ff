// SPDX-License-Identifier: Apache-2.0
#include "core/session/client_edits.h"

#include "core/world/updates/registry.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {

// A longer list of targets is one of many things; whose exact names do not matter.
static constexpr std::size_t kLongestKey = 4096;

std::string streamKey(const worldwright::v1::Edits& edits) {
  std::string key;
  for (const auto& edit : edits.edits()) {
    const std::string one = world::streamKeyOf(edit);
    if (one.empty()) return {};
    if (key.size() < kLongestKey) key += one;
  }
  return key;
}

void asClientEdit(CommitRequest& request) {
  if (!request.edits) return;
  std::string key = streamKey(*request.edits);
  if (key.empty()) return;
  request.coalesce_key = std::move(key);
  request.is_stream = true;
  request.stream_label = phrase(WW_TEXT("Core", "Move several things"));
}

}  // namespace ww::session
