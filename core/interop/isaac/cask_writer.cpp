// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <lmdb.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/system_words.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/cask_form.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/header.h"

namespace ww::isaac {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kBatchBytes = 64ull << 20, kMostWaiting = 256ull << 20;
constexpr std::uint64_t kMessageBytes = 512;  // that one takes besides its payload
constexpr auto kBatchTime = std::chrono::milliseconds(100);
constexpr auto kSyncTime = std::chrono::seconds(1);
constexpr std::size_t kMapBytes = 100ull << 30;  // of addresses
// The index of a log that older readers take: its length has 16 bits there.
constexpr std::size_t kMostChannels = 256;

Status cannotWrite(const std::string& folder, Phrase reason) {
  return fail(failures::kLogWrite, {{"folder", arg::Name{folder}}, {"reason", std::move(reason)}});
}

class LogWriter final : public CaskWriter {
 public:
  explicit LogWriter(std::string folder) : folder_(std::move(folder)) {}
  ~LogWriter() override {
    (void)close();
    for (auto& [name, channel] : channels_) {
      if (channel.file) std::fclose(channel.file);
    }
    if (env_) mdb_env_close(env_);
  }

  Status start() {
    int error = mdb_env_create(&env_);
    if (error == 0) error = mdb_env_set_mapsize(env_, kMapBytes);
    const std::string data = (fs::path(folder_) / kLogData).string();
    if (error == 0) error = mdb_env_open(env_, data.c_str(), MDB_NOSUBDIR | MDB_NOSYNC, 0644);
    MDB_txn* txn = nullptr;
    if (error == 0) error = mdb_txn_begin(env_, nullptr, 0, &txn);
    if (error == 0) error = mdb_dbi_open(txn, nullptr, 0, &dbi_);
    if (txn) error = error == 0 ? mdb_txn_commit(txn) : (mdb_txn_abort(txn), error);
    if (error != 0) return cannotWrite(folder_, lmdbWords(error));
    WW_TRY(writeIndex());  // a log of no messages is one, too
    thread_ = std::thread([this] { run(); });
    return okStatus();
  }

  Status write(Message message) override {
    const std::uint64_t size = message.payloadBytes();
    if (size > kMostPayloadBytes)
      return fail(failures::kTooLarge, {{"size", arg::Bytes{size}}, {"limit", arg::Bytes{kMostPayloadBytes}}});
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return hasRoom() || !failed_.ok() || closing_; });
    if (!failed_.ok()) return failed_;
    if (closing_) return fail(failures::kLogEnded, {{"folder", arg::Name{folder_}}});
    if (!names_.contains(message.channel) && names_.size() >= kMostChannels)
      return fail(failures::kTooManyChannels, {{"limit", arg::Count{kMostChannels}}});
    names_[message.channel] = true;
    waiting_bytes_ += size + kMessageBytes;
    ++taken_;
    waiting_.push_back(std::move(message));
    if (waiting_bytes_ >= kBatchBytes) work_.notify_one();
    return okStatus();
  }

  void waitNoMore() override {
    {
      const std::lock_guard lock(mutex_);
      is_bounded_ = false;
    }
    room_.notify_all();
  }

  Status close() override {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    work_.notify_one();
    room_.notify_all();
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    return failed_;
  }

  bool isFull() const override {
    const std::lock_guard lock(mutex_);
    return !hasRoom() && failed_.ok() && !closing_;
  }
  std::uint64_t written() const override {
    const std::lock_guard lock(mutex_);
    return written_;
  }
  std::uint64_t taken() const override {
    const std::lock_guard lock(mutex_);
    return taken_;
  }

 private:
  // With the mutex held.
  bool hasRoom() const { return waiting_bytes_ < kMostWaiting || !is_bounded_; }

  struct Channel {
    Uuid component, series;
    std::FILE* file = nullptr;
  };

  static Phrase lmdbWords(int error) {
    return error > 0 ? systemWords(error) : Phrase(std::string(mdb_strerror(error)));
  }

  void run() {
    auto synced = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait_for(lock, kBatchTime, [&] { return closing_ || waiting_bytes_ >= kBatchBytes; });
      std::vector<Message> batch;  // under the ids that they are kept under
      batch.swap(waiting_);
      waiting_bytes_ = 0;
      const bool last = closing_;
      lock.unlock();
      room_.notify_all();
      const Status done = batch.empty() ? okStatus() : put(batch);
      lock.lock();
      if (done.ok()) written_ += batch.size();
      else if (failed_.ok()) failed_ = done;
      if (last || !failed_.ok()) break;
      const auto now = std::chrono::steady_clock::now();
      if (now - synced >= kSyncTime) {
        synced = now;
        (void)mdb_env_sync(env_, 1);
      }
    }
    if (const int error = mdb_env_sync(env_, 1); error != 0 && failed_.ok())
      failed_ = cannotWrite(folder_, lmdbWords(error));
    for (auto& [name, channel] : channels_) {
      if (channel.file && ::fsync(::fileno(channel.file)) != 0 && failed_.ok())
        failed_ = cannotWrite(folder_, systemWords(errno));
    }
    room_.notify_all();
  }

  // Messages first, then the lists that name them: a list names nothing that is not there.
  Status put(std::vector<Message>& batch) {
    WW_TRY(openChannels(batch));
    MDB_txn* txn = nullptr;
    int error = mdb_txn_begin(env_, nullptr, 0, &txn);
    if (error != 0) return cannotWrite(folder_, lmdbWords(error));
    for (Message& message : batch) {
      if (const Status kept = putMessage(txn, message); !kept.ok()) return mdb_txn_abort(txn), kept;
    }
    if (error = mdb_txn_commit(txn); error != 0) return cannotWrite(folder_, lmdbWords(error));
    for (const Message& message : batch) {
      std::string record(8, '\0');
      std::memcpy(record.data(), &message.pubtime_ns, 8);
      record += uuidBytes(message.uuid);
      if (std::fwrite(record.data(), record.size(), 1, channels_[message.channel].file) != 1)
        return cannotWrite(folder_, systemWords(errno));
    }
    for (const Message& message : batch) {
      if (std::fflush(channels_[message.channel].file) != 0) return cannotWrite(folder_, systemWords(errno));
    }
    return okStatus();
  }

  // Publishers may give many messages one id, or the one that the index is under: another is kept under a new id.
  Status putMessage(MDB_txn* txn, Message& message) {
    for (;;) {
      WW_ASSIGN(std::string bytes, messageBytes(message, kLogFields));
      std::string key = uuidBytes(message.uuid);
      MDB_val k{key.size(), key.data()}, v{bytes.size(), bytes.data()};
      const int error = key == kIndexKey ? MDB_KEYEXIST : mdb_put(txn, dbi_, &k, &v, MDB_NOOVERWRITE);
      if (error == 0) return okStatus();
      if (error != MDB_KEYEXIST) return cannotWrite(folder_, lmdbWords(error));
      const bool same = key != kIndexKey && std::string_view(static_cast<const char*>(v.mv_data), v.mv_size) == bytes;
      if (same) return okStatus();
      message.uuid = newUuid();
    }
  }

  int putValue(MDB_txn* txn, std::string key, std::string& bytes) const {
    MDB_val k{key.size(), key.data()}, v{bytes.size(), bytes.data()};
    return mdb_put(txn, dbi_, &k, &v, 0);
  }

  Status openChannels(const std::vector<Message>& batch) {
    bool grew = false;
    for (const Message& message : batch) {
      if (channels_.contains(message.channel)) continue;
      Channel channel{newUuid(), newUuid()};
      const std::string path = (fs::path(folder_) / uuidText(channel.series)).string();
      channel.file = std::fopen(path.c_str(), "wbxe");
      if (!channel.file || std::fwrite(&kSeriesRecord, sizeof kSeriesRecord, 1, channel.file) != 1) {
        const int error = errno;
        if (channel.file) std::fclose(channel.file);
        return cannotWrite(folder_, systemWords(error));
      }
      channels_[message.channel] = channel;
      grew = true;
    }
    return grew ? writeIndex() : okStatus();
  }

  Status writeIndex() {
    const Message index = build(kIndexType, [&](Builder& root) {
      auto list = putList(root, "channels", channels_.size());
      unsigned i = 0;
      for (const auto& [name, channel] : channels_) {
        auto item = list[i++].as<capnp::DynamicStruct>();
        putText(item, "tag", name);
        const auto put_uuid = [&](const char* field, const Uuid& uuid) {
          auto out = item.init(field).as<capnp::DynamicStruct>();
          out.set("lower", uuid.lower);
          out.set("upper", uuid.upper);
        };
        put_uuid("componentUuid", channel.component);
        put_uuid("seriesUuid", channel.series);
      }
    });
    WW_ASSIGN(std::string bytes, messageBytes(index, kSegments));
    MDB_txn* txn = nullptr;
    int error = mdb_txn_begin(env_, nullptr, 0, &txn);
    if (error == 0) error = putValue(txn, std::string(kIndexKey), bytes);
    if (txn) error = error == 0 ? mdb_txn_commit(txn) : (mdb_txn_abort(txn), error);
    return error == 0 ? okStatus() : cannotWrite(folder_, lmdbWords(error));
  }

  const std::string folder_;
  MDB_env* env_ = nullptr;
  MDB_dbi dbi_ = 0;
  std::map<std::string, Channel> channels_;  // of the thread alone, until it has ended
  std::thread thread_;

  mutable std::mutex mutex_;
  std::condition_variable work_, room_;
  std::vector<Message> waiting_;
  std::map<std::string, bool> names_;
  std::uint64_t waiting_bytes_ = 0, written_ = 0, taken_ = 0;
  bool closing_ = false, is_bounded_ = true;
  Status failed_;
};

}  // namespace

Result<std::unique_ptr<CaskWriter>> CaskWriter::create(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    return fail(failures::kLogThere, {{"folder", arg::Name{folder}}});
  fs::create_directories(folder, error);
  if (error) return cannotWrite(folder, systemWords(error.value()));
  auto out = std::make_unique<LogWriter>(folder);
  WW_TRY(out->start());
  return std::unique_ptr<CaskWriter>(std::move(out));
}

}  // namespace ww::isaac
