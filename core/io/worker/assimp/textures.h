// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <assimp/material.h>
#include <assimp/mesh.h>

#include <map>
#include <optional>

#include "core/io/worker/context.h"
#include "core/io/worker/picture/picture.h"

struct aiScene;

namespace ww::io::worker {

// The pictures that the materials of a file lay on its surfaces, each read once.
class Textures {
 public:
  Textures(ReadContext& context, const aiScene& scene, std::filesystem::path file)
      : context_(context), scene_(scene), file_(std::move(file)) {}

  // That of the base colour; null when there is none or when it cannot be read, which is told once.
  const Picture* baseColor(const aiMaterial& material);
  // Of each triangle the mean of the picture on it, times `factor` (linear light); nothing where the mesh says no
  // places in the picture.
  std::vector<geometry::Color> baked(const Picture& picture, const aiMesh& in, const geometry::Mesh& mesh,
                                     const Eigen::Vector4d& factor) const;
  // Pictures are there and shown.
  bool anyShown() const { return shown_; }
  bool anyLost() const { return lost_; }

 private:
  // NOT_FOUND; INVALID_ARGUMENT when it is no picture, RESOURCE_EXHAUSTED when it is too large.
  Result<Picture> read(const std::string& name);
  // Where the file names the picture; line 0 where that is not found.
  arg::Place placeOf(const std::string& name) const;

  ReadContext& context_;
  const aiScene& scene_;
  std::filesystem::path file_;
  std::map<std::string, std::optional<Picture>> known_;
  bool shown_ = false, lost_ = false;
};

}  // namespace ww::io::worker
