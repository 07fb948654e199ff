// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/user_settings.h"

#include <QSettings>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace ww::ui::settings {
namespace {

using Values = std::map<QString, std::optional<QVariant>>;  // none: removed

class Writer {
 public:
  // What QSettings keeps for itself is made before the writer, and so outlives it: its thread may write to the end.
  Writer() { QSettings(); }
  ~Writer() {
    if (thread_.joinable()) thread_.join();
  }

  void put(const QString& key, std::optional<QVariant> value) {
    const std::lock_guard lock(mutex_);
    waiting_[key] = std::move(value);
    if (std::exchange(runs_, true)) return;
    if (thread_.joinable()) thread_.join();  // it has let go of the lock for the last time
    thread_ = std::thread([this] { run(); });
  }

  // None: not in here. Empty inside: removed.
  std::optional<std::optional<QVariant>> find(const QString& key) {
    const std::lock_guard lock(mutex_);
    for (const Values* values : {&waiting_, &written_})
      if (const auto found = values->find(key); found != values->end()) return found->second;
    return std::nullopt;
  }

  void flush() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return !runs_; });
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!waiting_.empty()) {
      written_ = std::exchange(waiting_, {});
      lock.unlock();
      write();
      lock.lock();
      written_.clear();
    }
    runs_ = false;
    done_.notify_all();
  }

  void write() const {
    QSettings stored;
    for (const auto& [key, value] : written_) {
      if (value) stored.setValue(key, *value);
      else stored.remove(key);
    }
    stored.sync();
  }

  std::mutex mutex_;
  std::condition_variable done_;
  std::thread thread_;
  Values waiting_, written_;
  bool runs_ = false;
};

Writer& writer() {
  static Writer only;
  return only;
}

}  // namespace

QVariant value(const QString& key, const QVariant& otherwise) {
  if (const auto found = writer().find(key)) return found->value_or(otherwise);
  return QSettings().value(key, otherwise);
}

void set(const QString& key, const QVariant& value) { writer().put(key, value); }
void remove(const QString& key) { writer().put(key, std::nullopt); }
void flush() { writer().flush(); }

}  // namespace ww::ui::settings
