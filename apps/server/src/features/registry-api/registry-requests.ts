import { registryFlagSchema } from '@assay/contracts';
import { issuesOfShape } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FailureException } from '../../edges/failure-exception.js';

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

/** Query parameters as they were given; one without a value counts as absent. */
export const givenQuery = (request: FastifyRequest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request.query as object).filter(([, value]) => value !== ''));

const oneServerQuery = z.object({ include_deleted: registryFlagSchema.optional() });

/** `?include_deleted=true`. */
export const wantsDeleted = (request: FastifyRequest): boolean =>
  shaped(oneServerQuery, givenQuery(request), 'query').include_deleted === true;
