// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/structure_hash.h"

#include "core/base/hash.h"
#include "core/world/records/hashes.h"

namespace ww::world {
namespace {

// `times` is odd, so that a hash counts for something at any place in a list, and at each for something else.
void add(StructureSum& sum, const Sha256& digest, std::uint64_t times) {
  for (std::size_t i = 0; i < sum.words.size(); ++i) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8; ++k) word |= std::uint64_t{digest[8 * i + k]} << (8 * k);
    sum.words[i] += times * word;
  }
}

template <typename Part>
void note(StructureSum& sum, const Part* before, const Part* after, std::uint64_t times) {
  if (before && after && sameStructure(*before, *after)) {
    after->digests.structure.set(structureDigest(*before));
    return;
  }
  if (before) add(sum, structureDigest(*before), 0 - times);
  if (after) add(sum, structureDigest(*after), times);
}

}  // namespace

void noteChange(StructureSum& sum, const Object* before, const Object* after) {
  note(sum, before, after, 1);
  static const EntityList kNone;
  EntityList::diff(before ? before->entities : kNone, after ? after->entities : kNone,
                   [&](std::uint64_t i, const EntityPtr* b, const EntityPtr* a) {
                     note(sum, b ? b->get() : nullptr, a ? a->get() : nullptr, 2 * i + 1);
                   });
}

void noteChange(StructureSum& sum, const Frame* before, const Frame* after) { note(sum, before, after, 1); }

std::string structureHash(const World& world) {
  const WorldData& d = world.data();
  Hasher hasher;
  hasher.add("structure");
  for (const std::uint64_t word : d.structure.words) hasher.add(word);
  hasher.add(std::string_view(reinterpret_cast<const char*>(d.settings_digest.data()), d.settings_digest.size()));
  return "sha256:" + toHex(hasher.finish());
}

}  // namespace ww::world
