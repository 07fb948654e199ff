// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cli.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ww::cli {
namespace {

int exitFor(Code code) {
  switch (code) {
    case Code::kOk: return kDone;
    case Code::kCancelled: return kCancelled;
    case Code::kDeadlineExceeded:
    case Code::kResourceExhausted: return kLimit;
    case Code::kInternal: return kInternal;
    default: return kFailed;
  }
}

Result<std::string> readAll(const std::string& path) {
  std::ostringstream bytes;
  if (path == "-") {
    bytes << std::cin.rdbuf();
    return bytes.str();
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return ww::fail(Code::kInvalidArgument, fmt::format("'{}' is a folder", path)).about(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) return ww::fail(Code::kNotFound, fmt::format("cannot open '{}'", path)).withHint("check the path").about(path);
  bytes << file.rdbuf();
  return bytes.str();
}

class TextErrors : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (first.empty()) first = fmt::format("line {} column {}: {}", line + 1, column + 1, message);
  }
  std::string first;
};

Status parseText(const std::string& text, google::protobuf::Message& message) {
  TextErrors errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  if (parser.ParseFromString(text, &message)) return okStatus();
  return ww::fail(Code::kInvalidArgument, errors.first.empty() ? "not a text message" : errors.first);
}

Status parseJson(const std::string& text, google::protobuf::Message& message) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = false;
  const auto status = google::protobuf::util::JsonStringToMessage(text, &message, options);
  if (status.ok()) return okStatus();
  return ww::fail(Code::kInvalidArgument, std::string(status.message().data(), status.message().size()));
}

}  // namespace

int fail(const Run& run, const Status& given) {
  Status status = given;
  if (status.code == Code::kCancelled && *run.timed_out) {
    status = ww::fail(Code::kDeadlineExceeded, fmt::format("gave up after {} s", run.timeout_s)).withHint("allow more with --timeout");
  }
  std::string line = status.line();
  for (char& c : line) c = c == '\n' ? ' ' : c;
  std::cerr << "error: " << line << "\n";
  if (!status.message.empty() && !run.quiet) std::cerr << status.message << "\n";
  if (run.json) {
    Json error = {{"code", std::string(codeName(status.code))}, {"title", status.title}, {"message", status.message},
                  {"hint", status.hint}, {"subject", status.subject}};
    std::cout << Json{{"error", error}}.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
  return exitFor(status.code);
}

int failInput(const Run& run, const Status& status) {
  const int exit = fail(run, status);
  return exit == kFailed ? static_cast<int>(kUnreadable) : exit;
}

void warn(const Run& run, const std::string& text) {
  if (!run.quiet) std::cerr << "warning: " << text << "\n";
}

void print(const Run& run, const Json& json, const std::string& text) {
  if (run.json) std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  else std::cout << text << std::flush;
}

std::optional<project::Loaded> load(Run& run, const std::string& file, int& exit) {
  Result<project::Loaded> loaded = project::load(project::systemVfs(), file, *run.store);
  if (loaded.ok()) return std::move(loaded).value();
  exit = failInput(run, loaded.status());
  return std::nullopt;
}

int save(Run& run, const std::string& out, const world::World& world, const project::SaveOptions& options) {
  if (run.stop.stop_requested()) return fail(run, ww::fail(Code::kCancelled, "cancelled before anything was written"));
  const Result<project::FileInfo> saved = project::save(project::systemVfs(), out, world, *run.store, options);
  return saved.ok() ? static_cast<int>(kDone) : fail(run, saved.status());
}

Status readMessage(const std::string& path, google::protobuf::Message& message) {
  WW_ASSIGN(const std::string bytes, readAll(path));
  const std::string ending = std::filesystem::path(path).extension().string();
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  Status status;
  if (ending == ".binpb" || ending == ".pb") {
    if (!message.ParseFromString(bytes)) status = ww::fail(Code::kInvalidArgument, "not a binary message of this type");
  } else if (ending == ".json" || (path == "-" && first != std::string::npos && bytes[first] == '{')) {
    status = parseJson(bytes, message);
  } else if (ending == ".textproto" || ending == ".txtpb" || path == "-") {
    status = parseText(bytes, message);
  } else {
    status = ww::fail(Code::kInvalidArgument, "the ending says nothing of the format").withHint("name it .textproto, .json or .binpb");
  }
  if (status.ok()) return status;
  if (status.hint.empty()) status.hint = fmt::format("write a {}", std::string(message.GetDescriptor()->full_name()));
  status.title = fmt::format("cannot read '{}': {}", path, status.title);
  status.subject = path;
  return status;
}

Json toJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string text;
  // An Any of a type that this program does not know cannot be written; the rest must not suffer.
  const auto status = google::protobuf::util::MessageToJsonString(message, &text, options);
  if (!status.ok()) return Json{{"textproto", message.ShortDebugString()}};
  return Json::parse(text, nullptr, false);
}

Status writeFile(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::cout.flush();
    return okStatus();
  }
  const std::string temporary = fmt::format("{}.{}.part", path, ::getpid());
  const auto failed = [&] {
    const std::string reason = std::strerror(errno);
    ::unlink(temporary.c_str());
    return ww::fail(Code::kUnavailable, fmt::format("cannot write '{}': {}", path, reason)).withHint("check the folder and the space on the disk").about(path);
  };
  const int fd = ::open(temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0) return failed();
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      ::close(fd);
      return failed();
    }
    done += static_cast<std::size_t>(n);
  }
  if (::fsync(fd) != 0 || ::close(fd) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0) return failed();
  return okStatus();
}

Json numberJson(double value) {
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (std::isnan(value)) return nullptr;
  return value;
}

Json vecJson(const Vec3& v) { return Json::array({numberJson(v.x()), numberJson(v.y()), numberJson(v.z())}); }

Json poseJson(const Pose& pose) {
  return {{"position", vecJson(pose.p)}, {"orientation", Json::array({pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()})}};
}

Json boundsJson(const Bounds& bounds) {
  if (bounds.empty()) return {{"min", Json::array({0, 0, 0})}, {"max", Json::array({0, 0, 0})}};
  return {{"min", vecJson(bounds.min)}, {"max", vecJson(bounds.max)}};
}

}  // namespace ww::cli
