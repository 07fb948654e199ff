// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace ww::sensing {

// Noise of readings, in their unit. A bias is drawn once for a sensor; a dynamic bias wanders from frame to frame
// (a Gauss-Markov process of first order).
struct Noise {
  bool on = false;
  bool quantized = false;
  double mean = 0.0, stddev = 0.0;
  double bias_mean = 0.0, bias_stddev = 0.0;
  double dynamic_bias_stddev = 0.0;
  double dynamic_bias_time = 0.0;  // seconds
  double precision = 0.0;          // step of the quantized model; 0: none
};

// Which numbers are drawn: those of one sensor in one frame. Each reading draws by its own number, so that it is the
// same whoever works it out, and in whichever order.
struct NoiseKey {
  std::uint64_t seed = 0;  // what whoever asks for none gets: verbs, services, streams and the window alike
  std::uint64_t sensor = 0;
  std::uint64_t frame = 0;

  bool operator==(const NoiseKey&) const = default;
};

// Normally distributed with mean 0 and deviation 1; the same for the same key, reading and draw.
double gaussian(const NoiseKey& key, std::uint64_t reading, std::uint32_t draw);

// The noise of one frame.
class NoiseSource {
 public:
  // `period`: seconds between frames, for the dynamic bias.
  NoiseSource(const Noise& noise, const NoiseKey& key, double period);
  bool on() const { return noise_.on; }
  double bias() const { return bias_; }
  // A reading with its noise, in the unit of the reading. What is not finite ("nothing hit") stays as it is.
  double applied(double reading, std::uint64_t number) const;

 private:
  Noise noise_;
  NoiseKey key_;
  double bias_ = 0.0;  // in the unit of the reading
};

}  // namespace ww::sensing
