// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/actor_names.h"
#include "core/interop/isaac/message.h"
#include "core/interop/isaac/release.h"
#include "core/model/keeper.h"
#include "core/model/overlay.h"
#include "core/sensing/sensor.h"

namespace ww::usecase {

// What of a sensor is told. Cameras and scanners each take what they can give.
enum SensorContents : unsigned {
  kTellColor = 1u << 0,
  kTellDepth = 1u << 1,
  kTellSegmentation = 1u << 2,  // classes and objects
  kTellBoxes = 1u << 3,         // objects in the picture
  kTellThings = 1u << 4,        // objects in space
  kTellTags = 1u << 5,          // printed tags
  kTellScan = 1u << 6,
  kTellFlatScan = 1u << 7,
  kTellCloud = 1u << 8,
  kTellDisparity = 1u << 9,    // of the first camera of a stereo pair
  kTellDepthColor = 1u << 10,  // colours of depth cameras, which many have; kTellColor is of cameras alone
};
inline constexpr unsigned kAllContents = (1u << 11) - 1;
inline constexpr unsigned kUsualContents = kTellColor | kTellDepth | kTellScan;
// The words for them: "color" (of any camera: who asks by name means it), "depth", "segmentation", "boxes", "things",
// "tags", "scan", "flat", "cloud", "disparity".
const std::vector<std::pair<std::string_view, unsigned>>& contentWords();

inline constexpr double kUsualBaseline = 0.1;                                     // metres
inline constexpr double kUsualRate = 10.0, kLeastRate = 0.01, kMostRate = 100.0;  // a second

struct SensorStream {
  std::string sensor;  // as sensing::sensorNamed takes it
  double rate = 0.0;   // measurements a second; 0: those of the sensor, and kUsualRate where it has none
  unsigned contents = kUsualContents;
  bool right = false;  // the second camera of a stereo pair
  isaac::Release release = isaac::Release::k2020_1;
  // Of disparity, where no second camera is streamed: metres from the sensor to it, along x. Where one is, it is as far
  // as the two stand apart.
  double baseline = kUsualBaseline;
};

// What came of a stream.
struct StreamState {
  std::string sensor;
  double rate = 0.0;         // measurements a second that are wanted
  std::uint64_t frames = 0;  // measured
  std::uint64_t late = 0;    // left out, as the one before took too long
  double seconds = 0.0;      // that the last one took
  Status failure;            // why the last one gave nothing, or not its disparity
};

// A world as it is shown.
struct ShownWorld {
  world::WorldPtr world;
  model::Overrides shown;
  std::shared_ptr<model::ModelKeeper> models;
  std::shared_ptr<const isaac::ToldNames> names = nullptr;  // that clients know otherwise

  std::string nameOf(ObjectId id) const { return isaac::nameTold(names.get(), *world, id); }
};

// What a sensor measures, as messages of the Isaac SDK: on channels "color", "depth", "rangescan" and so on, with
// _right for the second camera of a pair, and _2, _3 for the `number`th sensor of its kind. INVALID_ARGUMENT,
// FAILED_PRECONDITION for disparity of cameras that are no pair; UNIMPLEMENTED as sensing::check; RESOURCE_EXHAUSTED as
// rays::Room; CANCELLED after a stop.
class SensorTeller {
 public:
  struct Wish {
    unsigned contents = kUsualContents;
    int number = 1;
    std::uint64_t frame = 0;  // for the noise
    int threads = 2;
    bool right = false;
    isaac::Release release = isaac::Release::k2020_1;
    double baseline = kUsualBaseline;  // metres, where there is no second camera
    EntityId second;                   // the second camera of the pair; none: there is none
    double period = 0.0;               // seconds between the measurements, for noise that wanders
  };
  // Fails as said above.
  Result<std::vector<isaac::Message>> tell(const ShownWorld& shown, const sensing::Sensor& sensor, const Wish& wish,
                                           std::stop_token stop = {});

 private:
  struct Studio;
  std::shared_ptr<Studio> studio_;  // what is kept from one measurement to the next
};

// Measures each sensor at its own rate. Used by one thread.
class SensorStreams {
 public:
  // `threads` measure at once.
  explicit SensorStreams(std::vector<SensorStream> streams, int threads = 1);
  // Whether something is to be measured at that time, in seconds from the start.
  bool isDue(double time_s) const;
  // When the next measurement is due; infinite where nothing is streamed. The beats of a stream are counted from its
  // first measurement, so that they do not drift, whatever a measurement takes.
  double nextDue() const;
  // What is due by then is wanted by nobody, and not late.
  void pass(double time_s);
  // The messages of all that are due. What cannot be measured is in states(). A sensor that is late leaves out frames.
  std::vector<isaac::Message> measure(const ShownWorld& shown, double time_s, std::stop_token stop);
  const std::vector<StreamState>& states() const { return states_; }

 private:
  EntityId secondOf(const world::World& world) const;

  std::vector<SensorStream> streams_;
  std::vector<StreamState> states_;
  std::vector<double> next_s_;  // below 0: at once
  int threads_ = 1;
  SensorTeller teller_;
};

}  // namespace ww::usecase
