# SPDX-License-Identifier: Apache-2.0
@0xaee793b3d97a7d06;

struct UuidProto {
  lower @0: UInt64;
  upper @1: UInt64;
}
