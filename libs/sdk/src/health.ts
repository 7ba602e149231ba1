import type { Connection, RequestOptions } from './connection.js';

/** What a server says of itself. */
export interface Health {
  /** Whether it can do its work now. */
  readonly ready: boolean;
  /** What is wrong, one sentence each; empty when it is ready. */
  readonly problems: readonly string[];
}

interface Readiness {
  readonly checks?: Readonly<Record<string, unknown>>;
  readonly detail?: unknown;
}

/** Checks answer "ok" or what is wrong; a proxy in front of a server that is away sends a problem or nothing. */
function problemsOf({ checks, detail }: Readiness): string[] {
  const wrong = Object.entries(checks ?? {}).filter(([, state]) => state !== 'ok');
  if (wrong.length > 0) return wrong.map(([name, state]) => `${name}: ${state}`);
  return [typeof detail === 'string' ? detail : 'it does not say why'];
}

/** Asks `/readyz`. Throws only when no server answers; one that is starting or stopping is an answer. */
export async function readHealth(connection: Connection, options?: RequestOptions): Promise<Health> {
  const { status, body } = await connection.exchange('GET', '/readyz', undefined, options, {
    also: [503],
    anonymous: true,
  });
  return status === 503
    ? { ready: false, problems: problemsOf((body ?? {}) as Readiness) }
    : { ready: true, problems: [] };
}
