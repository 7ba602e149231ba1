import type { Evidence } from './evidence.js';
import { signalWeights, type TrustScore } from './trust-score.js';

/** What calls by others say of one tool of a provider. */
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

/** A provider without tools that were called counts 0.5, with the weight of one tool that is fully known. */
const prior = { score: 0.5, confidence: 1 };

/**
 * What a provider's other tools say for it: the mean of their observed scores, each by the confidence in it. Neither their
 * own reputation nor their ratings take part, so that no tool lifts itself by way of another; null when nobody has called
 * any of them.
 */
export function reputationOf(tool: string, tools: readonly ObservedTool[]): Evidence['reputation'] {
  const others = tools.filter((it) => it.tool !== tool && it.confidence > 0);
  if (others.length === 0) return null;
  const confidence = others.reduce((sum, it) => sum + it.confidence, prior.confidence);
  const score = others.reduce((sum, it) => sum + it.confidence * it.score, prior.confidence * prior.score);
  return { score: score / confidence, sampleSize: others.length };
}
