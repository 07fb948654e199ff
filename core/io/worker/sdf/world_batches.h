// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace ww::io::worker {

// The models of one SDF world, a batch at a time. libsdformat copies the description of all that a model may hold
// for each model of a document, 2.6 MB even for one box: a world of 10,000 models would not fit. Each batch is a
// document with its own models at the lines where they stand; all else of the world is in the first. A file that is
// small, or whose models may name each other, stays whole.
class WorldBatches {
 public:
  // `text`: markup that scanXml() has found sound.
  explicit WorldBatches(std::string text);

  std::size_t size() const { return batches_; }
  // How many models with links, or includes of any, the world has; 0 when it stays whole.
  std::size_t models() const { return models_; }
  std::string text(std::size_t batch) const;
  const std::string& whole() const { return text_; }

 private:
  // An element of the world, with what lies between it and the next.
  struct Piece {
    std::size_t begin = 0, end = 0;
    std::size_t weight = 0;  // elements
    std::size_t batch = 0;
    bool is_model = false, has_links = false;
  };
  // False when it has to stay whole.
  bool split();
  bool element(std::string_view tag, int depth, std::size_t begin);
  void fill();

  std::string text_;
  std::vector<Piece> pieces_;
  std::size_t batches_ = 1, models_ = 0;
  int worlds_ = 0;
};

}  // namespace ww::io::worker
