import { featureCount, featureName, OrderFeatures } from './order-features.js';
import { orderBias, orderWeights } from './order-weights.js';
import { sentencesOf } from './sentences-of.js';

/** A sentence that reads like an order to the model. */
export interface Order {
  /** In the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Logit: above 0 an order is more likely than not, among sentences of attacks and of ordinary texts in equal shares. */
  readonly logit: number;
}

const weights = weightsByFeature();

function weightsByFeature(): Float32Array {
  const numberOf = new Map(Array.from({ length: featureCount }, (_, feature) => [featureName(feature), feature]));
  const table = new Float32Array(featureCount);
  for (const line of orderWeights.trim().split('\n')) {
    const [name = '', weight] = line.split(' ');
    const feature = numberOf.get(name);
    if (feature !== undefined) table[feature] = Number(weight);
  }
  return table;
}

const features = new OrderFeatures();

/** Sentences of a text that reach the bar, in their order. Time is linear in the text. */
export function ordersIn(text: string, bar: number): Order[] {
  const found: Order[] = [];
  for (const { sentence, around } of sentencesOf(text)) {
    // A sentence of which no word is in any class says nothing.
    if (sentence.tokens.length < 2) continue;
    let logit = orderBias;
    features.read(sentence, around, (feature) => {
      logit += weights[feature] as number;
    });
    if (logit >= bar) found.push({ start: sentence.start, end: sentence.end, logit });
  }
  return found;
}
