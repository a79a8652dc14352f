// Finds the corner of the board near a place of a photo: the place that all edges around it point to. A board may have a
// frame printed round its map: of several corners, one behind the other, the outermost is the board's.

const COARSE = [
  { shrink: 4, reach: 20 },
  { shrink: 2, reach: 14 },
];
const LINES = [
  { shrink: 2, reach: 10 },
  { shrink: 1, reach: 12 },
];
const OUTWARD = 34;
const CLEAR = 0.15;
const LEAST_CHANGE = 6;
const TURNED = 18;
const NEAREST = 12;
const FARTHEST = 100;
const ROUNDS = 12;
const LEAST_EDGE = 6;
const LEAST_TURN = 0.06;

// The grey values of a picture (rgba, rows of `width`), `shrink` pixels made one.
function shrunk(rgba, width, height, shrink) {
  const w = Math.floor(width / shrink);
  const h = Math.floor(height / shrink);
  const grey = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      let sum = 0;
      for (let j = 0; j < shrink; j += 1) {
        for (let i = 0; i < shrink; i += 1) {
          const at = 4 * ((y * shrink + j) * width + x * shrink + i);
          sum += rgba[at] + rgba[at + 1] + rgba[at + 2];
        }
      }
      grey[y * w + x] = sum / (3 * shrink * shrink);
    }
  }
  return { grey, w, h };
}

// One step towards where the edges within `reach` of a place cross; null where no two of them do.
function step({ grey, w, h }, x, y, reach) {
  let [a, b, c, p, q, weight] = [0, 0, 0, 0, 0, 0];
  const left = Math.round(x);
  const top = Math.round(y);
  for (let v = Math.max(1, top - reach); v <= Math.min(h - 2, top + reach); v += 1) {
    for (let u = Math.max(1, left - reach); u <= Math.min(w - 2, left + reach); u += 1) {
      const far = ((u - x) ** 2 + (v - y) ** 2) / (reach * reach);
      if (far > 1) continue;
      const gx = (grey[v * w + u + 1] - grey[v * w + u - 1]) / 2;
      const gy = (grey[(v + 1) * w + u] - grey[(v - 1) * w + u]) / 2;
      const near = Math.exp(-2 * far);
      a += near * gx * gx;
      b += near * gx * gy;
      c += near * gy * gy;
      p += near * (gx * gx * u + gx * gy * v);
      q += near * (gx * gy * u + gy * gy * v);
      weight += near;
    }
  }
  const middle = (a + c) / 2;
  const spread = Math.hypot((a - c) / 2, b);
  // Edges of one direction only have a line of places, not one; a plain surface has none.
  if (middle / Math.max(weight, 1) < LEAST_EDGE || middle - spread < LEAST_TURN * (middle + spread)) return null;
  const det = a * c - b * b;
  return [(c * p - b * q) / det, (a * q - b * p) / det];
}

// Where steps of one reach lead from a place, or null.
function settled(small, x, y, reach) {
  let at = [x, y];
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = step(small, at[0], at[1], reach);
    if (!next) return null;
    const moved = Math.hypot(next[0] - at[0], next[1] - at[1]);
    at = next;
    if (moved < 0.03) break;
  }
  return at;
}

// How much the colours change across an edge that leaves (x, y) in direction `along`, at each distance from it towards
// `out`: what changes along the whole edge counts, what is grain or print does not.
function across({ rgba, width, height }, [x, y], along, out, first, last) {
  const colour = (far, off) => {
    const u = Math.round(x + far * along[0] + off * out[0]);
    const v = Math.round(y + far * along[1] + off * out[1]);
    return u < 0 || v < 0 || u >= width || v >= height ? -1 : 4 * (v * width + u);
  };
  const changes = [];
  for (let off = first; off <= last; off += 1) {
    const sum = [0, 0, 0];
    let n = 0;
    for (let far = NEAREST; far <= FARTHEST; far += 4) {
      const [inner, outer] = [colour(far, off - 1), colour(far, off + 1)];
      if (inner < 0 || outer < 0) continue;
      for (let c = 0; c < 3; c += 1) sum[c] += rgba[outer + c] - rgba[inner + c];
      n += 1;
    }
    changes.push(n < 6 ? 0 : Math.hypot(...sum) / n);
  }
  return changes;
}

// The outermost edge near a corner that runs about towards a neighbour: a place on it and its direction.
function edge(picture, at, neighbour, out) {
  const far = Math.hypot(neighbour[0] - at[0], neighbour[1] - at[1]);
  if (far < 1) return null;
  const about = Math.atan2(neighbour[1] - at[1], neighbour[0] - at[0]);
  let best = { change: 0 };
  for (let turn = -TURNED; turn <= TURNED; turn += 0.75) {
    const angle = about + (turn * Math.PI) / 180;
    const along = [Math.cos(angle), Math.sin(angle)];
    const side = out[0] * -along[1] + out[1] * along[0] < 0 ? [along[1], -along[0]] : [-along[1], along[0]];
    const change = Math.max(...across(picture, at, along, side, -6, 6));
    if (change > best.change) best = { change, along, side };
  }
  if (best.change < LEAST_CHANGE) return null;
  const changes = across(picture, at, best.along, best.side, -8, OUTWARD);
  const least = CLEAR * Math.max(...changes);
  for (let k = changes.length - 2; k > 0; k -= 1) {
    const [before, here, after] = [changes[k + 1], changes[k], changes[k - 1]];
    if (here >= least && here >= before && here >= after) {
      const between = (before - after) / (2 * (2 * here - before - after) || 1);
      const off = k - 8 + between;
      return { place: [at[0] + off * best.side[0], at[1] + off * best.side[1]], along: best.along };
    }
  }
  return null;
}

function meeting(one, other) {
  const det = one.along[0] * other.along[1] - one.along[1] * other.along[0];
  if (Math.abs(det) < 0.2) return null;
  const [dx, dy] = [other.place[0] - one.place[0], other.place[1] - one.place[1]];
  const far = (dx * other.along[1] - dy * other.along[0]) / det;
  return [one.place[0] + far * one.along[0], one.place[1] + far * one.along[1]];
}

// The corner of the board near (x, y) in a picture, as [x, y], or null where there is none within `most` pixels.
// `neighbours` are about where the corners before and after it are.
export function corner(rgba, width, height, x, y, neighbours, most = 90) {
  let [u, v] = [x, y];
  for (const { shrink, reach } of COARSE) {
    const at = settled(shrunk(rgba, width, height, shrink), (u + 0.5) / shrink - 0.5, (v + 0.5) / shrink - 0.5, reach);
    if (!at) return null;
    [u, v] = [(at[0] + 0.5) * shrink - 0.5, (at[1] + 0.5) * shrink - 0.5];
    if (Math.hypot(u - x, v - y) > most) return null;
  }
  const picture = { rgba, width, height };
  const out = (i) => [u - neighbours[i][0], v - neighbours[i][1]];
  // The outside of an edge is where the other one does not go.
  const edges = [edge(picture, [u, v], neighbours[0], out(1)), edge(picture, [u, v], neighbours[1], out(0))];
  const found = edges[0] && edges[1] && meeting(...edges);
  return found && Math.hypot(found[0] - x, found[1] - y) <= most ? found : null;
}

// Where printed lines meet near (x, y) in a picture, as [x, y], or null where they do not within `most` pixels.
export function crossing(rgba, width, height, x, y, most = 18) {
  let at = [x, y];
  for (const { shrink, reach } of LINES) {
    const found = settled(shrunk(rgba, width, height, shrink), (at[0] + 0.5) / shrink - 0.5, (at[1] + 0.5) / shrink - 0.5, reach);
    if (!found) return null;
    at = [(found[0] + 0.5) * shrink - 0.5, (found[1] + 0.5) * shrink - 0.5];
  }
  return Math.hypot(at[0] - x, at[1] - y) <= most ? at : null;
}
