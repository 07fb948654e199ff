# SPDX-License-Identifier: Apache-2.0
@0xe3dd4334718a3123;

enum ElementType {
  uint8 @0;
  uint16 @1;
  float32 @2;
  float64 @3;
  float16 @4;
  uint32 @5;
  uint64 @6;
  int8 @7;
  int16 @8;
  int32 @9;
  int64 @10;
  unknown @11;
}
