// SPDX-License-Identifier: Apache-2.0
#pragma once

// Texts of a small robot whose meshes are those of the sample files.
namespace ww::samples::files {

inline constexpr const char* kUrdf = R"(<?xml version="1.0"?>
<robot name="sample_arm">
  <material name="graphite"><color rgba="0.24 0.26 0.29 1"/></material>
  <material name="teal"><color rgba="0.23 0.56 0.58 1"/></material>
  <link name="base_link">
    <inertial><origin xyz="0 0 0.05"/><mass value="4"/><inertia ixx="0.01" iyy="0.01" izz="0.012" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><cylinder radius="0.08" length="0.1"/></geometry><origin xyz="0 0 0.05"/><material name="graphite"/></visual>
    <collision><geometry><cylinder radius="0.08" length="0.1"/></geometry><origin xyz="0 0 0.05"/></collision>
  </link>
  <link name="column">
    <inertial><origin xyz="0 0 0.15"/><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="0.06 0.06 0.3"/></geometry><origin xyz="0 0 0.15"/><material name="teal"/></visual>
    <collision><geometry><box size="0.06 0.06 0.3"/></geometry><origin xyz="0 0 0.15"/></collision>
  </link>
  <link name="carriage">
    <inertial><mass value="1"/><inertia ixx="0.002" iyy="0.002" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://sample_arm/meshes/arm.stl"/></geometry><material name="graphite"/></visual>
    <collision><geometry><mesh filename="package://sample_arm/meshes/arm.stl"/></geometry></collision>
  </link>
  <link name="disc">
    <inertial><mass value="0.2"/><inertia ixx="0.0002" iyy="0.0002" izz="0.0003" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><cylinder radius="0.03" length="0.02"/></geometry><origin xyz="0 0 -0.01"/><material name="teal"/></visual>
    <collision><geometry><cylinder radius="0.03" length="0.02"/></geometry><origin xyz="0 0 -0.01"/></collision>
  </link>
  <link name="tool"/>
  <joint name="turn" type="revolute">
    <parent link="base_link"/><child link="column"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="2" effort="50"/>
  </joint>
  <joint name="lift" type="prismatic">
    <parent link="column"/><child link="carriage"/><origin xyz="0.05 0 0.05"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.2" velocity="0.5" effort="100"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="carriage"/><child link="disc"/><origin xyz="0.25 0 -0.02"/><axis xyz="0 0 -1"/>
    <limit velocity="6" effort="5"/>
  </joint>
  <joint name="tool_mount" type="fixed"><parent link="disc"/><child link="tool"/><origin xyz="0 0 -0.02" rpy="3.141592653589793 0 0"/></joint>
</robot>
)";

inline constexpr const char* kSdf = R"(<?xml version="1.0"?>
<sdf version="1.9">
  <model name="sample_door">
    <link name="frame">
      <inertial><mass>5</mass><inertia><ixx>0.2</ixx><iyy>0.2</iyy><izz>0.1</izz></inertia></inertial>
      <visual name="post"><pose>0 0 0.3 0 0 0</pose><geometry><box><size>0.05 0.05 0.6</size></box></geometry>
        <material><diffuse>0.24 0.26 0.29 1</diffuse></material></visual>
      <collision name="post"><pose>0 0 0.3 0 0 0</pose><geometry><box><size>0.05 0.05 0.6</size></box></geometry></collision>
    </link>
    <link name="arm">
      <pose relative_to="hinge_frame">0 0 0 0 0 0</pose>
      <inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>
      <visual name="arm"><geometry><mesh><uri>meshes/arm.stl</uri></mesh></geometry>
        <material><diffuse>0.23 0.56 0.58 1</diffuse></material></visual>
      <collision name="arm"><geometry><mesh><uri>meshes/arm.stl</uri></mesh></geometry></collision>
      <collision name="end"><pose>0.25 0 0 0 0 0</pose><geometry><sphere><radius>0.03</radius></sphere></geometry></collision>
    </link>
    <frame name="hinge_frame" attached_to="frame"><pose>0.05 0 0.4 0 0 0</pose></frame>
    <joint name="hinge" type="revolute">
      <parent>frame</parent><child>arm</child>
      <axis><xyz>0 0 1</xyz><limit><lower>-1.5</lower><upper>1.5</upper><velocity>2</velocity><effort>20</effort></limit></axis>
    </joint>
  </model>
</sdf>
)";

}  // namespace ww::samples::files
