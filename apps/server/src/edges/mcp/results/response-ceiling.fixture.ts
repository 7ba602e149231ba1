import type { KeepOutput } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { ResponseCeiling } from './response-ceiling.js';

export const keptId = '0198f000-0000-7000-8000-00000000a001';

/** A ceiling that counts four characters as a token, and keeps everything under one id. */
export function ceilingOf(limit: number | null = 20_000) {
  const kept: unknown[] = [];
  const keeping = (output: unknown, mediaType: string) => {
    kept.push(output);
    const bytes = Buffer.byteLength(typeof output === 'string' ? output : JSON.stringify(output));
    const stored = { kind: 'pointer', id: keptId, digest: 'sha256:x', bytes, mediaType, expiresAt: 0 };
    return Promise.resolve({ ok: true, value: { output: stored, known: false } });
  };
  const keep = {
    pointer: (output: unknown) => keeping(output, 'application/json'),
    binary: (base64: string, mediaType: string) => keeping(base64, mediaType),
  } as unknown as KeepOutput;
  const ceiling = new ResponseCeiling({
    loadTokens: async () => (text) => Math.ceil(text.length / 4),
    keep,
    clock: new FakeClock(),
    rules: { inForce: () => ({ limit, source: 'default' }) },
  });
  return { ceiling, kept };
}
