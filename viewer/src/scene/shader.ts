// The one surface shader. Pose, colour and visibility of an object come from two textures, so any number of objects is
// one draw call, and a change of state costs four bytes an object. Normals are those of the flat triangles.

import * as THREE from "three";

/** What a pass draws: whole surfaces, faded ones, object numbers for picking. */
export const SOLID = 0;
export const FADED = 1;
export const PICK = 2;

const vertex = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
in vec3 position;
in uint object;
#ifdef IMAGE
in vec2 uv;
out vec2 vUv;
#endif
uniform mat4 viewMatrix, projectionMatrix;
uniform sampler2D poses, states;
uniform int pass, pairA, pairB;
uniform bool clearing;
out vec3 vWorld, vView;
flat out vec4 vState;
flat out uint vObject;

void main() {
  vObject = object;
  int i = int(object);
  vState = texelFetch(states, ivec2(i & 1023, i >> 10), 0);
  // The solid pass leaves out what is faded; the faded pass takes solid objects too, where they are cut open.
  bool drawn = vState.a > 0.0 && (pass != ${SOLID} || vState.a == 1.0) && (pass != ${FADED} || vState.a < 1.0 || clearing);
  if (!drawn) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  int at = 3 * i;
  ivec2 row = ivec2(at & 4095, at >> 12);
  // Three texels an object, which may lie in two rows.
  vec4 x = texelFetch(poses, row, 0);
  vec4 y = texelFetch(poses, ivec2((at + 1) & 4095, (at + 1) >> 12), 0);
  vec4 z = texelFetch(poses, ivec2((at + 2) & 4095, (at + 2) >> 12), 0);
  vec4 p = vec4(position, 1.0);
  vWorld = vec3(dot(x, p), dot(y, p), dot(z, p));
  vec4 view = viewMatrix * vec4(vWorld, 1.0);
  vView = view.xyz;
#ifdef IMAGE
  vUv = uv;
#endif
  gl_Position = projectionMatrix * view;
}`;

const fragment = /* glsl */ `
precision highp float;
precision highp int;
in vec3 vWorld, vView;
flat in vec4 vState;
flat in uint vObject;
#ifdef IMAGE
in vec2 vUv;
uniform sampler2D image;
#endif
uniform mat4 viewMatrix;
uniform vec3 cameraPosition;
uniform int pass, pairA, pairB;
uniform bool clearing, sectioned, dark;
uniform vec4 plane;
uniform vec3 focusMin, focusMax, up;
uniform float focusRadius;
out vec4 color;

/** Whether this point lies in the cone from the camera to the clash, in front of it. */
bool inTheWay() {
  vec3 centre = 0.5 * (focusMin + focusMax);
  vec3 axis = centre - cameraPosition, ray = vWorld - cameraPosition;
  float length2 = dot(axis, axis);
  float t = dot(ray, axis) / length2;
  return t > 0.0 && (1.0 - t) * sqrt(length2) > 0.35 * focusRadius && length(ray - t * axis) < t * focusRadius * 1.6;
}

void main() {
  if (sectioned && dot(plane.xyz, vWorld) > plane.w) discard;
  bool isPair = int(vObject) == pairA || int(vObject) == pairB;
  // The pair stays whole: where one of it hides the clash, all of it is faded (see World).
  bool isCut = clearing && !isPair && inTheWay();
  if (pass == ${SOLID} && isCut) discard;
  if (pass == ${FADED} && vState.a == 1.0 && !isCut) discard;
  if (pass == ${PICK}) {
    if (isCut || vState.a < 0.2) discard;
    uint id = vObject + 1u;
    color = vec4(float(id & 255u), float(id >> 8 & 255u), float(id >> 16 & 255u), 255.0) / 255.0;
    return;
  }
  vec3 normal = normalize(cross(dFdx(vView), dFdy(vView)));
  if (normal.z < 0.0) normal = -normal;
  vec3 towards = normalize(-vView);
  float facing = clamp(dot(normal, towards), 0.0, 1.0);
  vec3 skyward = (viewMatrix * vec4(up, 0.0)).xyz;
  float light = 0.5 + 0.32 * clamp(dot(normal, normalize(vec3(-0.35, 0.5, 0.8))), 0.0, 1.0) + 0.14 * facing + 0.1 * dot(normal, skyward);
  vec3 base = vState.rgb;
#ifdef IMAGE
  base = texture(image, vUv).rgb;
#endif
  if (isPair) {
    // Full colour near the clash, a tint of it further away: a storey does not light up for one of its corners.
    vec3 gap = max(max(focusMin - vWorld, vWorld - focusMax), 0.0);
    float near = 1.0 - smoothstep(0.4, 3.0, length(gap) / focusRadius);
    float grey = dark ? 0.46 : 0.72;
    base = mix(mix(vec3(grey), base, 0.22), base, near);
  }
  // Inside of a surface that is cut open: flat and darker, so that a cut reads as one.
  if (sectioned && !gl_FrontFacing) { light = 0.62; base = mix(base, vec3(dark ? 0.15 : 0.35), 0.25); }
  float alpha = 1.0;
  if (pass == ${FADED}) {
    // Seen edge on, a faded surface is denser: outlines stay, faces vanish.
    float opacity = isCut ? min(vState.a, 0.05) : vState.a;
    alpha = clamp(opacity * (0.75 + 2.6 * pow(1.0 - facing, 3.0)), 0.0, 0.85);
  }
  color = vec4(base * light * 1.04, alpha);
}`;

export type Uniforms = Record<string, THREE.IUniform>;

export function uniforms(): Uniforms {
  return {
    poses: { value: null },
    states: { value: null },
    pairA: { value: -1 },
    pairB: { value: -1 },
    clearing: { value: false },
    sectioned: { value: false },
    dark: { value: false },
    plane: { value: new THREE.Vector4(0, 0, 1, 0) },
    focusMin: { value: new THREE.Vector3() },
    focusMax: { value: new THREE.Vector3() },
    focusRadius: { value: 1 },
    up: { value: new THREE.Vector3(0, 0, 1) },
  };
}

/** A material for one pass; `shared` holds the uniforms all of them read. */
export function material(pass: number, shared: Uniforms, image?: THREE.Texture): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: vertex,
    fragmentShader: fragment,
    uniforms: { ...shared, pass: { value: pass }, image: { value: image ?? null } },
    defines: image ? { IMAGE: 1 } : {},
    side: THREE.DoubleSide,
    transparent: pass === FADED,
    depthWrite: pass !== FADED,
  });
}
