// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/session.h"

namespace ww::session {

// Makes the commit of a client one of its stream, where it is one: edits that only move things (poses of
// objects and frames, joint positions). A client's stream is one entry of the history until another edit
// comes: for the same targets however long it lasts, for changing targets while less than a second passes
// between two. Sets coalesce_key, is_stream and stream_label; other edits are left as they are.
void asClientEdit(CommitRequest& request);

// What the edits move, the same text for the same targets; empty when they do anything else.
std::string streamKey(const worldwright::v1::Edits& edits);

}  // namespace ww::session
