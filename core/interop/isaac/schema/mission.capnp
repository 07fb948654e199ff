# SPDX-License-Identifier: Apache-2.0
@0x9372099e79d17250;
using JsonProto = import "json.capnp".JsonProto;
using UuidProto = import "uuid.capnp".UuidProto;

struct MissionProto {
  uuid @0: UuidProto;
  config @1: JsonProto;
}

struct MissionStatusProto {
  uuid @0: UuidProto;
  enum MissionStatus {
    running @0;
    success @1;
    failure @2;
  }
  missionStatus @1: MissionStatus;
}
