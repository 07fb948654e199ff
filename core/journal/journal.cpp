// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/journal/failures.h"
#include "core/journal/frame.h"
#include "core/journal/items.h"
#include "core/project/records.h"
#include "core/project/view_state.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::journal {
namespace {

using session::Change;
using std::chrono::milliseconds;

constexpr std::uint64_t kBaseBytesPerRecord = 40'000;  // a base of 40 MB may wait for 1,000 records
constexpr milliseconds kShortWait{5};
constexpr int kMostWithoutPast = 4;

}  // namespace

class Journal::Impl {
  friend class Journal;

 public:
  Impl(project::Vfs& v, std::string r, JournalOptions o, session::WorldSession& session)
      : vfs(v), root(std::move(r)), options(std::move(o)), store(session.sharedStore()) {}

 private:
  project::Vfs& vfs;
  std::string root;
  JournalOptions options;
  std::shared_ptr<geometry::GeometryStore> store;

  mutable std::mutex mutex;  // guards what follows
  std::condition_variable wake, done;
  std::deque<Item> queue;
  std::uint64_t revision = 0;  // of the world that it begins with
  std::uint64_t asked = 1, synced = 0;
  bool ended = false, stopping = false, discarding = false, hurried = false;
  std::string picture;  // to be written
  std::string id;
  Status problem;

  // Of the thread alone.
  std::optional<Claim> claimed;
  std::optional<Resumed> resumed;
  std::uint64_t numbers_from = 0;  // so that entries and names of the program before are other ones
  std::optional<Document> begun;   // not counted yet
  std::unique_ptr<Files> files;
  Tally tally;
  std::uint64_t sequence = 0, base_sequence = 0;
  world::WorldPtr world;
  std::uint64_t world_revision = 0;
  bool has_base = false, linked = false, tried_base = false;
  struct First {
    Head head;
    world::WorldPtr world;
    std::uint64_t revision = 0;
  };
  First first;  // what the link tells, until the base stands
  std::vector<Files::Record> pending;
  std::uint64_t taken = 1;           // changes that are in `pending` or the base
  std::uint64_t tried_rotating = 0;  // the sequence number when a base could not be written
  int without_past = 0;              // bases that waited for their history
  int failures_in_a_row = 0;

  session::WorldSession::Subscription watch;
  std::thread thread;

  void start(session::WorldSession& session);
  void run();
  void note(const Change& change);
  void take(Item item);
  Status work();
  Status makeFiles();
  bool isGone();
  void startAnew();
  void beginTally();
  void link();
  void writePicture();
  Status writeBase();
  bool drainMeanwhile();
  std::shared_ptr<const project::HistoryRows> pastOf(const world::WorldPtr& of, std::uint64_t at);
  Status drain();
  void keep(Item item);
  void keepName(const Item& item);
  bool isLogFull() const;
  bool wantsBase() const;
  bool mayGoOn();
  void told(Status status);
  bool waitForWork(std::unique_lock<std::mutex>& lock);
};

// Watches first, so that nothing is missed; what was done before the snapshot is in it.
void Journal::Impl::start(session::WorldSession& session) {
  watch = session.observe([this](const Change& change) { note(change); });
  const session::Snapshot now = session.snapshot();
  {
    const std::lock_guard lock(mutex);
    world = now.world;
    revision = world_revision = now.revision;
    std::erase_if(queue, [&](const Item& item) { return item.revision <= now.revision; });
    asked = 1 + queue.size();
  }
  thread = std::thread([this] { run(); });
}

void Journal::Impl::note(const Change& change) {
  {
    const std::lock_guard lock(mutex);
    if (change.kind == Change::Kind::kReplace) ended = true;
    if (ended || change.after.revision <= revision) return;
    queue.push_back(itemOf(change));
    ++asked;
  }
  wake.notify_one();
}

void Journal::Impl::take(Item item) {
  {
    const std::lock_guard lock(mutex);
    if (ended) return;
    queue.push_back(std::move(item));
    ++asked;
  }
  wake.notify_one();
}

// Nobody waits for the disk meanwhile.
bool Journal::Impl::isGone() { return files && !files->isThere(); }

// Somebody removed what was written, as those who clean up do: all that is not saved is written once more.
void Journal::Impl::startAnew() {
  if (root.empty()) root = project::folderOf(files->claimed().folder);
  files.reset();
  has_base = linked = tried_base = false;
  first = {};
  {
    const std::lock_guard lock(mutex);
    synced = 0;
  }
  if (options.told) options.told();
}

// True when there is something to do, false at the end.
bool Journal::Impl::waitForWork(std::unique_lock<std::mutex>& lock) {
  const auto ready = [this] { return stopping || !queue.empty() || taken > synced || !picture.empty(); };
  while (!wake.wait_for(lock, options.look, ready)) {
    lock.unlock();
    if (isGone()) startAnew();
    lock.lock();
  }
  if (discarding) return false;
  const bool is_retry = !problem.ok();
  if (!stopping && !hurried)
    wake.wait_for(lock,
                  is_retry ? options.retry * std::min(1 << std::min(failures_in_a_row - 1, 6), 40) : options.gather,
                  [this] { return stopping || hurried; });
  if (discarding) return false;
  return !queue.empty() || taken > synced || !picture.empty();
}

void Journal::Impl::run() {
  for (;;) {
    bool last = false;
    {
      std::unique_lock lock(mutex);
      if (!waitForWork(lock)) break;
      hurried = false;
      last = stopping;
    }
    const Status status = work();
    told(status);
    if (last) break;  // once more, and not for ever on a disk that is full
    // Nothing is lost when this fails: the log goes on.
    if (status.ok() && wantsBase() && !writeBase().ok()) tried_rotating = sequence;
  }
  if (mayGoOn()) return;
  // What cannot be removed is offered for recovery: that is the better mistake.
  if (files) static_cast<void>(files->remove());
  else if (claimed) static_cast<void>(removeJournal(vfs, *claimed));
}

void Journal::Impl::told(Status status) {
  failures_in_a_row = status.ok() ? 0 : failures_in_a_row + 1;
  {
    const std::lock_guard lock(mutex);
    if (status.ok()) synced = taken;
    problem = status.ok() ? okStatus() : fail(failures::kNotWritten, {}, std::move(status));
  }
  done.notify_all();
  if (options.told) options.told();
}

Status Journal::Impl::work() {
  if (isGone()) startAnew();
  if (!files) WW_TRY(makeFiles());
  if (!has_base && !linked) link();
  if (!has_base && !linked) WW_TRY(writeBase());
  WW_TRY(drain());
  writePicture();
  return okStatus();
}

// What begins as a file has it can be recovered from there at once, whatever it takes to write a base.
void Journal::Impl::link() {
  if (!begun || begun->path.empty() || !begun->saved || contentHash(*begun->saved) != contentHash(*world)) return;
  beginTally();
  linked = files->writeLink(tally.head(), sequence).ok();
  if (linked) first = {tally.head(), world, world_revision};
}

void Journal::Impl::beginTally() {
  if (!begun) return;
  Head head;
  head.about = aboutOf(*begun);
  head.time = std::chrono::system_clock::now();
  head.hash = contentHash(*world);
  tally = Tally(head);
  begun.reset();
}

void Journal::Impl::writePicture() {
  std::string png;
  {
    const std::lock_guard lock(mutex);
    png.swap(picture);
  }
  if (!png.empty()) static_cast<void>(files->writePicture(png));
}

Status Journal::Impl::makeFiles() {
  if (!claimed) {
    WW_TRY(vfs.makePrivateFolder(root));
    WW_ASSIGN(claimed, makeClaim(vfs, root));
  }
  const std::string own = claimed->id;
  auto made = Files::open(vfs, std::move(*claimed), resumed ? &*resumed : nullptr);
  // A new folder may be taken for what was left of another, and be gone: the next try makes one.
  if (made.ok() || !root.empty()) claimed.reset();
  if (!made.ok()) return made.status();
  files = std::move(*made);
  if (resumed) {
    has_base = true;
    base_sequence = resumed->base;
    resumed.reset();
  }
  const std::lock_guard lock(mutex);
  id = own;
  return okStatus();
}

// While something takes its time. What fails stays pending.
bool Journal::Impl::drainMeanwhile() {
  const Status drained = drain();
  if (has_base || linked) told(drained);
  return mayGoOn();
}

// What led there, by another thread: making it may take longer than an edit may wait.
std::shared_ptr<const project::HistoryRows> Journal::Impl::pastOf(const world::WorldPtr& of, std::uint64_t at) {
  if (!options.past) return nullptr;
  auto made = std::async(std::launch::async, [this, of, at] { return options.past(of, at); });
  while (made.wait_for(std::max(options.gather, kShortWait)) != std::future_status::ready) drainMeanwhile();
  return made.get();
}

// What is done meanwhile goes to the log behind it.
Status Journal::Impl::writeBase() {
  // Of the world that it began with, though edits are kept by now: they can be undone one by one.
  const bool is_first = !has_base && first.world;
  const std::uint64_t at = is_first ? 0 : sequence;
  beginTally();
  tried_base = true;
  const world::WorldPtr of = is_first ? first.world : world;
  Head head = is_first ? first.head : tally.head();
  head.hash = contentHash(*of);
  const auto past = pastOf(of, is_first ? first.revision : world_revision);
  // In the middle of a stream nobody has it: a longer log is better than a base that swallows what led there.
  if (options.past && !past && has_base && ++without_past < kMostWithoutPast) return fail(failures::kNotWritten);
  without_past = 0;
  WW_TRY(files->writeBase({std::move(head), at, *of, past.get()}, *store, [this] { return drainMeanwhile(); }));
  std::erase_if(pending, [at](const Files::Record& record) { return record.sequence <= at; });
  base_sequence = at;
  has_base = true;
  first = {};
  return okStatus();
}

bool Journal::Impl::mayGoOn() {
  const std::lock_guard lock(mutex);
  return !discarding;
}

bool Journal::Impl::isLogFull() const {
  const std::uint64_t from = std::max(base_sequence, tried_rotating);
  const std::uint64_t most = std::max(options.log_records, files->baseBytes() / kBaseBytesPerRecord);
  return sequence - from >= most ||
         (tried_rotating <= base_sequence && files->logBytes() >= std::max(options.log_bytes, files->baseBytes()));
}

// Beside a link as soon as all is synced, and again when there is more: the file may become another one.
bool Journal::Impl::wantsBase() const {
  if (has_base) return isLogFull();
  return !tried_base || sequence > tried_rotating;
}

// Beside the numbers: programs that do not know of names pass over it, and nothing depends on it.
void Journal::Impl::keepName(const Item& item) {
  NameRecord name = *item.name;
  name.after = sequence;
  name.change += numbers_from;
  if (name.hash.empty()) name.hash = contentHash(*item.after);
  tally.add(name);
  pending.push_back({sequence + 1, framed(static_cast<std::uint32_t>(Kind::kName), 0, payloadOf(name)), {}});
}

void Journal::Impl::keep(Item item) {
  if (item.name) return keepName(item);
  ++sequence;
  Files::Record record{sequence, {}, {}};
  if (item.saved) {
    const SavedRecord saved{aboutOf(*item.saved), item.time, namesIn(*item.saved, numbers_from)};
    tally.saved(saved.about, saved.time, saved.names);
    record.frame = framed(static_cast<std::uint32_t>(Kind::kSaved), sequence, payloadOf(saved));
  } else {
    EditRecord edit;
    edit.note = {sequence,  item.kind, std::move(item.label),   std::move(item.author),
                 item.time, 0,         contentHash(*item.after)};
    if (item.entry != 0) edit.note.entry = numbers_from + item.entry;
    edit.edits = item.edits->SerializeAsString();
    std::set<std::string, std::less<>> refs;
    project::forEachRef(edit.edits, [&](std::string_view ref) { refs.emplace(ref); });
    record.refs.assign(refs.begin(), refs.end());
    record.frame = framed(static_cast<std::uint32_t>(item.kind), sequence, payloadOf(edit));
    tally.add(std::move(edit.note));
    world = std::move(item.after);
    world_revision = item.revision;
  }
  pending.push_back(std::move(record));
}

Status Journal::Impl::drain() {
  std::deque<Item> items;
  {
    const std::lock_guard lock(mutex);
    items.swap(queue);
    taken += items.size();
  }
  for (Item& item : joined(std::move(items))) keep(std::move(item));
  WW_TRY(files->append(pending, *store));
  pending.clear();
  return okStatus();
}

Journal::Journal(project::Vfs& vfs, std::string root, session::WorldSession& session, Document document,
                 JournalOptions options)
    : impl_(std::make_unique<Impl>(vfs, std::move(root), std::move(options), session)) {
  impl_->begun = std::move(document);
  impl_->start(session);
}

Journal::Journal(project::Vfs& vfs, Claim claim, session::WorldSession& session, const Recovered& recovered,
                 JournalOptions options)
    : impl_(std::make_unique<Impl>(vfs, std::string(), std::move(options), session)) {
  impl_->claimed = std::move(claim);
  impl_->tally = recovered.tally;
  impl_->tally.forgetEntries();
  // Edits that are done again give the same ids from a world with the same counter only. A new base counts more.
  // And one without its history would keep the next recovery from what is known of it now.
  const bool has_past = recovered.past || !impl_->options.past;
  if (has_past && session.snapshot().world->nextId() >= recovered.world.nextId()) impl_->resumed = recovered.resumed;
  impl_->numbers_from = numbersBehind(recovered);
  impl_->sequence = recovered.sequence + (impl_->resumed ? 0 : 1);
  impl_->start(session);
}

Journal::~Journal() {
  impl_->watch.reset();
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->wake.notify_all();
  impl_->thread.join();
}

void Journal::saved(Document document) {
  Item item;
  item.kind = Kind::kSaved;
  item.time = std::chrono::system_clock::now();
  item.saved = std::move(document);
  impl_->take(std::move(item));
}

void Journal::named(Named named) {
  Item item;
  item.kind = Kind::kName;
  item.after = std::move(named.world);
  item.name = NameRecord{0, std::move(named.hash), std::move(named.name), named.change, std::move(named.was)};
  if (item.after || !item.name->hash.empty()) impl_->take(std::move(item));
}

void Journal::setPicture(std::string png) {
  if (!project::isSmallPng(png)) return;
  {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->ended) return;
    impl_->picture = std::move(png);
  }
  impl_->wake.notify_one();
}

void Journal::discard() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ended = impl_->stopping = impl_->discarding = true;
  }
  impl_->wake.notify_all();
}

JournalState Journal::state() const {
  const std::lock_guard lock(impl_->mutex);
  return {impl_->id, impl_->synced == impl_->asked, impl_->problem};
}

bool Journal::waitSynced(milliseconds timeout) {
  std::unique_lock lock(impl_->mutex);
  impl_->hurried = true;
  impl_->wake.notify_all();
  return impl_->done.wait_for(lock, timeout, [this] { return impl_->synced == impl_->asked; });
}

}  // namespace ww::journal
