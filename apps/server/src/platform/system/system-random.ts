import { randomBytes, randomFillSync } from 'node:crypto';
import type { Random } from '@assay/kernel';

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes drawn in blocks: one system call serves many ids. */
function draw(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** UUID version 7 (RFC 9562): 48 bits of time in ms, then random. */
function uuid7(): string {
  const bytes = Buffer.from(draw(16));
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Random bytes as hexadecimal digits. */
export const randomHex = (bytes: number): string => draw(bytes).toString('hex');

/** The operating system's randomness. */
export const systemRandom: Random = Object.freeze({
  uuid: uuid7,
  token: (bytes: number) => randomBytes(bytes).toString('base64url'),
});
