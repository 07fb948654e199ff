// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <future>
#include <memory>
#include <vector>

#include "core/usecase/exchange/isaac_link.h"
#include "ui/bridge/isaac_outbox.h"
#include "ui/bridge/pose_layer.h"

namespace ww::ui {

struct IsaacSettings {
  QString host = QStringLiteral("127.0.0.1");  // that is listened at
  int port = 55000;                            // 0: a free one
  QString source = QStringLiteral("127.0.0.1:55001");
  QStringList sensors;  // that are streamed, as "object:sensor"
  QString right;        // the second camera of a stereo pair, streamed as such; empty: none
  double rate = 0.0;    // pictures a second; 0: those of the sensor
  unsigned contents = usecase::kUsualContents;
  isaac::Role role = isaac::Role::kSimulator;
  QString base;                                      // the object that base commands move
  QStringList units;                                 // inertial ones, as "object" or "object:link"
  QStringList channels;                              // other names, as "channel=name"
  QString udp_to;                                    // HOST:PORT; empty: nothing is sent over UDP
  int udp_port = 0;                                  // that orders may come at; 0: none
  bool collisions = true;                            // are told
  isaac::Release release = isaac::Release::k2020_1;  // how pictures are written

  // With the ports that are usual for the role.
  void setRole(isaac::Role role);
  // The settings as the exchange takes them. INVALID_ARGUMENT (isaac.bad-address, isaac.bad-channel-name).
  Result<usecase::LinkOptions> options() const;
  // Whether other machines can connect; false too where the host is none.
  bool isOpen() const;
};

// What goes over a connection in a second.
struct IsaacRate {
  QString peer;
  double messages = 0.0, bytes = 0.0;  // in a second
};

// The switch of the exchange with applications of the Isaac SDK: off at first, and at each start of the program. What
// is shown, also while it moves, is what is told. Lives on the Qt thread.
class IsaacExchange : public QObject {
  Q_OBJECT
 public:
  IsaacExchange(std::shared_ptr<session::WorldSession> session, PoseLayer& layer, QObject* parent = nullptr);
  ~IsaacExchange() override;

  bool isOn() const { return link_ != nullptr; }
  void setOn(bool on);
  // All of it is remembered. While it is on, only what is said of sensors changes.
  void setSettings(const IsaacSettings& settings);
  const IsaacSettings& settings() const { return settings_; }
  // "127.0.0.1:55000"; empty while it is off.
  QString address() const;
  // Why it is not on, or does not record, until it is tried again.
  const Status& problem() const { return problem_; }
  // Beside all else; sent() tells how it went. False with a problem() where too many wait already, and when it is off.
  bool send(isaac::Message message);
  bool isSending() const { return sending_ > 0; }
  void sendTree();
  void startLog(const QString& folder);
  // It ends beside all else: report() has its folder, and how far it is, until it is all written.
  void endLog();
  bool isEndingLog() const { return ending_.has_value(); }
  std::uint64_t messagesToEnd() const { return ending_ ? ending_->log->taken() : 0; }

  // As of the last time that it was reported.
  const usecase::LinkReport& report() const { return report_; }
  const std::vector<usecase::SeenChannel>& channels() const { return channels_; }
  // Of the receivers, and last of what comes from the application.
  const std::vector<IsaacRate>& rates() const { return rates_; }

 Q_SIGNALS:
  void stateChanged();
  void reported();                    // a few times a second while it is on
  void sent(const ww::Status& done);  // for each message that send() took, in their order

 private:
  void poll();
  // Whether a recording has ended just now.
  bool pollEnding();
  void openOutbox();
  void tellSent(const Status& done);
  void measureRates(const usecase::LinkReport& now);
  void keepSettings() const;

  std::shared_ptr<session::WorldSession> session_;
  PoseLayer& layer_;
  IsaacSettings settings_;
  Status problem_, ended_;  // of the recording that ended last
  std::unique_ptr<usecase::IsaacLink> link_;
  std::unique_ptr<IsaacOutbox> outbox_;  // uses the link
  int sending_ = 0;
  quint64 turned_on_ = 0;  // how often: what another link was to send is nobody's any more
  std::optional<usecase::EndingLog> ending_;
  // The end of a link, beside all else: what it measures or checks just then is waited for.
  std::future<void> going_;
  usecase::LinkReport report_;
  std::vector<usecase::SeenChannel> channels_;
  std::vector<IsaacRate> rates_;
  QTimer poll_;
};

}  // namespace ww::ui
