// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>

#include "core/io/failures.h"
#include "core/io/format.h"
#include "core/io/text_scan.h"
#include "core/io/worker/losses_mesh.h"
#include "core/io/worker/odd_scene.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/zip/step_parts.h"

namespace ww::io::worker {
namespace fs = std::filesystem;

namespace {

constexpr zip_int64_t kMaxEntries = 10'000;
constexpr std::uint64_t kMaxTotal = 2ull << 30;
constexpr std::uint64_t kMaxRatio = 200;
constexpr std::uint64_t kRatioFree = 16u << 20;  // small archives of zeros are no harm
constexpr std::size_t kMaxMeshes = 200;
constexpr std::size_t kMostHeld = 5;  // named where nothing of them can be imported
constexpr int kMaxPathParts = 32;

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Entry = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

FailureArg entryArg(const std::string& name) { return {"entry", arg::Name{cleanUtf8(name, 200)}}; }

Status unreadableEntry(const std::string& name, const char* reason) {
  const std::string said = cleanUtf8(reason, 200);
  const bool damaged = said.find("Zlib") != std::string::npos || said.find("CRC") != std::string::npos;
  const FailureValue why =
      damaged ? FailureValue(phrase(WW_TEXT("Core", "its packed bytes are damaged"))) : FailureValue(arg::Words{said});
  return fail(failures::kZipEntryUnreadable, {entryArg(name), {"reason", why}});
}

// Of the usual damages in our words, of the others in those of the library.
FailureValue whyNotOpened(int error) {
  switch (error) {
    case ZIP_ER_NOZIP:
      return phrase(
          WW_TEXT("Core", "the list of what it holds, which stands at its end, is missing: it seems cut off"));
    case ZIP_ER_INCONS: return phrase(WW_TEXT("Core", "the list of what it holds does not fit its content"));
    default: break;
  }
  zip_error_t why;
  zip_error_init_with_code(&why, error);
  const std::string text = zip_error_strerror(&why);
  zip_error_fini(&why);
  return arg::Words{text};
}

// How much stands before an archive, by where its list of entries is and where it should be.
std::uint64_t bytesBefore(const fs::path& path) {
  constexpr std::size_t kEnd = 22, kLongestComment = 65535;
  std::error_code ec;
  const std::uintmax_t size = fs::file_size(path, ec);
  if (ec || size < kEnd) return 0;
  std::string tail(static_cast<std::size_t>(std::min<std::uintmax_t>(size, kEnd + kLongestComment)), '\0');
  std::ifstream in(path, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(size - tail.size()));
  in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  const std::size_t at = tail.rfind("PK\x05\x06");
  if (!in || at == std::string::npos || at + kEnd > tail.size()) return 0;
  std::uint32_t list = 0, offset = 0;
  std::memcpy(&list, tail.data() + at + 12, sizeof list);
  std::memcpy(&offset, tail.data() + at + 16, sizeof offset);
  const std::uint64_t end = size - tail.size() + at, told = std::uint64_t{list} + offset;
  return told <= end ? end - told : 0;
}

Result<Archive> openArchive(const fs::path& path) {
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &error);
  if (archive != nullptr) return Archive(archive, &zip_discard);
  if (const std::uint64_t before = bytesBefore(path); before > 0)
    return fail(failures::kZipPrefix, {{"file", arg::Name{path.filename().string()}}, {"count", arg::Count{before}}});
  WW_TRY(notText("ZIP archive", path));
  return fail(failures::kZipNotOpened,
              {{"file", arg::Name{path.filename().string()}}, {"reason", whyNotOpened(error)}});
}

Format formatByEnding(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending.empty() ? Format::kUnknown : formatById(ending.substr(1));
}

bool isJunk(const std::string& name) {
  const std::size_t slash = name.find_last_of('/');
  const std::string_view file =
      slash == std::string::npos ? std::string_view(name) : std::string_view(name).substr(slash + 1);
  return name.starts_with("__MACOSX/") || file.starts_with("._") || file == ".DS_Store" || file == "Thumbs.db";
}

// Null when the name stays inside of the folder that it is unpacked to; else what is wrong with it.
const FailureRow* nameProblem(std::string_view name) {
  if (name.empty() || name.size() > 1000) return &failures::kZipEntryName;
  if (name.find('\\') != std::string_view::npos || name.find(':') != std::string_view::npos)
    return &failures::kZipEntryWindows;
  if (name.starts_with('/')) return &failures::kZipEntryAbsolute;
  if (!isUtf8(name) || name.find_first_of(std::string_view("\0\n\r", 3)) != std::string_view::npos)
    return &failures::kZipEntryControls;
  int parts = 0;
  for (const fs::path& part : fs::path(name)) {
    if (part == "..") return &failures::kZipEntryOutside;
    if (++parts > kMaxPathParts) return &failures::kZipEntryTooDeep;
  }
  return nullptr;
}

class Bundle {
 public:
  Bundle(ReadContext& context, zip_t* archive, fs::path folder)
      : context_(context), archive_(archive), folder_(std::move(folder)) {}

  Status extract() {
    const zip_int64_t count = zip_get_num_entries(archive_, 0);
    if (count > kMaxEntries) {
      return fail(failures::kZipTooManyEntries, {{"count", arg::Count{static_cast<std::uint64_t>(count)}},
                                                 {"most", arg::Count{std::uint64_t{kMaxEntries}}}});
    }
    WW_TRY(checkRatio(count));
    for (zip_int64_t i = 0; i < count; ++i) {
      WW_TRY(extractEntry(static_cast<zip_uint64_t>(i)));
      context_.report.progress(0.2 * static_cast<double>(i) / static_cast<double>(count),
                               phrase(WW_TEXT("Core", "unpacking the archive")));
    }
    return okStatus();
  }
  std::vector<fs::path> files;  // relative, in the order of the archive
  bool has_inner_zip = false;
  arg::Names held;                     // what it holds, as the archive calls it
  Status first_left_out = okStatus();  // of what could have been imported

 private:
  // By what the archive says; what is really unpacked is counted too, as it may lie.
  Status checkRatio(zip_int64_t count) {
    std::uint64_t size = 0, packed = 0;
    for (zip_int64_t i = 0; i < count; ++i) {
      zip_stat_t stat;
      zip_stat_init(&stat);
      if (zip_stat_index(archive_, static_cast<zip_uint64_t>(i), 0, &stat) != 0) continue;
      size += stat.size;
      packed += stat.comp_size;
    }
    packed_ = packed;
    return checkSize(size);
  }

  Status checkSize(std::uint64_t size) const {
    if (size > kMaxTotal) return fail(failures::kZipTooLarge, {{"most", arg::Bytes{kMaxTotal}}});
    if (size > kRatioFree && size / kMaxRatio > packed_)
      return fail(failures::kZipBomb, {{"times", arg::Count{kMaxRatio}}});
    return okStatus();
  }

  void skip(const std::string& name, const FailureRow& why) {
    const Status told = fail(why, {entryArg(name)});
    if (first_left_out.ok() && formatByEnding(name) != Format::kUnknown) first_left_out = told;
    context_.report.warn("zip-entry", told);
  }

  bool isLink(zip_uint64_t index) const {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(archive_, index, 0, &system, &attributes) != 0) return false;
    return system == ZIP_OPSYS_UNIX && (((attributes >> 16) & S_IFMT) != 0) &&
           (((attributes >> 16) & S_IFMT) != S_IFREG) && (((attributes >> 16) & S_IFMT) != S_IFDIR);
  }

  Status extractEntry(zip_uint64_t index) {
    const char* raw = zip_get_name(archive_, index, ZIP_FL_ENC_GUESS);
    const std::string name = raw != nullptr ? raw : "";
    if (isJunk(name) || name.ends_with('/')) return okStatus();
    if (held.texts.size() < kMostHeld) held.texts.push_back(cleanUtf8(name, 100));
    if (const FailureRow* problem = nameProblem(name)) {
      skip(name, *problem);
      return okStatus();
    }
    if (isLink(index)) {
      skip(name, failures::kZipEntryLink);
      return okStatus();
    }
    if (toLowerAscii(name).ends_with(".zip")) {
      has_inner_zip = true;
      return okStatus();
    }
    if (!seen_.insert(fs::path(name).lexically_normal().string()).second) {
      skip(name, failures::kZipEntryTwice);
      return okStatus();
    }
    return writeEntry(index, name);
  }

  Status writeEntry(zip_uint64_t index, const std::string& name) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive_, index, 0, &stat) == 0 && stat.encryption_method != ZIP_EM_NONE)
      return fail(failures::kZipEncrypted, {entryArg(name)});
    const Entry entry(zip_fopen_index(archive_, index, 0), &zip_fclose);
    if (!entry) return unreadableEntry(name, zip_strerror(archive_));
    const fs::path target = folder_ / name;
    std::error_code ec;
    fs::create_directories(target.parent_path(), ec);
    std::ofstream out(target, std::ios::binary);
    if (!out) {
      skip(name, failures::kZipEntryUnwritable);
      return okStatus();
    }
    std::array<char, 64 * 1024> buffer;
    zip_int64_t n = 0;
    while ((n = zip_fread(entry.get(), buffer.data(), buffer.size())) > 0) {
      written_ += static_cast<std::uint64_t>(n);
      WW_TRY(checkSize(written_));
      out.write(buffer.data(), n);
    }
    if (n < 0) return unreadableEntry(name, zip_file_strerror(entry.get()));
    if (!out.flush()) return fail(failures::kZipNoSpace);
    files.emplace_back(name);
    return okStatus();
  }

  ReadContext& context_;
  zip_t* archive_;
  fs::path folder_;
  std::set<std::string> seen_;
  std::uint64_t packed_ = 0;
  std::uint64_t written_ = 0;
};

struct Candidate {
  fs::path file;
  Format format;
};

// What a bundle is about, the first kind that is there.
constexpr std::array<std::array<Format, 2>, 6> kOrder = {{{Format::kSdf, Format::kSdf},
                                                          {Format::kUrdf, Format::kUrdf},
                                                          {Format::kStep, Format::kStep},
                                                          {Format::kGltf, Format::kGlb},
                                                          {Format::kDae, Format::kObj},
                                                          {Format::kStl, Format::kPly}}};

bool isWorld(const fs::path& file) {
  const auto text = readWhole(file, 64u << 20);
  return text.ok() && text->find("<world") != std::string::npos;
}

// Worlds before models, then what lies nearest to the top.
void sortCandidates(std::vector<Candidate>& list, const fs::path& folder, Format format) {
  const auto rank = [&](const Candidate& c) {
    const bool world = format == Format::kSdf && isWorld(folder / c.file);
    return std::tuple(!world, std::distance(c.file.begin(), c.file.end()), c.file.string());
  };
  std::vector<std::pair<decltype(rank(list.front())), Candidate>> ranked;
  ranked.reserve(list.size());
  for (Candidate& c : list) ranked.emplace_back(rank(c), std::move(c));
  std::ranges::sort(ranked, {}, [](const auto& p) { return p.first; });
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = std::move(ranked[i].second);
}

bool isRobot(const Candidate& c) { return c.format == Format::kUrdf; }

bool isScene(Format format) { return format == Format::kSdf || format == Format::kUrdf; }

// What is read, and what of the archive could be read and is not.
struct Choice {
  std::vector<Candidate> read, left;
};

// One scene is the main file, and the meshes beside it belong to it; loose parts are all meant.
void keepOneScene(const std::vector<Candidate>& all, Choice& choice) {
  choice.left.assign(choice.read.begin() + 1, choice.read.end());
  choice.read.resize(1);
  // A robot beside a world is not read either, and is to be named.
  if (!isRobot(choice.read.front())) std::ranges::copy_if(all, std::back_inserter(choice.left), isRobot);
}

// Files of parts come in with the assembly that names them.
void keepAssemblies(std::vector<Candidate>& list, const fs::path& folder) {
  std::vector<fs::path> files;
  files.reserve(list.size());
  for (const Candidate& c : list) files.push_back(c.file);
  const std::vector<fs::path> top = topStepFiles(files, folder);
  std::erase_if(list, [&](const Candidate& c) { return std::ranges::find(top, c.file) == top.end(); });
}

Choice choose(const Bundle& bundle, const fs::path& folder) {
  std::vector<Candidate> all;
  for (const fs::path& file : bundle.files) {
    const Format format = formatByEnding(file);
    if (format != Format::kUnknown && format != Format::kZip) all.push_back({file, format});
  }
  for (const auto& kinds : kOrder) {
    const auto isOfKind = [&](const Candidate& c) { return c.format == kinds[0] || c.format == kinds[1]; };
    Choice out;
    std::ranges::copy_if(all, std::back_inserter(out.read), isOfKind);
    if (out.read.empty()) continue;
    sortCandidates(out.read, folder, kinds[0]);
    if (isScene(kinds[0])) {
      keepOneScene(all, out);
      return out;
    }
    std::ranges::copy_if(all, std::back_inserter(out.left), std::not_fn(isOfKind));
    if (kinds[0] == Format::kStep) keepAssemblies(out.read, folder);
    return out;
  }
  return {};
}

Status readInner(ReadContext& context, const fs::path& folder, const Candidate& candidate, Scene& scene) {
  std::error_code ec;
  const fs::path path = fs::canonical(folder / candidate.file, ec);
  if (ec) return fail(failures::kZipGone, {{"file", arg::Name{candidate.file.string()}}});
  WW_TRY(checkFormat(path, candidate.format));
  FileAccess files(path.parent_path());
  files.setCeiling(folder);
  files.allow(folder);
  for (const fs::path& dir : context.files.searchDirs()) files.addSearchDir(dir);
  ReadContext inner{path, context.options, files, context.report, context.scratch};
  inner.options.format = formatInfo(candidate.format).id;
  // Clients that say nothing of a bundle's unit say 1.
  if (inner.options.unit_scale == 1.0 && !formatInfo(candidate.format).unitless) inner.options.unit_scale = 0.0;
  Status status = readerFor(formatInfo(candidate.format).id)(inner, scene);
  scene.format = inner.options.format;
  if (status.ok()) noteLostMeshParts(inner);
  tellOtherCases(files, context.report);
  return status.ok() ? status : std::move(status).in(candidate.file.string());
}

arg::Names namesOf(const std::vector<Candidate>& list) {
  arg::Names out;
  for (const Candidate& c : list) out.texts.push_back(c.file.string());
  return out;
}

// Readers fill a scene from its beginning.
void append(Scene&& part, Scene& scene) {
  if (scene.models.empty()) {
    scene.unit = part.unit;
    scene.format = part.format;
  }
  if (!part.encoding.empty()) scene.encoding = part.encoding;
  std::ranges::move(part.models, std::back_inserter(scene.models));
  scene.exact.merge(part.exact);
  scene.solids += part.solids;
  scene.file_bounds.add(part.file_bounds);
}

Status readBundle(ReadContext& context, const fs::path& folder, const Bundle& bundle, Scene& scene) {
  const Choice choice = choose(bundle, folder);
  const std::vector<Candidate>& list = choice.read;
  const FailureArg file{"file", arg::Name{context.path.filename().string()}};
  if (list.empty() && !bundle.first_left_out.ok()) return fail(failures::kZipLeftOut, {file}, bundle.first_left_out);
  if (list.empty())
    return fail(bundle.has_inner_zip ? failures::kZipInner : failures::kZipNothing, {file, {"names", bundle.held}});
  if (!choice.left.empty())
    context.report.warn("zip-main", fail(failures::kZipSeveral, {{"file", arg::Name{list.front().file.string()}},
                                                                 {"others", namesOf(choice.left)}}));
  if (list.size() > kMaxMeshes)
    return fail(failures::kZipTooManyParts, {{"count", arg::Count{list.size()}}, {"most", arg::Count{kMaxMeshes}}});
  for (const Candidate& candidate : list) {
    Scene part;
    WW_TRY(readInner(context, folder, candidate, part));
    append(std::move(part), scene);
  }
  return okStatus();
}

}  // namespace

Status readZip(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "unpacking the archive")));
  WW_ASSIGN(const Archive archive, openArchive(context.path));
  if (zip_get_num_entries(archive.get(), 0) == 0)
    return fail(failures::kZipEmpty, {{"file", arg::Name{context.path.filename().string()}}});
  const fs::path folder = context.scratch / "bundle";
  std::error_code ec;
  fs::create_directories(folder, ec);
  Bundle bundle(context, archive.get(), folder);
  WW_TRY(bundle.extract());
  return readBundle(context, fs::canonical(folder, ec), bundle, scene);
}

}  // namespace ww::io::worker
