// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/interop/isaac/sensor_messages.h"

namespace ww::isaac {

// How pictures are written: until 2020.1 each with the intrinsics of its camera, in a type of its kind of camera; from
// 2020.2 on as ImageProto alone, with the intrinsics on a channel of their own.
enum class Release { k2020_1, k2020_2 };

// What a message is in release 2020.2: of a picture of a camera the ImageProto on the same channel, and its
// CameraIntrinsicsProto on that channel with "_intrinsics" behind it; of a segmentation two images, with "_class" and
// "_instance" behind. Clip planes and names of classes have no place there. `lens` is told where the message itself
// cannot. All else is as it was. Ids and times are those of the message, but each has an id of its own. DATA_LOSS
// (kBadMessage, kNoBuffer).
Result<std::vector<Message>> asImages(Message message, const Distortion& lens = {});

}  // namespace ww::isaac
