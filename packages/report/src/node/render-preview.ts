import { crc32, deflateSync } from 'node:zlib';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewShapes, type Shape } from '../png/preview-shapes.ts';
import type { Report } from '../model/report-model.ts';
import { GENERATOR } from '../text/mark.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const CHANNELS = 3;

/** Draws the picture that previews of links show, as PNG: most services take neither SVG nor a picture inside the page. */
export function renderPreview(report: Report): Uint8Array {
  const pixels = new Uint8Array(PREVIEW_WIDTH * PREVIEW_HEIGHT * CHANNELS);
  for (const shape of previewShapes(report)) draw(pixels, shape);
  const rows = new Uint8Array((PREVIEW_WIDTH * CHANNELS + 1) * PREVIEW_HEIGHT);
  for (let y = 0; y < PREVIEW_HEIGHT; y += 1) {
    const row = pixels.subarray(y * PREVIEW_WIDTH * CHANNELS, (y + 1) * PREVIEW_WIDTH * CHANNELS);
    rows.set(row, y * (PREVIEW_WIDTH * CHANNELS + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PREVIEW_WIDTH, 0);
  header.writeUInt32BE(PREVIEW_HEIGHT, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    // Marks the file as a report, which another one may replace.
    chunk('tEXt', Buffer.from(`Software\0${GENERATOR}`, 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** True for the beginning of a preview that this package drew. */
export function isPreview(beginning: Uint8Array): boolean {
  return Buffer.from(beginning).includes(`tEXtSoftware\0${GENERATOR}`) && startsWith(beginning, SIGNATURE);
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, wanted.length)).equals(wanted);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Lays a shape over the pixels; its edge is blended with the pixels below. */
function draw(pixels: Uint8Array, shape: Shape): void {
  const [left, top, right, bottom] = boundsOf(shape);
  for (let y = Math.max(0, top); y < Math.min(PREVIEW_HEIGHT, bottom); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(PREVIEW_WIDTH, right); x += 1) {
      const cover = Math.min(1, Math.max(0, 0.5 - distanceTo(shape, x + 0.5, y + 0.5)));
      if (cover === 0) continue;
      const at = (y * PREVIEW_WIDTH + x) * CHANNELS;
      shape.colour.forEach((value, channel) => {
        const below = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.round(below + (value - below) * cover);
      });
    }
  }
}

function boundsOf(shape: Shape): readonly [left: number, top: number, right: number, bottom: number] {
  if (shape.kind === 'box') {
    const { x, y, width, height } = shape;
    return [Math.floor(x) - 1, Math.floor(y) - 1, Math.ceil(x + width) + 1, Math.ceil(y + height) + 1];
  }
  const [x1, y1] = shape.from;
  const [x2, y2] = shape.to;
  const reach = shape.radius + 1;
  return [
    Math.floor(Math.min(x1, x2) - reach),
    Math.floor(Math.min(y1, y2) - reach),
    Math.ceil(Math.max(x1, x2) + reach),
    Math.ceil(Math.max(y1, y2) + reach),
  ];
}

/** How far a point lies outside of a shape; negative inside. */
function distanceTo(shape: Shape, x: number, y: number): number {
  if (shape.kind === 'box') {
    const { radius } = shape;
    const dx = Math.abs(x - shape.x - shape.width / 2) - shape.width / 2 + radius;
    const dy = Math.abs(y - shape.y - shape.height / 2) - shape.height / 2 + radius;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  }
  const [x1, y1] = shape.from;
  const [x2, y2] = shape.to;
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  const place = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x1 - place * (x2 - x1), y - y1 - place * (y2 - y1)) - shape.radius;
}
