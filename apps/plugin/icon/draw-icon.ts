/** The side of the icon in pixels, as the plugin directory requires. */
export const ICON_SIZE = 512;

type Colour = readonly [red: number, green: number, blue: number];
interface Point {
  readonly x: number;
  readonly y: number;
}

const NIGHT: Colour = [27, 31, 59];
const PAPER: Colour = [244, 241, 232];
const LEAF: Colour = [94, 196, 138];

/** Samples a side of every pixel, so that edges are smooth. */
const SAMPLES = 3;

/** Draws the icon: a loop that ends in an arrow, around a tick. Gives its pixels as RGBA, row by row. */
export function drawIcon(): Uint8Array {
  const pixels = new Uint8Array(ICON_SIZE * ICON_SIZE * 4);
  for (let y = 0; y < ICON_SIZE; y += 1) {
    for (let x = 0; x < ICON_SIZE; x += 1) pixels.set(mixed(x, y), (y * ICON_SIZE + x) * 4);
  }
  return pixels;
}

function mixed(x: number, y: number): readonly number[] {
  const sum = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const colour = colourAt({
      x: x + ((sample % SAMPLES) + 0.5) / SAMPLES,
      y: y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES,
    });
    if (colour === undefined) continue;
    [...colour, 255].forEach((value, index) => (sum[index] = (sum[index] ?? 0) + value));
  }
  const covered = (sum[3] ?? 0) / 255;
  if (covered === 0) return sum;
  const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
  const shades = [red, green, blue].map((value) => Math.round(value / covered));
  return [...shades, Math.round(alpha / (SAMPLES * SAMPLES))];
}

const CENTRE: Point = { x: 256, y: 256 };
const RING = { radius: 152, half: 24 };
/** Where the ring is open, clockwise from the right: from the arrow's foot to the beginning. */
const GAP = { from: -1.05, to: -0.25 };
const TICK: readonly Point[] = [
  { x: 184, y: 264 },
  { x: 232, y: 312 },
  { x: 316, y: 220 },
];

function colourAt(point: Point): Colour | undefined {
  if (!isInRoundedSquare(point)) return undefined;
  if (isOnTick(point)) return LEAF;
  return isOnRing(point) || isInArrow(point) ? PAPER : NIGHT;
}

function isInRoundedSquare({ x, y }: Point): boolean {
  const corner = 112;
  const beyond = (value: number): number => Math.max(Math.abs(value - 256) - (256 - corner), 0);
  return Math.hypot(beyond(x), beyond(y)) <= corner;
}

function isOnRing(point: Point): boolean {
  const angle = Math.atan2(point.y - CENTRE.y, point.x - CENTRE.x);
  const isOpen = angle > GAP.from && angle < GAP.to;
  return !isOpen && Math.abs(distance(point, CENTRE) - RING.radius) <= RING.half;
}

/** The head of the arrow: a triangle that sits on the end of the ring and points along it. */
function isInArrow(point: Point): boolean {
  const angle = GAP.from;
  const foot = { x: CENTRE.x + RING.radius * Math.cos(angle), y: CENTRE.y + RING.radius * Math.sin(angle) };
  const along = (point.x - foot.x) * -Math.sin(angle) + (point.y - foot.y) * Math.cos(angle);
  const across = (point.x - foot.x) * Math.cos(angle) + (point.y - foot.y) * Math.sin(angle);
  const length = 84;
  return along >= 0 && along <= length && Math.abs(across) <= 62 * (1 - along / length);
}

function isOnTick(point: Point): boolean {
  return TICK.slice(1).some((end, index) => distanceToLine(point, TICK[index] ?? end, end) <= 22);
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
  const nearest = Math.min(Math.max(share, 0), 1);
  return distance(point, { x: from.x + nearest * dx, y: from.y + nearest * dy });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
