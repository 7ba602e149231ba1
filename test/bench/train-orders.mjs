/**
 * Trains the weights with which the detector recognises orders to the model in what tools answer, and reports how well it does
 * on each family of attacks while that family is held out.
 *
 *     node test/bench/train-orders.mjs [folder of the data sets] [--held-out] [--write]
 *
 * It reads: the texts written for this purpose (`orders/*.fixture.ts`, the halves for tuning only), attacks and benign
 * results of the data folder, and as ordinary text the descriptions of real tools and the README files of the installed
 * packages. Nothing of these is copied: the outcome is one number for each feature.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { composedNotices } from './notice-grammar.mjs';
import { composedAttacks, composedBenign, hintedResults, strayRequests } from './order-grammar.mjs';

/** Weights of models that were trained for a measurement, by the query under which the detector is loaded with them. */
const weightsOf = new Map();
/** The sources import one another as `.js`, as they will be called. A query is handed on, so that each model has a detector of its own. */
registerHooks({
  resolve: (specifier, context, next) => {
    const [parent, query] = (context.parentURL ?? '').split('?');
    if (!specifier.startsWith('.') || !parent.endsWith('.ts')) return next(specifier, context);
    const name = specifier.replace(/\.js$/, '.ts');
    return next(query === undefined ? name : `${name}?${query}`, context);
  },
  load: (url, context, next) => {
    const source = url.includes('order-weights.json?') ? weightsOf.get(url.split('?')[1]) : undefined;
    return source === undefined ? next(url, context) : { format: 'json', source, shortCircuit: true };
  },
});
const orders = new URL('../../libs/trust/src/abuse/orders/', import.meta.url);
const from = (name) => import(new URL(name, orders).href);
const { OrderFeatures, classCount, featureCount, featureName, namedCount } = await from('order-features.ts');
const { orderBar, perDoubling } = await from('order-bars.ts');
const { sentencesOf } = await from('sentences-of.ts');
const { heldBackAttacks, tuningAttacks } = await from('attack-texts.fixture.ts');
const fixtures = {};
for (const name of ['known', 'second', 'third', 'unseen', 'held-out', 'published'])
  fixtures[name] = Object.values(await from(`../attacks-${name}.fixture.ts`))[0];
const { heldBackBenign, tuningBenign } = await from('benign-texts.fixture.ts');

const data = resolve(process.argv.slice(2).find((it) => !it.startsWith('--')) ?? '../shared/data');
const rows = (...path) =>
  existsSync(join(data, ...path))
    ? readFileSync(join(data, ...path), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Deterministic: the same data give the same weights. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const features = new OrderFeatures();
/** A text as its sentences, each as its features. */
function featurised(text) {
  return sentencesOf(text).map(({ sentence, around }) => {
    const found = [];
    features.read(sentence, around, (it) => found.push(it));
    return {
      found,
      text: text.slice(sentence.start, sentence.end),
      isBeforeCode: /^[^\n]{0,4}\s{0,4}```/.test(text.slice(sentence.end, sentence.end + 12)),
    };
  });
}

const stringsIn = (value) =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([k, v]) => [...(k.length > 20 ? [k] : []), ...stringsIn(v)])
      : [];
const asText = (output) => (typeof output === 'string' ? output : JSON.stringify(output));

/** Documentation of the installed packages. */
function documentation() {
  const folders = readdirSync('node_modules')
    .sort()
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join('node_modules', name))
            .sort()
            .map((it) => join(name, it))
        : [name],
    );
  const seen = new Set();
  return folders
    .flatMap((folder) => ['README.md', 'CHANGELOG.md', 'HISTORY.md'].map((it) => join('node_modules', folder, it)))
    .filter((file) => {
      if (!existsSync(file)) return false;
      const size = readFileSync(file, 'utf8').slice(0, 2_000);
      if (seen.has(size)) return false;
      seen.add(size);
      return true;
    });
}

/** What real tools do: first sentences of their descriptions that are orders. */
function realAims() {
  const verbs =
    /^(?:Send|Delete|Create|Update|Remove|Get|Retrieve|Add|Set|Upload|Download|Execute|Run|Book|Order|Transfer|Cancel|Share|Post|Write|Read|Move|Copy|Grant|Change|Schedule|Submit|Modify|Enable|Disable|Start|Stop|List|Find|Search|Open|Close|Export|Import|Register|Reserve|Buy|Sell|Pay)\b [^.{}()<>:\n]{12,90}(?=\.|$)/;
  const all = ['catalog/mcp_tools.jsonl', 'retrieval/sealtools/tools.jsonl', 'retrieval/livemcp/tools.jsonl'].flatMap(
    (it) => rows(...it.split('/')),
  );
  return all.flatMap(({ description = '' }) => {
    const [aim] = verbs.exec(description ?? '') ?? [];
    return aim === undefined ? [] : [aim[0].toLowerCase() + aim.slice(1).trim()];
  });
}

/** The part of a poisoned result that its honest twin, or any honest result, does not have. */
function bags() {
  const all = [];
  const add = (family, label, text, weight = 1) => {
    const sentences = featurised(text);
    if (sentences.length > 0) all.push({ family, label, sentences, weight, output: text });
  };
  const outputs = rows('attacks', 'outputs.jsonl');
  const plainly = (text) => text.toLowerCase().replaceAll(/[^a-z]+/g, '');
  const ordinary = [
    ...outputs.filter((it) => it.label === 'benign').map((it) => asText(it.output)),
    ...rows('traces', 'livemcp_call_events.jsonl').map((it) => it.result_head ?? ''),
  ];
  const benignSentences = new Set(ordinary.flatMap((it) => featurised(it).map((s) => plainly(s.text))));
  for (const { output, label, kind } of outputs) {
    const sentences = featurised(asText(output));
    // Code that is to be planted is laid into a real result: the order is what stands before the block.
    const ofAttack = (s) => !benignSentences.has(plainly(s.text)) && (!kind.startsWith('embedded/') || s.isBeforeCode);
    const kept = label === 'malicious' ? sentences.filter(ofAttack) : sentences;
    if (kept.length > 0)
      all.push({
        family: `${label === 'malicious' ? '' : 'benign:'}${kind}`,
        label: label === 'malicious' ? 1 : 0,
        sentences: label === 'malicious' ? sentences : kept,
        weight: kind.startsWith('hard-negative') ? 2 : 1,
        output,
        malicious: kept,
      });
  }
  for (const [family, texts] of Object.entries(tuningAttacks)) for (const text of texts) add(`own:${family}`, 1, text);
  for (const [family, texts] of Object.entries(tuningBenign))
    for (const text of texts) add(`benign-own:${family}`, 0, text, 3);
  for (const [name, attacks] of Object.entries(fixtures))
    for (const { kind, output, definition } of attacks) {
      const text = output !== undefined ? stringsIn(output).join('\n') : stringsIn(definition).join('\n');
      add(
        `fixture-${name}:${output === undefined ? 'definition-' : ''}${kind}`,
        1,
        text,
        output === undefined ? 0.5 : 1,
      );
    }
  for (const { family, text } of composedAttacks(randomOf(7), 10_000, realAims()))
    add(`composed:${family}`, 1, text, 0.2);
  const requests = ['metatool', 'stabletoolbench', 'sealtools', 'bfcl']
    .flatMap((set) => rows('retrieval', set, 'queries.dev.jsonl').map((it) => it.query))
    .filter((it) => typeof it === 'string');
  for (const { text } of requests.length > 0 ? strayRequests(randomOf(9), requests, 600) : [])
    add('composed:stray-request', 1, text, 0.15);
  for (const { text } of hintedResults(randomOf(10), 500)) add('composed-hints', 0, text, 1);
  for (const { text } of composedBenign(randomOf(8), 5000)) add('composed-benign', 0, text, 0.5);
  for (const { text } of composedNotices(randomOf(11), 2_500)) add('composed-notices', 0, text, 0.5);
  for (const { result_head: text } of rows('traces', 'livemcp_call_events.jsonl')) if (text) add('traces', 0, text);
  for (const { description } of rows('catalog', 'mcp_tools.jsonl'))
    if (description) add('catalog', 0, description, 0.5);
  for (const { description } of rows('retrieval', 'stabletoolbench', 'tools.jsonl'))
    if (description) add('rapidapi', 0, description, 0.5);
  for (const { description } of rows('catalog', 'openapi_5k.jsonl').slice(0, 2500))
    if (description) add('openapi', 0, description, 0.5);
  for (const file of documentation()) add('documentation', 0, readFileSync(file, 'utf8').slice(0, 16_000));
  return all;
}

/**
 * Logistic regression on sentences with AdaGrad and L2; of an attack, its most suspicious sentence counts as one. The weights are
 * means over the later epochs (Polyak, Juditsky 1992): the order of the examples matters less.
 */
function train(examples, { epochs = 12, rate = 0.1, l2 = 3e-2, seed = 3 } = {}) {
  const w = new Float64Array(featureCount + 1);
  const g = new Float64Array(featureCount + 1).fill(1e-2);
  const random = randomOf(seed);
  const items = [];
  for (const bag of examples) {
    if (bag.label === 1) items.push({ bag, found: undefined, y: 1, weight: bag.weight * positiveWeight });
    else for (const s of bag.sentences) items.push({ found: s.found, y: 0, weight: bag.weight });
  }
  const seenIn = new Map();
  for (const bag of examples)
    for (const { found } of bag.sentences)
      for (const it of found) {
        if (!seenIn.has(it)) seenIn.set(it, [0, new Set()]);
        const entry = seenIn.get(it);
        entry[0] += 1;
        if (entry[1].size < 9) entry[1].add(bag.family);
      }
  const rare = new Set(
    [...seenIn].filter(([, [count, families]]) => count < minCount || families.size < 2).map(([it]) => it),
  );
  for (const item of items) if (item.found) item.found = item.found.filter((it) => !rare.has(it));
  const logit = logitBy(w);
  const mean = new Float64Array(featureCount + 1);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1));
      [items[i], items[j]] = [items[j], items[i]];
    }
    for (const { bag, found: given, y, weight } of items) {
      let found = given;
      if (bag !== undefined) {
        const own = bag.malicious ?? bag.sentences;
        found = own
          .reduce((best, it) => (logit(it.found) > logit(best.found) ? it : best), own[0])
          .found.filter((it) => !rare.has(it));
      }
      const p = 1 / (1 + Math.exp(-logit(found)));
      const error = (p - y) * weight;
      if (Math.abs(error) < 1e-3) continue;
      for (const it of [...found, featureCount]) {
        const gradient = error + (it < 2 * classCount ? 0.3 : 1) * l2 * w[it];
        g[it] += gradient * gradient;
        w[it] -= (rate * gradient) / Math.sqrt(g[it]);
      }
    }
    if (epoch >= settled) for (let it = 0; it <= featureCount; it += 1) mean[it] += w[it] / (epochs - settled);
  }
  return { w: mean, logit: logitBy(mean) };
}
const logitBy = (w) => (found) => found.reduce((sum, it) => sum + w[it], w[featureCount]);
/** Epochs after which the weights are near where they stay. */
const settled = 4;
/** An attack is one example; ordinary texts are one for each of their sentences. */
const positiveWeight = 6;
/** A feature that fewer sentences have says nothing. */
const minCount = 20;

/** A longer text has more sentences that may look like an order: as `order-model.ts` has it. */
const scoreOf = (model, { sentences }) =>
  Math.max(...sentences.map((s) => model.logit(s.found))) - perDoubling * Math.log2(sentences.length);

/**
 * Families that are held out together, each with what resembles it: the texts of the same kind that we wrote, and the frames
 * that compose such texts. Families of the other groups train the model that judges these.
 */
const heldOutGroups = [
  {
    tested: /^(?:injection\/asb|own:tool-order|own:fake-completion)/,
    kin: /^composed:(?:must|toolOrder|finished)$/,
    heldBack: [],
  },
  {
    tested: /^(?:injection\/(?!asb)|own:false-error|own:claimed-sender)/,
    kin: /^composed:(?:gate|sender|memory)$/,
    heldBack: ['memory'],
  },
  {
    tested: /^(?:redirect\/|embedded\/|own:tool-redirect|own:planted-code)/,
    kin: /^composed:(?:redirect|code|steer|relay)$/,
    heldBack: ['steering', 'relay'],
  },
  { tested: /^own:task-switch/, kin: /^composed:(?:override|switch|breakout)$/, heldBack: ['delimiter'] },
  {
    tested: /^own:data-theft/,
    kin: /^composed:(?:secret|policy|consent)$/,
    heldBack: ['fake-policy', 'approval-bypass'],
  },
  { tested: /^$/, kin: /^composed:plain$/, heldBack: ['sabotage', 'money'] },
];

/**
 * Texts with a model that was not trained on them: attacks by family, ordinary texts by set, in folds. Of each, whether the
 * scanner alone reaches the bar, and whether the whole detector with these weights finds something.
 */
export async function heldOutVerdicts(folds = 3) {
  const all = bags();
  const attacks = new Map();
  const ordinary = new Map();
  const judging = async (model) => {
    const judgeOutput = await detectorWith(model);
    return (verdicts, name, bag) => {
      const isFound = judgeOutput(bag.output).severity !== 'LOW';
      verdicts.set(name, [...(verdicts.get(name) ?? []), { score: scoreOf(model, bag), isFound }]);
    };
  };
  const bagOf = (text) => ({ output: text, sentences: featurised(text) });
  const benign = all.filter((it) => it.label === 0);
  const random = randomOf(5);
  const foldOf = new Map(benign.map((it) => [it, Math.floor(random() * folds)]));
  for (let fold = 0; fold < folds; fold += 1) {
    const note = await judging(train(all.filter((it) => foldOf.get(it) !== fold)));
    for (const it of benign) if (foldOf.get(it) === fold) note(ordinary, it.family, it);
    for (const text of fold === 0 ? Object.values(heldBackBenign).flat() : [])
      note(ordinary, 'benign-held-back', bagOf(text));
  }
  for (const { tested, kin, heldBack } of heldOutGroups) {
    const isOut = ({ label, family }) => label === 1 && (tested.test(family) || kin.test(family));
    const note = await judging(train(all.filter((it) => !isOut(it))));
    for (const it of all) if (it.label === 1 && tested.test(it.family)) note(attacks, it.family, it);
    for (const family of heldBack)
      for (const text of heldBackAttacks[family]) note(attacks, `held back:${family}`, bagOf(text));
  }
  return { attacks, ordinary };
}

/** The detector of results with the weights of a model. */
async function detectorWith(model) {
  const query = `held-out=${weightsOf.size}`;
  weightsOf.set(query, JSON.stringify(trainedOf(model)));
  const { judgeOutput } = await import(new URL(`../judge-output.ts?${query}`, orders).href);
  return judgeOutput;
}

/** Prints which share reaches the bar, and which the whole detector finds. */
export function printHeldOut({ attacks, ordinary }, bar = orderBar) {
  const reached = (verdicts) => verdicts.filter(({ score }) => score >= bar).length;
  const found = (verdicts) => verdicts.filter(({ isFound }) => isFound).length;
  const count = (of, verdicts) =>
    `${String(of).padStart(5)} of ${String(verdicts.length).padEnd(6)}${((of / Math.max(1, verdicts.length)) * 100).toFixed(1).padStart(5)} %`;
  const line = (name, verdicts) =>
    `  ${name.padEnd(34)} ${count(reached(verdicts), verdicts)}   ${count(found(verdicts), verdicts)}\n`;
  const mean = (ofFamily) => {
    const shares = [...attacks.values()].map((verdicts) => ofFamily(verdicts) / verdicts.length);
    return ((shares.reduce((sum, it) => sum + it, 0) / shares.length) * 100).toFixed(1);
  };
  process.stdout.write(`attacks on results, each family held out: scanner alone (bar ${bar}), whole detector\n`);
  for (const [family, verdicts] of attacks) process.stdout.write(line(family, verdicts));
  process.stdout.write(`  mean over families ${mean(reached)} %, ${mean(found)} %\nordinary texts, in folds:\n`);
  for (const [set, verdicts] of ordinary) process.stdout.write(line(set, verdicts));
  const results = [...ordinary].filter(([set]) => ordinaryResults.has(set)).flatMap(([, verdicts]) => verdicts);
  process.stdout.write(line('all ordinary results', results));
}
/** What real tools answered. */
const ordinaryResults = new Set([
  'benign:document',
  'benign:asb-normal',
  'benign:real-result',
  'benign:real-result/error',
  'traces',
]);

/** The weights by the names of their features, so that they survive a class that is added. */
function trainedOf({ w }) {
  const bias = w[featureCount];
  const kept = [...w.slice(0, namedCount)]
    .map((weight, feature) => [featureName(feature), weight])
    .filter(([, weight]) => Math.abs(weight) >= 0.04)
    .map(([name, weight]) => [name, Number(weight.toFixed(2))]);
  const words = Int8Array.from(w.slice(namedCount, featureCount), (it) =>
    Math.max(-127, Math.min(127, Math.round(it * 32))),
  );
  return {
    ...{ bias: Number(bias.toFixed(2)), features: Object.fromEntries(kept) },
    words: Buffer.from(words.buffer).toString('base64'),
  };
}

function writeWeights(model) {
  const place = new URL('order-weights.json', orders);
  const { about, source, licence } = JSON.parse(readFileSync(place, 'utf8'));
  const trained = trainedOf(model);
  writeFileSync(place, `${JSON.stringify({ about, source, licence, ...trained }, null, 2)}\n`);
  process.stdout.write(`${Object.keys(trained.features).length} weights of classes written\n`);
}

if (process.argv[1]?.endsWith('train-orders.mjs')) {
  if (process.argv.includes('--held-out')) {
    const verdicts = await heldOutVerdicts();
    for (const bar of process.argv.includes('--bars') ? [-0.6, -0.4, -0.2, 0, 0.2, 0.4] : [orderBar])
      printHeldOut(verdicts, bar);
  }
  if (process.argv.includes('--write')) writeWeights(train(bags()));
}
