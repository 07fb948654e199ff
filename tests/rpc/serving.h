// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <signal.h>

#include <QElapsedTimer>
#include <QProcess>
#include <QStringList>

#include "intrinsic/world/proto/object_world_service.grpc.pb.h"
#include "tests/rpc/served.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

namespace ww::test {

// `worldwright serve` as a user starts it.
class Serving {
 public:
  explicit Serving(const QStringList& arguments) {
    process_.start(programFolder() + QStringLiteral("/worldwright"), QStringList{QStringLiteral("serve")} + arguments);
    while (process_.waitForReadyRead(20000) && !process_.canReadLine()) {}
    address_ = process_.readLine().trimmed().toStdString();
  }
  ~Serving() {
    if (process_.state() != QProcess::NotRunning) process_.kill();
    process_.waitForFinished();
  }
  const std::string& address() const { return address_; }
  QProcess& process() { return process_; }

  std::vector<std::string> worlds() const {
    const auto stub =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
    pb::ListWorldsResponse response;
    if (!stub->ListWorlds(&context, {}, &response).ok()) return {};
    std::vector<std::string> ids;
    for (const auto& world : response.world_metadatas()) ids.push_back(world.id());
    return ids;
  }

  // Whether the call was done.
  bool createFrame(const std::string& world, const std::string& name) const {
    const auto stub =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    pb::CreateFrameRequest request;
    request.set_world_id(world);
    request.set_new_frame_name(name);
    *request.mutable_parent_object_with_filter() = base("root");
    pb::Frame frame;
    return stub->CreateFrame(&context, request, &frame).ok();
  }
  bool cloneWorld(const std::string& from, const std::string& to) const {
    const auto stub =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    pb::CloneWorldRequest request;
    request.set_world_id(from);
    request.set_cloned_world_id(to);
    pb::WorldMetadata metadata;
    return stub->CloneWorld(&context, request, &metadata).ok();
  }
  bool deleteWorld(const std::string& id) const {
    const auto stub =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    pb::DeleteWorldRequest request;
    request.set_world_id(id);
    google::protobuf::Empty done;
    return stub->DeleteWorld(&context, request, &done).ok();
  }
  // Until it says that on standard error.
  bool says(const QByteArray& words) {
    QElapsedTimer time;
    time.start();
    for (; !said_.contains(words) && time.elapsed() < 20000; process_.waitForReadyRead(100))
      said_ += process_.readAllStandardError();
    return said_.contains(words);
  }
  const QByteArray& said() const { return said_; }

  // The exit code after the signal, and how long it took in ms.
  int end(int signal, qint64& took) {
    QElapsedTimer time;
    time.start();
    ::kill(static_cast<pid_t>(process_.processId()), signal);
    process_.waitForFinished(5000);
    took = time.elapsed();
    return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
  }

 private:
  QProcess process_;
  QByteArray said_;
  std::string address_;
};

}  // namespace ww::test
