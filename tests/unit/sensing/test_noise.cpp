// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <vector>

#include "core/sensing/noise.h"

using namespace ww::sensing;

namespace {

struct Moments {
  double mean = 0.0, variance = 0.0;
};

Moments momentsOf(const std::vector<double>& values) {
  Moments m;
  for (const double v : values) m.mean += v / static_cast<double>(values.size());
  for (const double v : values) m.variance += (v - m.mean) * (v - m.mean) / static_cast<double>(values.size() - 1);
  return m;
}

Noise plain(double mean, double stddev) {
  Noise n;
  n.on = true;
  n.mean = mean;
  n.stddev = stddev;
  return n;
}

constexpr int kCount = 10'000;

// Within four deviations of what so many samples of a normal distribution have.
bool agrees(const Moments& m, double mean, double stddev) {
  const double n = kCount;
  return std::abs(m.mean - mean) < 4.0 * stddev / std::sqrt(n) &&
         std::abs(m.variance - stddev * stddev) < 4.0 * stddev * stddev * std::sqrt(2.0 / n);
}

}  // namespace

class TestNoise : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readingsHaveTheMeanAndDeviationAskedFor() {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const NoiseSource source(plain(0.02, 0.1), {seed, 4, 9}, 0.0);
      std::vector<double> values;
      for (std::uint64_t i = 0; i < kCount; ++i) values.push_back(source.applied(5.0, i));
      QVERIFY(agrees(momentsOf(values), 5.02, 0.1));
    }
  }

  void neighboursAndFramesAreNotRelated() {
    const NoiseSource first(plain(0.0, 1.0), {1, 2, 3}, 0.0), second(plain(0.0, 1.0), {1, 2, 4}, 0.0);
    double beside = 0.0, after = 0.0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
      beside += first.applied(0.0, i) * first.applied(0.0, i + 1) / kCount;
      after += first.applied(0.0, i) * second.applied(0.0, i) / kCount;
    }
    QVERIFY(std::abs(beside) < 4.0 / std::sqrt(kCount));
    QVERIFY(std::abs(after) < 4.0 / std::sqrt(kCount));
  }

  void aBiasIsDrawnOnceForASensor() {
    Noise n = plain(0.0, 0.0);
    n.bias_mean = 1.0;
    n.bias_stddev = 0.5;
    std::vector<double> biases;
    for (std::uint64_t sensor = 0; sensor < kCount; ++sensor) {
      const double bias = NoiseSource(n, {3, sensor, 0}, 0.1).bias();
      QCOMPARE(NoiseSource(n, {3, sensor, 77}, 0.1).bias(), bias);
      biases.push_back(bias);
    }
    QVERIFY(agrees(momentsOf(biases), 1.0, 0.5));
  }

  void aDynamicBiasWandersAsSlowlyAsItsTimeSays() {
    Noise n = plain(0.0, 0.0);
    n.dynamic_bias_stddev = 0.3;
    n.dynamic_bias_time = 2.0;
    const double period = 0.5;
    std::vector<double> late;
    double beside = 0.0;
    for (std::uint64_t sensor = 0; sensor < kCount; ++sensor) {
      const double before = NoiseSource(n, {5, sensor, 200}, period).bias();
      late.push_back(NoiseSource(n, {5, sensor, 201}, period).bias());
      beside += before * late.back() / kCount;
    }
    // In the long run sigma^2 tau / 2, and what a frame keeps of the one before it is exp(-period / tau).
    const double variance = 0.3 * 0.3 * 2.0 / 2.0;
    QVERIFY(agrees(momentsOf(late), 0.0, std::sqrt(variance)));
    QVERIFY(std::abs(beside - std::exp(-0.25) * variance) < 5.0 * variance / std::sqrt(kCount));
    QCOMPARE(NoiseSource(n, {5, 1, 0}, period).bias(), 0.0);
  }

  void quantizedReadingsAreStepsApart() {
    Noise n = plain(0.0, 0.05);
    n.quantized = true;
    n.precision = 0.01;
    const NoiseSource source(n, {1, 1, 1}, 0.0);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const double steps = source.applied(2.0, i) / 0.01;
      QVERIFY(std::abs(steps - std::round(steps)) < 1e-6);
    }
  }

  void nothingHitStaysNothing() {
    const NoiseSource source(plain(0.5, 0.5), {1, 1, 1}, 0.0);
    const double none = std::numeric_limits<double>::infinity();
    QCOMPARE(source.applied(none, 3), none);
    QCOMPARE(source.applied(-none, 3), -none);
    QCOMPARE(NoiseSource(Noise{}, {}, 0.0).applied(1.25, 3), 1.25);
  }
};

QTEST_APPLESS_MAIN(TestNoise)
#include "test_noise.moc"
