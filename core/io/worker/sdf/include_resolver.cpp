// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/include_resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace fs = std::filesystem;

namespace {

int lineOfRoot(std::string_view text, std::string_view root) {
  const std::string_view before = text.substr(0, text.find("<" + std::string(root)));
  return 1 + static_cast<int>(std::ranges::count(before, '\n'));
}

constexpr std::uintmax_t kMaxBytes = 64u << 20;
constexpr std::size_t kMaxDepth = 16, kMaxFiles = 1000;
constexpr int kNewestRead = 9, kNewestKnown = 12;  // 1.9 and 1.12

struct Tag {
  std::size_t begin = std::string::npos;  // of "<"
  std::size_t end = std::string::npos;    // behind ">"
};

bool endsName(char c) { return c == ' ' || c == '>' || c == '/' || c == '\t' || c == '\n' || c == '\r'; }

// The next tag `open` ("<include") from `at`, outside of comments.
Tag nextTag(std::string_view text, std::string_view open, std::size_t at) {
  while (at < text.size()) {
    const std::size_t lt = text.find('<', at);
    if (lt == std::string_view::npos) break;
    if (text.substr(lt).starts_with("<!--")) {
      at = text.find("-->", lt);
      if (at == std::string_view::npos) break;
      continue;
    }
    if (text.substr(lt).starts_with(open) && lt + open.size() < text.size() && endsName(text[lt + open.size()])) {
      const std::size_t gt = text.find('>', lt);
      return gt == std::string_view::npos ? Tag() : Tag{lt, gt + 1};
    }
    at = lt + 1;
  }
  return {};
}

// Keeps line breaks, so that line numbers in messages stay true.
void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

std::string unescaped(std::string_view s) {
  std::string out(s);
  for (const auto& [from, to] :
       {std::pair{"&amp;", "&"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}}) {
    for (std::size_t at = out.find(from); at != std::string::npos; at = out.find(from, at + 1))
      out.replace(at, std::string_view(from).size(), to);
  }
  return out;
}

arg::Place placeIn(const fs::path& path, std::string_view text, std::size_t at) {
  return {path.filename().string(), 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n')), 0};
}

// The same failure, of the line that closes the circle.
Status placed(const Status& status, arg::Place place) {
  return fail(failures::kSdfIncludesItself, {{"place", std::move(place)},
                                             {"file", FailureValue(*status.failure->find("file"))},
                                             {"circle", FailureValue(*status.failure->find("circle"))}});
}

// Most models are a model.sdf in a folder of their own.
Status circleTo(const fs::path& target, const std::vector<fs::path>& open) {
  const auto named = [](const fs::path& file) { return (file.parent_path().filename() / file.filename()).string(); };
  std::string circle;
  for (auto at = std::ranges::find(open, target); at != open.end(); ++at) circle += named(*at) + " > ";
  circle += named(target);
  return fail(failures::kSdfIncludesItself, {{"file", arg::Name{named(target)}}, {"circle", arg::Words{circle}}});
}

struct Version {
  int minor = -1;  // of 1.x; -1 when it is not sound
};

Version parseVersion(std::string_view s) {
  double minor = -1;
  s = trim(s);
  if (!s.starts_with("1.") || !parseNumber(s.substr(2), minor)) return {};
  return {static_cast<int>(minor)};
}

}  // namespace

fs::path IncludeResolver::folderOf(const fs::path& copy) const {
  const auto found = originals_.find(copy.lexically_normal());
  return (found != originals_.end() ? found->second : context_.path).parent_path();
}

std::string IncludeResolver::nameOf(const fs::path& copy) const {
  const auto found = originals_.find(copy.lexically_normal());
  return (found != originals_.end() ? found->second : context_.path).filename().string();
}

std::vector<fs::path> IncludeResolver::included() const {
  std::vector<fs::path> out;
  for (const auto& [original, copy] : copies_)
    if (original != context_.path) out.push_back(copy);
  return out;
}

arg::Place IncludeResolver::placeOf(sdf::ElementPtr element) const {
  while (element && !element->LineNumber() && element->GetParent()) element = element->GetParent();
  return element ? arg::Place{nameOf(element->FilePath()), element->LineNumber().value_or(0), 0} : arg::Place{};
}

Status IncludeResolver::setVersion(std::string& text, const std::string& version, const std::string& name) {
  const int minor = parseVersion(version).minor;
  if (minor >= 2 && minor <= kNewestRead) return okStatus();
  const FailureArg file{"file", arg::Name{name}}, said{"version", arg::Words{cleanUtf8(version, 20)}};
  if (!version.empty() && (minor < 0 || minor > kNewestKnown)) return fail(failures::kSdfVersion, {file, said});
  if (!version.empty()) context_.report.warn("sdf-version", fail(failures::kSdfNewer, {file, said}));
  const Tag root = nextTag(text, "<sdf", 0);
  if (root.begin == std::string::npos) return okStatus();
  const std::size_t at = text.find("version", root.begin);
  if (version.empty() || at == std::string::npos || at > root.end) {
    text.insert(root.begin + 4, " version=\"1.9\"");
    return okStatus();
  }
  const std::size_t open = text.find_first_of("\"'", at);
  const std::size_t close = text.find(text[open], open + 1);
  text.replace(open + 1, close - open - 1, minor < 2 ? "1.2" : "1.9");
  return okStatus();
}

Result<fs::path> IncludeResolver::modelFile(const fs::path& folder) const {
  const auto config = readWhole(folder / "model.config", 1u << 20);
  std::string best;
  int best_minor = -2;
  if (config.ok()) {
    const std::string& text = *config;
    for (Tag tag = nextTag(text, "<sdf", 0); tag.begin != std::string::npos; tag = nextTag(text, "<sdf", tag.end)) {
      const std::size_t close = text.find("</sdf>", tag.end);
      if (close == std::string::npos) break;
      const std::string_view head = std::string_view(text).substr(tag.begin, tag.end - tag.begin);
      const std::size_t quote = head.find_first_of("\"'");
      const int minor =
          quote == std::string_view::npos
              ? -1
              : parseVersion(head.substr(quote + 1, head.find_first_of("\"'", quote + 1) - quote - 1)).minor;
      if (minor > best_minor && (minor <= kNewestRead || best.empty())) {
        best_minor = minor;
        best = unescaped(trim(std::string_view(text).substr(tag.end, close - tag.end)));
      }
    }
  }
  return context_.files.check(folder / (best.empty() ? "model.sdf" : best));
}

std::string IncludeResolver::uriOf(std::string_view include) {
  const Tag uri = nextTag(include, "<uri", 0);
  const std::size_t close = uri.begin == std::string::npos ? uri.begin : include.find("</uri>", uri.end);
  return close == std::string::npos ? std::string() : unescaped(trim(include.substr(uri.end, close - uri.end)));
}

Result<std::string> IncludeResolver::resolveInclude(std::string_view include, const fs::path& folder) {
  const std::string text = uriOf(include);
  if (text.empty()) return fail(failures::kSdfNoUri);
  auto found = context_.files.resolve(text, folder);
  // A bare name is a model somewhere around, as with model://.
  if (!found.ok() && found.status().code == Code::kNotFound && text.find("://") == std::string::npos &&
      !text.starts_with('/')) {
    found = context_.files.resolve("model://" + text, folder);
  }
  WW_ASSIGN(fs::path target, std::move(found));
  if (fs::is_directory(target)) {
    context_.files.allow(target);
    WW_ASSIGN(target, modelFile(target));
  }
  if (std::ranges::find(open_, target) != open_.end()) return circleTo(target, open_);
  WW_ASSIGN(const fs::path copy, prepare(target));
  return copy.string();
}

Status IncludeResolver::rewriteIncludes(std::string& text, const fs::path& path) {
  for (std::size_t at = 0;;) {
    const Tag open = nextTag(text, "<include", at);
    if (open.begin == std::string::npos) return okStatus();
    const std::size_t close = text.find("</include>", open.end);
    if (close == std::string::npos || text[open.end - 2] == '/') {
      at = open.end;
      continue;
    }
    const std::size_t end = close + 10;
    const std::string include = text.substr(open.begin, end - open.begin);
    const auto target = resolveInclude(include, path.parent_path());
    if (!target.ok()) {
      const Status status = target.status();
      const bool circle = status.failure && status.failure->row == &failures::kSdfIncludesItself;
      if (circle && !status.failure->find("place")) return placed(status, placeIn(path, text, open.begin));
      if (circle || status.code == Code::kResourceExhausted) return status;
      context_.report.warn("include-missing",
                           fail(failures::kSdfIncludeLeftOut, {{"place", placeIn(path, text, open.begin)}}, status));
      blank(text, open.begin, end);
      dropped_.push_back(uriOf(include));
      at = end;
      continue;
    }
    const Tag uri = nextTag(text, "<uri", open.begin);
    const std::size_t uri_close = text.find("</uri>", uri.end);
    text.replace(uri.end, uri_close - uri.end, *target);
    at = text.find("</include>", uri.end) + 10;
  }
}

Result<fs::path> IncludeResolver::prepare(const fs::path& path) {
  if (const auto known = copies_.find(path); known != copies_.end()) return known->second;
  const std::string name = path.filename().string();
  if (open_.size() >= kMaxDepth) return fail(failures::kSdfIncludesTooDeep, {{"most", arg::Count{kMaxDepth}}});
  if (copies_.size() >= kMaxFiles) return fail(failures::kSdfTooManyFiles, {{"most", arg::Count{kMaxFiles}}});
  WW_ASSIGN(std::string text, readWhole(path, kMaxBytes));
  auto scanned = scanXml(text, {kMaxBytes, 100, 1'000'000});
  // The file that is imported is named by who asked for it.
  if (!scanned.ok()) return open_.empty() ? scanned.status() : Status(scanned.status()).in(name);
  text = std::string(withoutBom(text));
  if (scanned->root == "sdf" || scanned->root == "gazebo") WW_TRY(setVersion(text, scanned->root_version, name));
  else if (scanned->root == "model" || scanned->root == "world")
    return fail(failures::kSdfNoRoot, {{"place", arg::Place{name, lineOfRoot(text, scanned->root), 0}},
                                       {"found", arg::Words{scanned->root}}});
  else if (scanned->root != "robot")
    return fail(failures::kOtherRoot, {{"file", arg::Name{name}},
                                       {"found", arg::Words{cleanUtf8(scanned->root, 60)}},
                                       {"wanted", arg::Words{"sdf"}}});
  open_.push_back(path);
  const Status status = rewriteIncludes(text, path);
  open_.pop_back();
  if (!status.ok()) return status;
  const fs::path copy =
      (context_.scratch / fmt::format("{}_model.{}", copies_.size(), scanned->root == "robot" ? "urdf" : "sdf"))
          .lexically_normal();
  std::ofstream(copy, std::ios::binary) << text;
  copies_[path] = copy;
  originals_[copy] = path;
  return copy;
}

}  // namespace ww::io::worker
