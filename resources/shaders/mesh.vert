#version 150 core
// Instanced meshes: rows of world_t_geometry, colour (alpha < 0: the vertex' own) and
// info = (id, kind or class, opacity, dim) per instance.
in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexColor;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;
in vec4 instanceInfo;

uniform mat4 viewProjectionMatrix;
uniform vec4 sectionPlane;

out vec3 worldPosition;
out vec3 worldNormal;
flat out vec4 info;
out vec4 color;
out float gl_ClipDistance[1];

void main() {
  vec4 p = vec4(vertexPosition, 1.0);
  worldPosition = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
  vec3 r0 = instanceRow0.xyz, r1 = instanceRow1.xyz, r2 = instanceRow2.xyz;
  worldNormal = vec3(dot(cross(r1, r2), vertexNormal), dot(cross(r2, r0), vertexNormal),
                     dot(cross(r0, r1), vertexNormal));
  color = instanceColor.a < 0.0 ? vertexColor : instanceColor;
  info = instanceInfo;
  gl_ClipDistance[0] = sectionPlane.w - dot(sectionPlane.xyz, worldPosition);
  gl_Position = viewProjectionMatrix * vec4(worldPosition, 1.0);
}
