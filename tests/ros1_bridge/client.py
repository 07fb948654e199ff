#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client of gazebo_msgs as users write them, against the bridge over the sample cell. Says `ok NAME` for each."""
import math
import sys

import dynamic_reconfigure.client
import rospy
from gazebo_msgs.msg import LinkStates, ModelState, ModelStates, ContactsState, ODEJointProperties
from gazebo_msgs.srv import *  # noqa: F403
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3, Wrench
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Empty, Trigger
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

SDF = """<?xml version="1.0"?><sdf version="1.6"><model name="any"><link name="body"><inertial><mass>2</mass>
<inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial><collision name="c"><geometry><box>
<size>0.1 0.1 0.1</size></box></geometry></collision></link></model></sdf>"""
URDF = """<?xml version="1.0"?><robot name="any"><link name="world"/><joint name="to_world" type="fixed">
<parent link="world"/><child link="base"/></joint><link name="base"/><joint name="slide" type="prismatic">
<parent link="base"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="100" velocity="2"/>
</joint><link name="cart"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0"
iyz="0"/></inertial><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link></robot>"""


def proxy(name, kind):
    rospy.wait_for_service("/gazebo/" + name, 20)
    return rospy.ServiceProxy("/gazebo/" + name, kind)


def done(name, answer):
    assert answer.success, "%s: %s" % (name, answer.status_message)
    return answer


def refused(answer, word):
    assert not answer.success, answer
    assert word in answer.status_message, answer.status_message


def fails(call, word):
    try:
        call()
    except rospy.ServiceException as error:
        assert word in str(error), str(error)
        return
    raise AssertionError("it did not fail")


def near(got, want, eps=1e-6):
    assert abs(got - want) < eps, "%r, wanted %r" % (got, want)


def at(x, y, z):
    return Pose(Point(x, y, z), Quaternion(0, 0, 0, 1))


def steps(count):
    for _ in range(count):
        done("step", type("A", (), dict(success=step().success, status_message="step")))


pause = proxy("pause_physics", Empty)
unpause = proxy("unpause_physics", Empty)
step = proxy("step_physics", Trigger)
spawn_sdf = proxy("spawn_sdf_model", SpawnModel)
spawn_urdf = proxy("spawn_urdf_model", SpawnModel)
delete = proxy("delete_model", DeleteModel)
get_state = proxy("get_model_state", GetModelState)
set_state = proxy("set_model_state", SetModelState)


def world():
    got = done("world", proxy("get_world_properties", GetWorldProperties)())
    assert "robot" in got.model_names and "table" in got.model_names
    got = done("model", proxy("get_model_properties", GetModelProperties)("robot"))
    assert "joint_1" in got.joint_names and got.canonical_body_name and not got.is_static
    assert "gripper" in got.child_model_names
    refused(proxy("get_model_properties", GetModelProperties)("nobody"), "nobody")


def spawn():
    done("sdf", spawn_sdf("box", SDF, "ns", at(3, 3, 1), ""))
    done("urdf", spawn_urdf("cart", URDF, "", at(4, 4, 1), "world"))
    refused(spawn_sdf("box", SDF, "", at(3, 3, 1), ""), "box")
    refused(spawn_sdf("bad", "<sdf version='1.6'><model name='x'><link", "", at(3, 3, 1), ""), "")
    refused(spawn_sdf("bad", "no XML", "", at(3, 3, 1), ""), "neither")
    refused(spawn_sdf("bad", SDF, "", at(math.nan, 3, 1), ""), "")
    refused(spawn_sdf("bad", SDF, "", at(3, 3, 1), "no::frame"), "no::frame")
    done("in a frame", proxy("spawn_gazebo_model", SpawnModel)("lid", SDF, "", at(0, 0, 0.5), "box::body"))
    pose = done("state", get_state("lid", "box")).pose
    near(pose.position.z, 0.5, 0.01)
    done("delete", delete("lid"))
    refused(delete("lid"), "lid")


def model_state():
    twist = Twist(Vector3(0.1, 0.2, 0.3), Vector3(0.4, 0.5, 0.6))
    done("set", set_state(ModelState("box", at(1, 2, 3), twist, "world")))
    got = done("get", get_state("box", ""))
    near(got.pose.position.y, 2)
    near(got.twist.angular.x, 0.4)
    for _ in range(3):  # in a frame: absolute there, and the inverse of get
        done("set", set_state(ModelState("box", got.pose, got.twist, "robot::base_link")))
    again = done("get", get_state("box", "robot::base_link"))
    near(again.pose.position.x, got.pose.position.x)
    near(again.twist.linear.z, 0.3)
    refused(set_state(ModelState("box", at(math.inf, 0, 0), twist, "")), "")
    refused(set_state(ModelState("nobody", at(0, 0, 0), twist, "")), "nobody")
    refused(get_state("box", "no::frame"), "no::frame")


def link_state():
    get, put = proxy("get_link_state", GetLinkState), proxy("set_link_state", SetLinkState)
    got = done("get", get("box::body", "world")).link_state
    assert got.link_name == "box::body" and got.reference_frame == "world"
    got.pose.position.x += 1
    done("set", put(got))
    near(done("get", get("box::body", "")).link_state.pose.position.x, got.pose.position.x)
    refused(get("box::nothing", ""), "nothing")
    got.link_name = "nobody::body"
    refused(put(got), "nobody")


def link_properties():
    get, put = proxy("get_link_properties", GetLinkProperties), proxy("set_link_properties", SetLinkProperties)
    got = done("get", get("box::body"))
    near(got.mass, 2)
    done("set", put("box::body", got.com, got.gravity_mode, 4, got.ixx, 0, 0, got.iyy, 0, got.izz))
    done("zero orientation", put("box::body", Pose(), True, 4, 0.02, 0, 0, 0.02, 0, 0.02))
    got = done("get", get("box::body"))
    near(got.mass, 4)
    near(got.ixx, 0.02)
    refused(put("box::body", got.com, True, -1, 1, 0, 0, 1, 0, 1), "")
    refused(get("nobody"), "nobody")


def joints():
    get, put = proxy("get_joint_properties", GetJointProperties), proxy("set_joint_properties", SetJointProperties)
    got = done("get", get("cart::slide"))
    assert got.type == GetJointPropertiesResponse.PRISMATIC and len(got.position) == 1
    done("set", put("cart::slide", ODEJointProperties(damping=[0.5], hiStop=[0.8], fudge_factor=[1.0])))
    near(done("get", get("slide")).damping[0], 0.5)  # only one joint is called so
    refused(put("cart::slide", ODEJointProperties(damping=[1, 2])), "damping")
    refused(put("cart::slide", ODEJointProperties(damping=[math.nan])), "")
    refused(get("cart::nothing"), "nothing")
    place = proxy("set_model_configuration", SetModelConfiguration)
    done("place", place("cart", "", ["slide"], [0.25]))
    near(done("get", get("cart::slide")).position[0], 0.25)
    refused(place("cart", "", ["slide", "other"], [0.25]), "")
    refused(place("cart", "", ["slidd"], [0.25]), "slide")
    refused(place("cart", "", ["slide"], [99.0]), "")
    follow = proxy("set_joint_trajectory", SetJointTrajectory)
    path = JointTrajectory(joint_names=["slide"])
    path.points = [JointTrajectoryPoint(positions=[0.25], time_from_start=rospy.Duration(0.0)),
                   JointTrajectoryPoint(positions=[0.35], time_from_start=rospy.Duration(0.1))]
    done("follow", follow("cart", path, Pose(), False, False))
    steps(300)
    near(done("get", get("cart::slide")).position[0], 0.35, 0.01)
    path.joint_names = ["nothing"]
    refused(follow("cart", path, Pose(), False, False), "nothing")


def forces():
    push = proxy("apply_body_wrench", ApplyBodyWrench)
    done("set", set_state(ModelState("box", at(3, 3, 5), Twist(), "")))
    force = Wrench(Vector3(8, 0, 0), Vector3())
    done("push", push("box::body", "world", Point(3, 3, 5), force, rospy.Time(0), rospy.Duration(0, 10000000)))
    steps(20)
    near(get_state("box", "").twist.linear.x, 8 * 0.01 / 4)  # F n dt / m, ten whole steps
    done("push", push("box::body", "world", Point(), force, rospy.Time(0), rospy.Duration(-1)))
    proxy("clear_body_wrenches", BodyRequest)("box::body")
    steps(10)
    near(get_state("box", "").twist.linear.x, 8 * 0.01 / 4)
    refused(push("nobody", "", Point(), force, rospy.Time(0), rospy.Duration(1)), "nobody")
    fails(lambda: proxy("clear_body_wrenches", BodyRequest)("nobody"), "nobody")
    pull = proxy("apply_joint_effort", ApplyJointEffort)
    before = proxy("get_joint_properties", GetJointProperties)("cart::slide").position[0]
    done("pull", pull("cart::slide", -10, rospy.Time(0), rospy.Duration(0.05)))
    steps(100)
    assert proxy("get_joint_properties", GetJointProperties)("cart::slide").position[0] < before - 0.01
    done("pull", pull("cart::slide", 5, rospy.Time(0), rospy.Duration(-1)))
    proxy("clear_joint_forces", JointRequest)("cart::slide")
    refused(pull("cart::slide", math.nan, rospy.Time(0), rospy.Duration(1)), "")
    refused(pull("nobody", 1, rospy.Time(0), rospy.Duration(1)), "nobody")
    fails(lambda: proxy("clear_joint_forces", JointRequest)("nobody"), "nobody")


def physics():
    get = proxy("get_physics_properties", GetPhysicsProperties)
    put = proxy("set_physics_properties", SetPhysicsProperties)
    got = done("get", get())
    assert got.pause
    near(got.gravity.z, -9.8, 0.1)
    done("set", put(0.002, got.max_update_rate, Vector3(0, 0, -1.62), got.ode_config))
    near(done("get", get()).time_step, 0.002)
    near(get().gravity.z, -1.62)
    refused(put(-1, 0, got.gravity, got.ode_config), "")
    refused(put(0.001, 0, Vector3(math.nan, 0, 0), got.ode_config), "")
    done("set", put(0.001, got.max_update_rate, got.gravity, got.ode_config))


def parameters():
    client = dynamic_reconfigure.client.Client("/gazebo", timeout=20)
    near(client.update_configuration({"sor_pgs_iters": 60, "gravity_y": 0.5})["gravity_y"], 0.5)
    got = proxy("get_physics_properties", GetPhysicsProperties)()
    assert got.ode_config.sor_pgs_iters == 60
    near(got.gravity.y, 0.5)
    near(got.gravity.z, -9.8, 0.1)  # as it was
    names = [p["name"] for p in client.get_parameter_descriptions(timeout=20)]
    assert "contact_surface_layer" in names and len(names) == 15, names
    try:
        client.update_configuration({"sor_pgs_w": 7.0})
        raise AssertionError("it did not fail")
    except dynamic_reconfigure.DynamicReconfigureCallbackException:
        pass
    client.update_configuration({"sor_pgs_iters": 50, "gravity_y": 0.0})
    client.close()


def topics():
    unpause()
    wanted = {"/clock": Clock, "/gazebo/bumper_states": ContactsState, "/gazebo/link_states": LinkStates}
    for name, kind in wanted.items():
        rospy.wait_for_message(name, kind, 20)
    states = rospy.wait_for_message("/gazebo/model_states", ModelStates, 20)
    assert "table" in states.name and len(states.name) == len(states.pose) == len(states.twist)
    commands = rospy.Publisher("/gazebo/set_model_state", ModelState, queue_size=10)
    while commands.get_num_connections() == 0:
        rospy.rostime.wallsleep(0.05)
    pause()
    commands.publish(ModelState("nobody", at(0, 0, 0), Twist(), ""))  # is told in the log of the bridge
    commands.publish(ModelState("box", at(-3, -4, 5), Twist(), ""))
    for _ in range(200):
        if abs(get_state("box", "").pose.position.y + 4) < 1e-9:
            return
        rospy.rostime.wallsleep(0.05)
    raise AssertionError("the command did not come")


def resets():
    time = proxy("get_world_properties", GetWorldProperties)
    steps(5)
    proxy("reset_world", Empty)()
    assert time().sim_time > 0
    near(get_state("box", "").pose.position.x, 3)
    proxy("reset_simulation", Empty)()
    assert time().sim_time == 0
    assert "box" in time().model_names
    for name in ("box", "cart"):
        done("delete", delete(name))
    unpause()


def spawn_many():
    pause()
    for i in range(30):
        done("spawn", spawn_sdf("many_%d" % i, SDF, "", at(5, 5, 1 + i), ""))
    for i in range(30):
        done("delete", delete("many_%d" % i))
    unpause()


rospy.init_node("client", disable_rostime=True)
pause()
for part in (world, spawn, model_state, link_state, link_properties, joints, forces, physics, parameters, topics,
             resets, spawn_many):
    part()
    print("ok", part.__name__)
    sys.stdout.flush()
