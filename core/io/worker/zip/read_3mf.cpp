// SPDX-License-Identifier: Apache-2.0
#include <zip.h>

#include <memory>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"
#include "core/io/worker/xml_tags.h"
#include "core/io/worker/zip/model_3mf.h"

namespace ww::io::worker {
namespace {

constexpr std::uint64_t kMaxModelBytes = 1ull << 30;
constexpr std::uint64_t kMaxModelRatio = 200;
constexpr int kMax3mfDepth = 30;

using Archive3mf = std::unique_ptr<zip_t, decltype(&zip_discard)>;

class Package3mf {
 public:
  Package3mf(ReadContext& context, zip_t* archive) : context_(context), archive_(archive) {}

  Status run(Scene& scene) {
    WW_ASSIGN(const std::string root, mainPart());
    WW_ASSIGN(const Model3mf* model, model(root));
    scene.unit = model->unit;
    if (!model->unknown_unit.empty())
      context_.report.warn("3mf-unit", fail(failures::k3mfUnit, {{"place", arg::Place{root, model->unit_line, 0}},
                                                                 {"unit", arg::Name{model->unknown_unit}}}));
    noteOwnUnit(context_, scene.unit);
    metres_ = model->metres_per_unit;
    for (const Placed3mf& item : model->items) WW_TRY(place(item, root, Eigen::Affine3d::Identity(), {}, 0));
    if (unsound_ > 0)
      context_.report.warn("mesh-indices", fail(failures::kTrianglesNoVertex, {{"count", arg::Count{unsound_}}}));
    if (link_.visuals.empty()) return fail(failures::k3mfEmpty, {{"file", arg::Name{file()}}});
    scene.models.push_back(singleLink(context_.path.stem().string(), std::move(link_)));
    return okStatus();
  }

 private:
  std::string file() const { return context_.path.filename().string(); }

  Result<std::string> entry(const std::string& name) {
    const FailureArg part{"entry", arg::Name{cleanUtf8(name, 200)}};
    zip_stat_t stat;
    zip_stat_init(&stat);
    const std::string inside = name.starts_with('/') ? name.substr(1) : name;
    if (zip_stat(archive_, inside.c_str(), ZIP_FL_NOCASE, &stat) != 0) return fail(failures::k3mfNoPart, {part});
    const bool large = stat.size > kMaxModelBytes;
    const bool bomb = stat.size > (64u << 20) && stat.size / kMaxModelRatio > stat.comp_size;
    if (large || bomb) return fail(failures::kZipTooLarge, {{"most", arg::Bytes{kMaxModelBytes}}});
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> in(zip_fopen_index(archive_, stat.index, 0), &zip_fclose);
    std::string out(static_cast<std::size_t>(stat.size), '\0');
    const zip_int64_t read = in ? zip_fread(in.get(), out.data(), out.size()) : -1;
    if (read < 0 || static_cast<std::uint64_t>(read) != stat.size)
      return fail(failures::kZipEntryUnreadable,
                  {part, {"reason", phrase(WW_TEXT("Core", "its packed bytes are damaged"))}});
    return out;
  }

  // The part that the relations of the package name as its model.
  Result<std::string> mainPart() {
    std::string out = "3D/3dmodel.model";
    const auto relations = entry("_rels/.rels");
    if (!relations.ok() || !scanXml(*relations).ok()) return out;
    const auto opened = [&](const XmlTag& tag) {
      if (tag.attribute("Type").ends_with("/3dmodel") && !tag.attribute("Target").empty())
        out = tag.attribute("Target");
    };
    walkXml(*relations, {opened, {}});
    return out;
  }

  Result<const Model3mf*> model(const std::string& part) {
    if (const auto known = models_.find(part); known != models_.end()) return &known->second;
    WW_ASSIGN(const std::string text, entry(part));
    context_.report.progress(0.3, phrase(WW_TEXT("Core", "reading the mesh")));
    auto read = parse3mf(text, part);
    // The line is one of this part of the archive.
    if (!read.ok()) return read.status().title.starts_with(part) ? read.status() : Status(read.status()).in(part);
    return &models_.emplace(part, std::move(read).value()).first->second;
  }

  Status place(const Placed3mf& placed, const std::string& part, const Eigen::Affine3d& root_t_this,
               const std::string& path, int depth) {
    if (depth > kMax3mfDepth) return fail(failures::k3mfTooDeep, {{"most", arg::Count{std::uint64_t{kMax3mfDepth}}}});
    // Of components of components there are more than anybody waits for.
    if (++visited_ > 10ull * context_.options.max_instances + 1000)
      return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
    const std::string& where = placed.path.empty() ? part : placed.path;
    WW_ASSIGN(const Model3mf* from, model(where));
    const auto found = from->objects.find(placed.object);
    if (found == from->objects.end())
      return fail(failures::k3mfNoObject, {{"file", arg::Name{file()}}, {"id", arg::Count{placed.object}}});
    const Object3mf& object = found->second;
    const Eigen::Affine3d here = root_t_this * placed.this_t_object;
    const std::string name = object.name.empty() ? "part" : object.name;
    const std::string full = (path.empty() ? name : path + "/" + name).substr(0, 900);
    if (!object.triangles.empty()) WW_TRY(show(object, here, full));
    for (const Placed3mf& component : object.components) WW_TRY(place(component, where, here, full, depth + 1));
    return okStatus();
  }

  Status show(const Object3mf& object, const Eigen::Affine3d& root_t_object, const std::string& name) {
    if (link_.visuals.size() >= context_.options.max_instances)
      return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
    auto& [shape, color] = shapes_[&object];
    if (!shape) {
      geometry::Mesh mesh;
      mesh.vertices = object.vertices;
      for (Vec3& v : mesh.vertices) {
        if (!v.allFinite()) v = Vec3::Zero();
        v *= metres_;
      }
      mesh.triangles = object.triangles;
      const bool one = object.colors.size() == 1 && object.colors.front().count == object.triangles.size();
      if (one) color = object.colors.front().color;
      else mesh.colors = object.colors;
      unsound_ += object.unsound;
      auto made = std::make_shared<geometry::Shape>();
      made->mesh = std::make_shared<geometry::Mesh>(std::move(mesh));
      shape = std::move(made);
    }
    Eigen::Affine3d placed = root_t_object;
    placed.translation() *= metres_;
    link_.visuals.push_back({name, shape, placed, color});
    return okStatus();
  }

  ReadContext& context_;
  zip_t* archive_;
  std::map<std::string, Model3mf> models_;
  std::map<const Object3mf*, std::pair<ShapePtr, std::optional<geometry::Color>>> shapes_;
  LinkPart link_;
  double metres_ = 1e-3;  // the unit of the package
  std::uint64_t unsound_ = 0, visited_ = 0;
};

}  // namespace

Status read3mf(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the 3MF file")));
  int error = 0;
  const Archive3mf archive(zip_open(context.path.c_str(), ZIP_RDONLY, &error), &zip_discard);
  if (!archive) {
    WW_TRY(notText("3MF file", context.path));
    return fail(failures::kZipNotOpened,
                {{"file", arg::Name{context.path.filename().string()}},
                 {"reason", phrase(WW_TEXT("Core", "the list of what it holds does not fit its content"))}});
  }
  return Package3mf(context, archive.get()).run(scene);
}

}  // namespace ww::io::worker
