// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/noise.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::sensing {
namespace {

// Readings have numbers from 0; these are drawn for the sensor itself.
constexpr std::uint64_t kBiasReading = ~std::uint64_t{0};
constexpr std::uint64_t kWanderReading = ~std::uint64_t{1};
constexpr std::uint64_t kLongestMemory = 20'000;  // frames

// Spreads a counter over all bits (a bijection: multiply and fold, three times).
std::uint64_t scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// In (0, 1].
double uniform(std::uint64_t bits) { return static_cast<double>((bits >> 11) + 1) * 0x1.0p-53; }

double wander(const Noise& noise, NoiseKey key, double period) {
  if (noise.dynamic_bias_stddev <= 0.0 || noise.dynamic_bias_time <= 0.0 || period <= 0.0) return 0.0;
  const double kept = std::exp(-period / noise.dynamic_bias_time);
  const double step = noise.dynamic_bias_stddev *
                      std::sqrt(-0.5 * noise.dynamic_bias_time * std::expm1(-2.0 * period / noise.dynamic_bias_time));
  // What was longer ago than forty times the correlation time is forgotten to all digits.
  const double memory = std::ceil(40.0 * noise.dynamic_bias_time / period);
  const std::uint64_t frames =
      std::min({key.frame, kLongestMemory, memory < 1e9 ? static_cast<std::uint64_t>(memory) : kLongestMemory});
  double bias = 0.0;
  const std::uint64_t last = key.frame;
  for (std::uint64_t f = last - frames; f < last; ++f) {
    key.frame = f + 1;
    bias = kept * bias + step * gaussian(key, kWanderReading, 0);
  }
  return bias;
}

}  // namespace

double gaussian(const NoiseKey& key, std::uint64_t reading, std::uint32_t draw) {
  std::uint64_t state = scattered(key.seed);
  for (const std::uint64_t word : {key.sensor, key.frame, reading, std::uint64_t{draw}})
    state = scattered(state ^ word);
  const double radius = std::sqrt(-2.0 * std::log(uniform(state)));
  return radius * std::cos(2.0 * std::numbers::pi * uniform(scattered(state)));
}

NoiseSource::NoiseSource(const Noise& noise, const NoiseKey& key, double period) : noise_(noise), key_(key) {
  if (!noise.on) return;
  NoiseKey once = key;
  once.frame = 0;
  bias_ = noise.bias_mean + wander(noise, key, period);
  if (noise.bias_stddev > 0.0) bias_ += noise.bias_stddev * gaussian(once, kBiasReading, 0);
}

double NoiseSource::applied(double reading, std::uint64_t number) const {
  if (!noise_.on || !std::isfinite(reading)) return reading;
  double out = reading + bias_ + noise_.mean;
  if (noise_.stddev > 0.0) out += noise_.stddev * gaussian(key_, number, 0);
  if (noise_.quantized && noise_.precision > 0.0) out = std::round(out / noise_.precision) * noise_.precision;
  return out;
}

}  // namespace ww::sensing
