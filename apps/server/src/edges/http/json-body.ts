import { findInexactNumber, refusedNumber } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { FailureException } from '../failure-exception.js';

/**
 * Parses JSON bodies as Fastify does, except that a number which no double can hold is refused with its path: it would
 * reach the tool as another number, or as null.
 */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    parse(request, body, (error, value) => {
      const inexact = error === null || error === undefined ? inexactNumber(body) : null;
      if (inexact !== null) done(inexact);
      else done(error, value);
    });
  });
}

function inexactNumber(body: string): FailureException | null {
  const found = findInexactNumber(body);
  if (found === null) return null;
  const message = refusedNumber(found.text);
  return new FailureException({
    code: 'invalid_request',
    message: `${found.path || 'The body'}: ${message}.`,
    issues: [{ path: found.path, message }],
  });
}
