#version 150 core
// Instanced meshes as the key light sees them.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;

uniform mat4 viewProjectionMatrix;
uniform vec4 sectionPlane;

out float gl_ClipDistance[1];

void main() {
  vec4 p = vec4(vertexPosition, 1.0);
  vec3 world = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
  gl_ClipDistance[0] = sectionPlane.w - dot(sectionPlane.xyz, world);
  gl_Position = viewProjectionMatrix * vec4(world, 1.0);
}
