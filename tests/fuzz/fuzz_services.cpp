// SPDX-License-Identifier: Apache-2.0
// Throws changed requests at all services of a server in this process, over its socket. Ends with 1 and the
// request when one is answered by no canonical code, without a title, too late, or leaves a broken world.
#include <fmt/format.h>
#include <google/protobuf/text_format.h>
#include <grpcpp/generic/generic_stub.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "google/longrunning/operations.pb.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/geometry/proto/geometry_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_import.pb.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/seeds.h"
#include "tests/rpc/served.h"
#include "worldwright/v1/program_service.pb.h"

namespace ww::fuzz {
namespace {

using google::protobuf::Message;
using google::protobuf::MethodDescriptor;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kCallTime{4}, kLate{6};
constexpr int kChecksEvery = 40, kFreshEvery = 300, kMostSeeds = 60, kLargestRequest = 1 << 20;
// Of a thousand: calls that start a process take long.
constexpr int kSlowShare = 25;

struct Options {
  double seconds = 0;
  std::uint64_t count = 0, seed = 1;
  std::string log, replay;
};

struct Method {
  const MethodDescriptor* descriptor = nullptr;
  std::string path;
  bool slow = false;
  std::vector<std::string> seeds;  // serialised
};

std::unique_ptr<Message> newMessage(const google::protobuf::Descriptor* type) {
  return std::unique_ptr<Message>(google::protobuf::MessageFactory::generated_factory()->GetPrototype(type)->New());
}

class Fuzzer {
 public:
  explicit Fuzzer(const Options& options)
      : options_(options), mutator_(options.seed, words_), stub_(served_.channel()) {
    const google::protobuf::Descriptor* anchors[] = {
        intrinsic_proto::world::GetWorldRequest::descriptor(),
        intrinsic_proto::geometry::GetGeometryRequest::descriptor(),
        google::longrunning::Operation::descriptor(),
        intrinsic_proto::scene_object::v1::ImportSceneObjectRequest::descriptor(),
        intrinsic_proto::motion_planning::v1::FkRequest::descriptor(),
        worldwright::v1::ListProgramsRequest::descriptor()};
    for (const auto* anchor : anchors) addFile(anchor->file());
    // Its messages stand in another file.
    addFile(google::protobuf::DescriptorPool::generated_pool()
                ->FindServiceByName("intrinsic_proto.scene_object.v1.SceneObjectExport")
                ->file());
  }

  bool run() {
    if (!options_.replay.empty()) return replay();
    const Clock::time_point end = options_.seconds > 0
                                      ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                           std::chrono::duration<double>(options_.seconds))
                                      : Clock::time_point::max();
    const std::uint64_t count = options_.count == 0 && options_.seconds <= 0 ? 2000 : options_.count;
    for (calls_ = 0; Clock::now() < end && (count == 0 || calls_ < count); ++calls_) {
      if (!once()) return false;
    }
    if (!check() || !stopsInTime()) return false;
    report();
    return true;
  }

 private:
  void addFile(const google::protobuf::FileDescriptor* file) {
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        const MethodDescriptor* d = file->service(s)->method(m);
        Method method{d,
                      fmt::format("/{}/{}", file->service(s)->full_name(), d->name()),
                      d->name() == "ImportSceneObject" || d->name() == "CreateGeometry" || d->name() == "Export",
                      {}};
        for (const Seed& seed : seeds()) {
          if (seed.method == d->name()) addSeed(method, seed);
        }
        (method.slow ? slow_ : quick_).push_back(std::move(method));
      }
    }
  }

  static void addSeed(Method& method, const Seed& seed) {
    const auto message = newMessage(method.descriptor->input_type());
    if (!google::protobuf::TextFormat::ParseFromString(seed.text, message.get())) {
      std::cerr << "seed of " << method.path << " is no request\n";
      std::exit(2);
    }
    method.seeds.push_back(message->SerializeAsString());
  }

  std::string makeRequest(Method& method) {
    const auto message = newMessage(method.descriptor->input_type());
    if (method.seeds.empty() || mutator_.chance(3)) mutator_.invent(*message);
    else message->ParseFromString(method.seeds[mutator_.number(method.seeds.size())]);
    for (std::uint64_t n = mutator_.number(5); n > 0; --n) mutator_.mutate(*message);
    std::string bytes = message->SerializePartialAsString();
    if (mutator_.chance(10)) {
      for (std::uint64_t n = 1 + mutator_.number(3); n > 0; --n) mutator_.damage(bytes);
    }
    if (bytes.size() > kLargestRequest) bytes.resize(kLargestRequest);
    return bytes;
  }

  bool once() {
    Method& method = mutator_.number(1000) < kSlowShare ? slow_[mutator_.number(slow_.size())]
                                                        : quick_[mutator_.number(quick_.size())];
    const std::string bytes = makeRequest(method);
    keep(method, bytes);
    if (!send(method, bytes)) return false;
    if (calls_ % kFreshEvery == 0) refresh();
    return calls_ % kChecksEvery != 0 || check();
  }

  // For whoever looks for the request that ended the program.
  void keep(const Method& method, const std::string& bytes) const {
    if (options_.log.empty()) return;
    std::ofstream(options_.log, std::ios::trunc) << method.path << "\n" << bytes;
  }

  bool send(Method& method, const std::string& bytes) {
    const Clock::time_point start = Clock::now();
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kCallTime);
    grpc::Slice slice(bytes);
    grpc::ByteBuffer request(&slice, 1);
    grpc::CompletionQueue queue;
    const auto call = stub_.PrepareUnaryCall(&context, method.path, request, &queue);
    call->StartCall();
    grpc::ByteBuffer answer;
    grpc::Status status;
    call->Finish(&answer, &status, this);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    const auto time = Clock::now() - start;
    slowest_ = std::max(slowest_, std::make_pair(std::chrono::duration<double, std::milli>(time).count(), method.path));
    ++codes_[static_cast<int>(status.error_code())];
    const std::string problem = judge(method, bytes, status, time);
    if (!problem.empty())
      return fail(
          method, bytes,
          fmt::format("{}: {} {}", problem, codeName(static_cast<Code>(status.error_code())), status.error_message()));
    if (status.ok()) learn(method, bytes, answer);
    return true;
  }

  static bool mayTakeLong(const Method& method) {
    const std::string& service = method.descriptor->service()->name();
    return method.slow || service == "MotionPlannerService" || service == "ProgramService" ||
           service == "SensingService" || method.descriptor->name() == "WaitOperation";
  }

  // Empty when the answer is as it should be.
  std::string judge(const Method& method, const std::string& bytes, const grpc::Status& status,
                    Clock::duration time) const {
    if (time > kLate) return "answered too late";
    if (status.ok()) return {};
    const auto message = newMessage(method.descriptor->input_type());
    const bool readable = message->ParseFromString(bytes);
    google::rpc::Status rpc;
    intrinsic_proto::status::ExtendedStatus extended;
    const bool has_title = rpc.ParseFromString(status.error_details()) && rpc.details_size() > 0 &&
                           rpc.details(0).UnpackTo(&extended) && !extended.title().empty();
    switch (status.error_code()) {
      case grpc::UNIMPLEMENTED:
      case grpc::UNKNOWN:
      case grpc::UNAVAILABLE:
      case grpc::UNAUTHENTICATED: return "a code that should not be";
      case grpc::INTERNAL: return readable ? "an internal error" : "";
      // The client's own clock may be the first to say so, where work may take long.
      case grpc::DEADLINE_EXCEEDED: return mayTakeLong(method) ? "" : "no answer in time";
      default: break;
    }
    if (status.error_code() < 1 || status.error_code() > 16) return "no canonical code";
    return has_title ? "" : "an error without a title";
  }

  void learn(Method& method, const std::string& bytes, grpc::ByteBuffer& answer) {
    std::vector<grpc::Slice> slices;
    answer.Dump(&slices);
    std::string out;
    for (const grpc::Slice& s : slices) out.append(reinterpret_cast<const char*>(s.begin()), s.size());
    const auto message = newMessage(method.descriptor->output_type());
    if (message->ParseFromString(out)) words_.harvest(*message);
    if (method.seeds.size() < kMostSeeds && bytes.size() < 4000 && mutator_.chance(5)) method.seeds.push_back(bytes);
  }

  // The worlds as they were, so that requests go on to find what they name; and not too many of them.
  void refresh() {
    for (const auto& world : served_.worlds->list()) {
      if (world.id != "init_world" && world.id != "world") static_cast<void>(served_.worlds->remove(world.id));
    }
    const auto store = served_.store;
    if (const auto session = served_.worlds->find("init_world"); session.ok())
      session.value()->replace(test::makeCell(store));
    static_cast<void>(served_.worlds->clone({"init_world", "world", true, {}, {}}));
    if (const auto session = served_.worlds->find("world"); session.ok())
      session.value()->replace(test::makeCell(store));
    store->dropUnused();
  }

  // The server's own clock: a call ends soon after its client has gone.
  bool checkTimes() const {
    for (const auto& record : served_.server->calls()) {
      if (record.duration < kLate) continue;
      std::cerr << fmt::format("call {} of {} took {} s on the server (seed {})\n", record.number, record.method,
                               std::chrono::duration<double>(record.duration).count(), options_.seed);
      return false;
    }
    return true;
  }

  bool stopsInTime() {
    const Clock::time_point start = Clock::now();
    served_.server->stop();
    if (Clock::now() - start < kLate) return true;
    std::cerr << "the server does not stop: a call hangs\n";
    return false;
  }

  bool check() {
    if (!checkTimes()) return false;
    for (const auto& world : served_.worlds->list()) {
      const auto session = served_.worlds->find(world.id);
      if (!session.ok()) continue;
      const Status status = world::checkInvariants(*session.value()->snapshot().world);
      if (!status.ok()) {
        std::cerr << fmt::format("the world {} is broken after call {} (seed {}): {}\n", world.id, calls_,
                                 options_.seed, status.line());
        return false;
      }
    }
    return true;
  }

  bool fail(const Method& method, const std::string& bytes, const std::string& problem) const {
    const auto message = newMessage(method.descriptor->input_type());
    message->ParsePartialFromString(bytes);
    std::cerr << fmt::format("call {} (seed {}): {}: {}\n{}\n", calls_, options_.seed, method.path, problem,
                             message->DebugString().substr(0, 4000));
    return false;
  }

  bool replay() {
    std::ifstream in(options_.replay);
    std::string path;
    std::getline(in, path);
    std::stringstream rest;
    rest << in.rdbuf();
    for (auto* list : {&quick_, &slow_}) {
      for (Method& method : *list) {
        if (method.path == path) return send(method, rest.str()) && check();
      }
    }
    std::cerr << "no method " << path << "\n";
    return false;
  }

  void report() const {
    std::cout << fmt::format("{} calls, seed {}, slowest {:.0f} ms ({}); answers by code:", calls_, options_.seed,
                             slowest_.first, slowest_.second);
    for (const auto& [code, count] : codes_)
      std::cout << fmt::format(" {}: {}", codeName(static_cast<Code>(code)), count);
    std::cout << std::endl;
  }

  const Options options_;
  test::Served served_;
  Words words_;
  Mutator mutator_;
  grpc::GenericStub stub_;
  std::vector<Method> quick_, slow_;
  std::uint64_t calls_ = 0;
  std::map<int, std::uint64_t> codes_;
  std::pair<double, std::string> slowest_;
};

int usage() {
  std::cerr << "usage: fuzz_services [--seconds S | --count N] [--seed N] [--log FILE] [--replay FILE]\n"
               "  --log keeps the request under way, for when the program dies of it; --replay sends it again\n";
  return 2;
}

int run(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--seconds") options.seconds = std::atof(argv[i + 1]);
    else if (name == "--count") options.count = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--seed") options.seed = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--log") options.log = argv[i + 1];
    else if (name == "--replay") options.replay = argv[i + 1];
    else return usage();
  }
  if (argc % 2 == 0) return usage();
  return Fuzzer(options).run() ? 0 : 1;
}

}  // namespace
}  // namespace ww::fuzz

int main(int argc, char** argv) {
  google::protobuf::SetLogHandler(nullptr);  // of text that is not UTF-8, and of deprecated fields
  return ww::fuzz::run(argc, argv);
}
