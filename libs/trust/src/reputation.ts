import type { Evidence } from './evidence.js';
import { signalWeights, type TrustScore } from './trust-score.js';

/** What calls say about one tool of a provider. */
export interface ObservedTool {
  readonly tool: string;
  readonly score: number;
  readonly confidence: number;
}

const observedSignals = ['reliability', 'schemaCompliance', 'slaAdherence'] as const;

/** The mean of the signals that calls alone decide, by their weights; in [0,1]. */
export function observedScore({ signals }: TrustScore): number {
  const weight = observedSignals.reduce((sum, name) => sum + signalWeights[name], 0);
  const sum = signals
    .filter(({ name }) => observedSignals.some((it) => it === name))
    .reduce((total, { contribution }) => total + contribution, 0);
  return sum / weight;
}

/**
 * What a provider's other tools say for it: the mean of their observed scores, each by the confidence in it. Neither their
 * own reputation nor their ratings take part, so no tool raises itself by way of another; null when nobody has called any
 * of them.
 */
export function reputationOf(tool: string, tools: readonly ObservedTool[]): Evidence['reputation'] {
  const others = tools.filter((it) => it.tool !== tool && it.confidence > 0);
  if (others.length === 0) return null;
  const confidence = others.reduce((sum, it) => sum + it.confidence, 0);
  const score = others.reduce((sum, it) => sum + it.confidence * it.score, 0);
  return { score: score / confidence, confidence, sampleSize: others.length };
}
