// SPDX-License-Identifier: Apache-2.0
// Reads one scene file in a process of its own and sends what is in it to the broker that started it.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>

#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/frame_io.h"
#include "core/io/text_scan.h"
#include "core/io/worker/context.h"
#include "core/io/worker/emit.h"
#include "core/io/worker/measured.h"
#include "core/io/worker/odd_scene.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/sandbox.h"
#include "worldwright/v1/worker.pb.h"

namespace {

using namespace ww;
using namespace ww::io;
using namespace ww::io::worker;
namespace pb = worldwright::v1;

template <typename Out>
void putDiagnostics(const Diagnostics& list, Out& out) {
  for (const Diagnostic& d : list) toWire(d, *out.add_diagnostics());
}

void sendFailure(const Status& status, Reporter& report) {
  pb::FromWorker message;
  toWire(status, *message.mutable_failure());
  putDiagnostics(report.diagnostics(), *message.mutable_failure());
  report.send(message);
}

// The box around the scaled and turned box.
void putBounds(const Bounds& bounds, const EmitOptions& options, pb::WorkerDone& done) {
  if (bounds.empty()) return;
  Eigen::Affine3d object_t_file = Eigen::Affine3d::Identity();
  object_t_file.linear() = options.rotation.toRotationMatrix() * options.uniform_scale;
  const Bounds moved = bounds.transformed(object_t_file);
  for (const Vec3& corner : {moved.min, moved.max}) {
    for (const double v : corner) done.add_file_bounds(v);
  }
}

void putMeasured(const Measured& measured, pb::WorkerDone& done) {
  if (measured.thread.empty()) return;
  done.mutable_measured()->set_bytes(measured.bytes);
  done.mutable_measured()->set_in_memory(measured.in_memory);
  for (const double s : measured.thread) done.mutable_measured()->add_thread_cpu_s(s);
  for (const double s : measured.process) done.mutable_measured()->add_process_cpu_s(s);
}

void sendDone(const Scene& scene, const EmitOptions& options, const Measured& measured, Reporter& report) {
  pb::FromWorker message;
  pb::WorkerDone& done = *message.mutable_done();
  done.set_solids(scene.solids);
  std::uint64_t parts = 0;
  for (const Model& model : scene.models) {
    for (const Node& node : model.nodes) {
      if (const auto* link = std::get_if<LinkPart>(&node.part)) parts += link->visuals.size();
    }
  }
  done.set_parts(parts);
  done.set_unit(scene.unit);
  putBounds(scene.file_bounds, options, done);
  putMeasured(measured, done);
  putDiagnostics(report.diagnostics(), done);
  report.send(message);
}

EmitOptions emitOptions(const pb::WorkerImportRequest& r) {
  EmitOptions out;
  out.name = r.name();
  out.uniform_scale = r.uniform_scale() > 0.0 ? r.uniform_scale() : 1.0;
  if (r.rotation_size() == 4)
    out.rotation = Quat(r.rotation(0), r.rotation(1), r.rotation(2), r.rotation(3)).normalized();
  out.drop_collision = r.drop_collision();
  if (r.color_size() == 4) out.color = geometry::Color{r.color(0), r.color(1), r.color(2), r.color(3)};
  out.max_triangles = r.max_triangles();
  out.max_instances = r.max_instances();
  return out;
}

Status import(const pb::WorkerImportRequest& request, Reporter& report) {
  const Reader reader = readerFor(request.format());
  if (reader == nullptr) return fail(failures::kNoReader, {{"format", arg::Name{request.format()}}});
  FileAccess files(std::filesystem::path(request.path()).parent_path());
  for (const std::string& dir : request.search_dirs()) files.addSearchDir(dir);
  ReadOptions options{request.unit_scale(),    request.up_axis(), request.fine(),      request.max_triangles(),
                      request.max_instances(), request.format(),  request.documented()};
  ReadContext context{request.path(), options, files, report, request.scratch_dir()};
  WW_ASSIGN(const Measured measured, measureReading(reader, context, request.measured_runs()));
  Scene scene;
  WW_TRY(reader(context, scene));
  WW_TRY(report.refusal());
  report.stage(phrase(WW_TEXT("Core", "handing over the result")));
  const EmitOptions emit = emitOptions(request);
  tellSuspicions(scene, {emit.uniform_scale, emit.drop_collision}, report);
  WW_TRY(emitScene(scene, emit, report));
  sendDone(scene, emit, measured, report);
  return okStatus();
}

// Vendor libraries throw; what they throw becomes a message.
Status importGuarded(const pb::WorkerImportRequest& request, Reporter& report) {
  try {
    return import(request, report);
  } catch (const std::bad_alloc&) {
    _exit(86);
  } catch (const std::exception& e) {
    return fail(failures::kReaderGaveUp, {{"reason", arg::Words{cleanUtf8(e.what(), 300)}}});
  } catch (...) {
    return fail(failures::kReaderGaveUpSilently);
  }
}

int run() {
  Reporter report(kWorkerFd);
  pb::FromWorker hello;
  hello.mutable_hello()->set_protocol_version(kWorkerProtocol);
  report.send(hello);
  pb::ToWorker request;
  if (!readFrame(kWorkerFd, request) || request.import().protocol_version() != kWorkerProtocol) return 2;
  const pb::WorkerImportRequest& r = request.import();
  applyLimits({r.memory_limit_bytes(), r.cpu_limit_s(), r.limit_address_space()});
  warmUp(r.format());
  for (const Status& missing : enterSandbox(r.scratch_dir())) report.note("sandbox", missing);
  if (const Status status = importGuarded(r, report); !status.ok()) sendFailure(status, report);
  return 0;
}

}  // namespace

int main() {
  if (fcntl(kWorkerFd, F_GETFD) < 0) {
    std::fputs("worldwright-worker is started by worldwright; it does nothing by itself\n", stderr);
    return 2;
  }
  const int status = run();
  std::fflush(nullptr);
  // Destructors of the libraries' globals take time and have nothing to add.
  _exit(status);
}
