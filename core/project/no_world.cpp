// SPDX-License-Identifier: Apache-2.0
#include "core/project/no_world.h"

#include <algorithm>
#include <array>
#include <memory>

#include "core/base/failure_list.h"
#include "core/project/failures.h"
#include "core/project/vfs.h"

namespace ww::project {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kDatabase{"SQLite format 3\0", 16};

struct Mark {
  std::string_view bytes;
  const FailureRow& row;
  const char* format = "";  // of a model
};
const Mark kMarks[] = {
    {"\x89PNG"sv, failures::kIsPicture},
    {"\xff\xd8\xff"sv, failures::kIsPicture},
    {"GIF8"sv, failures::kIsPicture},
    {"PK\x03\x04"sv, failures::kIsArchive},
    {"\x1f\x8b"sv, failures::kIsArchive},
    {"glTF"sv, failures::kIsModel, "GLB"},
    {"ISO-10303-21"sv, failures::kIsModel, "STEP"},
};

// Models that are text, or have no mark of their own, by the ending.
struct Ending {
  std::string_view ending;
  const char* format;
};
constexpr Ending kEndings[] = {{".urdf", "URDF"}, {".sdf", "SDF"},   {".world", "SDF"},
                               {".stl", "STL"},   {".obj", "OBJ"},   {".dae", "DAE"},
                               {".gltf", "glTF"}, {".step", "STEP"}, {".stp", "STEP"}};

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return text;
}

bool isText(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u >= 0x20 || c == '\n' || c == '\r' || c == '\t';
  });
}

Status modelOf(const std::string& path, const char* format) {
  return fail(
      failures::kIsModel,
      {{"format", arg::Words{format}}, {"path", arg::Name{path}}, {"out", arg::Name{proposedName(path, "-imported")}}});
}

}  // namespace

std::string proposedName(const std::string& path, std::string_view added) {
  const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
  const bool has_ending = dot != std::string::npos && dot > (slash == std::string::npos ? 0 : slash + 1);
  return path.substr(0, has_ending ? dot : path.size()).append(added).append(".wright");
}

Status notWorld(const std::string& path, Status why) {
  return fail(failures::kNotWorld, {{"file", arg::Place{path}}, {"path", arg::Name{path}}}, std::move(why));
}

Status whatItIs(const std::string& path, std::string_view first_bytes) {
  if (first_bytes.empty()) return fail(failures::kIsEmpty);
  if (std::ranges::all_of(first_bytes, [](char c) { return c == 0; })) return fail(failures::kIsZeros);
  if (first_bytes.starts_with(kDatabase)) return fail(failures::kIsCut);
  for (const Mark& mark : kMarks) {
    if (!first_bytes.starts_with(mark.bytes)) continue;
    if (*mark.format) return modelOf(path, mark.format);
    return fail(mark.row, {{"path", arg::Name{path}}, {"out", arg::Name{proposedName(path, "-imported")}}});
  }
  const std::string name = lowered(path);
  for (const Ending& e : kEndings) {
    if (name.ends_with(e.ending)) return modelOf(path, e.format);
  }
  return fail(isText(first_bytes) ? failures::kIsText : failures::kIsOther);
}

Status damagedBy(const std::string& path, std::vector<Status> causes) {
  return failOfAll(
      failures::kDamaged,
      {{"file", arg::Place{path}}, {"path", arg::Name{path}}, {"out", arg::Name{proposedName(path, "-repaired")}}},
      std::move(causes));
}

Status pageProblem(std::string_view reason) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> pages;
  for (std::size_t at = 0; at < reason.size(); ++at) {
    const std::string_view rest = reason.substr(at);
    const std::size_t word = rest.starts_with("Page ") || rest.starts_with("page ") ? 5 : 0;
    const std::size_t digits = word ? rest.substr(word).find_first_not_of("0123456789") : 0;
    if (digits == 0) continue;
    std::string page(rest.substr(word, digits));
    if (std::ranges::find(pages, page) == pages.end()) pages.push_back(std::move(page));
    at += word;
  }
  if (pages.empty()) return fail(failures::kPageDamaged);
  std::string list;
  for (std::size_t i = 0; i < std::min(pages.size(), kShown); ++i) list += (i ? ", " : "") + pages[i];
  if (pages.size() > kShown) list += ", ...";
  return fail(pages.size() == 1 ? failures::kPageOfFileDamaged : failures::kPagesDamaged,
              {{"pages", arg::Words{std::move(list)}}, {"count", arg::Count{pages.size()}}});
}

namespace {

void renamePath(arg::Name& name, const std::string& from, const std::string& to) {
  if (name.text == from) name.text = to;
  for (const char* added : {"-repaired", "-imported"})
    if (name.text == proposedName(from, added)) name.text = proposedName(to, added);
}

void renamePath(std::vector<FailureArg>& args, const std::string& from, const std::string& to);

void renamePath(Phrase& phrase, const std::string& from, const std::string& to) {
  if (!phrase.is_ours && phrase.text == from) phrase.text = to;
  renamePath(phrase.args, from, to);
}

void renamePath(std::vector<FailureArg>& args, const std::string& from, const std::string& to) {
  for (FailureArg& a : args) {
    if (auto* place = std::get_if<arg::Place>(&a.value); place && place->file == from) place->file = to;
    if (auto* name = std::get_if<arg::Name>(&a.value)) renamePath(*name, from, to);
    if (auto* phrase = std::get_if<Phrase>(&a.value)) renamePath(*phrase, from, to);
  }
}

}  // namespace

Status toldAs(Status status, const std::string& from, const std::string& to) {
  if (from == to || !status.failure) return status;
  auto changed = std::make_shared<Failure>(*status.failure);
  renamePath(changed->args, from, to);
  for (Phrase& context : changed->contexts) renamePath(context, from, to);
  for (Status& cause : changed->causes) cause = toldAs(std::move(cause), from, to);
  status.title = titleText(*changed, plainVoice());
  const FailureRow& row = *changed->row;
  status.hint = hintText(*changed, plainVoice().ownHint(row), plainVoice());
  if (status.subject == from) status.subject = to;
  status.failure = std::move(changed);
  return status;
}

Status withReason(Status status, Status reason) {
  if (!status.failure || reason.ok()) return status;
  auto changed = std::make_shared<Failure>(*status.failure);
  changed->causes.insert(changed->causes.begin(), std::move(reason));
  status.title = titleText(*changed, plainVoice());
  status.failure = std::move(changed);
  return status;
}

Status asCutOff(Status status) {
  if (!status.failure) return status;
  auto changed = std::make_shared<Failure>(*status.failure);
  changed->row = &failures::kCutOff;
  status.hint = hintText(*changed, plainVoice());
  status.failure = std::move(changed);
  return status;
}

Status withBackup(Status status, const std::string& backup) {
  if (!status.failure) return status;
  const FailureRow* row = status.failure->row;
  const FailureRow* with = row == &failures::kDamaged           ? &failures::kDamagedButBackup
                           : row == &failures::kCutOff          ? &failures::kCutOffButBackup
                           : row->code == "project.not-a-world" ? &failures::kNotWorldButBackup
                                                                : nullptr;
  if (!with) return status;
  auto changed = std::make_shared<Failure>(*status.failure);
  changed->row = with;
  changed->args.push_back({"backup", arg::Place{backup}});
  status.hint = hintText(*changed, plainVoice());
  status.failure = std::move(changed);
  return status;
}

}  // namespace ww::project
