import type { Failure } from '../../kernel/failure.js';
import { fail } from '../../kernel/failure.js';
import type { Result } from '../../kernel/result.js';
import { type Call, isReadOnly } from '../call.js';
import type { Circuits } from './circuits.js';
import type { Fallbacks, StandIn } from './fallbacks.js';
import { fallsThrough, nextLevel } from './levels.js';

/** Turns the input asked with into a level's own. Bounded in time and depth. */
export type MapInput = (
  mapping: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<Result<Readonly<Record<string, unknown>>, Failure>>;

export interface LevelPorts {
  readonly fallbacks: Fallbacks;
  readonly circuits: Pick<Circuits, 'isOpen'>;
  readonly mapInput: MapInput;
}

/**
 * The call of the next level after a failed one; undefined when the failure does not fall through or no level is left.
 * Levels that are passed over (their circuit is open, their time does not suffice, their mapping fails) are noted in
 * `attempted`.
 */
export async function nextCall(call: Call, failure: Failure, ports: LevelPorts): Promise<Call | undefined> {
  if (!fallsThrough(failure, isReadOnly(call.version)) || call.whole.signal.aborted) return undefined;
  call.standIns ??= ports.fallbacks.standIns(call);
  let left = call.standIns;
  for (;;) {
    left = left.filter((it) => !isOpen(it, ports) || passOver(call, it, 'circuit_open'));
    const at = nextLevel(
      left.map((it) => it.pace),
      call.whole.remainingMs(),
    );
    const chosen = at === undefined ? undefined : left[at];
    if (chosen === undefined || at === undefined) return undefined;
    for (const it of left.slice(0, at)) passOver(call, it, 'too_slow');
    left = left.slice(at + 1);
    const input = await inputOf(call, chosen, ports.mapInput);
    if (input.ok) return atLevel(call, chosen, input.value, left);
    passOver(call, chosen, 'mapping_failed');
  }
}

const isOpen = ({ versionId }: StandIn, { circuits }: LevelPorts): boolean =>
  versionId !== undefined && circuits.isOpen(versionId);

/** Notes a level that is not tried; false, so that a filter drops it. */
function passOver(call: Call, { tool }: StandIn, reason: string): false {
  call.attempted.push({ tool, version: '', outcome: 'skipped', reason, ms: 0 });
  return false;
}

async function inputOf({ request }: Call, { mapping }: StandIn, mapInput: MapInput) {
  return mapping === undefined ? { ok: true as const, value: request.input } : mapInput(mapping, request.input);
}

function atLevel(
  { id, request, caller, traceId, whole, attempted, keyed, events, dryRun, startedAt, warnings, trace }: Call,
  { level, tool, accuracy }: StandIn,
  input: Readonly<Record<string, unknown>>,
  standIns: readonly StandIn[],
): Call {
  return {
    id,
    request,
    caller,
    traceId,
    whole,
    deadline: whole,
    level,
    reference: tool,
    input,
    accuracy,
    attempted,
    standIns,
    ...(keyed && { keyed }),
    ...(events && { events }),
    dryRun,
    startedAt,
    warnings,
    trace,
    validation: { outcome: 'skipped', issues: [] },
  };
}

/** No hierarchy has a mapping where nothing stands in. */
export const noMapping: MapInput = async () => fail('internal', 'Nothing maps inputs here.');
