#version 150 core
// Small instanced models of constant size on screen: frames, rings. Rows hold root_t_frame; the size
// in pixels stands in info.z; info.w fades. Where info.x metres are small on screen only the middle stays.
in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexColor;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;
in vec4 instanceInfo;

uniform mat4 viewMatrix;
uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec2 surfaceSize;
uniform float dpr;

out vec4 color;
out vec3 viewNormal;

void main() {
  const float kPointPixels = 40.0;
  vec3 origin = vec3(instanceRow0.w, instanceRow1.w, instanceRow2.w);
  vec4 clip = viewProjectionMatrix * vec4(origin, 1.0);
  float metresPerPixel = 2.0 * max(clip.w, 1e-6) / (projectionMatrix[1][1] * surfaceSize.y);
  float pixels = instanceInfo.x / (metresPerPixel * dpr);
  float whole = instanceInfo.x > 0.0 ? smoothstep(kPointPixels, 1.3 * kPointPixels, pixels) : 1.0;
  bool middle = vertexColor.a < 0.9;
  vec3 local = vertexPosition * instanceInfo.z * metresPerPixel * (middle ? mix(1.3, 1.0, whole) : whole);
  vec3 turned = vec3(dot(instanceRow0.xyz, local), dot(instanceRow1.xyz, local), dot(instanceRow2.xyz, local));
  vec3 n = vec3(dot(instanceRow0.xyz, vertexNormal), dot(instanceRow1.xyz, vertexNormal),
                dot(instanceRow2.xyz, vertexNormal));
  viewNormal = mat3(viewMatrix) * n;
  vec3 base = instanceColor.a < 0.0 ? vertexColor.rgb : mix(vertexColor.rgb, instanceColor.rgb, instanceColor.a);
  color = vec4(base, instanceInfo.w);
  gl_Position = viewProjectionMatrix * vec4(origin + turned, 1.0);
}
