/**
 * BM25 and BM25F as the books have them, over the index's own words: the bar to clear. Every occurrence of a word in the
 * query counts, as the sum over the query's words says; `once` counts each word once.
 */
import { TermReader } from '@assay/search';

const reader = new TermReader();
export const fieldNames = ['name', 'description', 'provider', 'capabilities', 'parameters'];
const shown = 10;

export function termsOf(text) {
  const terms = [];
  reader.each(text, (term) => terms.push(term));
  return terms;
}

/** The one setting for all sets that is to be beaten. */
export const fixed = { weights: [2, 1, 0.5, 0.5, 0.3], k1: 1.2, b: 0.5 };

/** Postings `{slots, counts}` by word, counts by field one after the other, of texts `[[word…]…]`, a list a field. */
function countWords(ids, texts, fields) {
  const postings = new Map();
  const lengths = Array.from({ length: fields }, () => new Float64Array(ids.length));
  texts.forEach((byField, slot) => {
    const counts = new Map();
    byField.forEach((words, field) => {
      lengths[field][slot] = words.length;
      for (const word of words) {
        if (!counts.has(word)) counts.set(word, new Array(fields).fill(0));
        counts.get(word)[field] += 1;
      }
    });
    for (const [word, own] of counts) {
      if (!postings.has(word)) postings.set(word, { slots: [], counts: [] });
      postings.get(word).slots.push(slot);
      postings.get(word).counts.push(...own);
    }
  });
  const means = lengths.map((column) => column.reduce((sum, length) => sum + length, 0) / ids.length || 1);
  return { ids, postings, lengths, means, fields, scores: new Float64Array(ids.length) };
}

/** Documents as words by field. */
export const wordsByField = (documents) =>
  countWords(
    documents.map(({ id }) => id),
    documents.map((document) => fieldNames.map((name) => [document[name]].flat().flatMap(termsOf))),
    fieldNames.length,
  );

/** Adds what a word is worth to `scores`; gives the slots that were 0 before. */
function addWord({ postings, lengths, means, fields, scores, ids }, word, { weights, k1, b }, touched) {
  const { slots, counts } = postings.get(word) ?? { slots: [], counts: [] };
  const rarity = Math.log(1 + (ids.length - slots.length + 0.5) / (slots.length + 0.5));
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at];
    let weighted = 0;
    for (let field = 0; field < fields; field += 1) {
      const count = counts[at * fields + field];
      if (count > 0) weighted += (weights[field] * count) / (1 - b + (b * lengths[field][slot]) / means[field]);
    }
    if (weighted === 0) continue;
    if (scores[slot] === 0) touched.push(slot);
    scores[slot] += (rarity * weighted * (k1 + 1)) / (k1 + weighted);
  }
}

/** Ids of the best. */
export function bm25f(counted, terms, settings, once = false) {
  const touched = [];
  for (const word of once ? new Set(terms) : terms) addWord(counted, word, settings, touched);
  const { scores, ids } = counted;
  const best = [];
  for (const slot of touched) {
    const score = scores[slot];
    if (best.length < shown || score > best.at(-1).score) {
      let at = best.length;
      while (at > 0 && best[at - 1].score < score) at -= 1;
      best.splice(at, 0, { slot, score });
      if (best.length > shown) best.pop();
    }
    scores[slot] = 0;
  }
  return best.map(({ slot }) => ids[slot]);
}

const tried = {
  b: [0, 0.25, 0.5, 0.75, 1],
  k1: [0.3, 0.6, 0.9, 1.2, 2, 3, 5],
  weight: [0, 0.1, 0.3, 0.5, 1, 2, 3, 5],
};

/** Each gives the settings that differ from one in one thing. */
const dimensions = [
  (settings) => tried.b.map((b) => ({ ...settings, b })),
  (settings) => tried.k1.map((k1) => ({ ...settings, k1 })),
  ...fieldNames.map(
    (_, field) => (settings) =>
      tried.weight.map((weight) => ({ ...settings, weights: settings.weights.with(field, weight) })),
  ),
];

/** The best setting that two rounds of one dimension after the other find; `rate` gives a setting's worth. */
export function tune(rate) {
  let best = fixed;
  let worth = rate(best);
  for (let round = 0; round < 2; round += 1) {
    for (const dimension of dimensions) {
      for (const settings of dimension(best)) {
        const found = rate(settings);
        if (found > worth) [best, worth] = [settings, found];
      }
    }
  }
  return best;
}

/** BM25 over everything a tool says as one text, split at spaces and punctuation, nothing else done to it. */
export function plainWords(documents) {
  const split = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const texts = documents.map((document) => [fieldNames.flatMap((name) => split([document[name]].flat().join(' ')))]);
  const counted = countWords(
    documents.map(({ id }) => id),
    texts,
    1,
  );
  return (text) => bm25f(counted, split(text), { weights: [1], k1: 1.2, b: 0.75 });
}
