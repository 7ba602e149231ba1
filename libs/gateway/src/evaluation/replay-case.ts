import type { Envelope } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { ToolVersion } from '@assay/registry';
import type { ExamineContent } from '../content/examine-content.js';
import { maskPlaces } from '../content/mask-value.js';
import type { InvokeTool } from '../invoke-tool.js';
import type { PossibleCase } from './choose-cases.js';
import { compareOutputs, type OutputDifference, type OutputTolerance, shownValue } from './compare-outputs.js';
import type { CaseAttempt, CaseOutcome, EvaluatedCase, KeptDifference } from './evaluation.js';
import { failureOf } from './failure-of.js';

export interface ReplayPorts {
  readonly invoke: Pick<InvokeTool, 'run'>;
  readonly content: Pick<ExamineContent, 'examine'>;
}

export interface Replay {
  readonly caller: Caller;
  readonly tool: ToolVersion;
  readonly against: ToolVersion;
  readonly tolerance: OutputTolerance;
  /** Under which the calls are recorded. */
  readonly traceId: string;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** Differences of one case that are kept. */
const maxKept = 20;

/**
 * Makes one call on both versions through the gateway, with the caller's rights and budget, and compares what they
 * answer. The two go first in turn, so that neither profits from what the other has warmed up.
 */
export async function replayCase(
  one: PossibleCase,
  at: number,
  replay: Replay,
  ports: ReplayPorts,
): Promise<EvaluatedCase> {
  const call = (version: ToolVersion) => callOf(version, one.input, replay, ports);
  const [first, second] = at % 2 === 0 ? [replay.tool, replay.against] : [replay.against, replay.tool];
  const made = [await call(first), await call(second)] as const;
  const [tool, against] = at % 2 === 0 ? made : [made[1], made[0]];
  const { name, source } = one;
  const attempts = { tool: attemptOf(tool, replay.tool), against: attemptOf(against, replay.against) };
  const leftOut = [attempts.tool, attempts.against].find(({ failed }) => failed === undefined);
  if (leftOut !== undefined)
    return { name, source, outcome: 'left_out', ...attempts, differences: [], note: leftOut.code ?? leftOut.status };
  if (attempts.tool.failed || attempts.against.failed)
    return { name, source, outcome: failedOutcome(attempts), ...attempts, differences: [] };
  const differences = compareOutputs(tool.output, against.output, replay.tolerance);
  return {
    ...{ name, source, outcome: outcomeOf(differences), ...attempts },
    differences: await kept(differences.slice(0, maxKept), ports.content),
  };
}

async function callOf(
  { manifest, version }: ToolVersion,
  input: PossibleCase['input'],
  { caller, traceId, signal, deadlineMs }: Replay,
  { invoke }: ReplayPorts,
): Promise<Envelope> {
  const request = {
    tool: `${manifest.name}@${version}`,
    input,
    repair: 'off',
    fallback: 'none',
    cache: 'no',
    deadlineMs,
  } as const;
  const context = { caller, traceId, signal, beside: 'evaluation', isWhole: true, countsTokens: true } as const;
  return (await invoke.run(request, context)).envelope;
}

function attemptOf(envelope: Envelope, { manifest }: ToolVersion): CaseAttempt {
  const { id, status, error, validation, tokens, trace } = envelope;
  const called = trace.filter(({ stage }) => stage === 'call');
  const failed = failureOf(envelope);
  const cost = called.length === 0 ? 0 : (manifest.costPerCallUsd ?? null);
  return {
    ...{ invocationId: id, status, ms: Math.round(called.reduce((sum, { ms }) => sum + ms, 0) * 100) / 100 },
    ...(error !== undefined && { code: error.code }),
    ...(failed !== undefined && { failed }),
    schemaValid: manifest.outputSchema === undefined || called.length === 0 ? null : isSchemaValid(envelope),
    tokens: error === undefined ? (tokens?.result ?? null) : null,
    costUsd: cost,
  };

  function isSchemaValid({ error: failure }: Envelope): boolean | null {
    if (failure === undefined) return validation.outcome !== 'invalid';
    return failure.code === 'bad_output' ? false : null;
  }
}

const failedOutcome = ({ tool, against }: { tool: CaseAttempt; against: CaseAttempt }): CaseOutcome =>
  tool.failed && against.failed ? 'both_failed' : tool.failed ? 'only_against' : 'only_tool';

function outcomeOf(differences: readonly OutputDifference[]): CaseOutcome {
  if (differences.length === 0) return 'same';
  return differences.every(({ withinTolerance }) => withinTolerance) ? 'within_tolerance' : 'different';
}

/** In a few characters, without personal data and secrets. */
async function kept(
  differences: readonly OutputDifference[],
  content: Pick<ExamineContent, 'examine'>,
): Promise<KeptDifference[]> {
  const found: KeptDifference[] = [];
  for (const { kind, path, withinTolerance, before, after } of differences) {
    const [was, is] = [await shown(before, content), await shown(after, content)];
    found.push({
      ...{ kind, path, withinTolerance },
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    });
  }
  return found;
}

async function shown(value: unknown, content: Pick<ExamineContent, 'examine'>): Promise<string | undefined> {
  if (value === undefined || Array.isArray(value)) return shownValue(value);
  const { places, isWhole } = await content.examine(value, { instructions: false });
  return isWhole ? shownValue(maskPlaces(value, places, (of) => `[${of.split('.').at(-1)}]`)) : '…';
}
