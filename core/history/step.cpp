// SPDX-License-Identifier: Apache-2.0
#include "core/history/step.h"

#include <optional>
#include <set>

#include "core/history/failures.h"
#include "core/project/records.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/records/load.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::history {
namespace {

using worldwright::v1::Edits;
using worldwright::v1::PatchWorld;

std::vector<project::Chunk> packed(std::string_view bytes) {
  std::vector<project::Chunk> pieces;
  for (std::size_t at = 0; at < bytes.size(); at += project::kSliceBytes)
    pieces.push_back(project::compress(bytes.substr(at, project::kSliceBytes)));
  return pieces;
}

Status notThere(Status cause) {
  return cause.ok() ? fail(failures::kCannotGoThere) : fail(failures::kCannotGoThere, {}, std::move(cause));
}

Result<std::string> unpacked(const Step& step) {
  const auto size = static_cast<std::int64_t>(step.size);
  if (step.size > kMostStepBytes || static_cast<std::int64_t>(step.pieces.size()) != project::chunkCount(size))
    return notThere(okStatus());
  std::string bytes;
  bytes.reserve(step.size);
  for (std::size_t i = 0; i < step.pieces.size(); ++i) {
    const Status done =
        project::decompress(step.pieces[i], project::sliceBytes(size, static_cast<std::int64_t>(i)), bytes);
    if (!done.ok()) return notThere(done);
  }
  return bytes;
}

StepPtr stepOf(const Edits& edits, Step::Toward toward, std::string hash) {
  if (edits.ByteSizeLong() > kMostStepBytes) return nullptr;
  const std::string bytes = edits.SerializeAsString();
  std::set<std::string, std::less<>> refs;
  project::forEachRef(bytes, [&](std::string_view ref) { refs.emplace(ref); });
  auto step = std::make_shared<Step>();
  step->toward = toward;
  step->hash = std::move(hash);
  step->size = bytes.size();
  step->pieces = packed(bytes);
  step->refs.assign(refs.begin(), refs.end());
  return step;
}

std::optional<Edits> patchIn(const Step& step) {
  const auto bytes = unpacked(step);
  Edits edits;
  const bool is_one = bytes.ok() && edits.ParseFromString(*bytes) && edits.edits_size() == 1;
  if (!is_one || !edits.edits(0).has_patch_world()) return std::nullopt;
  return edits;
}

using Ids = std::set<std::uint64_t>;

template <class Records>
Ids idsOf(const Records& records) {
  Ids out;
  for (const auto& record : records) out.insert(record.id());
  return out;
}

// What goes with either, unless it comes back.
template <class Removed>
Ids removedBy(const Removed& first, const Removed& second, const Ids& back) {
  Ids out(first.begin(), first.end());
  out.insert(second.begin(), second.end());
  for (const std::uint64_t id : back) out.erase(id);
  return out;
}

// Each record is the whole of what it tells: of two the later one counts.
PatchWorld joinedPatch(const PatchWorld& first, const PatchWorld& second) {
  PatchWorld out = second;
  const Ids objects = idsOf(second.objects()), frames = idsOf(second.frames());
  const Ids no_objects = removedBy(first.removed_objects(), second.removed_objects(), objects);
  const Ids no_frames = removedBy(first.removed_frames(), second.removed_frames(), frames);
  const Ids gone(second.removed_objects().begin(), second.removed_objects().end());
  const Ids gone_frames(second.removed_frames().begin(), second.removed_frames().end());
  for (const auto& object : first.objects())
    if (!objects.contains(object.id()) && !gone.contains(object.id())) *out.add_objects() = object;
  for (const auto& entity : first.entities())
    if (!objects.contains(entity.object()) && !gone.contains(entity.object())) *out.add_entities() = entity;
  for (const auto& frame : first.frames())
    if (!frames.contains(frame.id()) && !gone_frames.contains(frame.id())) *out.add_frames() = frame;
  out.mutable_removed_objects()->Assign(no_objects.begin(), no_objects.end());
  out.mutable_removed_frames()->Assign(no_frames.begin(), no_frames.end());
  if (!second.has_world() && first.has_world()) *out.mutable_world() = first.world();
  return out;
}

}  // namespace

StepPtr stepBetween(const world::World& from, const world::World& to, Step::Toward toward, std::string hash) {
  Edits edits;
  edits.set_first_id(to.nextId());
  *edits.add_edits()->mutable_patch_world() = world::patchBetween(from, to);
  return stepOf(edits, toward, std::move(hash));
}

StepPtr joined(const Step& first, const Step& second, Step::Toward toward, std::string hash) {
  const auto before = patchIn(first), after = patchIn(second);
  if (!before || !after) return nullptr;
  Edits edits;
  edits.set_first_id(after->first_id());
  *edits.add_edits()->mutable_patch_world() =
      joinedPatch(before->edits(0).patch_world(), after->edits(0).patch_world());
  return stepOf(edits, toward, std::move(hash));
}

StepPtr stepOfOldest(std::string hash) {
  auto step = std::make_shared<Step>();
  step->hash = std::move(hash);
  return step;
}

Result<world::WorldPtr> walk(const Step& step, const world::World& from, const std::string& hash,
                             geometry::GeometryStore& store) {
  WW_ASSIGN(const std::string bytes, unpacked(step));
  Edits edits;
  if (!edits.ParseFromString(bytes)) return notThere(okStatus());
  auto next = world::apply(from, edits, store);
  if (!next.ok()) return notThere(next.status());
  if (contentHash(*next) != hash) return notThere(okStatus());
  return world::WorldPtr(std::make_shared<const world::World>(*std::move(next)));
}

}  // namespace ww::history
