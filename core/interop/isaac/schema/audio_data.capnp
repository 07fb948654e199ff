# SPDX-License-Identifier: Apache-2.0
@0xcec96e7061c21f3e;

struct AudioDataProto {
  sampleRate @0: UInt32;
  numChannels @1: UInt8;
}
