#version 150 core
// Behind everything; with the ray of each pixel, from the near to the far plane.
in vec3 vertexPosition;
uniform mat4 inverseViewProjectionMatrix;
out vec2 uv;
out vec3 rayFrom;
out vec3 rayTo;

void main() {
  uv = vertexPosition.xy * 0.5 + 0.5;
  vec4 a = inverseViewProjectionMatrix * vec4(vertexPosition.xy, -1.0, 1.0);
  vec4 b = inverseViewProjectionMatrix * vec4(vertexPosition.xy, 1.0, 1.0);
  rayFrom = a.xyz / a.w;
  rayTo = b.xyz / b.w;
  gl_Position = vec4(vertexPosition.xy, 1.0, 1.0);
}
