// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <memory>
#include <set>

#include "core/interop/isaac/log_tracks.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// A log of messages that is looked at: a time in it, and shown in the view. Whatever else is shown there ends that,
// unless it is to be beside: things stand at one place. Lives on the Qt thread; the log is read in a job, and where
// things are is worked out by a thread of low priority, for the newest time that was asked for.
class IsaacLog : public QObject {
  Q_OBJECT
 public:
  IsaacLog(SessionBridge& bridge, PoseLayer& layer, JobBridge& jobs, QObject* parent = nullptr);
  ~IsaacLog() override;

  void open(const QString& folder);
  void close();
  bool isOpen() const { return read_ != nullptr; }
  QString folder() const { return folder_; }
  // Why it is not open, or what of it could not be read.
  const Status& problem() const { return problem_; }

  double duration() const;  // seconds
  double time() const { return time_; }
  void setTime(double seconds);
  // In the view things are where the log has them, as long as it is on.
  void setShown(bool on);
  bool isShown() const { return shown_; }
  // Beside what else is shown, as a motion: that and what rides on it stay there, and the log has all else.
  void setBeside(bool on);
  // While it is beside a motion: everything where the log has it, also what the motion moves; and who these are. Empty
  // else, and where the log has nothing of them.
  const model::Overrides& recorded() const { return recorded_; }
  const std::vector<ObjectId>& recordedOfMotion() const { return recorded_of_motion_; }
  // Where the motion had them then; radians or metres.
  const model::Overrides& planned() const { return planned_; }
  // Whether that was worked out since it is beside.
  bool isRecordedKnown() const { return recorded_known_; }
  // Whether what is shown is that of the time, and nothing is worked out.
  bool isUpToDate() const { return taken_ == asked_; }
  // How many things of the log the world has, by their names, at the time.
  std::size_t thingsShown() const { return things_shown_; }

  const std::vector<isaac::LogChannel>& channels() const;
  // Of channels that are left out nothing is shown or played.
  void setChannelOn(const std::string& name, bool on);
  bool isChannelOn(const std::string& name) const { return !left_out_.contains(name); }
  // Which is the last message of that channel up to the time; none where nothing was published yet.
  std::optional<std::size_t> lastEntry(std::size_t channel) const;
  // To read messages with, in any thread; null where none is open.
  std::shared_ptr<const isaac::CaskReader> reader() const;

  // That read what is shown here.
  JobBridge& jobs() const { return jobs_; }

 Q_SIGNALS:
  void opened();  // or not: there is a problem then
  void timeChanged();
  void stateChanged();
  void recordedChanged();

 private:
  struct Read;
  struct Request;
  struct Answer;
  std::int64_t timeNs() const;  // as the log has it
  void readTracks();
  void leave();
  void show();
  void unshow();
  void forget();
  void forgetRecorded();
  void work(const Request& request, const std::stop_token& stop);
  void take(Answer answer);
  void put();

  SessionBridge& bridge_;
  PoseLayer& layer_;
  JobBridge& jobs_;
  QString folder_;
  Status problem_;
  std::shared_ptr<const Read> read_;
  std::set<std::string> left_out_;
  double time_ = 0.0;  // seconds
  bool shown_ = false, showing_ = false, beside_ = false;
  model::Overrides mine_, theirs_;  // what of the layer the log has put there, and who is beside it
  model::Overrides recorded_, planned_;
  bool recorded_known_ = false;
  std::vector<ObjectId> recorded_of_motion_;
  std::size_t things_shown_ = 0;
  quint64 ticket_ = 0;
  quint64 asked_ = 0, taken_ = 0, first_ = 1;    // numbers of what is worked out; the first that is still wanted
  std::unique_ptr<NewestWork<Request>> worker_;  // the last: it uses the others
};

}  // namespace ww::ui
