// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>

#include "core/io/worker/gltf/gltf_document.h"
#include "core/io/worker/gltf/gltf_places.h"
#include "core/io/worker/picture/picture.h"

namespace ww::io::worker {

// What a material says of a surface; of one without a material nothing is said.
struct GltfLook {
  bool said = false;
  Eigen::Vector4d factor = Eigen::Vector4d::Ones();  // linear light, alpha apart
  bool blends = false;                               // alpha counts
  std::optional<Finish> finish;
  const Picture* picture = nullptr;                // null: none, or one that cannot be read
  Eigen::Vector4d mean = Eigen::Vector4d::Ones();  // of the picture
  GltfPlaces places;
};

// The materials of a file with their pictures, each read once. A picture that cannot be read is told.
class GltfLooks {
 public:
  GltfLooks(ReadContext& context, GltfDocument& document) : context_(context), document_(document) {}
  // Of a primitive.
  GltfLook of(const nlohmann::json& primitive);
  bool anyShown() const { return shown_; }
  bool anyLost() const { return lost_; }

 private:
  struct Known {
    std::optional<Picture> picture;
    Eigen::Vector4d mean = Eigen::Vector4d::Ones();
  };
  // Null where there is none, or none that can be read.
  const Known* picture(std::uint64_t texture);
  // NOT_FOUND; INVALID_ARGUMENT when it is no picture, RESOURCE_EXHAUSTED when it is too large.
  Result<Picture> load(const nlohmann::json& image);
  void tellLost(std::uint64_t image, const Status& why);

  ReadContext& context_;
  GltfDocument& document_;
  std::map<std::uint64_t, Known> pictures_;  // of the images
  bool shown_ = false, lost_ = false;
};

}  // namespace ww::io::worker
