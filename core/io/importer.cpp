// SPDX-License-Identifier: Apache-2.0
#include "core/io/importer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/failure_list.h"
#include "core/base/hash.h"
#include "core/base/scratch_dir.h"
#include "core/geometry/wire_convert.h"
#include "core/io/code_page.h"
#include "core/io/exit_report.h"
#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/finding.h"
#include "core/io/follower_mend.h"
#include "core/io/frame_io.h"
#include "core/io/names.h"
#include "core/io/object_check.h"
#include "core/io/object_mend.h"
#include "core/io/size_words.h"
#include "core/io/suspicion.h"
#include "core/io/text_scan.h"
#include "core/io/worker_client.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io {
namespace fs = std::filesystem;
namespace pb = worldwright::v1;

namespace {

constexpr std::size_t kMaxObjects = 10'000;
constexpr std::size_t kMaxDiagnostics = 1000;

// 0 stands for what the resolution gives.
Status checkTessellation(const ImportOptions& o) {
  const auto within = [](double v, double least, double most) { return v == 0.0 || (v >= least && v <= most); };
  if (!within(o.chord_m, kLeastChord, kMostChord))
    return fail(failures::kBadChord, {{"chord", arg::Words{fmt::format("{:g}", o.chord_m * 1000.0)}}});
  if (!within(o.angle_rad, kLeastAngle, kMostAngle))
    return fail(failures::kBadAngle, {{"angle", arg::Words{fmt::format("{:g}", o.angle_rad * 180.0 / M_PI)}}});
  return okStatus();
}

Status checkOptions(const ImportOptions& o) {
  WW_TRY(checkTessellation(o));
  const auto positive = [](double v) { return std::isfinite(v) && v > 1e-9 && v < 1e9; };
  // As words: such numbers have more digits than a figure should show.
  const auto shown = [](double v) { return arg::Words{fmt::format("{:g}", v)}; };
  if (!positive(o.uniform_scale)) return fail(failures::kBadUniformScale, {{"scale", shown(o.uniform_scale)}});
  if (o.unit_scale && !positive(*o.unit_scale)) return fail(failures::kBadUnit, {{"unit", shown(*o.unit_scale)}});
  if (o.rotation && !checkedPose({Vec3::Zero(), *o.rotation}).ok()) return fail(failures::kBadRotation);
  if (!o.name.empty() && !isValidName(o.name))
    return fail(failures::kBadName, {{"name", arg::Name{cleanUtf8(o.name, 100)}}});
  return okStatus();
}

Result<Format> chooseFormat(const fs::path& path, const ImportOptions& options) {
  if (options.type == Format::kUnknown) {
    WW_ASSIGN(const FormatGuess guess, detectFormat(path));
    return guess.format;
  }
  WW_TRY(checkFormat(path, options.type));
  return options.type;
}

// A second per 100 kB on top of a minute: ten times what slow files were seen to take. libsdformat takes 7 ms for each
// model, of 300 bytes at least.
double cpuLimit(const fs::path& path, Format format, const ImportOptions& options) {
  if (options.cpu_limit_s > 0.0) return options.cpu_limit_s;
  std::error_code ec;
  return 60.0 + static_cast<double>(fs::file_size(path, ec)) / (format == Format::kSdf ? 1e4 : 1e5);
}

WorkerLimits limitsFor(const ImportOptions& options, double cpu_s) {
  WorkerLimits out;
  out.memory_bytes = options.memory_limit_mb << 20;
  out.cpu_s = cpu_s;
  out.wall_s = options.wall_limit_s > 0.0 ? options.wall_limit_s : 2.0 * cpu_s + 30.0;
  return out;
}

Result<pb::ToWorker> makeRequest(const fs::path& path, Format format, const ImportOptions& o, const fs::path& scratch,
                                 double cpu_s) {
  pb::ToWorker out;
  pb::WorkerImportRequest& r = *out.mutable_import();
  std::error_code ec;
  const fs::path real = fs::canonical(path, ec);
  if (ec || !isUtf8(real.string()))
    return fail(failures::kPathNotUtf8, {{"path", arg::Name{cleanUtf8(path.string(), 300)}}});
  r.set_protocol_version(kWorkerProtocol);
  r.set_path(real.string());
  r.set_format(std::string(formatInfo(format).id));
  r.set_name(o.name);
  r.set_unit_scale(o.unit_scale.value_or(0.0));
  r.set_up_axis(o.up == UpAxis::kY ? "y" : o.up == UpAxis::kZ ? "z" : "");
  if (o.rotation) {
    const Quat q = normalizedOnce(*o.rotation);
    for (const double v : {q.w(), q.x(), q.y(), q.z()}) r.add_rotation(v);
  }
  r.set_uniform_scale(o.uniform_scale);
  r.set_fine(o.resolution == Resolution::kFine);
  r.set_chord_m(o.chord_m);
  r.set_encoding(o.encoding);
  r.set_angle_rad(o.angle_rad);
  r.set_drop_exact(o.drop_exact);
  r.set_drop_collision(o.drop_collision || o.collision == CollisionMode::kNone);
  for (const fs::path& dir : o.search_dirs) {
    const fs::path full = fs::canonical(dir, ec);
    if (ec || !isUtf8(full.string()))
      return fail(failures::kNoSearchFolder, {{"folder", arg::Name{cleanUtf8(dir.string(), 300)}}});
    r.add_search_dirs(full.string());
  }
  if (o.color) {
    for (const float v : {o.color->r, o.color->g, o.color->b, o.color->a}) r.add_color(v);
  }
  r.set_scratch_dir(scratch.string());
  r.set_memory_limit_bytes(o.memory_limit_mb << 20);
  r.set_cpu_limit_s(static_cast<std::uint32_t>(std::clamp(cpu_s, 1.0, 1e6)));
  r.set_max_triangles(o.max_triangles);
  r.set_max_instances(o.max_instances);
  r.set_documented(o.documented);
  r.set_measured_runs(o.measured_runs);
  for (const auto& [name, value] : o.arguments) {
    if (!isUtf8(name) || !isUtf8(value))
      return fail(failures::kArgumentNotUtf8, {{"name", arg::Name{cleanUtf8(name, 100)}}});
    (*r.mutable_arguments())[name] = value;
  }
  r.set_cell_m(o.cell_m);
  r.set_parts(static_cast<std::uint32_t>(o.parts));
#ifndef WW_SANITIZED
  r.set_limit_address_space(true);
#endif
  return out;
}

// Takes the worker's messages one by one and believes none of them.
class Collector {
 public:
  Collector(geometry::GeometryStore& store, const ImportOptions& options, const Progress& progress)
      : store_(store), progress_(progress), budget_{options.max_triangles, options.max_instances, 0, {}} {}

  // False on bad output; `problem` then says what.
  bool take(const pb::FromWorker& message, bool& finished) {
    switch (message.kind_case()) {
      case pb::FromWorker::kProgress: takeProgress(message.progress()); return true;
      case pb::FromWorker::kGeometry: return note(takeChunk(message.geometry()));
      case pb::FromWorker::kObject: return note(takeObject(message.object()));
      case pb::FromWorker::kDone: finished = true; return note(takeDone(message.done()));
      case pb::FromWorker::kFailure:
        finished = true;
        takeFailure(message.failure());
        return true;
      default: problem = fail(failures::kUnknownMessage); return false;
    }
  }

  const Bounds& withoutGround() const { return budget_.without_ground; }

  ImportResult result;
  Status problem;
  Status failure;

 private:
  bool note(Status status) {
    problem = std::move(status);
    return problem.ok();
  }

  void takeProgress(const pb::WorkerProgress& p) {
    if (std::isfinite(p.fraction())) progress_.report(std::clamp(p.fraction(), 0.0, 1.0));
    if (p.has_stage()) progress_.text(fromWire(p.stage()));
  }

  Status takeChunk(const pb::WorkerGeometryChunk& chunk) {
    if (pending_.size() + chunk.data().size() > 0x7fffffffu) return fail(failures::kGeometryTooLarge);
    pending_ += chunk.data();
    if (!chunk.last()) return okStatus();
    WW_ASSIGN(geometry::GeometryPtr made, store_.internBytes(pending_));
    pending_.clear();
    pending_.shrink_to_fit();
    if (known_.emplace(made->ref, made).second) result.geometries.push_back(std::move(made));
    return okStatus();
  }

  Status takeObject(const pb::WorkerObject& o) {
    if (result.objects.size() >= kMaxObjects)
      return fail(failures::kTooManyObjects, {{"most", arg::Count{kMaxObjects}}});
    WW_ASSIGN(const Pose file_t_object, geometry::fromWireOrIdentity(o.has_file_t_object(), o.file_t_object()));
    ImportedObject out;
    out.object = o.object();
    mendObject(out.object, result.diagnostics, kMaxDiagnostics);
    mendFollowers(out.object, result.diagnostics, kMaxDiagnostics);
    WW_TRY(checkObject(out.object, file_t_object, known_, budget_, result.counts, result.shown_m));
    out.file_t_object = file_t_object;
    WW_ASSIGN(out.object_t_model, geometry::fromWireOrIdentity(o.has_object_t_model(), o.object_t_model()));
    for (const auto& [name, original] : o.original_names()) {
      if (isValidName(name)) out.original_names[name] = cleanUtf8(original, 1000);
    }
    result.objects.push_back(std::move(out));
    return okStatus();
  }

  void takeDiagnostics(const google::protobuf::RepeatedPtrField<pb::WorkerDiagnostic>& list) {
    for (const pb::WorkerDiagnostic& d : list) {
      if (result.diagnostics.size() >= kMaxDiagnostics) break;
      result.diagnostics.push_back(fromWire(d));
    }
  }

  Status takeDone(const pb::WorkerDone& done) {
    takeDiagnostics(done.diagnostics());
    result.counts.solids = done.solids();
    result.counts.parts = done.parts();
    result.unit = cleanUtf8(done.unit(), 40);
    result.content = formatById(done.format());
    if (std::ranges::find(codePages(), done.encoding()) != codePages().end()) result.encoding = done.encoding();
    if (done.solids() > 1'000'000'000 || done.parts() > 1'000'000'000) return fail(failures::kUnsoundCounts);
    if (result.objects.empty()) return fail(failures::kNoObject);
    takeCost(done.measured());
    takeBounds(done);
    return okStatus();
  }

  void takeCost(const pb::WorkerMeasured& measured) {
    ReadCost& cost = result.read_cost;
    cost.bytes = measured.bytes();
    cost.in_memory = measured.in_memory();
    cost.thread_s.assign(measured.thread_cpu_s().begin(), measured.thread_cpu_s().end());
    cost.process_s.assign(measured.process_cpu_s().begin(), measured.process_cpu_s().end());
  }

  // Believed only where it holds what is shown.
  void takeBounds(const pb::WorkerDone& done) {
    result.bounds_m = result.shown_m;
    if (done.file_bounds_size() != 6) return;
    const auto& b = done.file_bounds();
    const Bounds said{Vec3(b[0], b[1], b[2]), Vec3(b[3], b[4], b[5])};
    if (said.empty() || !said.min.allFinite() || !said.max.allFinite()) return;
    const double slack = 0.01 * result.shown_m.size().norm() + 1e-6;
    const bool holds = result.shown_m.empty() || ((said.min.array() - slack <= result.shown_m.min.array()).all() &&
                                                  (said.max.array() + slack >= result.shown_m.max.array()).all());
    if (holds) result.bounds_m = said;
  }

  void takeFailure(const pb::WorkerFailure& f) {
    takeDiagnostics(f.diagnostics());
    failure = fromWire(f);
  }

  geometry::GeometryStore& store_;
  const Progress& progress_;
  ImportBudget budget_;
  std::string pending_;
  std::unordered_map<std::string, geometry::GeometryPtr> known_;
};

// A file that names its unit is believed; for one that does not, the unit is a guess to be checked.
// `without_ground`: what stands on the ground is to be of a likely size, the ground is as large as anybody likes.
void warnAboutSize(ImportResult& result, const ImportOptions& options, const Bounds& without_ground) {
  const Format format = result.contentFormat();
  const bool guessed = formatInfo(format).unitless;
  // URDF knows no ground: what is flat there is a part, or a mesh in millimetres.
  const bool has_ground = format == Format::kSdf;
  const Bounds& bounds = has_ground ? without_ground : result.shown_m;
  if (bounds.empty()) return;
  const Vec3 size = bounds.size();
  const bool in_mm = format == Format::kBrep;  // unless another unit is said
  Status doubt = guessed ? unitDoubt(size, options.unit_scale.value_or(in_mm ? 1e-3 : 1.0)) : sizeDoubt(size);
  const auto severity = guessed && !doubt.ok() ? Diagnostic::Severity::kWarning : Diagnostic::Severity::kInfo;
  // glTF is in metres by its specification, and most of it is.
  const bool unsaid = guessed && !in_mm && format != Format::kGltf && format != Format::kGlb;
  if (doubt.ok() && unsaid && !options.unit_scale) doubt = unitUnsaid(size);
  const bool known = std::ranges::any_of(result.diagnostics, [](const Diagnostic& d) {
    return d.failure && (d.failure->row == &failures::kLinkInMillimetres || d.failure->row == &failures::kLinkTiny ||
                         d.failure->row == &failures::kLinkLarge || d.failure->row == &failures::kOriginInMillimetres);
  });
  if (!doubt.ok() && !known) result.diagnostics.push_back(finding(severity, "size-unlikely", doubt));
}

// A part that was exported in the frame of a site, or of a survey.
void warnFarOff(ImportResult& result) {
  constexpr double kFar = 200.0, kTimes = 20.0;  // metres
  const Format format = result.contentFormat();
  if (result.shown_m.empty() || format == Format::kSdf || format == Format::kUrdf) return;
  const double size = result.shown_m.size().norm();
  const double away = (0.5 * (result.shown_m.min + result.shown_m.max)).norm();
  if (!std::isfinite(away) || away < kFar || away < kTimes * size) return;
  result.diagnostics.push_back(
      finding(Diagnostic::Severity::kInfo, "far-from-origin",
              fail(failures::kFarFromOrigin, {{"distance", arg::Length{away}}, {"size", arg::Length{size}}})));
}

// Robots and worlds are known by the names of their links and joints. A hyphen that became an underscore is nothing to
// look for: nearly every robot has one; nor is the name that was `chosen` for it.
void noteNames(ImportResult& result, const std::string& chosen) {
  const Format format = result.contentFormat();
  const bool is_robot = format == Format::kUrdf || format == Format::kSdf;
  arg::Names names;
  for (const ImportedObject& object : result.objects) {
    for (const auto& [name, original] : object.original_names) {
      std::string plain = original;
      std::ranges::replace(plain, '-', '_');
      // Of others it is told where nothing is left that could be recognised.
      if (plain != name && name != chosen && (is_robot || losesLetters(original)))
        names.texts.push_back(original + " -> " + name);
    }
  }
  if (names.texts.empty() || result.diagnostics.size() >= kMaxDiagnostics) return;
  const std::size_t count = names.texts.size();
  result.diagnostics.push_back(
      finding(Diagnostic::Severity::kInfo, "names-changed",
              fail(failures::kNamesChanged, {{"count", arg::Count{count}}, {"names", std::move(names)}})));
}

// What is lost or doubtful, with the code and the remedy of each; what is merely odd refuses nothing.
Status strictStatus(const ImportResult& result, const fs::path& path) {
  constexpr std::size_t kMostRemedies = 3;
  std::vector<Status> causes;
  std::vector<std::string> codes, remedies;
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity == Diagnostic::Severity::kInfo || isSuspicion(d)) continue;
    Status cause{Code::kFailedPrecondition, d.message, {}, d.hint, {}, d.failure};
    if (d.line > 0)
      cause = within(std::move(cause), phrase(WW_TEXT("Core", "{place}"),
                                              {{"place", arg::Place{fs::path(d.file).filename().string(), d.line}}}));
    causes.push_back(std::move(cause));
    if (std::ranges::find(codes, d.code) == codes.end()) codes.push_back(d.code);
    const bool known = d.hint.empty() || std::ranges::find(remedies, d.hint) != remedies.end();
    if (!known && remedies.size() < kMostRemedies) remedies.push_back(d.hint);
  }
  if (causes.empty()) return okStatus();
  const std::size_t count = causes.size();
  const arg::Name file{path.filename().string()};
  return failOfAll(count == 1 ? failures::kReadWithWarning : failures::kReadWithWarnings,
                   {{"path", arg::Name{path.string()}},
                    {"file", file},
                    {"count", arg::Count{count}},
                    {"codes", arg::Words{fmt::format("{}", fmt::join(codes, ", "))}},
                    {"remedy", arg::Words{remedies.empty() ? "" : fmt::format("{}; ", fmt::join(remedies, "; "))}}},
                   std::move(causes));
}

Status outcome(const WorkerExit& exit, Collector& collector, const fs::path& path, const WorkerLimits& limits) {
  if (exit.kind == WorkerExit::Kind::kDone && collector.failure.ok()) return okStatus();
  if (exit.kind != WorkerExit::Kind::kDone) return exitStatus(exit, collector.problem, path, limits);
  Status out = std::move(collector.failure);
  if (out.subject.empty()) out.subject = path.string();
  for (const Diagnostic& d : collector.result.diagnostics) {
    if (out.message.size() < 4000) out.message += (out.message.empty() ? "" : "\n") + d.message;
  }
  return out;
}

}  // namespace

Result<ImportResult> importFile(const fs::path& path, const ImportOptions& options, geometry::GeometryStore& store,
                                std::stop_token stop, const Progress& progress, Diagnostics* before_failure) {
  WW_TRY(checkOptions(options));
  WW_ASSIGN(const Format format, chooseFormat(path, options));
  WW_ASSIGN(const fs::path program, findWorker());
  WW_ASSIGN(const ScratchDir scratch, ScratchDir::make());
  const double cpu_s = cpuLimit(path, format, options);
  const WorkerLimits limits = limitsFor(options, cpu_s);
  WW_ASSIGN(const pb::ToWorker request, makeRequest(path, format, options, scratch.path(), cpu_s));
  Collector collector(store, options, progress);
  const auto take = [&](const pb::FromWorker& message, bool& finished) { return collector.take(message, finished); };
  WW_ASSIGN(const WorkerExit exit, runWorker(program, request, scratch.path(), limits, stop, take));
  ImportResult& result = collector.result;
  if (Status ended = outcome(exit, collector, path, limits); !ended.ok()) {
    if (before_failure) *before_failure = std::move(result.diagnostics);
    return ended;
  }
  result.format = format;
  if (format != Format::kZip) result.content = Format::kUnknown;
  result.seconds = exit.seconds;
  warnAboutSize(result, options, collector.withoutGround());
  warnFarOff(result);
  noteNames(result, options.name);
  if (options.strict) {
    if (Status refused = strictStatus(result, path); !refused.ok()) {
      if (before_failure) *before_failure = std::move(result.diagnostics);
      return refused;
    }
  }
  progress.report(1.0);
  return std::move(result);
}

}  // namespace ww::io
