#version 150 core
// Glyphs: an anchor in world (w = 1) or in pixels from the lower left (w = 0), a quad in pixels from it.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;    // x, y, width, height in pixels
in vec4 instanceRow2;     // u0, v0, u1, v1
in vec4 instanceColor;

uniform mat4 viewProjectionMatrix;
uniform vec2 surfaceSize;

out vec2 uv;
out vec4 color;

void main() {
  vec4 clip = instanceRow0.w > 0.5 ? viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0)
                                  : vec4(instanceRow0.xy / surfaceSize * 2.0 - 1.0, 0.0, 1.0);
  vec2 t = vertexPosition.xy * 0.5 + 0.5;
  vec2 pixel = floor((clip.xy / clip.w * 0.5 + 0.5) * surfaceSize + 0.5) + instanceRow1.xy + t * instanceRow1.zw;
  uv = vec2(mix(instanceRow2.x, instanceRow2.z, t.x), mix(instanceRow2.w, instanceRow2.y, t.y));
  color = instanceColor;
  gl_Position = clip.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(pixel / surfaceSize * 2.0 - 1.0, 0.0, 1.0);
}
