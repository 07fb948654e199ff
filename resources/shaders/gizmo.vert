#version 150 core
// Handles around a point, of constant size on screen. vertexColor.a holds the number of the handle.
in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexColor;

uniform mat4 viewMatrix;
uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform vec2 surfaceSize;
uniform mat4 gizmoPose;
uniform float gizmoSize;      // pixels
uniform float gizmoHot;       // number of the hovered or dragged handle
uniform float gizmoOnly;      // > 0: the others are hidden
uniform float gizmoLocked;    // 1: drawn faint, without colour

out vec4 color;
out vec3 viewNormal;
out float behind;

void main() {
  vec3 origin = gizmoPose[3].xyz;
  vec4 clip = viewProjectionMatrix * vec4(origin, 1.0);
  float metresPerPixel = 2.0 * max(clip.w, 1e-6) / (projectionMatrix[1][1] * surfaceSize.y);
  vec3 offset = mat3(gizmoPose) * (vertexPosition * gizmoSize * metresPerPixel);
  float part = floor(vertexColor.a * 255.0 + 0.5);
  bool hot = abs(part - gizmoHot) < 0.5;
  viewNormal = mat3(viewMatrix) * (mat3(gizmoPose) * vertexNormal);
  float ring = step(6.5, part) * step(part, 9.5);
  float depth = (mat3(viewMatrix) * offset).z / (gizmoSize * metresPerPixel);
  behind = ring * (1.0 - smoothstep(-0.18, 0.02, depth));
  float plane = step(3.5, part) * step(part, 6.5);
  color = vec4(hot ? vec3(1.0, 0.80, 0.25) : vertexColor.rgb, plane > 0.5 ? (hot ? 0.75 : 0.42) : 1.0);
  float grey = dot(vertexColor.rgb, vec3(0.3, 0.6, 0.1));
  color = mix(color, vec4(mix(vec3(grey), vertexColor.rgb, 0.25), 0.4 * color.a), gizmoLocked);
  bool hidden = gizmoOnly > 0.5 && abs(part - gizmoOnly) > 0.5;
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : viewProjectionMatrix * vec4(origin + offset, 1.0);
}
