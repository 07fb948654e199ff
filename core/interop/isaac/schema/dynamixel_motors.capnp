# SPDX-License-Identifier: Apache-2.0
@0x8e7a7cd9b3869052;

struct DynamixelMotorsProto {
  struct MotorProto {
    id @0: Int64;
    position @1: Int16;
    tick @2: Int64;
    moving @3: Bool;
  }
  motors @0: List(MotorProto);
}
