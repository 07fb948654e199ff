#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One of the two clients of two_clients: edits init_world for some seconds, and counts what was acknowledged.

    client.py ADDRESS NAME SECONDS STUBS OFFSET   prints a JSON object {"label": count, ...}
"""
import collections
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "resources" / "examples" / "python"))
from worldwright_client import Client, Refused, by_name, node, on_base_of, pose, use_stubs  # noqa: E402

WORLD = "init_world"
KEPT = 25  # objects of ours at a time


class Worker:
    def __init__(self, address, name, stubs, offset):
        use_stubs(stubs)
        from intrinsic.world.proto import object_world_updates_pb2
        self.owu = object_world_updates_pb2
        self.client, self.name, self.offset = Client(address, name), name, offset
        self.acknowledged, self.refused = collections.Counter(), collections.Counter()
        self.own, self.n = collections.deque(), 0

    def edit(self, label, method, request):
        try:
            self.client.call(method, request)
        except Refused as refused:
            self.refused[refused.code.name] += 1  # the user has undone what it is about
            return False
        self.acknowledged[label] += 1
        return True

    def create(self, name, x):
        request = self.owu.CreateObjectRequest(world_id=WORLD, name=name, name_is_global_alias=True, parent_object=on_base_of("root"),
                                               parent_object_t_created_object=pose(x=x, y=2.0 + self.offset, z=0.05))
        sets = request.create_single_entity_object.geometry_component.named_geometries
        for purpose in ("Intrinsic_Visual", "Intrinsic_Collision"):
            size = sets[purpose].named_geometries["shape"].geometry.inline_geometry_data.exact_geometry.primitive_set.primitives.add().shape.box.size
            size.x = size.y = size.z = 0.05
        return self.edit(f"Create {name}", self.client.world.CreateObject, request)

    def move(self, name, x):
        request = self.owu.UpdateTransformRequest(world_id=WORLD, node_a=node("root"), node_b=node(name), node_to_update=node(name),
                                                  a_t_b=pose(x=x, y=2.5 + self.offset, z=0.05))
        return self.edit(f"Move {name}", self.client.world.UpdateTransform, request)

    def rename(self, name, to):
        request = self.owu.UpdateObjectNameRequest(world_id=WORLD, object=by_name(name), name=to, name_is_global_alias=True)
        return self.edit(f"Rename {name} to {to}", self.client.world.UpdateObjectName, request)

    def turn_joints(self):
        positions = [0.1 * self.offset + 1e-5 * self.n] * 6
        request = self.owu.UpdateObjectJointsRequest(world_id=WORLD, object=by_name("robot"), joint_positions=positions)
        return self.edit("Move joints of robot", self.client.world.UpdateObjectJoints, request)

    def delete(self, name):
        request = self.owu.DeleteObjectRequest(world_id=WORLD, object=by_name(name), force=True)
        return self.edit(f"Delete {name}", self.client.world.DeleteObject, request)

    def step(self):
        self.n += 1
        kind = self.n % 8
        if kind == 1:
            name = f"{self.name}_n{self.n}"
            if self.create(name, 0.06 * (len(self.own) % KEPT)):
                self.own.append(name)
        elif kind == 2 and self.own:
            name = self.own.pop()
            if self.rename(name, f"{self.name}_r{self.n}"):
                self.own.append(f"{self.name}_r{self.n}")
        elif kind == 3 and len(self.own) > KEPT:
            self.delete(self.own.popleft())
        elif kind in (4, 5):
            self.turn_joints()
        elif self.own:
            self.move(self.own[-1], 1e-4 * self.n)


def main():
    address, name, seconds, stubs, offset = sys.argv[1:6]
    worker = Worker(address, name, pathlib.Path(stubs), float(offset))
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        worker.step()
        time.sleep(0.001)
    json.dump({"acknowledged": worker.acknowledged, "refused": worker.refused}, sys.stdout)


if __name__ == "__main__":
    main()
