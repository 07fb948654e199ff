// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/status.h"
#include "ui/bridge/job_bridge.h"

namespace ww::ui {

// Where clients may come from, and what they need.
struct ShareSettings {
  enum class Where { kLoopback, kSocket, kNetwork };
  Where where = Where::kLoopback;
  int port = 0;              // 0: a free one
  QString socket;            // path of the Unix socket
  QString host;              // address to listen on, of other machines
  QString certificate, key;  // files in PEM form
  QString token;             // empty: none is asked for
  // "127.0.0.1:0", "unix:PATH".
  QString listen() const;
};

struct SharedClient {
  QString name, peer;
  quint64 calls = 0;
  int running = 0;
  QDateTime last_call;
  // It calls now, or has within the last minute.
  bool isConnected() const { return running > 0 || last_call.secsTo(QDateTime::currentDateTime()) < 60; }
};

struct SharedCall {
  QDateTime time;
  QString client, method, world;
  QString code;     // "OK", "NOT_FOUND"
  QString problem;  // empty when nothing failed
  double ms = 0.0;
  bool isFailure() const { return !problem.isEmpty(); }
};

struct SharedWorld {
  QString id, tag;
  QDateTime last_update;
};

// What clients have done and made; gathered off the Qt thread.
struct ShareReport {
  std::vector<SharedClient> clients;  // last seen first
  std::vector<SharedWorld> worlds;
  std::vector<SharedCall> calls;  // since the last report, oldest first; the newest when there were many
  quint64 left_out = 0;           // of those calls
};

// The services over the world of the editor. Made and stopped off the Qt thread. Thread-safe.
class ShareServer {
 public:
  virtual ~ShareServer() = default;  // stops
  virtual QString address() const = 0;
  virtual void stop() = 0;
  // Quick: what has been gathered since the last time.
  virtual ShareReport report() = 0;
  // Copies that world over the editor's, as one entry that can be undone.
  virtual Status takeIntoEditor(const QString& world) = 0;
};
using StartShare = std::function<Result<std::shared_ptr<ShareServer>>(const ShareSettings&)>;

// The switch "Share this world": off at first, and at each start of the program. Lives on the Qt thread;
// what takes time runs as a job.
class Share : public QObject {
  Q_OBJECT
 public:
  enum class State { kOff, kStarting, kOn, kStopping };
  Share(JobBridge& jobs, StartShare start, QObject* parent = nullptr);
  ~Share() override;  // stops

  State state() const { return state_; }
  const ShareSettings& settings() const { return settings_; }
  // While it is off. All but the token is remembered.
  void setSettings(const ShareSettings& settings);
  static QString newToken();
  // What is missing; empty: it can be switched on.
  QString whyNot() const;
  void setOn(bool on);
  // Is asked before it is switched on; calls `go` when it may be, at once or later. None: it may.
  using Question = std::function<void(const ShareSettings& settings, std::function<void()> go)>;
  void setQuestion(Question question) { question_ = std::move(question); }

  QString address() const { return address_; }
  // What was refused last time, until it is tried again.
  const Status& problem() const { return problem_; }
  // A line of Python that connects.
  QString example() const;
  const std::vector<SharedClient>& clients() const { return clients_; }
  int connectedClients() const;
  const std::vector<SharedWorld>& worlds() const { return worlds_; }
  void takeIntoEditor(const QString& world);

 Q_SIGNALS:
  void stateChanged();
  // A few times a second while it is on.
  void reported(const std::vector<ww::ui::SharedCall>& calls, quint64 left_out);
  void failed(const QString& title, const ww::Status& status);
  void taken(const QString& world);

 private:
  void setState(State state);
  void ask();
  void start();
  void stop();
  void poll();

  JobBridge& jobs_;
  StartShare start_;
  Question question_;
  State state_ = State::kOff;
  ShareSettings settings_;
  std::shared_ptr<ShareServer> server_;
  QString address_;
  Status problem_;
  std::vector<SharedClient> clients_;
  std::vector<SharedWorld> worlds_;
  QTimer poll_;
};

}  // namespace ww::ui
