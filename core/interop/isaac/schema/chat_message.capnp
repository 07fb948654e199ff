# SPDX-License-Identifier: Apache-2.0
@0x906fdaceb9c949b4;

struct ChatMessageProto {
  user @0: Text;
  channel @1: Text;
  text @2: Text;
}
