// SPDX-License-Identifier: Apache-2.0
#include "core/session/world_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "core/session/failures.h"
#include "core/world/records/structure_hash.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

constexpr std::size_t kLongestId = 256;

Status checkId(const std::string& id) {
  const auto printable = [](unsigned char c) { return c > 0x20 && c != 0x7f; };
  if (!id.empty() && id.size() <= kLongestId && std::all_of(id.begin(), id.end(), printable)) return okStatus();
  const arg::Count longest{kLongestId};
  if (id.empty()) return fail(failures::kNoWorldId, {{"longest", longest}});
  return fail(failures::kBadWorldId, {{"id", arg::Name{id}}, {"longest", longest}});
}

template <typename Rows>
Status unknown(const std::string& id, const Rows& rows) {
  std::vector<std::string> known;
  for (const auto& [name, row] : rows) known.push_back(name);
  return withNearest(fail(failures::kNoSuchWorld, {{"id", arg::Name{id}}}), id, known);
}

Status taken(const std::string& id) { return fail(failures::kWorldIdTaken, {{"id", arg::Name{id}}}); }

}  // namespace

struct WorldRegistry::Impl {
  struct Row {
    std::shared_ptr<WorldSession> session;
    std::optional<std::string> user_tag;
  };

  std::shared_ptr<geometry::GeometryStore> store;
  Clock clock;
  mutable std::shared_mutex mutex;  // guards the rows; held for look-ups and exchanges only
  std::map<std::string, Row> rows;
  std::uint64_t next_id = 1;
  // One clone onto or swap of worlds at a time, so that tags and contents of two such calls do not mix.
  std::mutex whole_worlds;

  Result<Row> row(const std::string& id) const {
    const std::shared_lock lock(mutex);
    const auto it = rows.find(id);
    if (it == rows.end()) return unknown(id, rows);
    return it->second;
  }

  std::string freeId() {
    std::string id;
    do id = fmt::format("world_{}", next_id++);
    while (rows.contains(id));
    return id;
  }

  static WorldMetadata metadataOf(const std::string& id, const Row& row) {
    const Snapshot now = row.session->snapshot();
    return {id, world::structureHash(*now.world), now.time, row.user_tag};
  }

  void setTag(const std::string& id, const std::shared_ptr<WorldSession>& session,
              const std::optional<std::string>& tag) {
    const std::lock_guard lock(mutex);
    const auto it = rows.find(id);
    if (it != rows.end() && it->second.session == session) it->second.user_tag = tag;
  }

  Result<WorldMetadata> cloneOnto(const CloneRequest& request, const Row& from, Row target,
                                  const std::optional<std::string>& tag) {
    const world::WorldPtr world = from.session->snapshot().world;
    const WorldCommit commit{
        phrase(WW_TEXT("Core", "Replaced by a copy of {world}"), {{"world", arg::Words{request.from}}}),
        request.author,
        {}};
    WW_TRY(target.session->commitWorld(commit, [&](const world::World&) -> Result<world::World> { return *world; })
               .status());
    setTag(request.to, target.session, tag);
    target.user_tag = tag;
    return metadataOf(request.to, target);
  }

  Result<WorldMetadata> cloneAnew(const CloneRequest& request, const Row& from, const std::optional<std::string>& tag) {
    Row row{std::make_shared<WorldSession>(*from.session->snapshot().world, from.session->sharedStore(), clock), tag};
    std::string id = request.to;
    {
      const std::lock_guard lock(mutex);
      if (id.empty()) id = freeId();
      if (!rows.emplace(id, row).second) return taken(id);
    }
    return metadataOf(id, row);
  }
};

WorldRegistry::WorldRegistry(std::shared_ptr<geometry::GeometryStore> store, Clock clock)
    : impl_(std::make_unique<Impl>()) {
  impl_->store = std::move(store);
  impl_->clock = std::move(clock);
}

WorldRegistry::~WorldRegistry() = default;

geometry::GeometryStore& WorldRegistry::store() const { return *impl_->store; }
std::shared_ptr<geometry::GeometryStore> WorldRegistry::sharedStore() const { return impl_->store; }

Status WorldRegistry::add(const std::string& id, std::shared_ptr<WorldSession> session,
                          std::optional<std::string> user_tag) {
  WW_TRY(checkId(id));
  const world::WorldPtr world = session->snapshot().world;
  if (!user_tag && world->data().record->has_user_tag()) user_tag = world->data().record->user_tag();
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->rows.emplace(id, Impl::Row{std::move(session), std::move(user_tag)}).second) return taken(id);
  return okStatus();
}

Status WorldRegistry::remove(const std::string& id) {
  Impl::Row gone;  // destroyed without the lock
  const std::lock_guard lock(impl_->mutex);
  const auto it = impl_->rows.find(id);
  if (it == impl_->rows.end()) return unknown(id, impl_->rows);
  gone = std::move(it->second);
  impl_->rows.erase(it);
  return okStatus();
}

Result<std::shared_ptr<WorldSession>> WorldRegistry::find(const std::string& id) const {
  const std::shared_lock lock(impl_->mutex);
  const auto it = impl_->rows.find(id);
  if (it == impl_->rows.end()) return unknown(id, impl_->rows);
  return it->second.session;
}

Result<WorldMetadata> WorldRegistry::metadata(const std::string& id) const {
  WW_ASSIGN(const Impl::Row row, impl_->row(id));
  return Impl::metadataOf(id, row);
}

std::vector<WorldMetadata> WorldRegistry::list() const {
  std::map<std::string, Impl::Row> rows;
  {
    const std::shared_lock lock(impl_->mutex);
    rows = impl_->rows;
  }
  std::vector<WorldMetadata> out;
  out.reserve(rows.size());
  for (const auto& [id, row] : rows) out.push_back(Impl::metadataOf(id, row));
  return out;
}

Result<WorldMetadata> WorldRegistry::clone(const CloneRequest& request) {
  if (!request.to.empty()) WW_TRY(checkId(request.to));
  const std::lock_guard one_at_a_time(impl_->whole_worlds);
  WW_ASSIGN(const Impl::Row from, impl_->row(request.from));
  const std::optional<std::string> tag = request.user_tag ? request.user_tag : from.user_tag;
  if (request.to.empty()) return impl_->cloneAnew(request, from, tag);
  Result<Impl::Row> target = impl_->row(request.to);
  if (!target.ok()) return impl_->cloneAnew(request, from, tag);
  if (!request.allow_overwrite) return taken(request.to);
  return impl_->cloneOnto(request, from, std::move(target).value(), tag);
}

static Phrase swappedWith(const std::string& world) {
  return phrase(WW_TEXT("Core", "Swapped with {world}"), {{"world", arg::Words{world}}});
}

Status WorldRegistry::swap(const std::string& a, const std::string& b, const std::string& author) {
  const std::lock_guard one_at_a_time(impl_->whole_worlds);
  WW_ASSIGN(const Impl::Row row_a, impl_->row(a));
  WW_ASSIGN(const Impl::Row row_b, impl_->row(b));
  WW_TRY(WorldSession::swapWorlds(*row_a.session, *row_b.session, {swappedWith(b), author, {}},
                                  {swappedWith(a), author, {}}));
  if (a == b) return okStatus();
  impl_->setTag(a, row_a.session, row_b.user_tag);
  impl_->setTag(b, row_b.session, row_a.user_tag);
  return okStatus();
}

}  // namespace ww::session
