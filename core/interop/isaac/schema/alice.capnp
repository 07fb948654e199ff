# SPDX-License-Identifier: Apache-2.0
@0xe0663498ed64eae4;
using Pose3dProto = import "math.capnp".Pose3dProto;
using UuidProto = import "uuid.capnp".UuidProto;

struct LogMessageProto {
  acqtime @0: Int64;
  pubtime @1: Int64;
  contentsUuid @2: UuidProto;
}

struct MessageChannelIndexProto {
  struct MessageChannel {
    componentUuid @0: UuidProto;
    tag @1: Text;
    seriesUuid @2: UuidProto;
  }
  channels @0: List(MessageChannel);
}

struct MessageHeaderProto {
  uuid @0: UuidProto;
  proto @1: Int64;
  channel @2: Text;
  acqtime @3: Int64;
  pubtime @4: Int64;
  messageLength @5: UInt32;
  segmentLengths @6: List(UInt32);
}

struct PoseTreeEdgeProto {
  lhs @0: Text;
  rhs @1: Text;
  pose @2: Pose3dProto;
}

struct UdpPackageHeaderProto {
  uuid @0: UuidProto;
  messageLength @1: UInt32;
  packageIndex @2: UInt16;
}
