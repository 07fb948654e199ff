// SPDX-License-Identifier: Apache-2.0
// Reads one scene file in a process of its own and sends what is in it to the broker that started it, or writes one
// STEP file for it.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <new>

#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/frame_io.h"
#include "core/io/text_scan.h"
#include "core/io/worker/context.h"
#include "core/io/worker/emit.h"
#include "core/io/worker/losses_mesh.h"
#include "core/io/worker/measured.h"
#include "core/io/worker/odd_scene.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/sandbox.h"
#include "core/io/worker/scene_text.h"
#include "core/io/worker/writers.h"
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
  done.set_encoding(scene.encoding);
  done.set_format(scene.format);
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

PartMode partMode(std::uint32_t number) {
  return number <= static_cast<std::uint32_t>(PartMode::kObjects) ? PartMode{number} : PartMode::kOne;
}

Status import(const pb::WorkerImportRequest& request, Reporter& report) {
  const Reader reader = readerFor(request.format());
  if (reader == nullptr) return fail(failures::kNoReader, {{"format", arg::Name{request.format()}}});
  FileAccess files(std::filesystem::path(request.path()).parent_path());
  for (const std::string& dir : request.search_dirs()) files.addSearchDir(dir);
  ReadOptions options;
  options.unit_scale = request.unit_scale();
  options.up_axis = request.up_axis();
  options.fine = request.fine();
  // Of what comes out.
  options.chord_m = request.uniform_scale() > 0.0 ? request.chord_m() / request.uniform_scale() : request.chord_m();
  options.angle_rad = request.angle_rad();
  options.max_triangles = request.max_triangles();
  options.max_instances = request.max_instances();
  options.exact = !request.drop_exact();
  options.format = request.format();
  options.documented = request.documented();
  options.arguments.insert(request.arguments().begin(), request.arguments().end());
  options.cell_m = request.cell_m();
  options.parts = partMode(request.parts());
  options.encoding = request.encoding();
  ReadContext context{request.path(), options, files, report, request.scratch_dir()};
  WW_ASSIGN(const Measured measured, measureReading(reader, context, request.measured_runs()));
  Scene scene;
  WW_TRY(reader(context, scene));
  WW_TRY(report.refusal());
  if (scene.format.empty()) scene.format = request.format();
  namesInUtf8(context, scene);
  noteLostMeshParts(context);
  tellOtherCases(files, report);
  report.stage(phrase(WW_TEXT("Core", "handing over the result")));
  const EmitOptions emit = emitOptions(request);
  const bool sdf = scene.format == "sdf";
  tellSuspicions(scene, {emit.uniform_scale, emit.drop_collision, sdf || scene.format == "urdf", sdf}, report);
  WW_TRY(emitScene(scene, emit, report));
  sendDone(scene, emit, measured, report);
  return okStatus();
}

Status writeStep(const pb::WorkerStepRequest& request, Reporter& report) {
  const std::filesystem::path scratch(request.scratch_dir());
  pb::StepAssembly assembly;
  std::ifstream in(scratch / "assembly.bin", std::ios::binary);
  if (!assembly.ParseFromIstream(&in))
    return fail(failures::kStepNotWritten, {{"reason", phrase(WW_TEXT("Core", "it does not say why"))}});
  WW_TRY(writeStepFile(assembly, scratch / "assembly.step", report));
  sendDone({}, {}, {}, report);
  return okStatus();
}

// Vendor libraries throw; what they throw becomes a message.
Status guarded(const std::function<Status()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    _exit(86);
  } catch (const std::exception& e) {
    return fail(failures::kReaderGaveUp, {{"reason", arg::Words{cleanUtf8(e.what(), 300)}}});
  } catch (...) {
    return fail(failures::kReaderGaveUpSilently);
  }
}

// What either kind of work is done under.
struct Work {
  SandboxLimits limits;
  std::string scratch, format;
  std::function<Status()> run;
};

void runGuarded(const Work& work, Reporter& report) {
  applyLimits(work.limits);
  warmUp(work.format);
  for (const Status& missing : enterSandbox(work.scratch)) report.note("sandbox", missing);
  if (const Status status = guarded(work.run); !status.ok()) sendFailure(status, report);
}

int run() {
  Reporter report(kWorkerFd);
  pb::FromWorker hello;
  hello.mutable_hello()->set_protocol_version(kWorkerProtocol);
  report.send(hello);
  pb::ToWorker request;
  if (!readFrame(kWorkerFd, request)) return 2;
  if (request.has_step() && request.step().protocol_version() == kWorkerProtocol) {
    const pb::WorkerStepRequest& r = request.step();
    runGuarded({{r.memory_limit_bytes(), r.cpu_limit_s(), r.limit_address_space()},
                r.scratch_dir(),
                "step",
                [&] { return writeStep(r, report); }},
               report);
    return 0;
  }
  if (request.import().protocol_version() != kWorkerProtocol) return 2;
  const pb::WorkerImportRequest& r = request.import();
  runGuarded({{r.memory_limit_bytes(), r.cpu_limit_s(), r.limit_address_space()},
              r.scratch_dir(),
              r.format(),
              [&] { return import(r, report); }},
             report);
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
