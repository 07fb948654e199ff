#version 150 core
// Small instanced models of constant size on screen: frames, rings. Rows hold root_t_frame; the size
// in pixels stands in info.z; info.y = 1 hovered, 2 selected, 3 active; info.w fades.
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

out vec4 color;
out vec3 viewNormal;

void main() {
  vec3 origin = vec3(instanceRow0.w, instanceRow1.w, instanceRow2.w);
  vec4 clip = viewProjectionMatrix * vec4(origin, 1.0);
  float metresPerPixel = 2.0 * max(clip.w, 1e-6) / (projectionMatrix[1][1] * surfaceSize.y);
  vec3 local = vertexPosition * instanceInfo.z * metresPerPixel;
  vec3 turned = vec3(dot(instanceRow0.xyz, local), dot(instanceRow1.xyz, local), dot(instanceRow2.xyz, local));
  vec3 n = vec3(dot(instanceRow0.xyz, vertexNormal), dot(instanceRow1.xyz, vertexNormal),
                dot(instanceRow2.xyz, vertexNormal));
  viewNormal = mat3(viewMatrix) * n;
  vec3 base = instanceColor.a < 0.0 ? vertexColor.rgb : mix(vertexColor.rgb, instanceColor.rgb, instanceColor.a);
  color = vec4(base, instanceInfo.w);
  gl_Position = viewProjectionMatrix * vec4(origin + turned, 1.0);
}
