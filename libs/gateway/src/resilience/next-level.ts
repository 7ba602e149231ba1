import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Call, nothingResolved } from '../call.js';
import type { FaultMemory } from '../faults/fault-memory.js';
import { keepsFixed } from '../fixed-arguments.js';
import { happenedBefore } from '../happened.js';
import { type Requested, requestedAgain } from '../requested.js';
import type { Circuits } from './circuits.js';
import type { FallbackLevel } from './fallback-level.js';
import type { Fallbacks } from './fallbacks.js';
import { goesOn } from './goes-on.js';
import type { LatencyTrials } from './latency-trials.js';
import { nextLevel, unknownPaceMs } from './levels.js';

/** Turns the input asked with into a level's own. Bounded in time and depth. */
export type MapInput = (
  mapping: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<Result<Readonly<Record<string, unknown>>, Failure>>;

export interface LevelPorts {
  readonly fallbacks: Fallbacks;
  readonly circuits: Pick<Circuits, 'isOpen'>;
  readonly faults: Pick<FaultMemory, 'limitedForMs'>;
  readonly mapInput: MapInput;
  /** Lets skipped levels be measured again; none are when absent. */
  readonly trials?: Pick<LatencyTrials, 'isDue'>;
}

/** The first level of a call by capability that may be tried; fails when there is none. */
export async function firstLevel(call: Call, ports: LevelPorts): Promise<Result<Call, Failure>> {
  const levels = ports.fallbacks.levelsOf(call.requested.request, call.requested.caller);
  if (!levels.ok) return levels;
  if (levels.value.length === 0) return nobodyHas(call);
  const next = await takeLevel(call, levels.value, ports);
  return next === undefined ? fail('nothing_available', 'No level of it may be tried now.') : ok(next);
}

const nobodyHas = ({
  requested: {
    reference,
    request: { constraints },
  },
}: Call) =>
  fail(
    'not_found',
    `No tool you may call has the capability "${reference}"${constraints === undefined ? '' : ' and meets the constraints'}: POST /v1/discover with it lists near misses and the reasons.`,
  );

/**
 * The call of the next level after a failed one; undefined when the failure does not fall through or no level is left.
 * Levels that are passed over (their circuit is open, their time does not suffice, their mapping fails, they are out of
 * use) are noted in `attempted`.
 */
export async function nextCall(call: Call, failure: Failure, ports: LevelPorts): Promise<Call | undefined> {
  if (!goesOn(call, failure)) return undefined;
  call.resolved.standIns ??= ports.fallbacks.standIns(call);
  if (!call.requested.whole.signal.aborted) return takeLevel(call, call.resolved.standIns, ports);
  for (const it of call.resolved.standIns) passOver(call, it, 'no_time');
  return undefined;
}

async function takeLevel(call: Call, levels: readonly FallbackLevel[], ports: LevelPorts): Promise<Call | undefined> {
  const unfit = (it: FallbackLevel) => it.unfit ?? (isUnasked(call, it) ? 'not_read_only' : undefined);
  let left = levels.filter((it) => unfit(it) === undefined || passOver(call, it, unfit(it) as string));
  for (;;) {
    left = left.filter((it) => {
      const reason = skipReason(call, it, ports);
      return reason === undefined || passOver(call, it, reason);
    });
    const at = nextLevel(
      left.map((it) => it.pace),
      call.requested.whole.remainingMs(),
    );
    const chosen = at === undefined ? undefined : left[at];
    if (chosen === undefined || at === undefined) return undefined;
    const trial = await trialOf(call, left.slice(0, at), chosen, ports);
    if (trial !== undefined) {
      const trialAt = left.indexOf(trial.level);
      for (const it of left.slice(0, trialAt)) passOver(call, it, 'too_slow');
      return trialCall(call, trial, left.slice(trialAt + 1));
    }
    for (const it of left.slice(0, at)) passOver(call, it, 'too_slow');
    left = left.slice(at + 1);
    const input = await inputOf(call, chosen, ports.mapInput);
    if (input.ok) return atLevel(call, chosen, input.value, left);
    passOver(call, chosen, 'mapping_failed');
  }
}

interface Trial {
  readonly level: FallbackLevel;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * The level among those that are too slow which is let through all the same, one call in twenty, so that a measurement
 * can recover: it only reads, it was measured, the level that would be tried instead keeps enough time, and the caller
 * stated no latency of its own.
 */
async function trialOf(
  call: Call,
  skipped: readonly FallbackLevel[],
  next: FallbackLevel,
  { trials, mapInput }: LevelPorts,
): Promise<Trial | undefined> {
  if (trials === undefined || call.requested.dryRun || call.requested.request.constraints?.maxLatencyMs !== undefined)
    return undefined;
  if ((next.pace.p99Ms ?? unknownPaceMs) > call.requested.whole.remainingMs()) return undefined;
  for (const level of skipped) {
    const mayBeTried = level.readOnly === true && level.isMeasured === true && level.versionId !== undefined;
    if (!mayBeTried || !trials.isDue(level.versionId as string)) continue;
    const input = await inputOf(call, level, mapInput);
    if (input.ok) return { level, input: input.value };
  }
  return undefined;
}

const trialCall = (call: Call, { level, input }: Trial, rest: readonly FallbackLevel[]): Call =>
  requestedAs(atLevel(call, level, input, rest), { isTrial: true });

/**
 * A call that needs corroboration is only made at tools that may be called twice. So is a read-only step of a
 * composition: it has no key, and is repeated when the composition continues.
 */
const isUnasked = ({ requested: { request, nesting = 0 } }: Call, { readOnly, versionId }: FallbackLevel): boolean =>
  (request.corroborate !== undefined || (nesting > 0 && request.idempotencyKey === undefined)) &&
  versionId !== undefined &&
  readOnly !== true;

/** Why a level is not called now: its circuit is open, or its rate is used up until its Retry-After. */
export function skipReason(
  { requested: { caller } }: Pick<Call, 'requested'>,
  level: FallbackLevel,
  ports: Pick<LevelPorts, 'circuits' | 'faults'>,
): 'circuit_open' | 'rate_limited' | undefined {
  if (isOpen(level, ports)) return 'circuit_open';
  const { versionId } = level;
  const limitedMs = versionId === undefined ? 0 : ports.faults.limitedForMs(versionId, caller.principalId ?? '');
  return limitedMs > 0 ? 'rate_limited' : undefined;
}

export const isOpen = ({ versionId }: FallbackLevel, { circuits }: Pick<LevelPorts, 'circuits'>): boolean =>
  versionId !== undefined && circuits.isOpen(versionId);

/** Notes a level that is not tried; false, so that a filter drops it. */
function passOver(call: Call, { tool }: FallbackLevel, reason: string): false {
  call.happened.attempted.push({ tool, version: '', outcome: 'skipped', reason, ms: 0 });
  return false;
}

/**
 * What a level is called with: always what was asked with, never what an earlier level made of it. A mapping that would
 * change what is fixed gives nothing.
 */
export async function inputOf({ requested: { request, fixed } }: Call, { mapping }: FallbackLevel, mapInput: MapInput) {
  if (mapping === undefined) return ok(request.input);
  const mapped = await mapInput(mapping, request.input);
  return mapped.ok && !keepsFixed(fixed, mapped.value) ? changesFixed : mapped;
}

const changesFixed = fail('invalid_input', 'The mapping changes arguments that are fixed.');

/** The call of a level, afresh, with what is common to all levels. */
export function atLevel(
  { requested, happened }: Call,
  {
    level,
    tool,
    accuracy,
    candidate,
    shadow,
  }: Pick<FallbackLevel, 'level' | 'tool' | 'accuracy' | 'candidate' | 'shadow'>,
  input: Readonly<Record<string, unknown>>,
  standIns?: readonly FallbackLevel[],
): Call {
  // The level before this one finds its own place once it is over.
  const begunAfter = happened.attempted.length + (requested.level > 0 ? 1 : 0);
  return {
    requested: requestedAgain(requested, {
      ...{ level, reference: tool, accuracy, begunAfter },
      ...(candidate && { candidate }),
      ...(shadow && { shadow }),
    }),
    resolved: nothingResolved(input, requested.whole, standIns),
    happened: happenedBefore(happened),
  };
}

/** The same call, requested otherwise. */
export const requestedAs = (call: Call, changed: Partial<Requested>): Call => ({
  ...call,
  requested: Object.freeze({ ...call.requested, ...changed }),
});
