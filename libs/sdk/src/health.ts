import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';

/** What a server says of itself. */
export interface Health {
  /** Whether it can do its work now. */
  readonly ready: boolean;
  readonly version: string | undefined;
  /** Its own words, for people; undefined when it is ready or says nothing. */
  readonly detail: string | undefined;
}

type Members = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Asks `/readyz`. Throws only when no server answers; one that is starting or stopping is an answer. */
export async function readHealth(connection: Connection, options?: RequestOptions): Promise<Health> {
  try {
    const body = ((await connection.send('GET', '/readyz', undefined, options)) ?? {}) as Members;
    return { ready: true, version: text(body.version), detail: undefined };
  } catch (error) {
    if (error instanceof AssayError && error.status === 503) {
      return { ready: false, version: text(error.problem?.version), detail: error.problem?.detail };
    }
    throw error;
  }
}
