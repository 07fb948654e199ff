// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/link.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include "google/rpc/status.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"

namespace ww::ros1 {
namespace {

constexpr std::chrono::hours kWatchTime{1};  // then the stream is opened again

std::shared_ptr<grpc::Channel> channelTo(const LinkOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  // A server that comes back is found within a second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  auto credentials = grpc::InsecureChannelCredentials();
  if (!options.tls_roots.empty()) {
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = options.tls_roots;
    credentials = grpc::SslCredentials(tls);
  }
  return grpc::CreateCustomChannel(options.address, credentials, arguments);
}

// By the stable code that comes with the details of a failure.
bool isGone(const grpc::Status& status) {
  if (status.error_code() != grpc::StatusCode::NOT_FOUND) return false;
  google::rpc::Status details;
  intrinsic_proto::status::ExtendedStatus extended;
  if (!details.ParseFromString(status.error_details()) || details.details_size() == 0 ||
      !details.details(0).UnpackTo(&extended))
    return false;
  return extended.debug_report().message().starts_with("failure: rpc.no-such-simulation");
}

bool isUnreachable(const grpc::Status& status) { return status.error_code() == grpc::StatusCode::UNAVAILABLE; }

// Why there is no answer, and what to do; empty: there is one.
std::string whyNoAnswer(const grpc::Status& status, const LinkOptions& options) {
  if (status.error_code() == grpc::StatusCode::UNAUTHENTICATED)
    return fmt::format("the simulation service at {} asks for a token{}: give its own by --token-file", options.address,
                       options.token.empty() ? "" : ", and not for this one");
  if (!isUnreachable(status)) return {};
  const std::string& why = status.error_message();
  if (why.find("CERTIFICATE_VERIFY_FAILED") != std::string::npos ||
      why.find("certificate verify failed") != std::string::npos || why.find("Peer name") != std::string::npos)
    return fmt::format(
        "the simulation service at {} cannot be reached: its certificate is not for that name, or none that --tls-ca "
        "answers for; give that of its issuer",
        options.address);
  return fmt::format(
      "the simulation service at {} cannot be reached: start `worldwright serve` there{}; the bridge goes on trying",
      options.address,
      options.tls_roots.empty() ? ", or give --tls-ca if it uses TLS" : " with a certificate, or leave --tls-ca out");
}

}  // namespace

Link::Link(LinkOptions options)
    : options_(std::move(options)), stub_(v1::SimulationService::NewStub(channelTo(options_))) {
  id_ = options_.simulation;
}

Link::~Link() {
  stop();
  if (id_.empty() || !options_.simulation.empty()) return;
  stopped_ = false;
  v1::EndSimulationRequest request;
  request.set_simulation_id(id_);
  v1::SimulationReply reply;
  under(std::chrono::seconds(2),
        [&](grpc::ClientContext& context) { return stub_->EndSimulation(&context, request, &reply); });
}

void Link::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (grpc::ClientContext* context : running_) context->TryCancel();
}

grpc::Status Link::under(std::chrono::seconds time, const std::function<grpc::Status(grpc::ClientContext&)>& make) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + time);
  context.AddMetadata("worldwright-client", "ros1-bridge");
  if (!options_.token.empty()) context.AddMetadata("authorization", "Bearer " + options_.token);
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return {grpc::StatusCode::CANCELLED, "the bridge ends"};
    running_.insert(&context);
  }
  grpc::Status status = make(context);
  const std::lock_guard lock(mutex_);
  running_.erase(&context);
  return status;
}

grpc::Status Link::start(std::string* id) {
  v1::StartSimulationRequest request;
  request.set_world_id(options_.world);
  if (options_.floor) request.set_floor(*options_.floor);
  request.set_no_floor(options_.no_floor);
  request.set_free_joints(options_.free_joints);
  request.set_density(options_.density);
  request.set_time_step(options_.time_step);
  v1::StartSimulationResponse response;
  grpc::Status status = under(
      kLongTime, [&](grpc::ClientContext& context) { return stub_->StartSimulation(&context, request, &response); });
  if (!status.ok()) return status;
  *id = response.simulation_id();
  if (options_.tell) {
    options_.tell(fmt::format("{} of world {} has begun", *id, options_.world));
    for (const std::string& note : response.notes()) options_.tell(note);
  }
  if (options_.paused) return status;
  v1::SetSimulationStateRequest play;
  play.set_simulation_id(*id);
  play.set_state(v1::STATE_PLAYING);
  v1::SimulationReply reply;
  return under(kUsualTime,
               [&](grpc::ClientContext& context) { return stub_->SetSimulationState(&context, play, &reply); });
}

grpc::Status Link::begin(std::string* id) {
  const std::lock_guard begins(begin_mutex_);
  {
    const std::lock_guard lock(mutex_);
    *id = id_;
  }
  if (!id->empty()) return grpc::Status::OK;
  const grpc::Status status = start(id);
  const std::lock_guard lock(mutex_);
  // Also where it does not play: it is there.
  id_ = *id;
  return status;
}

void Link::forget(const std::string& id) {
  if (!options_.simulation.empty()) return;
  const std::lock_guard lock(mutex_);
  if (id_ == id) id_.clear();
}

grpc::Status Link::inWords(const grpc::Status& status) {
  const auto said = [&](const std::string& words) { return grpc::Status(status.error_code(), words); };
  const std::string words = whyNoAnswer(status, options_);
  bool is_news = false;
  if (const std::lock_guard lock(mutex_); words != told_) {
    told_ = words;
    is_news = true;
  }
  if (!words.empty()) {
    if (is_news && options_.tell) options_.tell(words);
    return said(words);
  }
  if (is_news && options_.tell) options_.tell(fmt::format("the service at {} answers again", options_.address));
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED)
    return said(fmt::format("the simulation service at {} does not answer in time", options_.address));
  return status;
}

grpc::Status Link::withSimulation(std::chrono::seconds time, const Made& make) {
  for (int attempt = 0;; ++attempt) {
    std::string id;
    if (const grpc::Status begun = begin(&id); !begun.ok()) return inWords(begun);
    const grpc::Status status = under(time, [&](grpc::ClientContext& context) { return make(context, id); });
    // The next server may have given the id to the simulation of somebody else.
    if (isUnreachable(status) || isGone(status)) forget(id);
    if (attempt > 0 || !isGone(status) || !options_.simulation.empty()) return inWords(status);
  }
}

grpc::Status Link::watch(v1::WatchStatesRequest request, const std::function<bool(const v1::SimulationStates&)>& take) {
  return withSimulation(kWatchTime, [&](grpc::ClientContext& context, const std::string& id) {
    request.set_simulation_id(id);
    const auto reader = stub_->WatchStates(&context, request);
    v1::SimulationStates states;
    while (reader->Read(&states)) {
      if (take(states)) continue;
      context.TryCancel();
      reader->Finish();
      return grpc::Status::OK;
    }
    return reader->Finish();
  });
}

}  // namespace ww::ros1
