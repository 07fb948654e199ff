// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/isaac_log.h"

#include <algorithm>
#include <cmath>

#include "core/interop/isaac/actor_names.h"

namespace ww::ui {
namespace {

// What of a layer is not from the log.
model::Overrides besides(model::Overrides all, const model::Overrides& mine) {
  std::erase_if(all.objects, [&](const auto& one) {
    const auto at = mine.objects.find(one.first);
    return at != mine.objects.end() && at->second == one.second;
  });
  std::erase_if(all.joints, [&](const auto& one) {
    const auto at = mine.joints.find(one.first);
    return at != mine.joints.end() && at->second.size() == one.second.size() && at->second == one.second;
  });
  return all;
}

// Whether somebody else has it, or what it rides on.
bool isTheirs(const world::World& world, const model::Overrides& theirs, ObjectId id) {
  for (const world::Object* object = world.peek(id); object; object = world.peek(object->parent))
    if (theirs.objects.contains(object->id) || theirs.joints.contains(object->id)) return true;
  return false;
}

// Things by their names, joints as "object/joint"; without those that somebody else has.
model::Overrides placesOf(const isaac::LogTracks::Moment& moment, const world::World& world,
                          const model::Overrides& theirs) {
  model::Overrides shown;
  for (const auto& [name, pose] : moment.world_t_body) {
    const ObjectId id = isaac::objectLike(world, name);
    if (!id || isTheirs(world, theirs, id)) continue;
    // What is called so goes before what is called alike.
    if (world.find(name) == id) shown.objects.insert_or_assign(id, pose);
    else shown.objects.try_emplace(id, pose);
  }
  for (const isaac::Quantity& q : moment.joints) {
    const auto joint = isaac::jointLike(world, q.entity);
    if (!joint || isTheirs(world, theirs, joint->object) || (q.measure != "position" && q.measure != "rotation"))
      continue;
    auto [positions, is_new] = shown.joints.try_emplace(joint->object);
    if (is_new) positions->second = world.peek(joint->object)->jointPositions();
    positions->second[static_cast<Eigen::Index>(joint->index)] = q.value;
  }
  return shown;
}

// The world may have changed since they were worked out.
void dropGone(const world::World& world, model::Overrides& places) {
  std::erase_if(places.objects, [&](const auto& one) { return world.peek(one.first) == nullptr; });
  std::erase_if(places.joints, [&](const auto& one) {
    const world::Object* object = world.peek(one.first);
    return object == nullptr || object->moving_joints.size() != static_cast<std::size_t>(one.second.size());
  });
}

}  // namespace

struct IsaacLog::Read {
  std::shared_ptr<const isaac::CaskReader> log;
  isaac::LogTracks tracks;
  isaac::LogTimes times;
};
struct IsaacLog::Request {
  quint64 number = 0;
  std::shared_ptr<const Read> read;
  world::WorldPtr world;
  std::int64_t pubtime_ns = 0;
  model::Overrides theirs;
  bool beside = false;
};
struct IsaacLog::Answer {
  quint64 number = 0;
  model::Overrides mine, recorded, theirs;  // `recorded`: beside, also what is theirs
  bool beside = false;
};

IsaacLog::IsaacLog(SessionBridge& bridge, PoseLayer& layer, JobBridge& jobs, QObject* parent)
    : QObject(parent), bridge_(bridge), layer_(layer), jobs_(jobs) {
  connect(&layer_, &PoseLayer::changed, this, &IsaacLog::leave);
}

IsaacLog::~IsaacLog() { worker_.reset(); }

void IsaacLog::open(const QString& folder) {
  close();
  folder_ = folder;
  left_out_.clear();
  const quint64 ticket = ++ticket_;
  using Got = std::shared_ptr<const Read>;
  jobs_.run<Got>(
      tr("Read the log %1").arg(folder),
      [folder = folder.toStdString()](const std::stop_token& stop, const Progress& progress) -> Result<Got> {
        WW_ASSIGN(isaac::CaskReader log, isaac::CaskReader::open(folder, stop));
        WW_ASSIGN(isaac::LogTracks tracks, isaac::LogTracks::read(log, {}, stop, progress));
        const isaac::LogTimes times = isaac::timesOf(log);
        return std::make_shared<const Read>(
            Read{std::make_shared<const isaac::CaskReader>(std::move(log)), std::move(tracks), times});
      },
      [this, ticket](const Result<Got>& got) {
        if (ticket != ticket_) return;
        problem_ = got.status();
        if (got.ok()) read_ = *got;
        if (got.ok() && !read_->log->notes().empty()) problem_ = read_->log->notes().front();
        if (got.ok()) setTime(0.0);
        Q_EMIT opened();
        Q_EMIT stateChanged();
      });
}

void IsaacLog::close() {
  ++ticket_;
  setShown(false);
  problem_ = {};
  read_.reset();
  time_ = 0.0;
  Q_EMIT stateChanged();
}

double IsaacLog::duration() const {
  if (!read_) return 0.0;
  // Exact for times since 1970 as well, and no overflow for damaged ones.
  const auto first = static_cast<std::uint64_t>(read_->times.first_ns);
  return static_cast<double>(static_cast<std::uint64_t>(read_->times.last_ns) - first) * 1e-9;
}

std::int64_t IsaacLog::timeNs() const {
  if (time_ >= duration()) return read_->times.last_ns;
  return read_->times.first_ns + std::llround(time_ * 1e9);
}

void IsaacLog::setTime(double seconds) {
  time_ = std::clamp(seconds, 0.0, std::max(0.0, duration()));
  if (shown_) show();
  Q_EMIT timeChanged();
}

const std::vector<isaac::LogChannel>& IsaacLog::channels() const {
  static const std::vector<isaac::LogChannel> kNone;
  return read_ ? read_->log->channels() : kNone;
}

void IsaacLog::setChannelOn(const std::string& name, bool on) {
  if (on == isChannelOn(name) || !read_) return;
  if (on) left_out_.erase(name);
  else left_out_.insert(name);
  readTracks();
}

// Again, with the channels that are on.
void IsaacLog::readTracks() {
  const quint64 ticket = ++ticket_;
  isaac::LogChoice choice;
  for (const isaac::LogChannel& channel : channels())
    if (isChannelOn(channel.name)) choice.channels.push_back(channel.name);
  using Got = std::shared_ptr<const Read>;
  jobs_.run<Got>(
      tr("Read the log %1").arg(folder_),
      [read = read_, choice](const std::stop_token& stop, const Progress& progress) -> Result<Got> {
        isaac::LogTracks tracks;
        // An empty choice would be all of them.
        if (!choice.channels.empty()) {
          WW_ASSIGN(tracks, isaac::LogTracks::read(*read->log, choice, stop, progress));
        }
        return std::make_shared<const Read>(Read{read->log, std::move(tracks), read->times});
      },
      [this, ticket](const Result<Got>& got) {
        if (ticket != ticket_) return;
        if (!got.ok()) problem_ = got.status();
        else read_ = *got;
        setTime(time_);
        Q_EMIT stateChanged();
      });
}

std::optional<std::size_t> IsaacLog::lastEntry(std::size_t channel) const {
  if (!read_ || channel >= channels().size()) return std::nullopt;
  return isaac::lastEntries(*read_->log, timeNs())[channel];
}

std::shared_ptr<const isaac::CaskReader> IsaacLog::reader() const { return read_ ? read_->log : nullptr; }

void IsaacLog::setShown(bool on) {
  if (on == shown_ || (on && !read_)) return;
  shown_ = on;
  if (on && beside_) theirs_ = layer_.overrides();
  if (on) show();
  else unshow();
  Q_EMIT stateChanged();
}

void IsaacLog::unshow() {
  forget();
  layer_.clear();
}

// Nothing is shown, and nothing that is worked out will be.
void IsaacLog::forget() {
  first_ = asked_ + 1;
  taken_ = asked_;
  if (worker_) worker_->cancel();
  things_shown_ = 0;
  mine_ = theirs_ = {};
  forgetRecorded();
}

void IsaacLog::forgetRecorded() {
  const bool had = !recorded_of_motion_.empty();
  recorded_ = planned_ = {};
  recorded_of_motion_.clear();
  recorded_known_ = false;
  if (had) Q_EMIT recordedChanged();
}

// Somebody else shows something: what they have shown stays.
void IsaacLog::leave() {
  if (!shown_ || showing_) return;
  if (beside_ && !layer_.empty()) {
    theirs_ = besides(layer_.overrides(), mine_);
    // With what was worked out last, so that nothing is gone meanwhile.
    put();
    return show();
  }
  shown_ = false;
  forget();
  Q_EMIT stateChanged();
}

void IsaacLog::setBeside(bool on) {
  if (on == beside_) return;
  beside_ = on;
  forgetRecorded();
  theirs_ = on ? besides(layer_.overrides(), mine_) : model::Overrides();
  if (shown_) show();
}

void IsaacLog::show() {
  if (!worker_)
    worker_ = std::make_unique<NewestWork<Request>>(
        [this](const Request& request, const std::stop_token& stop) { work(request, stop); });
  worker_->put({++asked_, read_, bridge_.snapshot().world, timeNs(), theirs_, beside_});
}

// In the worker's thread, which ends before this does.
void IsaacLog::work(const Request& request, const std::stop_token& stop) {
  const isaac::LogTracks::Moment moment = request.read->tracks.at(request.pubtime_ns, stop);
  if (stop.stop_requested()) return;
  Answer answer{request.number, placesOf(moment, *request.world, request.theirs), {}, request.theirs, request.beside};
  if (request.beside) answer.recorded = placesOf(moment, *request.world, {});
  QMetaObject::invokeMethod(
      this, [this, answer = std::move(answer)]() mutable { take(std::move(answer)); }, Qt::QueuedConnection);
}

// One that is a little old is shown as well: while a log plays there may be none of now.
void IsaacLog::take(Answer answer) {
  if (answer.number < first_ || !shown_) return;
  taken_ = answer.number;
  const world::WorldPtr world = bridge_.snapshot().world;
  for (model::Overrides* places : {&answer.mine, &answer.recorded, &answer.theirs}) dropGone(*world, *places);
  mine_ = std::move(answer.mine);
  put();
  if (!beside_ || !answer.beside) return;
  const bool told = !recorded_of_motion_.empty() || !recorded_known_;
  recorded_of_motion_.clear();
  recorded_known_ = true;
  recorded_ = std::move(answer.recorded);
  planned_ = std::move(answer.theirs);
  const auto add = [&](ObjectId id) {
    const bool theirs = planned_.objects.contains(id) || planned_.joints.contains(id);
    if (theirs && std::ranges::find(recorded_of_motion_, id) == recorded_of_motion_.end())
      recorded_of_motion_.push_back(id);
  };
  for (const auto& [id, pose] : recorded_.objects) add(id);
  for (const auto& [id, positions] : recorded_.joints) add(id);
  if (told || !recorded_of_motion_.empty()) Q_EMIT recordedChanged();
}

// Theirs go before those of the log.
void IsaacLog::put() {
  things_shown_ = mine_.objects.size() + mine_.joints.size();
  model::Overrides all = theirs_;
  all.objects.insert(mine_.objects.begin(), mine_.objects.end());
  for (const auto& [id, positions] : mine_.joints) all.joints.try_emplace(id, positions);
  showing_ = true;
  layer_.set(std::move(all));
  showing_ = false;
}

}  // namespace ww::ui
