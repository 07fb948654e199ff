// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/share.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <algorithm>

#include "ui/bridge/failures.h"
#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

constexpr int kPollMs = 200;

QString defaultSocket() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
  return QStringLiteral("%1/worldwright-%2.sock")
      .arg(folder.isEmpty() ? QDir::tempPath() : folder)
      .arg(QCoreApplication::applicationPid());
}

QString bracketed(const QString& host) {
  return host.contains(QLatin1Char(':')) && !host.startsWith(QLatin1Char('[')) ? QStringLiteral("[%1]").arg(host)
                                                                               : host;
}

ShareSettings remembered() {
  ShareSettings settings;
  settings.where =
      static_cast<ShareSettings::Where>(std::clamp(settings::value(QStringLiteral("share/where"), 0).toInt(), 0, 2));
  settings.port = std::clamp(settings::value(QStringLiteral("share/port"), 0).toInt(), 0, 65535);
  settings.host = settings::value(QStringLiteral("share/host"), QStringLiteral("0.0.0.0")).toString();
  settings.certificate = settings::value(QStringLiteral("share/certificate")).toString();
  settings.key = settings::value(QStringLiteral("share/key")).toString();
  settings.socket = defaultSocket();
  return settings;
}

// Python source for a text.
QString quoted(QString text) {
  text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
  return QLatin1Char('"') + text + QLatin1Char('"');
}

}  // namespace

QString ShareSettings::listen() const {
  switch (where) {
    case Where::kSocket: return QStringLiteral("unix:") + socket;
    case Where::kNetwork: return QStringLiteral("%1:%2").arg(bracketed(host)).arg(port);
    case Where::kLoopback: break;
  }
  return QStringLiteral("127.0.0.1:%1").arg(port);
}

Share::Share(JobBridge& jobs, StartShare start, QObject* parent)
    : QObject(parent), jobs_(jobs), start_(std::move(start)), settings_(remembered()) {
  poll_.setInterval(kPollMs);
  connect(&poll_, &QTimer::timeout, this, &Share::poll);
}

Share::~Share() = default;

void Share::setSettings(const ShareSettings& settings) {
  if (state_ != State::kOff) return;
  settings_ = settings;
  settings::set(QStringLiteral("share/where"), static_cast<int>(settings.where));
  settings::set(QStringLiteral("share/port"), settings.port);
  settings::set(QStringLiteral("share/host"), settings.host);
  settings::set(QStringLiteral("share/certificate"), settings.certificate);
  settings::set(QStringLiteral("share/key"), settings.key);
  Q_EMIT stateChanged();
}

QString Share::newToken() {
  quint32 words[8];
  QRandomGenerator::system()->fillRange(words);
  QString token;
  for (const quint32 word : words) token += QStringLiteral("%1").arg(word, 8, 16, QLatin1Char('0'));
  return token;
}

QString Share::whyNot() const {
  for (const QChar c : settings_.token)
    if (c <= QLatin1Char(' ') || c > QLatin1Char('~'))
      return tr("The token may hold letters, digits and signs of ASCII, without blanks.");
  if (settings_.where != ShareSettings::Where::kNetwork) return {};
  if (settings_.host.trimmed().isEmpty()) return tr("Say on which address of this machine to listen.");
  if (settings_.certificate.isEmpty()) return tr("Other machines may connect only with TLS: choose a certificate.");
  if (settings_.key.isEmpty())
    return tr("Other machines may connect only with TLS: choose the key of the certificate.");
  for (const QString& file : {settings_.certificate, settings_.key})
    if (!QFileInfo(file).isReadable()) return tr("%1 cannot be read.").arg(file);
  if (settings_.token.isEmpty()) return tr("Other machines may connect only with a token: make one.");
  return {};
}

void Share::setOn(bool on) {
  if (on && state_ == State::kOff) ask();
  if (!on && state_ == State::kOn) stop();
}

void Share::setState(State state) {
  state_ = state;
  Q_EMIT stateChanged();
}

// What is missing is said before anything is asked.
void Share::ask() {
  if (question_ && whyNot().isEmpty()) question_(settings_, [this] { start(); });
  else start();
}

void Share::start() {
  if (state_ != State::kOff) return;
  problem_ = okStatus();
  if (const QString reason = whyNot(); !reason.isEmpty()) {
    problem_ = fail(failures::kCannotShare, {{"reason", arg::Words{reason.toStdString()}}});
    setState(State::kOff);
    return;
  }
  setState(State::kStarting);
  using Made = std::shared_ptr<ShareServer>;
  jobs_.run<Made>(
      tr("Share this world"),
      [start = start_, settings = settings_](std::stop_token, const Progress&) { return start(settings); },
      [this](const Result<Made>& made) {
        if (!made.ok()) {
          problem_ = made.status();
          Q_EMIT failed(tr("The world is not shared"), problem_);
          setState(State::kOff);
          return;
        }
        server_ = *made;
        address_ = server_->address();
        poll_.start();
        setState(State::kOn);
      });
}

void Share::stop() {
  poll_.stop();
  poll();  // the last calls
  setState(State::kStopping);
  jobs_.start(
      tr("End sharing"),
      [server = std::exchange(server_, nullptr)](std::stop_token, const Progress&) mutable {
        server->stop();
        server.reset();
        return okStatus();
      },
      [this](const Status&) {
        address_.clear();
        clients_.clear();
        worlds_.clear();
        setState(State::kOff);
        Q_EMIT reported({}, 0);
      });
}

void Share::poll() {
  if (!server_) return;
  ShareReport report = server_->report();
  clients_ = std::move(report.clients);
  worlds_ = std::move(report.worlds);
  Q_EMIT reported(report.calls, report.left_out);
}

int Share::connectedClients() const {
  return static_cast<int>(
      std::count_if(clients_.begin(), clients_.end(), [](const SharedClient& c) { return c.isConnected(); }));
}

QString Share::example() const {
  if (state_ != State::kOn) return {};
  QString line = QStringLiteral("import grpc; channel = ");
  if (settings_.where == ShareSettings::Where::kNetwork)
    line += QStringLiteral("grpc.secure_channel(%1, grpc.ssl_channel_credentials(open(%2, \"rb\").read()))")
                .arg(quoted(address_), quoted(QFileInfo(settings_.certificate).fileName()));
  else line += QStringLiteral("grpc.insecure_channel(%1)").arg(quoted(address_));
  if (!settings_.token.isEmpty())
    line += QStringLiteral("; metadata = [(\"authorization\", %1)]")
                .arg(quoted(QStringLiteral("Bearer ") + settings_.token));
  return line;
}

void Share::takeIntoEditor(const QString& world) {
  if (!server_) return;
  jobs_.start(
      tr("Take %1 into the editor").arg(world),
      [server = server_, world](std::stop_token, const Progress&) { return server->takeIntoEditor(world); },
      [this, world](const Status& status) {
        if (status.ok()) Q_EMIT taken(world);
        else Q_EMIT failed(tr("%1 could not be taken into the editor").arg(world), status);
      });
}

}  // namespace ww::ui
