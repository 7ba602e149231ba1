import { perDoubling } from './order-bars.js';
import { featureCount, featureName, namedCount, OrderFeatures } from './order-features.js';
import trained from './order-weights.json' with { type: 'json' };
import { sentencesOf } from './sentences-of.js';

/** A sentence that reads like an order to the model. */
export interface Order {
  /** In the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Logit, less what the length of the text takes. */
  readonly logit: number;
}

/** Weights of words are kept as whole numbers from -127 to 127 of this share. */
const wordScale = 32;

const weights = weightsByFeature();

function weightsByFeature(): Float32Array {
  const numberOf = new Map(Array.from({ length: featureCount }, (_, feature) => [featureName(feature), feature]));
  const table = new Float32Array(featureCount);
  for (const [name, weight] of Object.entries(trained.features)) {
    const feature = numberOf.get(name);
    if (feature !== undefined) table[feature] = weight;
  }
  const bytes = Buffer.from(trained.words, 'base64');
  for (let word = 0; word < bytes.length; word += 1) table[namedCount + word] = bytes.readInt8(word) / wordScale;
  return table;
}

const features = new OrderFeatures();

/** Sentences of a text that reach the bar, in their order. Time is linear in the text. */
export function ordersIn(text: string, bar: number): Order[] {
  const found: Order[] = [];
  const sentences = sentencesOf(text);
  const base = trained.bias - perDoubling * Math.log2(sentences.length);
  for (const { sentence, around } of sentences) {
    // A sentence of which no word is in any class says nothing.
    if (sentence.tokens.length < 2) continue;
    let logit = base;
    features.read(sentence, around, (feature) => {
      logit += weights[feature] as number;
    });
    if (logit >= bar) found.push({ start: sentence.start, end: sentence.end, logit });
  }
  return found;
}
