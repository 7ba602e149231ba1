/**
 * What new data can expect: for each set, the setting that is best on the four other sets is measured on this one, as the
 * gain over BM25F with its fixed setting, by words alone and with meaning. Settings are drawn with a fixed seed from a wide
 * range around what the literature has; the setting that ships is not among them. Every setting is measured once per set, and the
 * result is kept in node_modules/.cache until the search engine or the data change.
 *
 *     node test/bench/discovery/cross-validation.mjs [folder of the data sets]
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { bm25f, fixed, termsOf, wordsByField } from './bm25f.mjs';
import { ndcg } from './ndcg.mjs';
import { numbers } from './numbers.mjs';
import { audience, hasData, meaningOf, retrievalSet, sets, vectorOf } from './real-tools.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cacheFile = join(root, 'node_modules/.cache/assay/cross-validation.json');
/** Settings that are tried. */
const drawn = 60;
/** Queries of a set that are asked for each setting. */
const asked = 150;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Settings drawn evenly within the ranges. */
function settings() {
  const next = numbers(11);
  const between = (low, high) => Number((low + next() * (high - low)).toFixed(3));
  return Array.from({ length: drawn }, () => ({
    weights: {
      name: between(1, 4),
      title: 1,
      description: 1,
      provider: between(0.3, 2.5),
      capabilities: between(0.2, 1),
      parameters: between(0.1, 0.8),
    },
    k1: between(0.6, 1.8),
    b: between(0.3, 0.8),
    evidence: {
      occurrence: 1,
      presence: between(0, 0.8),
      ofName: between(0, 0.16),
      ofDescription: between(0, 0.2),
      clause: between(0, 0.5),
      adjacentInName: between(0, 0.8),
      adjacentInDescription: between(0, 0.6),
    },
    fusion: {
      weight: between(0.4, 1),
      confirmed: between(0.3, 1),
      withoutWords: between(0.05, 0.3),
      plainlyNear: between(0.2, 0.5),
      disputedBelow: 0.85,
    },
  }));
}

function readSet(data, set) {
  const { documents, queries } = retrievalSet(data, set);
  const step = Math.max(1, Math.floor(queries.length / asked));
  const sample = queries.filter((_, at) => at % step === 0).slice(0, Math.max(asked, 1));
  return {
    documents: documents.map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) })),
    queries: sample.map((it) => ({ ...it, meaning: meaningOf(it.query) })),
  };
}

/** NDCG@10 in percent, `[by words, with meaning]`. */
async function qualities({ documents, queries }, setting) {
  const index = new EmbeddedToolIndex(setting);
  for (let from = 0; from < documents.length; from += 500) await index.put(documents.slice(from, from + 500));
  const both = [[], []];
  for (const { query, meaning, relevant } of queries)
    for (const [at, more] of [{}, meaning].entries()) {
      const { candidates } = await index.search({ text: query, capabilities: [], audience, limit: 10, ...more });
      const ids = candidates.map(({ id }) => id);
      both[at].push(ndcg(ids, relevant));
    }
  return both.map((list) => 100 * mean(list));
}

function baseline({ documents, queries }) {
  const counted = wordsByField(documents);
  return 100 * mean(queries.map(({ query, relevant }) => ndcg(bm25f(counted, termsOf(query), fixed), relevant)));
}

/** Changes with the engine, the table of meaning and this file. */
function engineDigest() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const library of ['search', 'meaning']) {
    const folder = join(root, 'libs', library, 'dist');
    for (const name of readdirSync(folder, { recursive: true }).sort())
      if (/(?<!\.test)\.js$/.test(name)) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

function readCache(digest) {
  try {
    const kept = JSON.parse(readFileSync(cacheFile, 'utf8'));
    return kept.digest === digest ? kept : { digest, sets: {} };
  } catch {
    return { digest, sets: {} };
  }
}

async function measured(data) {
  const cache = readCache(`${engineDigest()} ${data}`);
  for (const set of sets) {
    if (cache.sets[set] !== undefined) continue;
    const one = readSet(data, set);
    const found = [];
    for (const setting of settings()) found.push(await qualities(one, setting));
    cache.sets[set] = { fixed: baseline(one), shipped: await qualities(one, {}), found };
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify(cache));
  }
  return cache.sets;
}

/** Gains on the set left out of the setting that gains most on average on the others, `[by words, with meaning]`. */
function gainsLeavingOut(bySet, left) {
  const others = sets.filter((set) => set !== left);
  return [0, 1].map((kind) => {
    const gain = (set, at) => bySet[set].found[at][kind] - bySet[set].fixed;
    const rated = bySet[left].found.map((_, at) => mean(others.map((set) => gain(set, at))));
    return gain(left, rated.indexOf(Math.max(...rated)));
  });
}

/** Rows `{name, value, unit, target?}`. */
export async function measureCrossValidation(data) {
  const bySet = await measured(data);
  const rows = sets.map((set) => ({ set, gains: gainsLeavingOut(bySet, set) }));
  console.log(`\ngain over BM25F fixed (${asked} queries a set), NDCG@10 points`);
  console.log(`${'set left out'.padEnd(18)} BM25F   words  meaning   ships: words  meaning`);
  for (const { set, gains } of rows) {
    const { fixed: base, shipped } = bySet[set];
    const cells = [...gains, ...shipped.map((value) => value - base)].map((it) => it.toFixed(1).padStart(8));
    console.log(`${set.padEnd(18)} ${base.toFixed(1).padStart(5)}${cells.join('')}`);
  }
  return ['by words', 'with meaning'].flatMap((name, kind) => {
    const gains = rows.map(({ gains: both }) => both[kind]);
    return [
      {
        name: `search gain on a set left out, ${name}, mean`,
        value: mean(gains),
        unit: 'points',
        target: { of: 'value', atLeast: 4 },
      },
      {
        name: `search gain on a set left out, ${name}, least`,
        value: Math.min(...gains),
        unit: 'points',
        target: { of: 'value', atLeast: 0 },
      },
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.argv[2] ?? join(root, '../shared/data');
  if (hasData(data)) console.table(await measureCrossValidation(data));
}
