import { issuesOfShape } from '@assay/core';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { FailureException } from '../failure-exception.js';

type Part = 'query' | 'body';

/** A part of the request in its shape, or 422 with every problem. */
export function shaped<T extends z.ZodType>(schema: T, value: unknown, part: Part): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .flatMap((issue) => issuesOfShape(issue, 'unexpected property'))
    .map(({ path, message }) => ({ path: path.slice(1).replaceAll('/', '.'), message }));
  throw new FailureException({ code: 'invalid_request', message: 'validation failed', issues }, { part });
}

/** The name in the address: one segment with its slash encoded, or two, as some proxies make of it. */
export function serverNameOf(request: FastifyRequest): string {
  const { name, namespace, local } = request.params as { name?: string; namespace?: string; local?: string };
  return local === undefined ? (name ?? namespace ?? '') : `${namespace}/${local}`;
}

export const versionOf = (request: FastifyRequest): string => (request.params as { version?: string }).version ?? '';

/** `?include_deleted=true`. */
export const wantsDeleted = (request: FastifyRequest): boolean =>
  (request.query as { include_deleted?: unknown }).include_deleted === 'true';
