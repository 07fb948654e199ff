// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/git_run.h"
#include "app/cli/verb.h"
#include "core/project/failures.h"

namespace ww::cli {
namespace {

namespace fs = std::filesystem;

struct GitOptions {
  std::string folder = ".";
  bool shared = false, undo = false;
};

constexpr const char* kAttributes = "*.wright diff=worldwright merge=worldwright -text";
// Beside a world file as long as a program has it open, or saves it: removed by others, nobody knows that it is.
constexpr const char* kPassing[] = {".*.wright.open", ".*.wright.lock", "*.wright.serving", "*.wright.saving"};
constexpr const char* kUsualTool = "merge.tool";
constexpr const char* kTool = "worldwright";
constexpr std::size_t kMostAttributes = std::size_t{16} << 20;

struct Setting {
  std::string key, value;
};

// One word of a shell.
std::string quotedWord(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// By its name where a shell would find this very program by it.
std::string programWord() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const char* path = std::getenv("PATH");
  const std::string folders = path ? path : "";
  for (std::size_t at = 0; at < folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    const fs::path candidate = fs::path(folders.substr(at, end - at)) / self.filename();
    if (fs::exists(candidate, error)) {
      if (fs::equivalent(candidate, self, error)) return self.filename().string();
      break;
    }
    at = end + 1;
  }
  return quotedWord(self.string());
}

// Where it is the tool of all files: git asks it about those of other kinds, too.
std::string forWorlds(const std::string& command, const std::string& otherwise) {
  return "case \"$MERGED\" in *.wright) " + command + ";; *) " + otherwise + ";; esac";
}

std::vector<Setting> gitSettings() {
  const std::string program = programWord();
  return {
      {"diff.worldwright.textconv", program + " textconv --without-geometry"},
      {"difftool.worldwright.cmd", forWorlds(program + " diff \"$LOCAL\" \"$REMOTE\"",
                                             "git --no-pager diff --no-ext-diff --no-index -- \"$LOCAL\" \"$REMOTE\"")},
      {"merge.worldwright.name", "world files, item by item"},
      {"merge.worldwright.driver", program + " merge %O %A %B --out %A --for %P"},
      {"mergetool.worldwright.cmd",
       forWorlds(program + " merge \"$BASE\" \"$LOCAL\" \"$REMOTE\" --out \"$MERGED\" --for \"$MERGED\" --ask",
                 "echo \"$MERGED is no world file. Name a tool for it: git mergetool -t TOOL $MERGED\" >&2; exit 1")},
      {"mergetool.worldwright.trustExitCode", "true"}};
}

constexpr const char* kSections[] = {"diff.worldwright", "difftool.worldwright", "merge.worldwright",
                                     "mergetool.worldwright"};

Status gitFailed(const std::vector<std::string>& words) {
  std::string command = "git";
  for (const std::string& word : words) command += " " + word;
  return ww::fail(failures::kGitFailed, {{"command", arg::Words{command}}});
}

Result<std::string> askGit(const GitOptions& options, const std::vector<std::string>& words) {
  WW_ASSIGN(GitAnswer answer, runGit(options.folder, words));
  if (answer.exit != 0) return gitFailed(words);
  return std::move(answer.out);
}

// A file of git's own, of this clone alone.
Result<std::string> ownFile(const GitOptions& options, const char* name) {
  WW_ASSIGN(const std::string path, askGit(options, {"rev-parse", "--git-path", name}));
  return fs::path(path).is_absolute() ? path : (fs::path(options.folder) / path).string();
}

// The file that says which files are worlds: that of the repository alone, or the one that is committed.
Result<std::string> attributesFile(const GitOptions& options) {
  if (options.shared) {
    WW_ASSIGN(const std::string top, askGit(options, {"rev-parse", "--show-toplevel"}));
    return top + "/.gitattributes";
  }
  return ownFile(options, "info/attributes");
}

Result<std::vector<std::string>> linesOf(const std::string& file) {
  std::vector<std::string> lines;
  std::error_code error;
  if (!fs::exists(file, error)) return lines;
  WW_ASSIGN(const std::string text, readInput(file, kMostAttributes));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

Status writeLines(const std::string& file, const std::vector<std::string>& lines) {
  std::error_code error;
  if (lines.empty()) {
    fs::remove(file, error);
    return okStatus();
  }
  fs::create_directories(fs::path(file).parent_path(), error);
  return writeFile(file, fmt::format("{}\n", fmt::join(lines, "\n")));
}

// What was done, for people and as data.
struct Done {
  Json json = Json::array();
  std::string text;
  std::string other_tool;  // that merges files here, and is not this program; empty: none
  void note(const char* what, const std::string& where, const std::string& value) {
    json.push_back({{"what", what}, {"where", where}, {"value", value}});
    text += fmt::format("{} {}{}\n", what, where, value.empty() ? "" : ": " + value);
  }
};

// Whether the repository names the files for everybody.
bool isCommitted(const GitOptions& options) {
  const auto file = runGit(options.folder, {"show", "HEAD:.gitattributes"});
  return file.ok() && file->exit == 0 &&
         ("\n" + file->out + "\n").find("\n" + std::string(kAttributes) + "\n") != std::string::npos;
}

// What git clean and git add -A are to leave alone.
Status setPassing(const GitOptions& options, bool on, Done& done) {
  WW_ASSIGN(const std::string file, ownFile(options, "info/exclude"));
  WW_ASSIGN(std::vector<std::string> lines, linesOf(file));
  std::vector<std::string> changed;
  for (const char* pattern : kPassing) {
    const bool is = std::ranges::find(lines, pattern) != lines.end();
    if (is == on) continue;
    changed.emplace_back(pattern);
    if (on) lines.emplace_back(pattern);
    else std::erase(lines, pattern);
  }
  if (changed.empty()) return okStatus();
  WW_TRY(writeLines(file, lines));
  done.note(on ? "added to" : "removed from", file, fmt::format("{}", fmt::join(changed, " ")));
  return okStatus();
}

// The tool that `git mergetool` takes when none is named, whoever has said so; empty: none.
Result<std::string> usualTool(const GitOptions& options, const char* scope = nullptr) {
  std::vector<std::string> words{"config"};
  if (scope) words.emplace_back(scope);
  words.insert(words.end(), {"--get", kUsualTool});
  WW_ASSIGN(GitAnswer answer, runGit(options.folder, words));
  return answer.exit == 0 ? std::move(answer.out) : std::string();
}

// Git has one for all files. One that somebody has chosen stays.
Status setUsualTool(const GitOptions& options, Done& done) {
  WW_ASSIGN(const std::string known, usualTool(options));
  if (known == kTool) return okStatus();
  if (!known.empty()) {
    done.other_tool = known;
    return okStatus();
  }
  WW_TRY(askGit(options, {"config", "--local", kUsualTool, kTool}).status());
  done.note("set", kUsualTool, kTool);
  return okStatus();
}

Status dropUsualTool(const GitOptions& options, Done& done) {
  WW_ASSIGN(const std::string own, usualTool(options, "--local"));
  if (own != kTool) return okStatus();
  WW_TRY(askGit(options, {"config", "--local", "--unset-all", kUsualTool}).status());
  done.note("removed", kUsualTool, kTool);
  return okStatus();
}

// What to say from now on.
std::string usageOf(const Done& done) {
  std::string out = "git diff now shows world files as text, git merge joins them item by item\n";
  if (done.other_tool.empty())
    out += "git mergetool asks about each conflict in them, git difftool tells of items; other files need `-t TOOL`\n";
  else
    out += fmt::format(
        "git difftool -t worldwright and git mergetool -t worldwright tell of items: {} is '{}', and stays so\n",
        kUsualTool, done.other_tool);
  return out + "worldwright git-setup --undo takes all of this back\n";
}

Status setUp(const GitOptions& options, Done& done) {
  for (const Setting& setting : gitSettings()) {
    WW_ASSIGN(const GitAnswer old, runGit(options.folder, {"config", "--local", "--get", setting.key}));
    if (old.exit == 0 && old.out == setting.value) continue;
    WW_TRY(askGit(options, {"config", "--local", "--replace-all", setting.key, setting.value}).status());
    done.note("set", setting.key, setting.value);
  }
  WW_TRY(setUsualTool(options, done));
  WW_TRY(setPassing(options, true, done));
  if (isCommitted(options)) return okStatus();
  WW_ASSIGN(const std::string file, attributesFile(options));
  WW_ASSIGN(std::vector<std::string> lines, linesOf(file));
  if (std::ranges::find(lines, kAttributes) != lines.end()) return okStatus();
  lines.emplace_back(kAttributes);
  WW_TRY(writeLines(file, lines));
  done.note("added to", file, kAttributes);
  return okStatus();
}

Status takeBack(const GitOptions& options, Done& done) {
  for (const char* section : kSections) {
    WW_ASSIGN(const GitAnswer answer, runGit(options.folder, {"config", "--local", "--remove-section", section}));
    if (answer.exit == 0) done.note("removed", section, "");
  }
  WW_TRY(dropUsualTool(options, done));
  WW_TRY(setPassing(options, false, done));
  for (const bool shared : {false, true}) {
    GitOptions where = options;
    where.shared = shared;
    const Result<std::string> file = attributesFile(where);
    if (!file.ok()) continue;  // a repository without a work tree has none to share
    WW_ASSIGN(std::vector<std::string> lines, linesOf(*file));
    if (std::erase(lines, kAttributes) == 0) continue;
    // It is for all clones, and this is one of them.
    if (shared && !options.shared && isCommitted(options)) {
      done.note("left in", *file, kAttributes);
      done.text += "it is committed: worldwright git-setup --undo --shared takes it out for everybody\n";
      continue;
    }
    WW_TRY(writeLines(*file, lines));
    done.note("removed from", *file, kAttributes);
  }
  return okStatus();
}

int gitSetup(Run& run, const GitOptions& options) {
  const auto inside = runGit(options.folder, {"rev-parse", "--git-dir"});
  if (!inside.ok()) return fail(run, inside.status());
  if (inside->exit != 0) {
    std::error_code unknown;
    const auto folder = std::filesystem::weakly_canonical(options.folder, unknown).string();
    if (!std::filesystem::is_directory(options.folder, unknown))
      return fail(run, ww::fail(project::failures::kNoSuchFolder,
                                {{"folder", arg::Place{folder}}, {"dir", arg::Name{folder}}}));
    return fail(run, ww::fail(failures::kNoRepository, {{"folder", arg::Name{folder}}}));
  }
  Done done;
  const Status status = options.undo ? takeBack(options, done) : setUp(options, done);
  if (!status.ok()) return fail(run, status);
  if (done.text.empty()) done.text = "nothing to do: it is so already\n";
  else if (!options.undo) done.text += usageOf(done);
  Json json{{"folder", options.folder}, {"undone", options.undo}, {"done", done.json}};
  if (!done.other_tool.empty()) json["other_mergetool"] = done.other_tool;
  print(run, json, done.text);
  return kDone;
}

}  // namespace

void addGitSetup(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<GitOptions>(
      app, run, "git-setup", "lets git show and merge the world files of a repository item by item", gitSetup);
  sub->add_option("FOLDER", options->folder, "in the repository; the current one without it");
  sub->add_flag("--shared", options->shared,
                "names the files in .gitattributes, which is committed, and not for this clone alone");
  sub->add_flag("--undo", options->undo, "takes back what was set up");
}

}  // namespace ww::cli
