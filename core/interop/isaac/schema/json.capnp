# SPDX-License-Identifier: Apache-2.0
@0x8638a33ebc709123;

struct JsonProto {
  serialized @0: Text;
}
