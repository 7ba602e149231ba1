/**
 * Trust: the cost of recording a call, of reading a score as calls grow, of a million tools in the order of their trust.
 *
 *     node test/bench/trust/run.mjs
 */
import { pathToFileURL } from 'node:url';
import { addNamespace, withDatabase } from './database.mjs';
import { measureOrdering } from './ordering.mjs';
import { measureReading } from './reading.mjs';
import { measureRecording } from './recording.mjs';

export const measureTrust = async () => [
  ...measureRecording(),
  ...(await withDatabase(async (pool) => {
    const organisation = await addNamespace(pool);
    return [...(await measureReading(pool, organisation)), ...(await measureOrdering(pool, organisation))];
  })),
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const startedAt = performance.now();
  for (const { name, value, unit, note = '' } of await measureTrust())
    process.stdout.write(`${name}: ${value.toPrecision(3)} ${unit}${note && ` (${note})`}\n`);
  process.stdout.write(`${Math.round((performance.now() - startedAt) / 1_000)} s in all\n`);
}
