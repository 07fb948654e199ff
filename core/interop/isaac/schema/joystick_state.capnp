# SPDX-License-Identifier: Apache-2.0
@0x9b0da06af52fb680;
using Vector2dProto = import "math.capnp".Vector2dProto;

struct JoystickStateProto {
  axes @0: List(Vector2dProto);
  buttons @1: List(Bool);
}
