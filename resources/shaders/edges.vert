#version 150 core
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;
in vec4 instanceInfo;

uniform mat4 viewProjectionMatrix;
uniform vec4 sectionPlane;

out vec4 color;
out float gl_ClipDistance[1];

void main() {
  vec4 p = vec4(vertexPosition, 1.0);
  vec3 world = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
  vec3 base = instanceColor.a < 0.0 ? vec3(0.3) : instanceColor.rgb * 0.42;
  color = vec4(base, 0.85 * instanceInfo.z);
  gl_ClipDistance[0] = sectionPlane.w - dot(sectionPlane.xyz, world);
  gl_Position = viewProjectionMatrix * vec4(world, 1.0);
  gl_Position.z -= 0.00012 * gl_Position.w;
}
