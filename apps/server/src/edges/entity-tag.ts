import type { ExpectedPolicy } from '@assay/gateway';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';

/** A version as an entity tag. */
export const etagOf = (version: number): string => `"${version}"`;

/**
 * What a request expects to change: the version in `If-Match`, null (that there is none) by `If-None-Match: *`, undefined
 * when it says nothing.
 */
export function expectedVersion(headers: FastifyRequest['headers']): Result<ExpectedPolicy, Failure> {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    if (noneMatch.trim() === '*' && match === undefined) return ok(null);
    return badHeader('if-none-match', 'must be *, without If-Match: "only when there are none yet"');
  }
  if (match === undefined || match.trim() === '*') return ok(undefined);
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(match)?.[1];
  return version === undefined
    ? badHeader('if-match', 'must be one ETag as it was answered, such as "3"')
    : ok(Number(version));
}

const badHeader = (name: string, message: string) =>
  fail('malformed_request', `The header ${name} ${message}.`, { issues: [{ path: `/headers/${name}`, message }] });
