import pg from 'pg';

/** Host and port of a connection address, for messages; never its user or password. */
export function addressOf(databaseUrl: string): string {
  try {
    const { hostname, port, searchParams } = new URL(databaseUrl);
    return `${hostname || searchParams.get('host') || 'localhost'}:${port || '5432'}`;
  } catch {
    return 'an address that cannot be read';
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no route to the host',
  '28P01': 'it refuses the user or password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
  '53300': 'it has no connections left',
  ECONNRESET: 'it closed the connection',
  '57P01': 'it was shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting up or shutting down',
};

/** One sentence on why the database cannot be used. */
export function unreachable(databaseUrl: string, cause: unknown): Error {
  const { code, message } = cause as { code?: string; message?: string };
  const reason =
    (code && reasons[code]) ?? (/timeout/i.test(message ?? '') ? 'it does not answer' : (code ?? 'it fails'));
  return new Error(
    `The database at ${addressOf(databaseUrl)} cannot be used: ${reason}; check DATABASE_URL and that PostgreSQL runs.`,
    { cause },
  );
}

/** Longest wait for a connection. */
export const connectTimeoutMs = 10_000;

/** A connected client of its own; the caller ends it. */
export async function connectClient(databaseUrl: string, applicationName: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: applicationName,
      keepAlive: true,
    });
    // A connection lost while idle is noticed at the next query; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (cause) {
    throw unreachable(databaseUrl, cause);
  }
}

/** Whether PostgreSQL refused what was to be written (classes 22 and 23), rather than being away. */
export const isAboutData = (cause: unknown): boolean =>
  /^2[23]/.test(String((cause as { code?: unknown })?.code ?? ''));
