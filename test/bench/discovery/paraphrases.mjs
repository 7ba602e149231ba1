/**
 * How many paraphrases find their tool: requests that share no content word with it, among 1,481 real tools of agents. The
 * tools were drawn with a fixed seed, and the requests written before anything was tuned; the half named held-out stays unseen.
 *
 *     node test/bench/discovery/paraphrases.mjs [folder of the data sets]
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EmbeddedToolIndex } from '@assay/search';
import { agentTools, audience, hasData, meaningOf, readLines } from './real-tools.mjs';

const file = fileURLToPath(new URL('paraphrases.jsonl', import.meta.url));

/** Rows `{name, value, unit}`: hit@5 in percent. */
export async function measureParaphrases(data) {
  const index = new EmbeddedToolIndex();
  await index.put(agentTools(data));
  const rows = [];
  const paraphrases = readLines(file);
  for (const half of ['held-out', 'tuning'])
    for (const [name, withMeaning] of [
      ['by words', false],
      ['with meaning', true],
    ]) {
      const asked = paraphrases.filter((it) => it.half === half);
      let hits = 0;
      for (const { query, relevant } of asked) {
        const { candidates } = await index.search({
          ...{ text: query, capabilities: [], audience, limit: 5 },
          ...(withMeaning && meaningOf(query)),
        });
        if (candidates.some(({ id }) => relevant.includes(id))) hits += 1;
      }
      const value = (100 * hits) / asked.length;
      rows.push({ name: `search paraphrases (${half}, ${asked.length}) hit@5, ${name}`, value, unit: '%' });
    }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
  if (hasData(data)) console.table(await measureParaphrases(data));
}
