#version 150 core
// The view cube: turned as the camera is, drawn at a fixed place of the surface. vertexColor.r holds
// the number of the face, vertexTexCoord its place in the texture.
in vec3 vertexPosition;
in vec3 vertexNormal;
in vec2 vertexTexCoord;

uniform mat4 viewMatrix;
uniform vec2 surfaceSize;
uniform vec4 cubePlace;   // centre x, y and half edge in pixels from the lower left; hovered face or -1

out vec2 uv;
out vec3 viewNormal;
flat out float hot;

void main() {
  vec3 v = mat3(viewMatrix) * vertexPosition;
  viewNormal = mat3(viewMatrix) * vertexNormal;
  vec2 pixel = cubePlace.xy + v.xy * cubePlace.z;
  uv = vertexTexCoord;
  float face = vertexNormal.x > 0.5 ? 0.0 : vertexNormal.x < -0.5 ? 1.0 : vertexNormal.y > 0.5 ? 2.0
             : vertexNormal.y < -0.5 ? 3.0 : vertexNormal.z > 0.5 ? 4.0 : 5.0;
  hot = abs(face - cubePlace.w) < 0.5 ? 1.0 : 0.0;
  gl_Position = vec4(pixel / surfaceSize * 2.0 - 1.0, -0.9 - 0.02 * v.z, 1.0);
}
