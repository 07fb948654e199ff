// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "core/base/status.h"

namespace ww::cli {

// A movie that ffmpeg makes of pictures while they come. One that is not finished leaves no file behind.
class Movie {
 public:
  // NOT_FOUND without ffmpeg.
  static Result<std::unique_ptr<Movie>> begin(const std::string& file, double pictures_per_second);
  ~Movie();
  Movie(const Movie&) = delete;
  Movie& operator=(const Movie&) = delete;

  // The bytes of a PNG; all of one size. UNAVAILABLE when ffmpeg takes no more.
  Status add(const std::string& png);
  // Waits until the file is whole. UNAVAILABLE when ffmpeg could not make it.
  Status finish();

 private:
  Movie(std::string file, int child, int input) : file_(std::move(file)), child_(child), input_(input) {}
  int wait();  // how it ended

  std::string file_;
  int child_ = -1, input_ = -1;  // process; file descriptor; -1: none
  bool is_whole_ = false;
};

}  // namespace ww::cli
