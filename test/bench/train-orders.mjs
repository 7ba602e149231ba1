/**
 * Trains the weights with which the detector recognises orders to the model in what tools answer, and reports how well it does
 * on each family of attacks while that family is held out.
 *
 *     node test/bench/train-orders.mjs [folder of the data sets] [--write | --write-only]
 *
 * It reads: the texts written for this purpose (`orders/*.fixture.ts`, the halves for tuning only), attacks and benign
 * results of the data folder, and as ordinary text the descriptions of real tools and the README files of the installed
 * packages. Nothing of these is copied: the outcome is one number for each feature.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { composedAttacks, composedBenign, hintedResults, strayRequests } from './order-grammar.mjs';

/** The sources import one another as `.js`, as they will be called. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.startsWith('.') && context.parentURL?.endsWith('.ts') ? specifier.replace(/\.js$/, '.ts') : specifier,
      context,
    ),
});
const orders = new URL('../../libs/core/src/assurance/abuse/orders/', import.meta.url);
const from = (name) => import(new URL(name, orders).href);
const { OrderFeatures, classCount, featureCount, featureName } = await from('order-features.ts');
const { sentencesOf } = await from('sentences-of.ts');
const { tuningAttacks } = await from('attack-texts.fixture.ts');
const fixtures = {};
for (const name of ['known', 'second', 'third', 'unseen', 'held-out', 'published'])
  fixtures[name] = Object.values(await from(`../attacks-${name}.fixture.ts`))[0];
const { tuningBenign } = await from('benign-texts.fixture.ts');

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
    return { found, text: text.slice(sentence.start, sentence.end) };
  });
}

const stringsIn = (value) =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([k, v]) => [...(k.length > 20 ? [k] : []), ...stringsIn(v)])
      : [];
const asText = (output) => (typeof output === 'string' ? output : JSON.stringify(output));

/** The part of a poisoned result that its honest twin, or any honest result, does not have. */
function bags() {
  const all = [];
  const add = (family, label, text, weight = 1) => {
    const sentences = featurised(text);
    if (sentences.length > 0) all.push({ family, label, sentences, weight, text });
  };
  const outputs = rows('attacks', 'outputs.jsonl');
  const benignSentences = new Set(
    outputs.filter((it) => it.label === 'benign').flatMap((it) => featurised(asText(it.output)).map((s) => s.text)),
  );
  for (const { output, label, kind } of outputs) {
    const sentences = featurised(asText(output));
    const kept = label === 'malicious' ? sentences.filter((s) => !benignSentences.has(s.text)) : sentences;
    if (kept.length > 0)
      all.push({
        family: `${label === 'malicious' ? '' : 'benign:'}${kind}`,
        label: label === 'malicious' ? 1 : 0,
        sentences: label === 'malicious' ? sentences : kept,
        weight: 1,
        text: asText(output),
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
  for (const { family, text } of composedAttacks(randomOf(7), 4200)) add(`composed:${family}`, 1, text, 0.2);
  const requests = ['metatool', 'stabletoolbench', 'sealtools', 'bfcl']
    .flatMap((set) => rows('retrieval', set, 'queries.dev.jsonl').map((it) => it.query))
    .filter((it) => typeof it === 'string');
  for (const { text } of requests.length > 0 ? strayRequests(randomOf(9), requests, 600) : [])
    add('composed:stray-request', 1, text, 0.15);
  for (const { text } of hintedResults(randomOf(10), 500)) add('composed-hints', 0, text, 1);
  for (const { text } of composedBenign(randomOf(8), 2400)) add('composed-benign', 0, text, 0.5);
  for (const { result_head: text } of rows('traces', 'livemcp_call_events.jsonl')) if (text) add('traces', 0, text);
  for (const { description } of rows('catalog', 'mcp_tools.jsonl'))
    if (description) add('catalog', 0, description, 0.5);
  for (const { description } of rows('retrieval', 'stabletoolbench', 'tools.jsonl'))
    if (description) add('rapidapi', 0, description, 0.5);
  for (const { description } of rows('catalog', 'openapi_5k.jsonl').slice(0, 2500))
    if (description) add('openapi', 0, description, 0.5);
  for (const name of readdirSync('node_modules').sort()) {
    const file = join('node_modules', name, 'README.md');
    if (existsSync(file)) add('readme', 0, readFileSync(file, 'utf8').slice(0, 16_000));
  }
  return all;
}

/** Logistic regression on sentences with AdaGrad and L2; of an attack, its most suspicious sentence counts as one. */
function train(
  examples,
  { epochs = 12, rate = Number(process.env.RATE ?? 0.1), l2 = Number(process.env.L2 ?? 3e-2), seed = 3 } = {},
) {
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
    [...seenIn].filter(([, [count, families]]) => count < MIN || families.size < 2).map(([it]) => it),
  );
  for (const item of items) if (item.found) item.found = item.found.filter((it) => !rare.has(it));
  const logit = (found) => found.reduce((sum, it) => sum + w[it], w[featureCount]);
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
  }
  return { w, logit };
}
const positiveWeight = Number(process.env.POS ?? 6);
const MIN = Number(process.env.MIN ?? 20);

const scoreOf = (model, bag) => Math.max(...bag.sentences.map((s) => model.logit(s.found)));
const share = (values, bar) => values.filter((it) => it >= bar).length / Math.max(1, values.length);

/** The bar that at most this share of honest texts reaches. */
function barOf(values, mostAlarms) {
  const sorted = [...values].sort((a, b) => b - a);
  return sorted[Math.floor(sorted.length * mostAlarms)] + 1e-9;
}

export { bags, barOf, featurised, scoreOf, share, train };

if (process.argv[1]?.endsWith('train-orders.mjs')) {
  const all = bags();
  if (process.argv.includes('--write-only')) {
    writeWeights(train(all));
    process.exit();
  }
  const groups = [...new Set(all.filter((it) => it.label === 1).map((it) => it.family))];
  process.stdout.write(`${all.length} texts, ${groups.length} families of attacks\n`);
  const benign = all.filter((it) => it.label === 0);
  // Honest texts in five folds, so that alarms are counted on what was not trained on.
  const fold = (index) => index % 5;
  const heldFamilies = groups.filter((it) => !it.startsWith('composed:') && !it.startsWith('fixture-'));
  const benignScores = [];
  for (let f = 0; f < 5; f += 1) {
    if (process.argv.includes('--quick') && f > 0) break;
    const model = train(all.filter((it) => it.label === 1 || fold(benign.indexOf(it)) !== f));
    benign.forEach((it, index) => {
      if (fold(index) === f) it.model = model;
      if (fold(index) === f) benignScores.push([it.family, scoreOf(model, it), it]);
    });
  }
  const real = benignScores.filter(([family]) => /^benign:real|^traces/.test(family)).map(([, s]) => s);
  const bar = Math.max(barOf(real, 0.005), 0);
  console.log('bar', bar.toFixed(2), 'real', real.length);
  for (const family of [...new Set(benignScores.map(([f]) => f))]) {
    const s = benignScores.filter(([f]) => f === family).map(([, x]) => x);
    console.log(
      'alarms',
      family.padEnd(35),
      s.length,
      share(s, bar).toFixed(4),
      share(s, bar + 1).toFixed(4),
      share(s, bar + 2).toFixed(4),
    );
  }
  if (process.argv.includes('--show'))
    for (const [f, s, it] of benignScores
      .filter(([, s]) => s >= bar)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 90))
      console.log(
        'FP',
        f,
        s.toFixed(1),
        it.sentences.reduce((b, x) => (it.model.logit(x.found) > it.model.logit(b.found) ? x : b)).text.slice(0, 200),
      );
  let macro = 0;
  for (const family of heldFamilies) {
    const kin = (it) =>
      it.family === family ||
      (family.startsWith('injection/asb') && it.family.startsWith('injection/asb')) ||
      (family.startsWith('injection/false') && it.family.startsWith('injection/retrieved'));
    const model = train(
      all.filter((it) => !(it.label === 1 && kin(it))),
      { epochs: 8 },
    );
    const mine = all.filter((it) => it.label === 1 && it.family === family);
    const scores = mine.map((it) => scoreOf(model, it));
    macro += share(scores, bar);
    console.log(
      'held out',
      family.padEnd(35),
      mine.length,
      share(scores, bar).toFixed(3),
      share(scores, bar + 1).toFixed(3),
      share(scores, bar + 2).toFixed(3),
    );
    if (process.argv.includes('--misses'))
      mine.forEach((it, i) => {
        if (scores[i] < bar)
          console.log(
            '   miss',
            scores[i].toFixed(1),
            (it.malicious ?? it.sentences)
              .map((x) => x.text)
              .join(' ')
              .slice(0, 160),
          );
      });
  }
  console.log('macro', (macro / heldFamilies.length).toFixed(3));
  const model = train(all);
  if (process.argv.includes('--write')) writeWeights(model);
}

/** The weights by the names of their features, so that they survive a class that is added. */
function writeWeights({ w }) {
  const bias = w[featureCount];
  const kept = [...w.slice(0, featureCount)]
    .map((weight, feature) => [featureName(feature), weight])
    .filter(([, weight]) => Math.abs(weight) >= 0.04)
    .map(([name, weight]) => `${name} ${weight.toFixed(2)}`);
  const source = `/**
 * Weights of the features of an order to the model (see \`order-features.ts\`), written by \`test/bench/train-orders.mjs\`.
 * Logistic regression on sentences, L2, trained on the tuning halves of the texts beside this file, composed sentences, the
 * development part of the attack data, and as ordinary text on results and descriptions of real tools and on README files of
 * installed packages. Only these numbers were kept of them. Do not edit: train again.
 */
export const orderBias = ${bias.toFixed(2)};
export const orderWeights = \`
${kept.join('\n')}
\`;
`;
  writeFileSync(new URL('order-weights.ts', orders), source);
  process.stdout.write(`${kept.length} weights written\n`);
}
