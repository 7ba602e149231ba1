/**
 * Whether Assay notices that no tool does what is asked for. Every request is asked twice of all sets in one index: as it is,
 * and after the right tools and their near-duplicates (the same name, or vectors of cosine 0.6 or more) were removed. For
 * each set, the threshold is set by the four other sets. Other tools may still serve a request whose own tools are gone,
 * so that not everything counted as unanswerable is.
 *
 *     node test/bench/discovery/no-match.mjs [folder of the data sets] [queries of a set]
 */
import { pathToFileURL } from 'node:url';
import { embeddingText, evidenceOf, matchConfidence, minConfidence } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { audience, hasData, meaningOf, mixedSet, sets, vectorOf } from './real-tools.mjs';

const duplicateFrom = 0.6;
const thresholds = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];
/** Shares of answerable requests that may be doubted, in percent. */
const allowed = [2, 5, 10, 20];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);

/** The right tools and what resembles them. */
function rightOnes(relevant, documents, byId) {
  const own = relevant.map((id) => byId.get(id)).filter(Boolean);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return documents.filter(
    (one) =>
      names.has(one.name.toLowerCase()) ||
      own.some(({ vector }) => vector && one.vector && dot(vector, one.vector) >= duplicateFrom),
  );
}

async function bestFor(index, query) {
  const asked = { text: query, capabilities: [], audience, limit: 1, ...meaningOf(query) };
  const { candidates } = await index.search(asked);
  return evidenceOf(candidates[0]);
}

/** Evidence by set: `{set, answerable[], unanswerable[]}`. */
async function evidence(data, perSet) {
  const { documents, queries } = mixedSet(data);
  const all = documents.map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) }));
  const byId = new Map(all.map((it) => [it.id, it]));
  const index = new EmbeddedToolIndex();
  for (let from = 0; from < all.length; from += 500) await index.put(all.slice(from, from + 500));
  const found = [];
  for (const set of sets) {
    const own = queries.filter((it) => it.set === set);
    const step = Math.max(1, Math.floor(own.length / perSet));
    const answerable = [];
    const unanswerable = [];
    for (const { query, relevant } of own.filter((_, at) => at % step === 0).slice(0, perSet)) {
      answerable.push(await bestFor(index, query));
      const removed = rightOnes(relevant, all, byId);
      await index.remove(removed.map(({ id }) => id));
      unanswerable.push(await bestFor(index, query));
      await index.put(removed);
    }
    found.push({ set, answerable, unanswerable });
  }
  return found;
}

/** Logistic regression of "answerable" on one measure, each set of equal weight (Newton's method). */
export function fitted(groups) {
  let [intercept, slope] = [0, 0];
  const rows = groups.flatMap(({ answerable, unanswerable }) => [
    ...answerable.map((x) => ({ x, y: 1, w: 1 / answerable.length })),
    ...unanswerable.map((x) => ({ x, y: 0, w: 1 / unanswerable.length })),
  ]);
  for (let round = 0; round < 25; round += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    for (const { x, y, w } of rows) {
      const p = 1 / (1 + Math.exp(-(intercept + slope * x)));
      const [error, weight] = [w * (y - p), w * p * (1 - p)];
      g0 += error;
      g1 += error * x;
      h00 += weight;
      h01 += weight * x;
      h11 += weight * x * x;
    }
    const determinant = h00 * h11 - h01 * h01;
    intercept += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { intercept, slope };
}

const share = (values, below) => (100 * values.filter((value) => value < below).length) / Math.max(1, values.length);
const doubtedIn = (groups, below) => mean(groups.map(({ answerable }) => share(answerable, below)));

/** The highest evidence below which at most `percent` of the answerable requests of these sets lie. */
function thresholdFor(groups, percent) {
  const values = groups.flatMap(({ answerable }) => answerable).sort((a, b) => a - b);
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (doubtedIn(groups, values[middle]) <= percent) low = middle;
    else high = middle - 1;
  }
  return values[low];
}

/** By set, `[doubted, noticed]` in percent, with the threshold that doubts so many on the other sets. */
const leavingOut = (groups, percent) =>
  groups.map(({ set, answerable, unanswerable }) => {
    const others = groups.filter((other) => other.set !== set);
    const below = thresholdFor(others, percent);
    return [share(answerable, below), share(unanswerable, below)];
  });

function print(title, rows) {
  console.log(`\n${title}, doubted answerable / noticed unanswerable, %: mean  ${sets.join('  ')}`);
  for (const [name, cells] of rows) {
    const both = [mean(cells.map(([a]) => a)), mean(cells.map(([, b]) => b))];
    const text = [both, ...cells].map((it) => it.map((n) => n.toFixed(0)).join('/')).join('  ');
    console.log(`${String(name).padStart(6)}  ${text}`);
  }
}

/** Rows: answerable requests doubted and unanswerable ones noticed, on sets that the threshold did not see. */
export async function measureNoMatch(data, perSet = 120) {
  const groups = await evidence(data, perSet);
  console.log(`\nfitted on all sets: ${JSON.stringify(fitted(groups))}`);
  print(
    'threshold that doubts so many % on the other sets',
    allowed.map((percent) => [percent, leavingOut(groups, percent)]),
  );
  const asShipped = (xs, below) =>
    share(
      xs.map((x) => matchConfidence(x)),
      below,
    );
  print(
    'confidence as it ships',
    thresholds.map((below) => [
      below,
      groups.map((it) => [asShipped(it.answerable, below), asShipped(it.unanswerable, below)]),
    ]),
  );
  const leftOut = leavingOut(groups, 5);
  const shipped = (xs) => xs.map((x) => matchConfidence(x));
  return [
    {
      name: 'search nothing fits, noticed (threshold of other sets)',
      value: mean(leftOut.map(([, noticed]) => noticed)),
      unit: '%',
      target: { of: 'value', atLeast: 50 },
    },
    {
      name: 'search a tool fits, doubted (threshold of other sets)',
      value: mean(leftOut.map(([doubted]) => doubted)),
      unit: '%',
      target: { of: 'value', below: 5.05 },
    },
    {
      name: 'search nothing fits, noticed as it ships',
      value: mean(groups.map((it) => share(shipped(it.unanswerable), minConfidence))),
      unit: '%',
    },
    {
      name: 'search a tool fits, doubted as it ships',
      value: mean(groups.map((it) => share(shipped(it.answerable), minConfidence))),
      unit: '%',
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = new URL('../../../../shared/data', import.meta.url).pathname, perSet] = process.argv.slice(2);
  if (hasData(data)) console.table(await measureNoMatch(data, perSet && Number(perSet)));
}
