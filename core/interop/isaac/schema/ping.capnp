# SPDX-License-Identifier: Apache-2.0
@0x9d8226275807de28;

struct PingProto {
  message @0: Text;
}
