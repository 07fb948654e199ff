# SPDX-License-Identifier: Apache-2.0
@0xb4c48bd565c8e9c8;

struct ImuProto {
  linearAccelerationX @0: Float32;
  linearAccelerationY @1: Float32;
  linearAccelerationZ @2: Float32;
  angularVelocityX @3: Float32;
  angularVelocityY @4: Float32;
  angularVelocityZ @5: Float32;
  angleYaw @6: Float32;
  anglePitch @7: Float32;
  angleRoll @8: Float32;
}
