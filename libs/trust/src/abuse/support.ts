import { orderSignWeights } from './orders/order-signs.js';
import type { Sign } from './sign.js';

/**
 * Rules that are precise in answers too: what they look for is said to a model and to nobody else. The others look for subjects
 * (keys, commands, other tools) that documents are full of.
 */
const precise = new Set([
  'role-marker',
  'tag',
  'deceives',
  'task-talk',
  'binds-the-model',
  'plants-code',
  'vocative',
  'encoded',
  'other-callers-data',
]);
/** What an order is made of, and a report of an order, or a story, as well. */
const worded = new Set(['override', 'secrecy']);
const ofPreciseKind = (rule: string): boolean =>
  precise.has(rule) || rule.startsWith('foreign-') || rule.startsWith('secret-') || hidden.has(rule);
const hidden = new Set([
  'tag-characters',
  'variation-selector-run',
  'terminal-escape',
  'bidi-override',
  'bidi-isolate',
  'split-word',
  'zero-width-run',
  'blank-letters',
  'control-character',
  'mixed-script',
  'stacked-marks',
  'far-away',
]);
/** So near a sentence that reads like an order, a subject belongs to it, in characters. */
const nearOrder = 200;
/** What all subjects that stand alone come to: never a finding. */
const maxAlone = 0.3;

/**
 * Signs in an answer, with those that no order stands by reduced: of these the heaviest is kept, below the bar of a finding.
 */
export function supported(signs: readonly Sign[]): Sign[] {
  const orders = signs.filter(({ rule }) => rule === 'order');
  const supports = [
    ...signs.filter(({ rule }) => ofPreciseKind(rule)),
    ...orders.filter(({ weight }) => weight >= orderSignWeights.weak),
  ];
  const stands = (sign: Sign): boolean => {
    if (sign.rule === 'order' || ofPreciseKind(sign.rule)) return true;
    return (worded.has(sign.rule) ? orders : supports).some((it) => isNear(it, sign));
  };
  const [kept, alone]: [Sign[], Sign[]] = [[], []];
  for (const sign of signs) {
    if (stands(sign)) kept.push(sign);
    else alone.push(sign);
  }
  const heaviest = alone.reduce<Sign | undefined>(
    (best, it) => (it.weight > (best?.weight ?? 0) ? it : best),
    undefined,
  );
  if (heaviest !== undefined) kept.push({ ...heaviest, weight: Math.min(maxAlone, heaviest.weight) });
  return kept;
}

const isNear = (one: Sign, other: Sign): boolean => {
  if (one.path !== other.path) return false;
  if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
    return true;
  return Math.max(one.start - other.end, other.start - one.end) <= nearOrder;
};
