import type { Transaction } from '../transaction.js';
import { type MigrationDialect, probeRows } from './migration-dialect.js';
import type { Work } from './step.js';

/** Microseconds per row, measured on a table of the copy. */
export type Rates = Readonly<Record<Exclude<Work, 'catalog'>, number>>;

/** Milliseconds that a step of the catalogs takes at most, without waiting for its lock. */
const catalogMs = 50;

/** Makes a table, then reads, indexes and rewrites all of its rows. */
export async function measureRates(
  copy: Transaction,
  probe: MigrationDialect['probe'],
  now: () => number = () => performance.now(),
): Promise<Rates> {
  await copy.run(probe.make, []);
  const timed = async (sql: string) => {
    const begun = now();
    await copy.run(sql, []);
    return Math.max(0.01, Math.round(((now() - begun) * 100_000) / probeRows) / 100);
  };
  const scan = await timed(probe.scan);
  const index = await timed(probe.index);
  const rewrite = await timed(probe.rewrite);
  await copy.run(probe.remove, []);
  return { scan, index, rewrite };
}

/** Rows times what one row took on the copy. It leaves out the wait for the lock, and reads from a disk that is slower. */
export function estimatedMs(rates: Rates, work: Work, rows: number | null): number | null {
  if (work === 'catalog') return catalogMs;
  return rows === null ? null : Math.max(catalogMs, Math.round((rows * rates[work]) / 1_000));
}
