// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "resources/samples/object_builder.h"

// The objects of the library. Each stands on z = 0 of its own frame unless said otherwise.
namespace ww::samples {

// Six axes, 0.94 m from the shoulder to the flange, spherical wrist; at zero the upper arm is upright and the forearm
// points along +x. Frames: `flange` (z out of the flange).
Result<SceneObject> arm6(geometry::GeometryStore& store);
// Seven axes, 0.82 m, alternating z and y axes, upright at zero.
Result<SceneObject> arm7(geometry::GeometryStore& store);
// Two parallel fingers; origin on the mounting face, z towards the work. Joints give the way of each
// finger from the middle: 0 to 0.042 m. Frame `tool_frame` between the finger tips.
Result<SceneObject> gripper(geometry::GeometryStore& store);

Result<SceneObject> pedestal(geometry::GeometryStore& store);  // top at 0.60 m
Result<SceneObject> table(geometry::GeometryStore& store);     // top 0.80 x 1.10 m at 0.72 m
Result<SceneObject> fixture(geometry::GeometryStore& store);   // foot with a column, 0.50 m high
Result<SceneObject> conveyor(geometry::GeometryStore& store);  // belt 1.8 x 0.36 m at 0.70 m, along x
// Machine tool with its front at x = 0, inside to +x: `door_joint` opens to +y (0 to 0.62 m), `jaw_joint` the vice (0
// to 0.06 m) around its frame `vice`, where what is 40 mm wide lies at 0.74 m.
Result<SceneObject> machine(geometry::GeometryStore& store);
// Linear axis along y, 2.6 m long: `carriage_joint` -1 to 1 m, attachment frame `mount` at 0.595 m.
Result<SceneObject> rail(geometry::GeometryStore& store);
Result<SceneObject> crate(geometry::GeometryStore& store);   // open box 0.40 x 0.30 x 0.12 m
Result<SceneObject> pallet(geometry::GeometryStore& store);  // 1.20 x 0.80 x 0.144 m
Result<SceneObject> carton(geometry::GeometryStore& store);  // box 0.30 x 0.20 x 0.18 m
Result<SceneObject> block(geometry::GeometryStore& store);   // 0.08 x 0.04 x 0.04 m with a bore
Result<SceneObject> shaft(geometry::GeometryStore& store);   // stepped, 0.04 m across, 0.06 m high

}  // namespace ww::samples
