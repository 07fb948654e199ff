// SPDX-License-Identifier: Apache-2.0
#include "app/editor/share_service.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/rpc/server.h"
#include "core/usecase/share.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

constexpr std::size_t kMostCalls = 1000;  // of each kind, from one report to the next
constexpr std::chrono::milliseconds kLookEvery{400};

QDateTime toQt(std::chrono::system_clock::time_point time) {
  return QDateTime::fromMSecsSinceEpoch(
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

QString toQt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

ui::SharedCall toCall(const rpc::CallRecord& record) {
  ui::SharedCall call{toQt(record.time),
                      toQt(record.client),
                      toQt(record.method),
                      toQt(record.world),
                      toQt(codeName(record.code)),
                      {},
                      0.0};
  call.ms = std::chrono::duration<double, std::milli>(record.duration).count();
  if (record.code != Code::kOk)
    call.problem = record.problem.title.empty() ? call.code : ui::toMessage(record.problem).title;
  return call;
}

// The calls since the last report. Failures are kept apart, so that a quick client does not wash them out.
class CallBuffer {
 public:
  void add(const rpc::CallRecord& record) {
    const std::lock_guard lock(mutex_);
    auto& list = record.code == Code::kOk ? good_ : bad_;
    list.push_back(record);
    if (list.size() <= kMostCalls) return;
    list.pop_front();
    ++left_out_;
  }

  void take(ui::ShareReport& report) {
    std::deque<rpc::CallRecord> good, bad;
    {
      const std::lock_guard lock(mutex_);
      good.swap(good_);
      bad.swap(bad_);
      report.left_out = std::exchange(left_out_, 0);
    }
    std::vector<rpc::CallRecord> all;
    std::merge(good.begin(), good.end(), bad.begin(), bad.end(), std::back_inserter(all),
               [](const rpc::CallRecord& a, const rpc::CallRecord& b) { return a.number < b.number; });
    for (const auto& record : all) report.calls.push_back(toCall(record));
  }

 private:
  std::mutex mutex_;
  std::deque<rpc::CallRecord> good_, bad_;
  quint64 left_out_ = 0;
};

Status readSecrets(const ui::ShareSettings& settings, rpc::ServerOptions& options) {
  options.token = settings.token.toStdString();
  if (settings.where != ui::ShareSettings::Where::kNetwork) return okStatus();
  WW_ASSIGN(options.tls_certificate, rpc::readSecret(settings.certificate.toStdString()));
  WW_ASSIGN(options.tls_key, rpc::readSecret(settings.key.toStdString()));
  options.certificate_file = settings.certificate.toStdString();
  options.key_file = settings.key.toStdString();
  return okStatus();
}

class ShareService : public ui::ShareServer {
 public:
  ShareService(std::unique_ptr<rpc::Server> server, std::shared_ptr<session::WorldRegistry> worlds,
               std::shared_ptr<CallBuffer> calls)
      : server_(std::move(server)),
        worlds_(std::move(worlds)),
        calls_(std::move(calls)),
        watcher_([this](const std::stop_token& stop) { watch(stop); }) {}
  ~ShareService() override { stop(); }

  QString address() const override { return QString::fromStdString(server_->address()); }

  void stop() override {
    watcher_.request_stop();
    server_->stop();
  }

  ui::ShareReport report() override {
    ui::ShareReport report;
    {
      const std::lock_guard lock(mutex_);
      report.clients = clients_;
      report.worlds = worlds_seen_;
    }
    calls_->take(report);
    return report;
  }

  Status takeIntoEditor(const QString& world) override {
    return worlds_->clone({world.toStdString(), usecase::kSharedWorld, true, {}, {}}).status();
  }

 private:
  // What a list of worlds tells has to be worked out: not for the Qt thread.
  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      lock.unlock();
      std::vector<ui::SharedClient> clients;
      std::vector<ui::SharedWorld> worlds;
      for (const auto& c : server_->clients())
        clients.push_back({toQt(c.name), toQt(c.peer), c.calls, c.running, toQt(c.last_call)});
      for (const auto& w : worlds_->list())
        if (w.id != usecase::kSharedWorld)
          worlds.push_back({toQt(w.id), toQt(w.user_tag.value_or("")), toQt(w.last_update)});
      lock.lock();
      clients_ = std::move(clients);
      worlds_seen_ = std::move(worlds);
      wake_.wait_for(lock, stop, kLookEvery, [] { return false; });
    }
  }

  std::unique_ptr<rpc::Server> server_;
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::shared_ptr<CallBuffer> calls_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<ui::SharedClient> clients_;
  std::vector<ui::SharedWorld> worlds_seen_;
  std::jthread watcher_;  // last: it uses the others
};

}  // namespace

Result<std::shared_ptr<ui::ShareServer>> startShare(const std::shared_ptr<session::WorldSession>& session,
                                                    const ui::ShareSettings& settings) {
  rpc::ServerOptions options;
  options.listen = settings.listen().toStdString();
  options.kept_worlds = {usecase::kSharedWorld};
  WW_TRY(readSecrets(settings, options));
  auto calls = std::make_shared<CallBuffer>();
  options.on_call = [calls](const rpc::CallRecord& record) { calls->add(record); };
  auto worlds = std::make_shared<session::WorldRegistry>(session->sharedStore());
  WW_TRY(usecase::share(*worlds, session));
  WW_ASSIGN(auto server, rpc::Server::start(std::move(options), worlds));
  return std::shared_ptr<ui::ShareServer>(
      std::make_shared<ShareService>(std::move(server), std::move(worlds), std::move(calls)));
}

}  // namespace ww::editor
