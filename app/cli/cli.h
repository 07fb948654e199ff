// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/base/status.h"
#include "core/geometry/store.h"
#include "core/project/project.h"
#include "core/world/values/world.h"

namespace CLI {
class App;
}
namespace google::protobuf {
class Message;
}

namespace ww::cli {

using Json = nlohmann::ordered_json;

// Exit codes of the contract.
enum Exit : int { kDone = 0, kFailed = 1, kUsage = 2, kUnreadable = 3, kLimit = 4, kInternal = 5, kCancelled = 130 };

// The world file that is being saved, if any. For the end of the program in the middle of it. Thread-safe.
class Unfinished {
 public:
  void set(std::string file) {
    const std::lock_guard lock(mutex_);
    file_ = std::move(file);
  }
  std::string file() const {
    const std::lock_guard lock(mutex_);
    return file_;
  }

 private:
  mutable std::mutex mutex_;
  std::string file_;
};

// One run of the program: what all verbs share.
struct Run {
  bool json = false;
  bool quiet = false;
  std::vector<std::string> no_notes;  // codes of notes that are not to be told; "all"
  double timeout_s = 0.0;             // 0: none
  std::stop_token stop;
  std::shared_ptr<std::atomic<bool>> timed_out = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<Unfinished> unfinished = std::make_shared<Unfinished>();
  std::shared_ptr<geometry::GeometryStore> store;
  std::optional<project::ViewState> view;  // of the world that was read first: it goes where that is saved
  std::string world_file;                  // that was read first
  // The world that was read first, and its history, which goes on where it is saved.
  struct Origin {
    world::World world;
    project::HistoryRows history;
    std::shared_ptr<const project::Carried> foreign;
  };
  std::optional<Origin> origin;
  bool no_history = false;        // files that are written get none
  bool result_on_output = false;  // the world itself goes to standard output, so nothing else may
  std::string verb_name;          // as it was written
  Phrase label;                   // what it did to the world, for its history; empty: the verb
  std::string version;            // of this program
  std::function<int(Run&)> verb;  // set by the verb that was named
};

// A failure on standard error (and, with --json, on standard output); the exit code for it.
int fail(const Run& run, const Status& status);
// The same for an input that could not be read: 3 instead of 1.
int failInput(const Run& run, const Status& status);
// The same for wrong arguments: 2.
int failUsage(const Run& run, const Status& status);
// Only the line on standard error, for a failure that the verb's own JSON reports. Completes the status.
int failPart(const Run& run, Status& status);
Json errorJson(const Status& status);
// "failure", its stable code, and "causes", those of what it comes from.
void addCodes(Json& json, const std::shared_ptr<const Failure>& failure);
void warn(const Run& run, const std::string& text);
// Prints the JSON object or the text, as asked for.
void print(const Run& run, const Json& json, const std::string& text);

// A world file ("-" is standard input), or the reason with its exit code in `exit`.
std::optional<project::Loaded> load(Run& run, const std::string& file, int& exit);
// Commands in remedies name this file from now on, where one is named: what they are about is what was saved there.
void remediesName(const std::string& out);
// Saves to `out` ("-" is standard output, which then gets nothing else); exit code.
int save(Run& run, const std::string& out, const world::World& world, const project::SaveOptions& options = {});
// Says that a save has found a damaged file and written it anew; nothing where it was sound.
void tellDamage(const Run& run, const std::string& out, const Status& damage);
// A file that has a picture gets a true one: it would show what the world was before. One without stays without, as
// a script would pay for what nobody looks at. save() does it.
void refreshPicture(const std::string& out, const world::World& world, project::SaveOptions& options,
                    std::stop_token stop);

// The whole of a file, or of standard input ("-"), which can be read once. RESOURCE_EXHAUSTED above the limit.
Result<std::string> readInput(const std::string& path, std::size_t limit);
// That there is no such file, or no such folder.
Status missingFile(const std::string& path);
// The failure of a file that is not there, with those beside it that were perhaps meant.
Status nearFile(Status status, const std::string& path);
// A message by the ending of its file (.textproto, .json, .binpb); "-" is standard input, read as JSON
// if it begins with '{', else as text.
Status readMessage(const std::string& path, google::protobuf::Message& message);
// The same in two steps.
Result<std::string> readMessageBytes(const std::string& path);
Status parseMessage(const std::string& path, const std::string& bytes, google::protobuf::Message& message);
bool isBinaryMessage(const std::string& path);
// Proto JSON with the wire's own field names.
Json toJson(const google::protobuf::Message& message);
// INVALID_ARGUMENT when `out` is one of the inputs.
Status keepsInputs(const std::string& out, std::initializer_list<std::string> inputs);
// INVALID_ARGUMENT when two outputs are one file (or both "-").
Status keepsApart(const std::string& a, const std::string& b);
// Whole or not at all; "-" is standard output. Codes as of systemVfs().
Status writeFile(const std::string& path, const std::string& bytes);

Json poseJson(const Pose& pose);
Json vecJson(const Vec3& v);
Json numberJson(double value);  // infinities as text
Json boundsJson(const Bounds& bounds);

// Each verb adds its subcommand; one file per verb, one row in verbs.cpp.
void addVerbs(CLI::App& app, Run& run);

}  // namespace ww::cli
