// SPDX-License-Identifier: Apache-2.0
// The file behind the session and its saves. What comes next: document_next.cpp.
#include "app/editor/document.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr auto kRecentKey = "files/recent";
constexpr int kMostRecent = 12;

QString cleaned(const QString& path) {
  return path.isEmpty() ? QString() : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

}  // namespace

Document::Document(ui::SessionBridge& bridge, ui::JobBridge& jobs, QObject* parent, ui::ViewKeeper* view)
    : QObject(parent), bridge_(bridge), jobs_(jobs), saved_file_(new SavedFile(this)), view_(view) {
  saved_file_->setWorld(bridge.snapshot().world);
  for (const auto signal : {&SavedFile::lostChanged, &SavedFile::settled})
    connect(saved_file_, signal, this, &Document::stateChanged);
  if (view_) connect(view_, &ui::ViewKeeper::changed, this, &Document::stateChanged);
  connect(&bridge_, &ui::SessionBridge::changed, this, &Document::stateChanged);
  keeping_.history = std::make_shared<history::Tree>(bridge_.sharedSession());
}

QString titleOf(const Document& document) {
  return document.path().isEmpty() ? Document::tr("Untitled") : QFileInfo(document.path()).fileName();
}

QString unsavedText(const Document& document, const world::WorldPtr& here) {
  const SavedFile& file = document.savedFile();
  const bool is_saved = file.isLost() && here == file.lastWorld();
  return (is_saved ? Document::tr("The file %1 no longer has what was saved there.")
                   : Document::tr("%1 has changes that are not saved."))
      .arg(titleOf(document));
}

bool Document::isDirty() const { return bridge_.snapshot().world != saved_file_->world(); }

bool Document::hasViewToSave() const {
  return (hasFile() && view_ && view_->state() != clean_view_) || hasNamesToSave();
}

bool Document::hasFile() const { return !path_.isEmpty() && !saved_file_->state().read_only; }

bool Document::hasNamesToSave() const { return keeping_.history->changes() != saved_file_->names(); }

// Of a world that is not saved it goes with that, or is lost with it.
void Document::saveViewQuietly() {
  if (!hasFile() || !hasViewToSave() || isDirty() || !orders_.empty()) return;
  if (next_) next_->names_tried = keeping_.history->changes();
  save();
  if (!orders_.empty()) orders_.back().quiet = true;
}

Document::State Document::state() const {
  if (!orders_.empty()) return State::kSaving;
  if (!next_) return State::kIdle;
  if (next_->asked) return State::kAsking;
  return next_->reading != 0 ? State::kReading : State::kHeld;
}

bool Document::isBeingSaved() const {
  const auto world = bridge_.snapshot().world;
  return std::any_of(orders_.begin(), orders_.end(), [&](const Order& order) {
    return order.what == What::kWorld && order.world == world && (!view_ || order.view == view_->state()) &&
           order.names == keeping_.history->changes();
  });
}

QString Document::target() const {
  const auto last = std::find_if(orders_.rbegin(), orders_.rend(), [](const Order& order) {
    return order.what == What::kWorld && !order.path.isEmpty();
  });
  if (last != orders_.rend()) return last->path;
  return saved_file_->state().read_only ? QString() : path_;
}

// The past is that of the very world, which clients may change meanwhile.
Document::Order Document::orderOf(const QString& path, What what) const {
  Order order;
  order.path = cleaned(path);
  order.of = shown_;
  order.what = what;
  if (view_) order.view = view_->state();
  constexpr int kTries = 5;
  for (int i = 0; i < kTries && (!order.past || order.past->current == 0); ++i) {
    order.names = keeping_.history->changes();
    order.world = bridge_.snapshot().world;
    order.past = std::make_shared<history::States>(keeping_.history->statesWith(order.world));
  }
  return order;
}

void Document::save(const QString& path, Done done, const std::string& may_replace, What what) {
  if (next_) next_->asked = false;
  Order order = orderOf(path, what);
  order.done = std::move(done);
  order.may_replace = may_replace;
  orders_.push_back(std::move(order));
  startSave();
}

Document::Saving Document::saving() const {
  if (orders_.empty()) return {};
  return {orders_.front().path, !in_the_way_.empty(), saving_ && !saving_->had_turn, orders_.front().what};
}

void Document::startSave() {
  if (save_runs_ || orders_.empty()) return;
  Order& order = orders_.front();
  const FileState& known = saved_file_->state();
  if (order.path.isEmpty() && !known.read_only) order.path = path_;
  if (order.path.isEmpty()) return endOrder(false);  // a save before it, which was to give it a file, has failed
  save_runs_ = true;
  in_the_way_.clear();
  auto job = std::make_shared<SaveJob>();
  saving_ = job;
  job->keeping = keeping_;
  job->file = order.path.toStdString();
  job->world = order.world;
  job->store = bridge_.session().sharedStore();
  job->waiting = tr("Waiting for other programs").toStdString();
  job->may_replace = order.may_replace;
  if (order.of == shown_) picture_ = WorldPicture::of(order.world, picture_);
  if (order.of == shown_) job->picture = picture_;
  const bool own = order.path == path_;
  if (own) job->after = known;
  if (own) job->options.came_from = known.rows_hash;
  if (order.of == shown_) job->options.foreign = job->after.foreign = known.foreign;
  if (own && job->may_replace.empty()) job->may_replace = known.mark;
  job->options.whole = !own || known.is_of_others;
  job->bounds.bytes = static_cast<std::uint64_t>(ui::Preferences::instance().values().history_megabytes) << 20;
  const bool keeps_past = order.what == What::kWorld && job->bounds.bytes > 0;
  if (keeps_past) job->past = order.past;
  else job->options.history = std::make_shared<const project::HistoryRows>();
  if (order.what == What::kWorld && !keeps_past) job->unkept = order.past;
  if (view_) job->options.view = order.view;
  save_stopping_ = false;
  const quint64 number = ++save_number_;
  save_job_ = jobs_.run<project::FileInfo>(
      tr("Save %1").arg(QFileInfo(order.path).fileName()),
      [job](std::stop_token stop, const Progress& progress) { return job->run(stop, progress); },
      [this, job, number](const Result<project::FileInfo>& info) {
        if (number == save_number_) saveEnded(job, info);
      },
      true);
  Q_EMIT stateChanged();
}

void Document::saveEnded(const std::shared_ptr<SaveJob>& job, const Result<project::FileInfo>& info) {
  const Order& order = orders_.front();
  const QString path = order.path;
  if (!job->found.empty() && !info.ok() && info.status().code == Code::kAborted) {
    if (order.quiet) return endOrder(false);
    in_the_way_ = job->found;
    Q_EMIT stateChanged();
    Q_EMIT overwriteAsked(path, path == path_);
    return;
  }
  const bool is_file = order.of == shown_ && order.what == What::kWorld;
  if (info.ok() && is_file) {
    saved_file_->setWorld(order.world);
    clean_view_ = order.view;
    // A file that keeps the history it had goes without.
    if (job->options.history) saved_file_->setNames(order.names);
    path_ = path;
  }
  if (job->had_turn && is_file && path == path_) saved_file_->setState(job->after);
  if (info.ok() && is_file) Q_EMIT saved_file_->written();
  const bool quiet = order.quiet;
  if (info.ok() && order.what == What::kWorld) RecentFiles::add(path);
  if (!info.ok() && !quiet) Q_EMIT failed(tr("%1 could not be saved").arg(QFileInfo(path).fileName()), info.status());
  if (info.ok()) readAgain(path);
  if (info.ok() && (!quiet || job->kept_old)) Q_EMIT saved(path, job->kept_old);
  endOrder(info.ok());
}

void Document::endOrder(bool written) {
  const Order order = std::move(orders_.front());
  orders_.pop_front();
  save_runs_ = false;
  saving_.reset();
  in_the_way_.clear();
  if (order.done) order.done(written);
  if (!written && !order.quiet && next_ && !next_->asked && !mayLeave())
    drop(tr("%1 is not saved.").arg(order.path.isEmpty() ? titleOf(*this) : QFileInfo(order.path).fileName()));
  startSave();
  advance();
  Q_EMIT stateChanged();
}

void Document::cancelSave() {
  if (!in_the_way_.empty()) return endOrder(false);
  jobs_.cancel(save_job_);
  if (!save_runs_ || !std::exchange(save_stopping_, true)) return;
  ++save_number_;
  endOrder(false);
}

void Document::overwrite(const std::optional<Instead>& elsewhere) {
  if (in_the_way_.empty()) return;
  if (elsewhere) orders_.front().path = cleaned(elsewhere->path);
  orders_.front().may_replace = elsewhere ? elsewhere->may_replace : in_the_way_;
  save_runs_ = false;
  startSave();
}

QStringList RecentFiles::list() { return ui::settings::value(QLatin1String(kRecentKey)).toStringList(); }

void RecentFiles::add(const QString& path) {
  QStringList files = list();
  files.removeAll(path);
  files.prepend(path);
  ui::settings::set(QLatin1String(kRecentKey), files.mid(0, kMostRecent));
}

void RecentFiles::remove(const QString& path) {
  QStringList files = list();
  files.removeAll(path);
  ui::settings::set(QLatin1String(kRecentKey), files);
}

void RecentFiles::clear() { ui::settings::remove(QLatin1String(kRecentKey)); }

}  // namespace ww::editor
