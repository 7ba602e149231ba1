import type { GraphNode, RunCheck } from '@assay/sdk';

export type StepForecast = 'planned' | 'approval' | 'refused';

/** What a dry run says of one step. */
export interface StepOutlook {
  readonly forecast: StepForecast;
  /** In a few words, for the graph and the list. */
  readonly note: string;
}

type Estimate = NonNullable<RunCheck['estimate']>;

/** Steps inside a step are written parent/step: the outer graph marks their parent. */
const isOf = (id: string, step: string): boolean => step === id || step.startsWith(`${id}/`);

function outlookOf(
  { id, tool, version }: GraphNode,
  { waves, approvals, refused }: Estimate,
  verdicts: RunCheck['verdicts'],
) {
  const stage = waves.findIndex((wave) => wave.some((step) => isOf(id, step)));
  const when = stage < 0 ? '' : `stage ${stage + 1}`;
  const verdict = verdicts.find((it) => it.tool === tool && it.version === version)?.callable;
  const isRefused = verdict === 'no' || refused.some(({ step }) => isOf(id, step));
  const isAsked = verdict === 'approval' || approvals.some((step) => isOf(id, step));
  const forecast: StepForecast = isRefused ? 'refused' : isAsked ? 'approval' : 'planned';
  const words = { planned: '', approval: 'waits for approval', refused: 'would be denied' }[forecast];
  return { forecast, note: [when, words].filter(Boolean).join(', ') };
}

/** For each step of the graph, by id: its stage, and whether it would wait or be denied. */
export function outlooks({ graph, estimate, verdicts }: RunCheck): Readonly<Record<string, StepOutlook>> {
  if (graph === null || estimate === null) return {};
  return Object.fromEntries(graph.map((node) => [node.id, outlookOf(node, estimate, verdicts)]));
}

const seconds = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
const share = (of: number): string => `${(of * 100).toFixed(1)} %`;

/** The figures of a dry run, as rows of a table. */
export function figuresOf(estimate: Estimate): readonly (readonly [string, string])[] {
  const { waves, expectedMs, worstMs, costUsd, turns, tokens, reliability, reliabilityInterval, unknown } = estimate;
  const interval =
    reliabilityInterval === null ? '' : ` (${share(reliabilityInterval.low)} to ${share(reliabilityInterval.high)})`;
  const cost = costUsd.most === costUsd.least ? `$${costUsd.least}` : `at least $${costUsd.least}`;
  const missing = [...new Set([...unknown.latency, ...unknown.cost, ...unknown.reliability])];
  return [
    ['Stages', String(waves.length)],
    ['Expected duration', expectedMs === null ? 'unknown' : seconds(expectedMs)],
    ['19 of 20 runs take at most', worstMs === null ? 'unknown' : seconds(worstMs)],
    ['Cost', cost],
    ['Succeeds', reliability === null ? 'unknown' : `${share(reliability)}${interval}`],
    ['Model turns', `${turns.with} instead of ${turns.without}`],
    ...(tokens === null ? [] : [['Tokens', `${tokens.with} instead of ${tokens.without}`] as const]),
    ...(missing.length === 0 ? [] : [['Not measured or declared', missing.join(', ')] as const]),
  ];
}
