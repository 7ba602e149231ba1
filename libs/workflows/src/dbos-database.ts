/** A session that hangs in the middle of a transaction is ended by PostgreSQL after so long, in ms. */
const idleInTransactionMs = 60_000;

/**
 * How DBOS reaches the database. It would set the time-out by a statement that crosses its first one on each connection,
 * of which the driver complains; here it is part of the connection itself.
 */
export function dbosDatabase(databaseUrl: string, poolSize: number) {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('options'))
    url.searchParams.set('options', `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`);
  return {
    systemDatabaseUrl: url.href,
    systemDatabasePoolSize: poolSize,
    systemDatabaseIdleTransactionTimeoutMs: 0,
  };
}
