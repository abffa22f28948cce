// The shape of VIEW and NOTES, as docs/reference/page-format.md describes them.

export type Vec3 = [number, number, number];
export type Fact = { label: string; value: string };

/** A part of BYTES. */
export type Slice = {
  at: number;
  count: number;
  type: "u8" | "f32" | "ints" | "points";
  stride?: number;
  min?: Vec3;
  step?: number;
};

export type Mesh = { points: Slice; triangles: Slice; uv?: Slice };

/** The columns of a 3 × 4 matrix. */
export type Pose = number[];

export type Item = {
  name: string;
  source?: string;
  mesh?: number;
  pose?: Pose;
  closed?: boolean;
  color?: string;
  image?: number;
};

export type Curve = { points: Slice; closed?: boolean };

export type Marks = {
  triangles_a?: Slice;
  triangles_b?: Slice;
  curves?: Curve[];
  /** Two points each. */
  segments?: Slice;
  patches?: Slice;
};

export type Finding = {
  id: string;
  shape?: string;
  number: number;
  a: number;
  b: number;
  class: string;
  title?: string;
  facts?: Fact[];
  severity?: number;
  depth?: number;
  depth_estimate?: boolean;
  distance?: number;
  volume?: number;
  region?: { min: Vec3; max: Vec3 };
  copies?: number[];
  points?: [Vec3, Vec3];
  direction?: Vec3;
  marks?: Marks;
  frame?: number;
  time?: number;
};

export type Group = { name: string; findings: number[] };

export type Frame = {
  label?: string;
  time?: number;
  poses?: [number, Pose][];
  points?: [number, Slice][];
  particles?: { points: Slice; colors?: Slice; size?: number };
};

export type Axis = { label: string; unit?: string; log?: boolean };
export type Series = { name: string; points: [number, number][]; steps?: boolean };
export type Chart = { title: string; x: Axis; y: Axis; series: Series[] };
export type Medium = { name: string; mime: string; data: Slice };

export type View = {
  format: number;
  kind: "check" | "inspect" | "particles" | "chip";
  title: string;
  version?: string;
  unit?: string;
  up?: "y" | "z";
  origin?: Vec3;
  scale?: number;
  summary?: Fact[];
  guarantee?: "exact" | "may miss";
  notes?: string[];
  meshes?: Mesh[];
  objects?: Item[];
  findings?: Finding[];
  left_out?: number;
  groups?: Group[];
  frames?: Frame[];
  charts?: Chart[];
  media?: Medium[];
  sound?: number;
};

export const STATUSES = ["new", "active", "reviewed", "approved", "resolved"] as const;
export type Status = (typeof STATUSES)[number];
/** What someone decided about a finding that had this shape then. */
export type Note = { shape: string; status?: Status; comment?: string; when?: string; was?: string };
export type Notes = { format: 2; findings: Record<string, Note[]> };
