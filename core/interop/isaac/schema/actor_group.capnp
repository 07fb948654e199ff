# SPDX-License-Identifier: Apache-2.0
@0xc8e6b84a0a19c835;
using Pose3dProto = import "math.capnp".Pose3dProto;

struct ActorGroupProto {
  struct SpawnRequest {
    name @0: Text;
    prefab @1: Text;
    pose @2: Pose3dProto;
  }
  spawnRequests @0: List(SpawnRequest);
  destroyRequests @1: List(Text);
}

struct ActorGroupStatusProto {
  actors @0: List(Text);
  spawnedActors @1: List(Text);
  destroyedActors @2: List(Text);
}
