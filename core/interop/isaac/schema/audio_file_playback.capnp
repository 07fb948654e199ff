# SPDX-License-Identifier: Apache-2.0
@0xd2ac851d47ef1516;

struct AudioFilePlaybackProto {
  fileIndex @0: UInt8;
}
