// SPDX-License-Identifier: Apache-2.0
#include "core/history/step.h"

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

}  // namespace

StepPtr stepBetween(const world::World& from, const world::World& to, Step::Toward toward, std::string hash) {
  Edits edits;
  edits.set_first_id(to.nextId());
  *edits.add_edits()->mutable_patch_world() = world::patchBetween(from, to);
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
