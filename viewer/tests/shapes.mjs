// Simple shapes: flat arrays of coordinates and of corners.

export function box([x0, y0, z0], [x1, y1, z1]) {
  const points = [];
  for (let corner = 0; corner < 8; corner++) points.push(corner & 1 ? x1 : x0, corner & 2 ? y1 : y0, corner & 4 ? z1 : z0);
  const triangles = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { points, triangles };
}

/** A closed tube along an axis (0, 1, 2), with caps. */
export function tube([x, y, z], axis, radius, length, sides = 32, rings = 1) {
  const points = [];
  const triangles = [];
  const push = (u, v, w) => {
    const p = [x, y, z];
    p[axis] += w;
    p[(axis + 1) % 3] += u;
    p[(axis + 2) % 3] += v;
    points.push(...p);
  };
  for (let ring = 0; ring <= rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      push(radius * Math.cos(angle), radius * Math.sin(angle), (length * ring) / rings);
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const [a, b] = [ring * sides + i, ring * sides + ((i + 1) % sides)];
      triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  const first = points.length / 3;
  push(0, 0, 0);
  push(0, 0, length);
  const last = rings * sides;
  for (let i = 0; i < sides; i++) triangles.push(first, (i + 1) % sides, i, first + 1, last + i, last + ((i + 1) % sides));
  return { points, triangles };
}

/** A circle as a flat array, across an axis. */
export function circle([x, y, z], axis, radius, sides = 32) {
  const out = [];
  for (let i = 0; i < sides; i++) {
    const p = [x, y, z];
    p[(axis + 1) % 3] += radius * Math.cos((2 * Math.PI * i) / sides);
    p[(axis + 2) % 3] += radius * Math.sin((2 * Math.PI * i) / sides);
    out.push(...p);
  }
  return out;
}

export function ball([x, y, z], radius, rings = 16) {
  const points = [];
  const triangles = [];
  const sides = 2 * rings;
  for (let ring = 0; ring <= rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const [a, b] = [(Math.PI * ring) / rings, (2 * Math.PI * i) / sides];
      points.push(x + radius * Math.sin(a) * Math.cos(b), y + radius * Math.sin(a) * Math.sin(b), z + radius * Math.cos(a));
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let i = 0; i < sides; i++) {
      const [a, b] = [ring * sides + i, ring * sides + ((i + 1) % sides)];
      triangles.push(a, a + sides, b, b, a + sides, b + sides);
    }
  }
  return { points, triangles };
}

/** A wavy sheet of 2 n² triangles. */
export function sheet([x, y, z], size, n, height = 0.05 * size) {
  const points = [];
  const triangles = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const [u, v] = [i / n, j / n];
      points.push(x + size * u, y + size * v, z + height * (Math.sin(9 * u) * Math.cos(7 * v) + 0.25 * Math.sin(41 * u + 23 * v)));
    }
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  return { points, triangles };
}
