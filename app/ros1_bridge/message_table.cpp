// SPDX-License-Identifier: Apache-2.0
// The types by their fields on the wire.
#include "app/ros1_bridge/messages.h"

namespace ww::ros1 {
namespace {

constexpr bool kService = true;

constexpr TypeRow kTypes[] = {
    {.name = "std_msgs/Header", .text = "uint32 seq\ntime stamp\nstring frame_id\n"},
    {.name = "geometry_msgs/Point", .text = "float64 x\nfloat64 y\nfloat64 z\n"},
    {.name = "geometry_msgs/Vector3", .text = "float64 x\nfloat64 y\nfloat64 z\n"},
    {.name = "geometry_msgs/Quaternion", .text = "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"},
    {.name = "geometry_msgs/Pose", .text = "Point position\nQuaternion orientation\n"},
    {.name = "geometry_msgs/Twist", .text = "Vector3 linear\nVector3 angular\n"},
    {.name = "geometry_msgs/Wrench", .text = "Vector3 force\nVector3 torque\n"},
    {.name = "trajectory_msgs/JointTrajectoryPoint",
     .text = "float64[] positions\nfloat64[] velocities\nfloat64[] accelerations\nfloat64[] effort\n"
             "duration time_from_start\n"},
    {.name = "trajectory_msgs/JointTrajectory",
     .text = "Header header\nstring[] joint_names\nJointTrajectoryPoint[] points\n"},
    {.name = "rosgraph_msgs/Clock", .text = "time clock\n"},
    {.name = "roscpp/Logger", .text = "string name\nstring level\n"},
    {.name = "roscpp/GetLoggers", .is_service = kService, .text = "---\nLogger[] loggers\n"},
    {.name = "std_srvs/Empty", .is_service = kService, .text = "---\n"},
    {.name = "std_srvs/Trigger", .is_service = kService, .text = "---\nbool success\nstring message\n"},

    {.name = "dynamic_reconfigure/BoolParameter", .text = "string name\nbool value\n"},
    {.name = "dynamic_reconfigure/IntParameter", .text = "string name\nint32 value\n"},
    {.name = "dynamic_reconfigure/StrParameter", .text = "string name\nstring value\n"},
    {.name = "dynamic_reconfigure/DoubleParameter", .text = "string name\nfloat64 value\n"},
    {.name = "dynamic_reconfigure/GroupState", .text = "string name\nbool state\nint32 id\nint32 parent\n"},
    {.name = "dynamic_reconfigure/Config",
     .text = "BoolParameter[] bools\nIntParameter[] ints\nStrParameter[] strs\nDoubleParameter[] doubles\n"
             "GroupState[] groups\n"},
    {.name = "dynamic_reconfigure/ParamDescription",
     .text = "string name\nstring type\nuint32 level\nstring description\nstring edit_method\n"},
    {.name = "dynamic_reconfigure/Group",
     .text = "string name\nstring type\nParamDescription[] parameters\nint32 parent\nint32 id\n"},
    {.name = "dynamic_reconfigure/ConfigDescription", .text = "Group[] groups\nConfig max\nConfig min\nConfig dflt\n"},
    {.name = "dynamic_reconfigure/Reconfigure", .is_service = kService, .text = "Config config\n---\nConfig config\n"},

    {.name = "gazebo_msgs/ContactState",
     .text = "string info\nstring collision1_name\nstring collision2_name\ngeometry_msgs/Wrench[] wrenches\n"
             "geometry_msgs/Wrench total_wrench\ngeometry_msgs/Vector3[] contact_positions\n"
             "geometry_msgs/Vector3[] contact_normals\nfloat64[] depths\n"},
    {.name = "gazebo_msgs/ContactsState", .text = "Header header\ngazebo_msgs/ContactState[] states\n"},
    {.name = "gazebo_msgs/LinkState",
     .text = "string link_name\ngeometry_msgs/Pose pose\ngeometry_msgs/Twist twist\nstring reference_frame\n"},
    {.name = "gazebo_msgs/LinkStates",
     .text = "string[] name\ngeometry_msgs/Pose[] pose\ngeometry_msgs/Twist[] twist\n"},
    {.name = "gazebo_msgs/ModelState",
     .text = "string model_name\ngeometry_msgs/Pose pose\ngeometry_msgs/Twist twist\nstring reference_frame\n"},
    {.name = "gazebo_msgs/ModelStates",
     .text = "string[] name\ngeometry_msgs/Pose[] pose\ngeometry_msgs/Twist[] twist\n"},
    {.name = "gazebo_msgs/ODEJointProperties",
     .text = "float64[] damping\nfloat64[] hiStop\nfloat64[] loStop\nfloat64[] erp\nfloat64[] cfm\n"
             "float64[] stop_erp\nfloat64[] stop_cfm\nfloat64[] fudge_factor\nfloat64[] fmax\nfloat64[] vel\n"},
    {.name = "gazebo_msgs/ODEPhysics",
     .text = "bool auto_disable_bodies\nuint32 sor_pgs_precon_iters\nuint32 sor_pgs_iters\nfloat64 sor_pgs_w\n"
             "float64 sor_pgs_rms_error_tol\nfloat64 contact_surface_layer\nfloat64 contact_max_correcting_vel\n"
             "float64 cfm\nfloat64 erp\nuint32 max_contacts\n"},
    {.name = "gazebo_msgs/WorldState",
     .text = "Header header\nstring[] name\ngeometry_msgs/Pose[] pose\ngeometry_msgs/Twist[] twist\n"
             "geometry_msgs/Wrench[] wrench\n"},
    {.name = "gazebo_msgs/SensorPerformanceMetric",
     .text = "string name\nfloat64 sim_update_rate\nfloat64 real_update_rate\nfloat64 fps\n",
     .since_29 = true},
    {.name = "gazebo_msgs/PerformanceMetrics",
     .text = "Header header\nfloat64 real_time_factor\ngazebo_msgs/SensorPerformanceMetric[] sensors\n",
     .since_29 = true},

    {.name = "gazebo_msgs/ApplyBodyWrench",
     .is_service = kService,
     .text = "string body_name\nstring reference_frame\ngeometry_msgs/Point reference_point\n"
             "geometry_msgs/Wrench wrench\ntime start_time\nduration duration\n---\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/ApplyJointEffort",
     .is_service = kService,
     .text = "string joint_name\nfloat64 effort\ntime start_time\nduration duration\n---\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/BodyRequest", .is_service = kService, .text = "string body_name\n---\n"},
    {.name = "gazebo_msgs/DeleteModel",
     .is_service = kService,
     .text = "string model_name\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/GetJointProperties",
     .is_service = kService,
     .text = "string joint_name\n---\nuint8 type\nuint8 REVOLUTE = 0\nuint8 CONTINUOUS = 1\nuint8 PRISMATIC = 2\n"
             "uint8 FIXED = 3\nuint8 BALL = 4\nuint8 UNIVERSAL = 5\nfloat64[] damping\nfloat64[] position\n"
             "float64[] rate\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/GetLinkProperties",
     .is_service = kService,
     .text = "string link_name\n---\ngeometry_msgs/Pose com\nbool gravity_mode\nfloat64 mass\nfloat64 ixx\n"
             "float64 ixy\nfloat64 ixz\nfloat64 iyy\nfloat64 iyz\nfloat64 izz\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/GetLinkState",
     .is_service = kService,
     .text = "string link_name\nstring reference_frame\n---\ngazebo_msgs/LinkState link_state\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/GetModelProperties",
     .is_service = kService,
     .text = "string model_name\n---\nstring parent_model_name\nstring canonical_body_name\nstring[] body_names\n"
             "string[] geom_names\nstring[] joint_names\nstring[] child_model_names\nbool is_static\n"
             "bool success\nstring status_message\n"},
    {.name = "gazebo_msgs/GetModelState",
     .is_service = kService,
     .text = "string model_name\nstring relative_entity_name\n---\ngeometry_msgs/Pose pose\n"
             "geometry_msgs/Twist twist\nbool success\nstring status_message\n",
     .text_29 = "string model_name\nstring relative_entity_name\n---\nHeader header\ngeometry_msgs/Pose pose\n"
                "geometry_msgs/Twist twist\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/GetPhysicsProperties",
     .is_service = kService,
     .text = "---\nfloat64 time_step\nbool pause\nfloat64 max_update_rate\ngeometry_msgs/Vector3 gravity\n"
             "gazebo_msgs/ODEPhysics ode_config\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/GetWorldProperties",
     .is_service = kService,
     .text = "---\nfloat64 sim_time\nstring[] model_names\nbool rendering_enabled\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/JointRequest", .is_service = kService, .text = "string joint_name\n---\n"},
    {.name = "gazebo_msgs/SetJointProperties",
     .is_service = kService,
     .text = "string joint_name\ngazebo_msgs/ODEJointProperties ode_joint_config\n---\nbool success\n"
             "string status_message\n"},
    {.name = "gazebo_msgs/SetJointTrajectory",
     .is_service = kService,
     .text = "string model_name\ntrajectory_msgs/JointTrajectory joint_trajectory\ngeometry_msgs/Pose model_pose\n"
             "bool set_model_pose\nbool disable_physics_updates\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SetLinkProperties",
     .is_service = kService,
     .text = "string link_name\ngeometry_msgs/Pose com\nbool gravity_mode\nfloat64 mass\nfloat64 ixx\nfloat64 ixy\n"
             "float64 ixz\nfloat64 iyy\nfloat64 iyz\nfloat64 izz\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SetLinkState",
     .is_service = kService,
     .text = "gazebo_msgs/LinkState link_state\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SetModelConfiguration",
     .is_service = kService,
     .text = "string model_name\nstring urdf_param_name\nstring[] joint_names\nfloat64[] joint_positions\n---\n"
             "bool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SetModelState",
     .is_service = kService,
     .text = "gazebo_msgs/ModelState model_state\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SetPhysicsProperties",
     .is_service = kService,
     .text = "float64 time_step\nfloat64 max_update_rate\ngeometry_msgs/Vector3 gravity\n"
             "gazebo_msgs/ODEPhysics ode_config\n---\nbool success\nstring status_message\n"},
    {.name = "gazebo_msgs/SpawnModel",
     .is_service = kService,
     .text = "string model_name\nstring model_xml\nstring robot_namespace\ngeometry_msgs/Pose initial_pose\n"
             "string reference_frame\n---\nbool success\nstring status_message\n"},
};

}  // namespace

std::span<const TypeRow> allTypes() { return kTypes; }

}  // namespace ww::ros1
