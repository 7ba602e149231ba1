import fc from 'fast-check';
import type { FuzzRequest, FuzzSettings } from './fuzz-request.js';
import { type JsonObject, type Operation, operationsOf } from './openapi-operations.js';
import type { RequestKind } from './request-kind.js';
import { kindsFor } from './request-kinds.js';

export interface FuzzOptions extends Omit<FuzzSettings, 'document'> {
  /** The same seed and document give the same requests. */
  readonly seed: number;
  /** How many requests each operation gets; every kind of request has its turn. */
  readonly perOperation: number;
  /** Leaves an operation out, such as one that would stop the server. */
  readonly skip?: (operation: Operation) => boolean;
}

/** Mixes numbers into a seed: neighbours in any of them give unrelated requests. */
const mix = (...numbers: number[]): number =>
  numbers.reduce((state, number) => Math.imul(state ^ number, 0x9e3779b1) ^ (state >>> 15), 0x85ebca6b) | 0;

/** Some requests of one kind; drawn together, since building the generators costs more than drawing. */
function draw(kind: RequestKind, operation: Operation, settings: FuzzSettings, seed: number, count: number) {
  return fc.sample(kind.requests(operation, settings), { seed, numRuns: count });
}

/** One of each kind, then the second of each, and so on. */
function inTurns<T>(rows: readonly (readonly T[])[], count: number): T[] {
  const turns = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => rows.flatMap((row) => row.slice(turn, turn + 1)))
    .flat()
    .slice(0, count);
}

/**
 * Requests for every operation of an OpenAPI 3.1 document, operation after operation: valid-looking, at the limits,
 * hostile. Those of an operation are made when they are asked for. Each says in `describe` what is odd about it.
 */
export function* requestsFor(document: JsonObject, options: FuzzOptions): Generator<FuzzRequest> {
  const { headers, known, examples } = options;
  const settings: FuzzSettings = { document, headers, known, examples };
  for (const [index, operation] of operationsOf(document).entries()) {
    if (options.skip?.(operation)) continue;
    const kinds = kindsFor(operation);
    const each = Math.ceil(options.perOperation / kinds.length);
    const rows = kinds.map((kind, at) => draw(kind, operation, settings, mix(options.seed, index, at), each));
    yield* inTurns(rows, options.perOperation);
  }
}
