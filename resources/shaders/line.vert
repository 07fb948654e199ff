#version 150 core
// Thick segments as instanced quads: ends in world, width in pixels. A dash below 0: a square point at the first end.
in vec3 vertexPosition;
in vec4 instanceRow0;  // from: xyz, width in pixels
in vec4 instanceRow1;  // to: xyz, dash length in pixels (0: solid)
in vec4 instanceColor;

uniform mat4 viewProjectionMatrix;
uniform vec2 surfaceSize;
uniform float dpr;

out vec4 color;
out vec2 along;  // pixels from the start, dash length

void main() {
  vec4 a = viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0);
  if (instanceRow1.w < 0.0) {
    // A little nearer than the face that it lies on.
    float reach = 0.5 * instanceRow0.w * dpr;
    gl_Position = a + vec4(vertexPosition.xy * reach / (0.5 * surfaceSize) * a.w, -2e-4 * a.w, 0.0);
    color = instanceColor;
    along = vec2(0.0);
    return;
  }
  vec4 b = viewProjectionMatrix * vec4(instanceRow1.xyz, 1.0);
  // Ends behind the eye are moved onto the near side, so that the direction stays right.
  float near = 1e-4;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 half_size = 0.5 * surfaceSize;
  vec2 pa = a.xy / a.w * half_size, pb = b.xy / b.w * half_size;
  vec2 d = pb - pa;
  float len = max(length(d), 1e-4);
  vec2 side = vec2(-d.y, d.x) / len * (0.5 * instanceRow0.w * dpr);
  float t = vertexPosition.x * 0.5 + 0.5;
  vec4 c = mix(a, b, t);
  c.xy += side * vertexPosition.y / half_size * c.w;
  color = instanceColor;
  along = vec2(t * len, instanceRow1.w * dpr);
  gl_Position = c;
}
