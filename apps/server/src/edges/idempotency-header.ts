import { invokeMembers } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import { FailureException } from './failure-exception.js';

const keySchema = invokeMembers.idempotencyKey;

/** What is asked for with the key of its `Idempotency-Key` header, bare or in double quotes as a structured field has it. */
export function withKey<T extends { idempotencyKey?: string | undefined }>(
  body: T,
  { headers }: Pick<FastifyRequest, 'headers'>,
): T {
  const header = headers['idempotency-key'];
  if (header === undefined) return body;
  const text = String(header).trim();
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  const parsed = keySchema.safeParse(key);
  if (!parsed.success) throw refused('must be 1 to 255 printable ASCII characters without spaces');
  if (body.idempotencyKey !== undefined && body.idempotencyKey !== key)
    throw refused('differs from idempotencyKey in the body: give one of them, or the same in both');
  return { ...body, idempotencyKey: key };
}

const refused = (why: string): FailureException =>
  new FailureException({
    code: 'invalid_request',
    message: `The header Idempotency-Key ${why}.`,
    issues: [{ path: '/headers/idempotency-key', message: why }],
  });
