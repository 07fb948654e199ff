// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/server.h"

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <optional>

#include "core/base/log.h"
#include "core/rpc/broken_requests.h"
#include "core/rpc/failures.h"
#include "core/rpc/listen.h"
#include "core/rpc/replay_keeper.h"
#include "core/rpc/services.h"
#include "core/rpc/tls_pair.h"
#include "core/rpc/unknown_calls.h"
#include "grpc/health/v1/health.pb.h"

namespace ww::rpc {
namespace {

constexpr std::chrono::milliseconds kGrace{400};

// What gRPC and protobuf say is either in a status as well or for those who look for it.
void prepareLibrary() {
  static const bool done = [] {
    gpr_set_log_function(
        [](gpr_log_func_args* args) { log(LogLevel::kDebug, fmt::format("gRPC: {}", args->message)); });
    google::protobuf::SetLogHandler([](google::protobuf::LogLevel, const char*, int, const std::string& text) {
      noteParserWords(text);
      log(LogLevel::kDebug, "protobuf: " + text);
    });
    grpc::EnableDefaultHealthCheckService(true);
    // gRPC answers without a description of it: unless the file is named, the linker leaves it out, and reflection
    // tells of a service that nobody can look up.
    const void* const volatile file = &descriptor_table_grpc_2fhealth_2fv1_2fhealth_2eproto;
    static_cast<void>(file);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(done);
}

Status checkOptions(const ServerOptions& options, const ListenAddress& address) {
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return fail(failures::kTlsHalf);
  }
  // Metadata cannot carry anything else: no client could ever send such a token.
  if (std::ranges::any_of(options.token, [](char c) { return c < ' ' || c > '~'; })) {
    return fail(failures::kBadToken);
  }
  if (address.local_only || (!options.tls_certificate.empty() && !options.token.empty())) return checkTlsPair(options);
  return fail(options.tls_certificate.empty() ? failures::kNoTls : failures::kNoToken,
              {{"address", arg::Name{options.listen}}});
}

std::shared_ptr<grpc::ServerCredentials> credentials(const ServerOptions& options) {
  if (options.tls_certificate.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions ssl;
  ssl.pem_key_cert_pairs.push_back({options.tls_key, options.tls_certificate});
  return grpc::SslServerCredentials(ssl);
}

void setLimits(grpc::ServerBuilder& builder, const ServerLimits& limits) {
  grpc::ResourceQuota quota("worldwright");
  quota.Resize(limits.memory_bytes).SetMaxThreads(limits.threads);
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.receive_bytes));
  builder.SetMaxSendMessageSize(-1);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.streams_per_connection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, static_cast<int>(limits.metadata_bytes));
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // else two servers could share a port
  builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 2);
  builder.SetSyncServerOption(grpc::ServerBuilder::MIN_POLLERS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 4);
}

}  // namespace

struct Server::Impl {
  Impl(ServerOptions o, std::shared_ptr<session::WorldRegistry> w)
      : options(std::move(o)),
        worlds(std::move(w)),
        log(options.limits.log_entries, options.on_call),
        calls(options.token, options.limits, log),
        backend{*worlds, calls, {options.kept_worlds.begin(), options.kept_worlds.end()}} {}

  Status listen(const ListenAddress& at) {
    if (!options.replay_folder.empty()) {
      WW_ASSIGN(backend.replays,
                ReplayKeeper::make(project::systemVfs(),
                                   {.folder = options.replay_folder, .program_version = options.program_version}));
    }
    grpc::ServerBuilder builder;
    setLimits(builder, options.limits);
    int port = 0;
    if (at.isUnix()) {
      WW_ASSIGN(SocketFile made, SocketFile::prepare(at.path));
      socket.emplace(std::move(made));
    }
    builder.AddListeningPort(at.isUnix() ? "unix:" + socket->bindPath() : fmt::format("{}:{}", at.host, at.port),
                             credentials(options), &port);
    services = makeServices(backend);
    for (const auto& service : services) builder.RegisterService(service.get());
    builder.RegisterCallbackGenericService(&unknown_calls);
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> interceptors;
    interceptors.push_back(std::make_unique<BrokenRequests>());
    builder.experimental().SetInterceptorCreators(std::move(interceptors));
    server = builder.BuildAndStart();
    if (!server || port == 0) {
      return fail(failures::kCannotListen, {{"address", arg::Name{options.listen}}});
    }
    if (socket) WW_TRY(socket->publish());
    address = at.isUnix() ? options.listen : fmt::format("{}:{}", at.host, port);
    return okStatus();
  }

  void stop() {
    const std::lock_guard lock(stopping);
    if (!server) return;
    calls.stopAll();
    server->Shutdown(std::chrono::system_clock::now() + kGrace);
    server->Wait();
    server.reset();
    socket.reset();
  }

  ServerOptions options;
  std::shared_ptr<session::WorldRegistry> worlds;
  CallLog log;
  Calls calls;
  Backend backend;
  std::vector<std::unique_ptr<grpc::Service>> services;
  UnknownCalls unknown_calls;
  std::string address;
  std::optional<SocketFile> socket;
  std::mutex stopping;
  std::unique_ptr<grpc::Server> server;  // ends before what it uses
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { stop(); }

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, std::shared_ptr<session::WorldRegistry> worlds) {
  prepareLibrary();
  WW_ASSIGN(const ListenAddress address, parseListen(options.listen));
  WW_TRY(checkOptions(options, address));
  auto impl = std::make_unique<Impl>(std::move(options), std::move(worlds));
  const Status status = impl->listen(address);
  std::unique_ptr<Server> server(new Server(std::move(impl)));
  if (!status.ok()) return status;
  return server;
}

const std::string& Server::address() const { return impl_->address; }
void Server::stop() { impl_->stop(); }
std::vector<CallRecord> Server::calls() const { return impl_->log.calls(); }
std::vector<ClientInfo> Server::clients() const { return impl_->log.clients(); }

}  // namespace ww::rpc
