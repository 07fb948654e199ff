// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/io/worker/context.h"
#include "core/io/worker/obj/mtl_file.h"
#include "core/io/worker/obj/obj_file.h"
#include "core/io/worker/picture/picture.h"

namespace ww::io::worker {

// The materials that an OBJ file takes, with their pictures, each read once. What is missing is told.
class ObjLooks {
 public:
  ObjLooks(ReadContext& context, std::filesystem::path file) : context_(context), file_(std::move(file)) {}
  // Reads the files that hold the materials, if any is taken.
  void read(const ObjFile& obj);
  // Null where no file says anything of it.
  const ObjMaterial* material(std::uint32_t index) const { return index < looks_.size() ? looks_[index] : nullptr; }
  // That of the material; null when it has none or it cannot be read.
  const Picture* picture(std::uint32_t index);
  bool anyShown() const { return shown_; }

 private:
  void readLibrary(const std::string& words);
  bool readFile(const std::string& name);
  void tellMissing(const std::string& name);
  // NOT_FOUND; INVALID_ARGUMENT when it is no picture, RESOURCE_EXHAUSTED when it is too large.
  Result<Picture> load(const std::string& name, const std::filesystem::path& folder);

  ReadContext& context_;
  std::filesystem::path file_;
  ObjMaterials materials_;
  std::map<std::string, std::filesystem::path> from_;  // the file that a material stands in
  std::vector<const ObjMaterial*> looks_;              // of the materials of the OBJ file
  std::vector<std::string> names_;
  std::map<std::string, std::optional<Picture>> pictures_;
  bool shown_ = false;
};

}  // namespace ww::io::worker
