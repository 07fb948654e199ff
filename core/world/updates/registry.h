// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/world/updates/kind.h"

namespace worldwright::v1 {
class Edit;
}  // namespace worldwright::v1

namespace ww::world {

// Every kind of edit: what a message may hold, found by its case.
std::span<const EditKind> editKinds();

// The row of what an edit holds, with that; no row when it holds nothing that this program knows.
struct KnownEdit {
  const EditKind* kind = nullptr;
  const google::protobuf::Message* request = nullptr;
};
KnownEdit knownEdit(const worldwright::v1::Edit& edit);

// INVALID_ARGUMENT for an edit that holds no kind; else as the kind says. The world of a failed edit is of no use.
Status applyEdit(WorldEditor& editor, const worldwright::v1::Edit& edit);

// "Move gripper"; "Edit" for kinds without a label. `world` is the one that it is made for, or one of about that time.
Phrase labelOf(const World& world, const worldwright::v1::Edit& edit);
// What an edit moves; empty when it does anything else.
std::string streamKeyOf(const worldwright::v1::Edit& edit);

}  // namespace ww::world
