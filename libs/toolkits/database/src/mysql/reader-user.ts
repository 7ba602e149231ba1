import type { Connection } from 'mysql2/promise';
import { QueryRefusal } from '../query-refusal.js';

/** Privileges of a user who only reads. PROCESS, FILE, EXECUTE and everything that writes are absent. */
const readingPrivileges = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES']);

/** The privileges beyond reading in what SHOW GRANTS answers. */
export function privilegesBeyondReading(grants: readonly string[]): string[] {
  return grants.flatMap((grant) => {
    const [, listed] = /^GRANT ([^`']{1,2000}?) ON /.exec(grant) ?? [];
    if (listed === undefined) return [`a role: ${grant.slice(0, 60)}`];
    const names = listed
      .replaceAll(/\([^)]{0,1000}\)/g, '')
      .split(',')
      .map((it) => it.trim().toUpperCase());
    const beyond = names.filter((it) => !readingPrivileges.has(it));
    return / WITH (?:[A-Z_ 0-9]{0,100} )?GRANT OPTION/.test(grant) ? [...beyond, 'GRANT OPTION'] : beyond;
  });
}

/** Refuses a user who could write if everything before it failed. */
export async function requireReader(session: Connection): Promise<void> {
  const [rows] = await session.query('SHOW GRANTS');
  const beyond = privilegesBeyondReading((rows as Record<string, unknown>[]).map((it) => String(Object.values(it)[0])));
  if (beyond.length === 0) return;
  throw new QueryRefusal(
    'unavailable',
    'The user registered for reading has more privileges than SELECT. Create one that only reads with `assay-kit-database create-reader` and register it.',
    { privileges: [...new Set(beyond)].slice(0, 10) },
  );
}
