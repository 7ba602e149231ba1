import { createHash } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { dataTool, maxText } from './data-tool.js';
import { canonicalJson, requireShallow } from './json-input.js';

const input = z.strictObject({
  text: z.string().max(maxText).optional().describe('Hashed as UTF-8'),
  base64: z.string().max(maxText).optional().describe('Bytes in base64'),
  json: z
    .unknown()
    .optional()
    .describe('Hashed in canonical form (RFC 8785), so that the order of members is irrelevant'),
  algorithm: z.enum(['sha256', 'sha384', 'sha512', 'sha1', 'md5']).default('sha256'),
  encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
});

const output = z.object({
  digest: z.string(),
  algorithm: z.string(),
  bytes: z.int().nonnegative().describe('How many bytes were hashed'),
});

function bytesOf({ text, base64, json }: Pick<z.output<typeof input>, 'text' | 'base64' | 'json'>): Buffer {
  const given = [text, base64, json].filter((it) => it !== undefined);
  if (given.length !== 1) throw new Refusal('Give exactly one of text, base64 and json.');
  if (text !== undefined) return Buffer.from(text, 'utf8');
  if (base64 === undefined) {
    requireShallow(json);
    return Buffer.from(canonicalJson(json), 'utf8');
  }
  const bytes = Buffer.from(base64, 'base64');
  const unpadded = (it: string) => it.replaceAll(/[=\s]/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (unpadded(bytes.toString('base64')) !== unpadded(base64)) throw new Refusal('base64 is not valid base64.');
  return bytes;
}

export const hash = dataTool({
  name: 'hash',
  title: 'Hash text or data',
  description:
    'The digest of a text, of bytes or of JSON in canonical form. Use it to compare contents or to make a stable key. MD5 and SHA-1 are for compatibility, not for security.',
  input,
  output,
  compute({ algorithm, encoding, ...content }) {
    const bytes = bytesOf(content);
    const digest = createHash(algorithm).update(bytes).digest(encoding);
    return { structured: { digest, algorithm, bytes: bytes.length }, text: `${algorithm} ${digest}` };
  },
});
