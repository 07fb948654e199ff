// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/serve_bench.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include <algorithm>

#include "core/rpc/failures.h"
#include "core/rpc/server.h"
#include "core/rpc/world_calls.h"
#include "core/session/edit_builders.h"
#include "intrinsic/world/proto/object_world_service.grpc.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {
namespace {

using Clock = std::chrono::steady_clock;
using Batch = pb::UpdateWorldResourcesRequest;

constexpr int kWarmUp = 20;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

Percentiles percentiles(const std::vector<double>& seconds, double unit) {
  return {unit * percentile(seconds, 0.5), unit * percentile(seconds, 0.95)};
}

std::string nameOf(int i) { return fmt::format("box_{}", i); }

// Boxes in chains of ten, as parts hang on parts.
Result<std::shared_ptr<session::WorldSession>> makeWorld(int objects,
                                                         const std::shared_ptr<geometry::GeometryStore>& store) {
  auto out = std::make_shared<session::WorldSession>(world::World(), store);
  for (int i = 0; i < objects; ++i) {
    const world::WorldPtr world = out->snapshot().world;
    const ObjectId parent = i % 10 == 0 ? world::kRootObject : world->aliasNamed(nameOf(i - 1));
    session::CommitRequest commit;
    commit.label = "make";
    commit.edits = session::createPrimitive(parent, {}, nameOf(i), geometry::Box{Vec3::Constant(0.1)}, {},
                                            Pose::translation(0.1, 0.0, 0.1));
    WW_TRY(out->commit(commit).status());
  }
  return out;
}

void setNode(const std::string& name, pb::TransformNodeReference* out) {
  out->mutable_by_name()->mutable_object()->set_object_name(name);
}

// Each object in turn goes to a place of its own for this round.
Batch makeBatch(const std::string& world, int objects, int updates, int round) {
  Batch out;
  out.set_world_id(world);
  out.set_view(pb::BASIC);
  for (int i = 0; i < updates; ++i) {
    const int object = i % objects;
    auto& u = *out.mutable_world_updates()->add_updates()->mutable_update_transform();
    if (object % 10 == 0) u.mutable_node_a()->set_id("root");
    else setNode(nameOf(object - 1), u.mutable_node_a());
    setNode(nameOf(object), u.mutable_node_b());
    u.mutable_a_t_b()->mutable_position()->set_x(0.1 + 1e-6 * (round * 1000 + i));
    u.mutable_a_t_b()->mutable_orientation()->set_w(1.0);
  }
  return out;
}

class Bench {
 public:
  explicit Bench(const ServeBenchOptions& options) : options_(options) {}

  Result<ServeBench> run() {
    WW_TRY(start());
    ServeBench out;
    out.calls = options_.calls;
    WW_ASSIGN(out.get_transform_us, getTransform());
    WW_ASSIGN(out.small, batches("small", options_.small_world));
    WW_ASSIGN(out.large, batches("large", options_.large_world));
    return out;
  }

 private:
  Status start() {
    for (const auto& [name, objects] :
         {std::pair("small", options_.small_world), std::pair("large", options_.large_world)}) {
      WW_ASSIGN(auto session, makeWorld(objects, store_));
      WW_TRY(worlds_->add(name, std::move(session)));
    }
    WW_ASSIGN(server_, Server::start({}, worlds_));
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    stub_ = pb::ObjectWorldService::NewStub(
        grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(), arguments));
    return okStatus();
  }

  static Status check(const grpc::Status& status) {
    if (status.ok()) return okStatus();
    return fail(failures::kBenchCall, {}, fail(static_cast<Code>(status.error_code()), status.error_message()));
  }
  Status stopped() const {
    return options_.stop.stop_requested() ? fail(failures::kCancelled, {{"what", arg::Words{"the measurement"}}})
                                          : okStatus();
  }

  Result<Percentiles> getTransform() {
    std::vector<double> times;
    for (int i = 0; i < options_.calls + kWarmUp; ++i) {
      WW_TRY(stopped());
      pb::GetTransformRequest request;
      request.set_world_id("small");
      setNode(nameOf((i * 7) % options_.small_world), request.mutable_node_a());
      setNode(nameOf((i * 13 + 5) % options_.small_world), request.mutable_node_b());
      pb::GetTransformResponse response;
      grpc::ClientContext context;
      const Clock::time_point begin = Clock::now();
      WW_TRY(check(stub_->GetTransform(&context, request, &response)));
      if (i >= kWarmUp) times.push_back(since(begin));
    }
    return percentiles(times, 1e6);
  }

  // What the call does, without the server around it.
  struct Parts {
    std::vector<double> apply, answer, serialise;
  };
  Status measureParts(const std::string& world, const Batch& first, const Batch& second, Parts& parts,
                      BatchTimes& out) {
    WW_ASSIGN(const auto session, worlds_->find(world));
    auto edits = std::make_shared<worldwright::v1::Edits>();
    for (const auto& update : first.world_updates().updates()) *edits->add_edits()->mutable_world_update() = update;
    session::CommitRequest commit;
    commit.label = "measure";
    commit.edits = std::move(edits);
    Clock::time_point begin = Clock::now();
    WW_TRY(session->commit(commit).status());
    parts.apply.push_back(since(begin));
    pb::UpdateWorldResourcesResponse response;
    CallContext call;
    begin = Clock::now();
    WW_TRY(updateWorldResources({*worlds_, call, kept_}, second, response));
    parts.answer.push_back(since(begin));
    begin = Clock::now();
    const std::string request_bytes = second.SerializeAsString(), answer_bytes = response.SerializeAsString();
    Batch request_again;
    pb::UpdateWorldResourcesResponse answer_again;
    if (!request_again.ParseFromString(request_bytes) || !answer_again.ParseFromString(answer_bytes))
      return fail(failures::kBenchBytes);
    parts.serialise.push_back(since(begin));
    out.request_bytes = request_bytes.size();
    out.answer_bytes = answer_bytes.size();
    return okStatus();
  }

  Result<BatchTimes> batches(const std::string& world, int objects) {
    BatchTimes out;
    out.objects = objects;
    out.updates = options_.updates;
    std::vector<double> total;
    Parts parts;
    for (int i = 0; i < options_.batches + 3; ++i) {
      WW_TRY(stopped());
      const Batch request = makeBatch(world, objects, options_.updates, 3 * i);
      pb::UpdateWorldResourcesResponse response;
      grpc::ClientContext context;
      const Clock::time_point begin = Clock::now();
      WW_TRY(check(stub_->UpdateWorldResources(&context, request, &response)));
      if (i >= 3) total.push_back(since(begin));
      WW_TRY(measureParts(world, makeBatch(world, objects, options_.updates, 3 * i + 1),
                          makeBatch(world, objects, options_.updates, 3 * i + 2), parts, out));
    }
    out.total_ms = percentiles(total, 1e3);
    out.apply_ms = 1e3 * percentile(parts.apply, 0.5);
    out.answer_ms = std::max(0.0, 1e3 * percentile(parts.answer, 0.5) - out.apply_ms);
    out.serialise_ms = 1e3 * percentile(parts.serialise, 0.5);
    out.transport_ms = std::max(0.0, out.total_ms.p50 - out.apply_ms - out.answer_ms - out.serialise_ms);
    return out;
  }

  const ServeBenchOptions options_;
  const std::set<std::string> kept_;
  std::shared_ptr<geometry::GeometryStore> store_ = std::make_shared<geometry::GeometryStore>();
  std::shared_ptr<session::WorldRegistry> worlds_ = std::make_shared<session::WorldRegistry>(store_);
  std::unique_ptr<Server> server_;
  std::unique_ptr<pb::ObjectWorldService::Stub> stub_;
};

}  // namespace

Result<ServeBench> benchServe(const ServeBenchOptions& options) { return Bench(options).run(); }

}  // namespace ww::rpc
