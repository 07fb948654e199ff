# SPDX-License-Identifier: Apache-2.0
@0x9896da5d9bb812a8;

struct VoiceCommandDetectionProto {
  commandId @0: UInt8;
  timestamps @1: List(UInt64);
}
