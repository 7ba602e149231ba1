/**
 * The embedded index on real tools: how good its answers are, whether it notices that nothing fits, and how it grows; other
 * engines in the same run.
 *
 *     node test/bench/discovery/bench-search.mjs [folder of the data sets] [cross-validation] [quality] [sets] [no-match] [paraphrases] [trust] [event-loop] [scale]
 */
import { pathToFileURL } from 'node:url';
import { printReport } from '../report.mjs';
import { measureCrossValidation } from './cross-validation.mjs';
import { measureEventLoop } from './event-loop.mjs';
import { measureNoMatch } from './no-match.mjs';
import { measureParaphrases } from './paraphrases.mjs';
import { measureQuality } from './quality.mjs';
import { hasData } from './real-tools.mjs';
import { measureScale } from './scale.mjs';
import { setsTable } from './sets-table.mjs';
import { measureTrustSpread } from './trust-spread.mjs';

const parts = {
  'cross-validation': (data) => measureCrossValidation(data),
  quality: (data) => measureQuality(data),
  sets: (data) => setsTable(data),
  'no-match': (data) => measureNoMatch(data),
  paraphrases: (data) => measureParaphrases(data),
  trust: (data) => measureTrustSpread(data),
  'event-loop': (data) => measureEventLoop(data),
  scale: (data, endsAt) => measureScale(data, endsAt),
};

/** Rows `{name, value, unit, ratio?, against?, target?}`. None when the data sets are absent. */
export async function run({ data, endsAt = Number.POSITIVE_INFINITY, only = Object.keys(parts) }) {
  if (!hasData(data)) {
    console.log(`search bench skipped: no data sets in ${data}; give their folder as an argument`);
    return [];
  }
  const rows = [];
  for (const name of only) rows.push(...(await parts[name](data, endsAt)));
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = '../shared/data', ...only] = process.argv.slice(2);
  const startedAt = performance.now();
  const rows = await run({ data, ...(only.length > 0 && { only }) });
  printReport([{ title: 'The search index', rows }], Math.round((performance.now() - startedAt) / 1_000));
}
