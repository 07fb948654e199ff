# SPDX-License-Identifier: Apache-2.0
@0xff45529b9755494f;

struct PwmChannelSetDutyCycleProto {
  channel @0: Int32;
  dutyCycle @1: Float32;
  disable @2: Bool;
}

struct PwmChannelSetPulseLengthProto {
  channel @0: Int32;
  pulseLength @1: Float32;
}
