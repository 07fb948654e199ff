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

// Handles that cannot be dragged from here: arrows towards the eye, planes seen from their edge.
bool useless(int part, vec3 eye) {
  if (part < 1 || part > 6) return false;
  float facing = abs(dot(mat3(gizmoPose)[(part - 1) % 3], eye));
  return part < 4 ? facing > 0.985 : facing < 0.05;
}

void main() {
  vec3 origin = gizmoPose[3].xyz;
  vec4 clip = viewProjectionMatrix * vec4(origin, 1.0);
  float metresPerPixel = 2.0 * max(clip.w, 1e-6) / (projectionMatrix[1][1] * surfaceSize.y);
  int part = int(vertexColor.a * 255.0 + 0.5);
  // The ring about the axis to the eye lies in the plane of the screen.
  mat3 axes = part == 10 ? transpose(mat3(viewMatrix)) : mat3(gizmoPose);
  vec3 offset = axes * (vertexPosition * gizmoSize * metresPerPixel);
  bool hot = abs(float(part) - gizmoHot) < 0.5;
  viewNormal = mat3(viewMatrix) * (axes * vertexNormal);
  float depth = (mat3(viewMatrix) * offset).z / (gizmoSize * metresPerPixel);
  behind = part >= 7 && part <= 9 ? 1.0 - smoothstep(-0.18, 0.02, depth) : 0.0;
  bool plane = part >= 4 && part <= 6;
  float alpha = plane ? (hot ? 0.85 : 0.55) : part == 10 && !hot ? 0.75 : 1.0;
  color = vec4(hot ? vec3(1.0, 0.80, 0.25) : vertexColor.rgb, alpha);
  float grey = dot(vertexColor.rgb, vec3(0.3, 0.6, 0.1));
  color = mix(color, vec4(mix(vec3(grey), vertexColor.rgb, 0.25), 0.4 * color.a), gizmoLocked);
  bool ortho = projectionMatrix[3][3] > 0.5;
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 seen = (viewMatrix * vec4(origin, 1.0)).xyz;
  vec3 eye = ortho ? backward : normalize(transpose(mat3(viewMatrix)) * -seen);
  bool hidden = gizmoOnly > 0.5 ? abs(float(part) - gizmoOnly) > 0.5 : useless(part, eye);
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : viewProjectionMatrix * vec4(origin + offset, 1.0);
}
