#version 150 core
// A square of the section plane, large enough for all that it cuts.
in vec3 vertexPosition;
uniform mat4 viewProjectionMatrix;
uniform vec4 sectionPlane;
uniform vec4 capPlace;  // centre, half side

void main() {
  vec3 n = sectionPlane.xyz;
  vec3 a = normalize(abs(n.z) < 0.9 ? cross(vec3(0.0, 0.0, 1.0), n) : cross(vec3(1.0, 0.0, 0.0), n));
  vec3 p = capPlace.xyz + capPlace.w * (vertexPosition.x * a + vertexPosition.y * cross(n, a));
  gl_Position = viewProjectionMatrix * vec4(p, 1.0);
}
