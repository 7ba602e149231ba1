/**
 * How many paraphrases find their tool: requests that share no content word with it, among 1,481 real tools of agents. The
 * tools were drawn with a fixed seed, and the requests written before anything was tuned; the half named held-out stays unseen.
 *
 *     node test/bench/discovery/paraphrases.mjs [folder of the data sets]
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { embedText, tokenTable } from '@assay/meaning';
import { EmbeddedToolIndex } from '@assay/search';
import { audience, fiveThousand, hasData, readLines } from './real-tools.mjs';

const file = fileURLToPath(new URL('paraphrases.jsonl', import.meta.url));
const vectorOf = (text) => embedText(text, tokenTable()) ?? undefined;

/** Rows `{name, value, unit}`: hit@5 in percent. */
export async function measureParaphrases(data) {
  const count = readLines(join(data, 'catalog/mcp_tools.jsonl')).length;
  const documents = fiveThousand(data)
    .slice(0, count)
    .map((it) => ({ ...it, id: it.id.replace(/#\d+$/, ''), vector: vectorOf(embeddingText(it).text) }));
  const index = new EmbeddedToolIndex();
  await index.put(documents);
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
        const vector = withMeaning ? vectorOf(query) : undefined;
        const { candidates } = await index.search({
          ...{ text: query, capabilities: [], audience, limit: 5 },
          ...(vector && { vector }),
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
