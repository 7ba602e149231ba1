import { z } from 'zod';

const column = z.string().min(1).max(200);
const columns = z.array(column).min(1).max(10);

/** The five kinds of rules of data quality (source document 14.11.6). */
export const ruleSchema = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('completeness'), column, maxNullRate: z.number().min(0).max(1).default(0) }),
  z.strictObject({ rule: z.literal('uniqueness'), columns }),
  z.strictObject({
    rule: z.literal('references'),
    columns,
    table: z.string().max(200).describe('The table referred to'),
    referenced: columns,
  }),
  z.strictObject({
    rule: z.literal('distribution'),
    column,
    baseline: z.record(z.string().max(200), z.number().min(0)).describe('Expected counts or shares by value'),
    maxDivergence: z.number().min(0).default(0.1).describe('Kullback-Leibler divergence in nats, smoothed'),
  }),
  z.strictObject({
    rule: z.literal('freshness'),
    column,
    maxAgeHours: z.number().positive().describe('Between the newest value and now'),
  }),
]);
export type Rule = z.output<typeof ruleSchema>;

/** Shares with one added to every count, so that a value seen on one side only gives no infinite divergence. */
function smoothed(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, it) => sum + it, 0) + counts.length;
  return counts.map((it) => (it + 1) / total);
}

/**
 * Kullback-Leibler divergence Σ p·ln(p/q) of the observed counts from a baseline, both with add-one smoothing over the
 * values of either. A baseline of shares (sum at most 1.001) is taken as that many of the observed rows.
 */
export function divergence(observed: ReadonlyMap<string, number>, baseline: Readonly<Record<string, number>>): number {
  const values = [...new Set([...observed.keys(), ...Object.keys(baseline)])];
  if (values.length === 0) return 0;
  const rows = [...observed.values()].reduce((sum, it) => sum + it, 0);
  const sum = Object.values(baseline).reduce((total, it) => total + it, 0);
  const scale = sum <= 1.001 ? rows : 1;
  const p = smoothed(values.map((it) => observed.get(it) ?? 0));
  const q = smoothed(values.map((it) => (baseline[it] ?? 0) * scale));
  return p.reduce((total, it, at) => total + it * Math.log(it / (q[at] ?? 1)), 0);
}
