/**
 * Whether Assay notices that nothing does what is asked for. Each request is asked of a catalogue of the functions offered
 * with it: for 1,124 requests none of them applies; for the development queries of each set these are the right tools and
 * five others drawn with a fixed seed. The statistics are those of the whole set.
 */
import { matchConfidence, minConfidence } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { audience, hopelessQueries, retrievalSet, sets } from './real-tools.mjs';

const others = 5;
const thresholds = [0.15, 0.2, minConfidence, 0.3, 0.35, 0.4, 0.5, 0.6];

function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Confidence that one of the offered tools does it. */
async function confidenceOf(index, query, offered) {
  const wanted = new Set(offered);
  const asked = { text: query, capabilities: [], audience, limit: 10_000 };
  const { candidates, terms } = await index.search(asked);
  const best = candidates.find(({ id }) => wanted.has(id));
  return matchConfidence(best?.relevance ?? 0, terms.length);
}

/** The chance that a request with a tool is given more confidence than one without, ties counting half. */
export function areaUnderCurve(withTool, without) {
  let wins = 0;
  const sorted = [...without].sort((a, b) => a - b);
  for (const value of withTool) {
    const below = sorted.findIndex((other) => other >= value);
    const above = sorted.findIndex((other) => other > value);
    const [less, notMore] = [below < 0 ? sorted.length : below, above < 0 ? sorted.length : above];
    wins += less + (notMore - less) / 2;
  }
  return wins / (withTool.length * sorted.length);
}

const share = (values, below) => (100 * values.filter((value) => value < below).length) / values.length;

/** Rows: how many of either kind are called doubtful at the threshold in use, and the area under the curve. */
export async function measureNoMatch(data) {
  const confidences = new Map();
  const draw = numbers(7);
  let without = [];
  for (const set of sets) {
    const { documents, queries } = retrievalSet(data, set);
    const index = new EmbeddedToolIndex();
    await index.put(documents);
    const asked = queries.filter((_, at) => set === 'livemcp' || at % 2 === 0);
    const values = [];
    for (const { query, relevant } of asked) {
      const drawn = Array.from({ length: others }, () => documents[draw(documents.length)].id);
      values.push(await confidenceOf(index, query, [...relevant, ...drawn]));
    }
    confidences.set(set, values);
    if (set !== 'bfcl') continue;
    without = [];
    for (const { query, offered } of hopelessQueries(data)) without.push(await confidenceOf(index, query, offered));
  }
  console.log(`\ncalled doubtful, %${'below'.padStart(12)}  nothing applies  ${sets.join('  ')}`);
  for (const below of thresholds) {
    const cells = sets.map((set) => share(confidences.get(set), below).toFixed(1).padStart(set.length));
    console.log(`${String(below).padStart(28)}  ${share(without, below).toFixed(1).padStart(15)}  ${cells.join('  ')}`);
  }
  return [
    { name: 'search nothing applies, noticed', value: share(without, minConfidence), unit: '%' },
    ...sets.flatMap((set) => [
      { name: `search ${set}, a tool doubted wrongly`, value: share(confidences.get(set), minConfidence), unit: '%' },
      {
        name: `search ${set} against nothing applies, AUC`,
        value: areaUnderCurve(confidences.get(set), without),
        unit: '',
      },
    ]),
  ];
}
