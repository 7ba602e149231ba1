/**
 * How many requests in other languages find their tool among 1,481 real tools of agents, nearly all described in English:
 * forty tools, each asked for in five languages; the half named held-out was not looked at while anything was tuned.
 *
 *     node test/bench/discovery/languages.mjs [folder of the data sets]
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { embedMultilingual, loadMultilingualTable } from '@assay/meaning-multilingual';
import { EmbeddedToolIndex } from '@assay/search';
import { agentTools, audience, hasData, meaningOf, readLines } from './real-tools.mjs';

const file = fileURLToPath(new URL('languages.jsonl', import.meta.url));
const languages = { en: 'English', de: 'German', fr: 'French', es: 'Spanish', zh: 'Chinese' };
async function hits(index, asked, language, meaningOf) {
  const places = [];
  for (const { relevant, ...texts } of asked) {
    const { candidates } = await index.search({
      ...{ text: texts[language], capabilities: [], audience, limit: 5 },
      ...meaningOf(texts[language]),
    });
    places.push(candidates.findIndex(({ id }) => relevant.includes(id)));
  }
  const share = (count) => (100 * count) / asked.length;
  return {
    first: share(places.filter((place) => place === 0).length),
    five: share(places.filter((place) => place >= 0).length),
  };
}

/** Rows `{name, value, unit}`: hit@1 and hit@5 in percent. */
export async function measureLanguages(data) {
  const index = new EmbeddedToolIndex();
  await index.put(agentTools(data));
  const table = await loadMultilingualTable();
  const ways = [
    ['by words', () => ({})],
    ['English table', meaningOf],
    ['multilingual table', (text) => ({ vector: embedMultilingual(text, table) ?? undefined, vectorFirst: true })],
  ];
  const rows = [];
  for (const half of ['tuning', 'held-out']) {
    const asked = readLines(file).filter((it) => it.half === half);
    for (const [language, name] of Object.entries(languages)) {
      for (const [way, meaningOf] of ways) {
        const { first, five } = await hits(index, asked, language, meaningOf);
        rows.push({ name: `search in ${name} (${half}, ${asked.length}) hit@1, ${way}`, value: first, unit: '%' });
        rows.push({ name: `search in ${name} (${half}, ${asked.length}) hit@5, ${way}`, value: five, unit: '%' });
      }
    }
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
  if (hasData(data)) console.table(await measureLanguages(data));
}
