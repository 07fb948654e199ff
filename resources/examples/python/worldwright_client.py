# SPDX-License-Identifier: Apache-2.0
"""A thin client for a Worldwright server: connection, poses, references, operations, errors.

Everything here is a few lines around the generated messages; read it as a list of what the API expects.
Lengths are metres, angles radians, quaternions (x, y, z, w); a_t_b is the pose of b in a.
"""
import pathlib
import sys
import time

import grpc


def use_stubs(folder: pathlib.Path) -> None:
    """Makes the modules that generate_stubs.py wrote importable."""
    sys.path.insert(0, str(folder))
    import google.protobuf  # The package google may be there already: what was generated joins it.
    if str(folder / "google") not in list(google.__path__):
        google.__path__.append(str(folder / "google"))


class Client:
    """Stubs of all services on one connection. `name` is who the history of the worlds says did the edits."""

    def __init__(self, address: str, name: str, token: str = ""):
        # Geometry and CAD files are larger than the 4 MiB that gRPC takes by default.
        options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        self.channel = grpc.insecure_channel(address, options)
        self.metadata = [("worldwright-client", name)]
        if token:
            self.metadata.append(("authorization", "Bearer " + token))
        from google.longrunning import operations_pb2_grpc
        from intrinsic.geometry.proto import geometry_service_pb2_grpc
        from intrinsic.motion_planning.proto.v1 import motion_planner_service_pb2_grpc
        from intrinsic.scene.proto.v1 import scene_object_import_pb2_grpc
        from intrinsic.world.proto import object_world_service_pb2_grpc
        self.world = object_world_service_pb2_grpc.ObjectWorldServiceStub(self.channel)
        self.geometry = geometry_service_pb2_grpc.GeometryServiceStub(self.channel)
        self.planner = motion_planner_service_pb2_grpc.MotionPlannerServiceStub(self.channel)
        self.importer = scene_object_import_pb2_grpc.SceneObjectImportStub(self.channel)
        self.operations = operations_pb2_grpc.OperationsStub(self.channel)

    def call(self, method, request, seconds: float = 60.0):
        """One call; raises Refused with what the server says can be done."""
        try:
            return method(request, timeout=seconds, metadata=self.metadata)
        except grpc.RpcError as error:
            raise Refused(error) from None

    def finish(self, operation, seconds: float = 120.0):
        """Waits for a long-running operation and gives its response (an Any)."""
        from google.longrunning import operations_pb2
        end = time.monotonic() + seconds
        while not operation.done:
            if time.monotonic() > end:
                self.call(self.operations.CancelOperation, operations_pb2.CancelOperationRequest(name=operation.name))
                raise TimeoutError(operation.name)
            time.sleep(0.05)
            operation = self.call(self.operations.GetOperation, operations_pb2.GetOperationRequest(name=operation.name))
        if operation.HasField("error"):
            raise RuntimeError(operation.error.message)
        return operation.response


class Refused(Exception):
    """A failed call: canonical code, title and hint. The latter two come in the details as an ExtendedStatus."""

    def __init__(self, error: grpc.RpcError):
        from google.rpc import status_pb2
        from intrinsic.util.status import extended_status_pb2
        self.code = error.code()
        self.title, self.hint = error.details(), ""
        for key, value in error.trailing_metadata() or ():
            if key != "grpc-status-details-bin":
                continue
            for detail in status_pb2.Status.FromString(value).details:
                extended = extended_status_pb2.ExtendedStatus()
                if detail.Unpack(extended):
                    self.title, self.hint = extended.title, extended.user_report.instructions
        super().__init__(f"{self.code.name}: {self.title}" + (f" ({self.hint})" if self.hint else ""))


def pose(x=0.0, y=0.0, z=0.0, quaternion=(0.0, 0.0, 0.0, 1.0)):
    """A Pose; its orientation must always be set, the identity is w = 1."""
    from intrinsic.math.proto import pose_pb2
    out = pose_pb2.Pose()
    out.position.x, out.position.y, out.position.z = x, y, z
    out.orientation.x, out.orientation.y, out.orientation.z, out.orientation.w = quaternion
    return out


def by_name(name: str):
    """An object by its name, which works for objects made with name_is_global_alias."""
    from intrinsic.world.proto import object_world_refs_pb2 as refs
    return refs.ObjectReference(by_name=refs.ObjectReferenceByName(object_name=name))


def node(object_name: str, frame_name: str = ""):
    """An object, or a frame of it, where a transform begins or ends."""
    from intrinsic.world.proto import object_world_refs_pb2 as refs
    if frame_name:
        frame = refs.FrameReferenceByName(object_name=object_name, frame_name=frame_name)
        return refs.TransformNodeReference(by_name=refs.TransformNodeReferenceByName(frame=frame))
    name = refs.ObjectReferenceByName(object_name=object_name)
    return refs.TransformNodeReference(by_name=refs.TransformNodeReferenceByName(object=name))


def on_base_of(name: str):
    """What a new object hangs on: the base entity of another object."""
    from intrinsic.world.proto import object_world_refs_pb2 as refs
    return refs.ObjectReferenceWithEntityFilter(reference=by_name(name),
                                                entity_filter=refs.ObjectEntityFilter(include_base_entity=True))
