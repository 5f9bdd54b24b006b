import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a square picture, given as RGBA pixels row by row, as a PNG. */
export function encodePng(pixels: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, red green blue alpha; the rest is 0: the only methods that there are.
  header.set([8, 6], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(toRows(pixels, size), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The rows as PNG has them: each after the number of its filter, here always 0 for none. */
export function toRows(pixels: Uint8Array, size: number): Buffer {
  const stride = size * 4;
  const rows = Buffer.alloc(size * (stride + 1));
  for (let row = 0; row < size; row += 1) {
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
