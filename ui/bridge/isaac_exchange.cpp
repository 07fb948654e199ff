// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/isaac_exchange.h"

#include <algorithm>
#include <chrono>

#include "core/interop/isaac/failures.h"
#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

constexpr int kPollMs = 250;
constexpr double kLeastSpan = 0.1;  // seconds that a rate is measured over
constexpr auto kHostKey = "isaac/host", kPortKey = "isaac/port", kSourceKey = "isaac/source", kRateKey = "isaac/rate",
               kContentsKey = "isaac/contents", kRoleKey = "isaac/role", kChannelsKey = "isaac/channels",
               kUdpToKey = "isaac/udp_to", kUdpPortKey = "isaac/udp_port", kCollisionsKey = "isaac/collisions",
               kReleaseKey = "isaac/later_release";

QString keyOf(const char* key) { return QLatin1String(key); }

std::vector<usecase::SensorStream> streamsOf(const IsaacSettings& settings) {
  std::vector<usecase::SensorStream> out;
  QStringList sensors = settings.sensors;
  if (!settings.right.isEmpty() && !sensors.contains(settings.right)) sensors << settings.right;
  for (const QString& sensor : sensors)
    out.push_back({sensor.toStdString(), settings.rate, settings.contents, sensor == settings.right, settings.release});
  return out;
}

}  // namespace

Result<usecase::LinkOptions> IsaacSettings::options() const {
  usecase::LinkOptions out;
  WW_ASSIGN(out.publish_at, isaac::addressOf(QStringLiteral("%1:%2").arg(host).arg(port).toStdString()));
  WW_ASSIGN(out.read_from, isaac::addressOf(source.toStdString()));
  out.streams = streamsOf(*this);
  out.role = role;
  out.base = base.toStdString();
  for (const QString& unit : units) out.units.push_back(unit.toStdString());
  for (const QString& names : channels) WW_TRY(out.channels.add(names.toStdString()));
  if (!udp_to.isEmpty()) {
    WW_ASSIGN(out.udp_to, isaac::addressOf(udp_to.toStdString()));
  }
  if (udp_port > 0) out.udp_at = isaac::Address{out.publish_at.host, static_cast<std::uint16_t>(udp_port)};
  out.collisions = collisions;
  return out;
}

void IsaacSettings::setRole(isaac::Role next) {
  if (role == next) return;
  role = next;
  const usecase::LinkOptions usual = usecase::usualOptions(role);
  port = usual.publish_at.port;
  source = QString::fromStdString(usual.read_from.text());
}

bool IsaacSettings::isOpen() const {
  const auto address = isaac::addressOf(QStringLiteral("%1:%2").arg(host).arg(port).toStdString());
  return address.ok() && !address->isLoopback();
}

IsaacExchange::IsaacExchange(std::shared_ptr<session::WorldSession> session, PoseLayer& layer, QObject* parent)
    : QObject(parent), session_(std::move(session)), layer_(layer) {
  settings_.host = settings::value(keyOf(kHostKey), settings_.host).toString();
  settings_.port = settings::value(keyOf(kPortKey), settings_.port).toInt();
  settings_.source = settings::value(keyOf(kSourceKey), settings_.source).toString();
  settings_.rate = settings::value(keyOf(kRateKey), settings_.rate).toDouble();
  settings_.contents = settings::value(keyOf(kContentsKey), settings_.contents).toUInt();
  settings_.role = settings::value(keyOf(kRoleKey), false).toBool() ? isaac::Role::kApplication : settings_.role;
  settings_.channels = settings::value(keyOf(kChannelsKey), settings_.channels).toStringList();
  settings_.udp_to = settings::value(keyOf(kUdpToKey), settings_.udp_to).toString();
  settings_.udp_port = settings::value(keyOf(kUdpPortKey), settings_.udp_port).toInt();
  settings_.collisions = settings::value(keyOf(kCollisionsKey), settings_.collisions).toBool();
  const bool later = settings::value(keyOf(kReleaseKey), false).toBool();
  settings_.release = later ? isaac::Release::k2020_2 : isaac::Release::k2020_1;
  poll_.setInterval(kPollMs);
  connect(&poll_, &QTimer::timeout, this, &IsaacExchange::poll);
  connect(&layer_, &PoseLayer::changed, this, [this] {
    if (link_) link_->show(layer_.overrides());
  });
}

IsaacExchange::~IsaacExchange() = default;

void IsaacExchange::keepSettings() const {
  settings::set(keyOf(kHostKey), settings_.host);
  settings::set(keyOf(kPortKey), settings_.port);
  settings::set(keyOf(kSourceKey), settings_.source);
  settings::set(keyOf(kRateKey), settings_.rate);
  settings::set(keyOf(kContentsKey), settings_.contents);
  settings::set(keyOf(kRoleKey), settings_.role == isaac::Role::kApplication);
  settings::set(keyOf(kChannelsKey), settings_.channels);
  settings::set(keyOf(kUdpToKey), settings_.udp_to);
  settings::set(keyOf(kUdpPortKey), settings_.udp_port);
  settings::set(keyOf(kCollisionsKey), settings_.collisions);
  settings::set(keyOf(kReleaseKey), settings_.release == isaac::Release::k2020_2);
}

void IsaacExchange::setSettings(const IsaacSettings& settings) {
  IsaacSettings next = settings;
  if (isOn()) {
    next = settings_;
    next.sensors = settings.sensors;
    next.rate = settings.rate;
    next.contents = settings.contents;
    next.right = settings.right;
    next.release = settings.release;
  }
  settings_ = next;
  keepSettings();
  if (link_) link_->setStreams(streamsOf(settings_));
  Q_EMIT stateChanged();
}

void IsaacExchange::setOn(bool on) {
  if (on == isOn()) return;
  problem_ = ended_ = {};
  report_ = {};
  rates_.clear();
  channels_.clear();
  if (on) {
    if (going_.valid()) going_.get();  // it may have the port still
    const auto options = settings_.options();
    auto link = options.ok() ? usecase::IsaacLink::start(session_, *options) : options.status();
    problem_ = link.status();
    if (link.ok()) {
      link_ = std::move(*link);
      openOutbox();
      link_->show(layer_.overrides());
      poll_.start();
    }
  } else {
    endLog();
    going_ = std::async(std::launch::async, [link = std::move(link_), outbox = std::move(outbox_)]() mutable {
      outbox.reset();
      link.reset();
    });
    sending_ = 0;
    channels_.clear();
    rates_.clear();
    if (!ending_) poll_.stop();
    poll();
  }
  Q_EMIT stateChanged();
  Q_EMIT reported();
}

QString IsaacExchange::address() const { return link_ ? QString::fromStdString(link_->address().text()) : QString(); }

void IsaacExchange::openOutbox() {
  sending_ = 0;
  // The link outlives the outbox, and so does the exchange, or what is queued for it.
  outbox_ = std::make_unique<IsaacOutbox>(
      [this, link = link_.get(), number = ++turned_on_](isaac::Message message, const auto& log) {
        const Status done = link->offer(std::move(message), log);
        QMetaObject::invokeMethod(
            this,
            [this, done, number] {
              if (link_ && number == turned_on_) tellSent(done);
            },
            Qt::QueuedConnection);
      });
}

bool IsaacExchange::send(isaac::Message message) {
  if (!link_) return false;
  const bool taken = outbox_->put(std::move(message), link_->holdLog());
  problem_ = taken ? okStatus() : fail(isaac::failures::kQueueFull);
  if (taken) ++sending_;
  return taken;
}

void IsaacExchange::tellSent(const Status& done) {
  --sending_;
  problem_ = done;
  poll();
  Q_EMIT sent(done);
}

void IsaacExchange::sendTree() {
  if (link_) link_->sendTree();
}

void IsaacExchange::startLog(const QString& folder) {
  if (!link_ || ending_) return;
  problem_ = link_->startLog(folder.toStdString());
  ended_ = {};
  poll();
  Q_EMIT stateChanged();
}

void IsaacExchange::endLog() {
  if (!link_ || ending_) return;
  ending_ = link_->endLogLater();
  problem_ = ended_ = {};
  poll();
  Q_EMIT stateChanged();
}

bool IsaacExchange::pollEnding() {
  if (!ending_ || ending_->done.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  ended_ = ending_->done.get();
  ending_.reset();
  if (!link_) poll_.stop();
  return true;
}

void IsaacExchange::measureRates(const usecase::LinkReport& now) {
  const double span = now.seconds - report_.seconds;
  if (span < kLeastSpan) return;
  rates_.clear();
  const auto add = [&](const QString& peer, std::uint64_t messages, std::uint64_t bytes, std::uint64_t messages_before,
                       std::uint64_t bytes_before) {
    const auto per = [&](std::uint64_t count, std::uint64_t before) {
      return count < before ? 0.0 : static_cast<double>(count - before) / span;
    };
    rates_.push_back({peer, per(messages, messages_before), per(bytes, bytes_before)});
  };
  for (const isaac::PeerStatistics& peer : now.receivers) {
    const auto before = std::ranges::find(report_.receivers, peer.peer, &isaac::PeerStatistics::peer);
    const bool is_new = before == report_.receivers.end();
    add(QString::fromStdString(peer.peer), peer.messages, peer.bytes, is_new ? 0 : before->messages,
        is_new ? 0 : before->bytes);
  }
  add(QString::fromStdString(link_->source().text()), now.source.messages, now.source.bytes, report_.source.messages,
      report_.source.bytes);
}

void IsaacExchange::poll() {
  bool log_ended = pollEnding();
  usecase::LinkReport now = link_ ? link_->report() : usecase::LinkReport();
  if (now.log_failure.ok()) now.log_failure = ended_;
  // Once: what is done after it may be well.
  if (report_.log_failure.ok() && !now.log_failure.ok()) problem_ = now.log_failure;
  if (ending_) {
    now.log = ending_->folder;
    now.logged = ending_->log->written();
  }
  if (!link_) {
    report_ = std::move(now);
    Q_EMIT reported();
    if (log_ended) Q_EMIT stateChanged();
    return;
  }
  log_ended = log_ended || (!report_.log.empty() && now.log.empty());
  measureRates(now);
  report_ = std::move(now);
  channels_ = link_->channels();
  Q_EMIT reported();
  if (log_ended) Q_EMIT stateChanged();
}

}  // namespace ww::ui
