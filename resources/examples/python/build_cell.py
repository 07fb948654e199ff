#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a small robot cell on a Worldwright server, reads it back, compares it, and plans a motion in it.

    worldwright serve &                       # prints its address, such as 127.0.0.1:40123
    build_cell.py --address 127.0.0.1:40123
"""
import argparse
import pathlib
import tempfile

import generate_stubs
from worldwright_client import Client, Refused, by_name, node, on_base_of, pose, use_stubs

HERE = pathlib.Path(__file__).resolve().parent
BRACKET = HERE.parents[1] / "models" / "bracket.step"
WORLD = "example_cell"


def start_afresh(client):
    """An empty world to work in: a copy of init_world, from which all is taken out in one change."""
    from intrinsic.world.proto import object_world_service_pb2 as ows
    request = ows.CloneWorldRequest(world_id="init_world", cloned_world_id=WORLD, allow_overwrite=True)
    print("world:", client.call(client.world.CloneWorld, request).id)
    root = client.call(client.world.GetObject, ows.GetObjectRequest(world_id=WORLD, object=by_name("root")))
    clear = ows.UpdateWorldResourcesRequest(world_id=WORLD)
    for child in root.children:  # force: with what hangs on it
        delete = clear.world_updates.updates.add().delete_object
        delete.object.id, delete.force = child.id, True
    for frame in root.frames:
        if not frame.HasField("parent_frame"):  # those that ride on another go with it
            delete = clear.world_updates.updates.add().delete_frame
            delete.frame.id, delete.force = frame.id, True
    clear.world_updates.updates.add().update_collision_settings.collision_settings.SetInParent()
    client.call(client.world.UpdateWorldResources, clear)


def create_object(client, name, where, geometry, color):
    """An object of one entity that is seen and collides with the same geometry."""
    from intrinsic.world.proto import object_world_updates_pb2 as owu
    request = owu.CreateObjectRequest(world_id=WORLD, name=name, name_is_global_alias=True,
                                      parent_object=on_base_of("root"), parent_object_t_created_object=where)
    sets = request.create_single_entity_object.geometry_component.named_geometries
    for purpose in ("Intrinsic_Visual", "Intrinsic_Collision"):
        shape = sets[purpose].named_geometries["shape"].geometry
        shape.CopyFrom(geometry)
        shape.material_overrides.base_color.red, shape.material_overrides.base_color.green, \
            shape.material_overrides.base_color.blue = color
    client.call(client.world.CreateObject, request)


def build(client):
    """A table from a primitive sent inline, and a wedge from a mesh that the geometry service keeps."""
    from intrinsic.geometry.proto import geometry_service_pb2 as gs
    from intrinsic.geometry.proto.v1 import geometry_pb2
    table = geometry_pb2.Geometry()
    size = table.inline_geometry_data.exact_geometry.primitive_set.primitives.add().shape.box.size
    size.x, size.y, size.z = 0.5, 1.0, 0.1
    create_object(client, "table", pose(x=0.6, z=0.05), table, (0.6, 0.5, 0.4))

    wedge = gs.CreateGeometryRequest()
    mesh = wedge.data.inline_geometry.exact_geometry.triangle_mesh
    mesh.vertices.extend([0, 0, 0, 0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0.1, 0.1])
    mesh.faces.extend([0, 2, 1, 0, 3, 2, 0, 1, 4, 3, 5, 2, 0, 4, 5, 0, 5, 3, 1, 2, 5, 1, 5, 4])
    stored = client.call(client.geometry.CreateGeometry, wedge)
    by_reference = geometry_pb2.Geometry(geo_ref=stored.geometry_storage_refs)
    create_object(client, "wedge", pose(x=0.55, y=0.3, z=0.1), by_reference, (0.2, 0.5, 0.8))
    glb = client.call(client.geometry.GetRenderable, gs.GetRenderableRequest(geometry_storage_refs=stored.geometry_storage_refs))
    print("geometry:", stored.geometry_storage_refs.exact_geometry_ref[:20] + "...,", len(glb.renderable.glb_bytes), "bytes as GLB")


def import_file(client, path, file_type, name, where):
    """Reads a CAD or robot file on the server, and makes an object of it."""
    from intrinsic.scene.proto.v1 import scene_object_import_pb2 as soi
    from intrinsic.world.proto import object_world_updates_pb2 as owu
    request = soi.ImportSceneObjectRequest()
    request.file.data, request.file.file_type = path.read_bytes(), file_type
    request.config.scene_object_name = name
    imported = soi.ImportSceneObjectResponse()
    client.finish(client.call(client.importer.ImportSceneObject, request)).Unpack(imported)
    create = owu.CreateObjectRequest(world_id=WORLD, name=name, name_is_global_alias=True,
                                     parent_object=on_base_of("root"), parent_object_t_created_object=where)
    create.create_from_scene_object.scene_object.CopyFrom(imported.scene_object)
    client.call(client.world.CreateObject, create)
    print(f"imported {path.name} as {name}: {len(imported.scene_object.entities)} entities, "
          f"{imported.visual_stats.num_triangles} triangles, {imported.visual_stats.volume * 1e6:.1f} cm^3")


def change_at_once(client):
    """Several changes as one: all are done or none, and the history has one entry for them."""
    from intrinsic.world.proto import object_world_service_pb2 as ows
    request = ows.UpdateWorldResourcesRequest(world_id=WORLD)
    frame = request.world_updates.updates.add().create_frame
    frame.parent_object_with_filter.reference.CopyFrom(by_name("table"))
    frame.new_frame_name = "above_table"
    # Half a turn about x: the z axis of the frame points down, as that of a tool does.
    frame.parent_t_new_frame.CopyFrom(pose(x=-0.15, z=0.35, quaternion=(1.0, 0.0, 0.0, 0.0)))
    move = request.world_updates.updates.add().update_transform
    move.node_a.CopyFrom(node("table"))
    move.node_b.CopyFrom(node("wedge"))
    move.node_to_update.CopyFrom(node("wedge"))  # both hang on the root: say which of them moves
    move.a_t_b.CopyFrom(pose(y=-0.3, z=0.05))
    client.call(client.world.UpdateWorldResources, request)


def read_back(client):
    from intrinsic.world.proto import object_world_service_pb2 as ows
    listed = client.call(client.world.ListObjects, ows.ListObjectsRequest(world_id=WORLD))
    print("objects:", ", ".join(sorted(o.name for o in listed.objects)))
    request = ows.GetTransformRequest(world_id=WORLD, node_a=node("root"), node_b=node("table", "above_table"))
    at = client.call(client.world.GetTransform, request).a_t_b.position
    print(f"root_t_above_table: {at.x:.3f} {at.y:.3f} {at.z:.3f} m")


def compare(client):
    from intrinsic.world.proto import object_world_service_pb2 as ows
    request = ows.CompareWorldsRequest(base_world_id="init_world", changed_world_id=WORLD)
    found = client.call(client.world.CompareWorlds, request)
    print(f"compared with init_world: {len(found.added)} objects more, {len(found.removed)} fewer, {len(found.modified)} changed")


def plan(client):
    """Joint positions that bring the flange above the table, and a motion there that keeps clear of everything."""
    from intrinsic.motion_planning.proto.v1 import motion_planner_service_pb2 as mps
    ik = mps.IkRequest(world_id=WORLD, max_num_solutions=4)
    ik.robot_reference.object_id.CopyFrom(by_name("arm"))
    ik.target.cartesian_pose.moving_frame.CopyFrom(node("arm", "flange"))
    ik.target.cartesian_pose.target_frame.CopyFrom(node("table", "above_table"))
    ik.collision_settings.SetInParent()  # unset would mean: no check
    solutions = client.call(client.planner.ComputeIk, ik).solutions
    print(f"inverse kinematics: {len(solutions)} solutions")

    request = mps.MotionPlanningRequest(world_id=WORLD)
    request.robot_specification.robot_reference.object_id.CopyFrom(by_name("arm"))
    segment = request.motion_specification.motion_segments.add()
    segment.target.joint_position.CopyFrom(solutions[0])
    trajectory = client.call(client.planner.PlanTrajectory, request).discretized
    end = trajectory.time_since_start[-1]
    print(f"motion: {len(trajectory.state)} states, {end.seconds + end.nanos * 1e-9:.2f} s")


def be_refused(client):
    """What an error looks like."""
    from intrinsic.world.proto import object_world_service_pb2 as ows
    try:
        client.call(client.world.GetObject, ows.GetObjectRequest(world_id=WORLD, object=by_name("no_such_object")))
    except Refused as refused:
        print("refused:", refused)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", required=True, help="what `worldwright serve` prints")
    parser.add_argument("--token", default="", help="if the server asks for one")
    parser.add_argument("--stubs", type=pathlib.Path, help="folder with generated stubs; made anew when left out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        stubs = arguments.stubs or pathlib.Path(scratch)
        if not (stubs / "intrinsic").exists():
            generate_stubs.generate(stubs)
        use_stubs(stubs)
        from intrinsic.scene.proto.v1 import scene_object_import_pb2 as soi
        client = Client(arguments.address, "build_cell.py", arguments.token)
        start_afresh(client)
        build(client)
        import_file(client, HERE / "arm.sdf", soi.SceneFileData.SDF, "arm", pose())
        import_file(client, BRACKET, soi.SceneFileData.STEP, "bracket", pose(x=0.6, y=0.1, z=0.1005))
        change_at_once(client)
        read_back(client)
        compare(client)
        plan(client)
        be_refused(client)
        print("done")


if __name__ == "__main__":
    main()
