import { compileSchema } from '@assay/json-schema';
import { digestJson, type Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import { rounded } from '../envelope.js';
import { keepsFixed } from '../fixed-arguments.js';
import { errorText } from '../read-output.js';
import { atLevel } from '../resilience/next-level.js';
import { broader, isEmptyAnswer } from './broaden.js';
import { editText } from './edit.js';
import { healingOf, mend, mostAttempts } from './healing.js';
import { type ModelRepairPorts, repairByModel } from './repair-by-model.js';
import type { Repair } from './repair-input.js';

/**
 * The same call once more with another input: one that a model made of an input that the tool itself refused, or, when
 * the caller asked to broaden, one with a condition less after an empty answer. Of tools that only read alone; at most so
 * often as SPEC says, and never with arguments tried already. It goes through every stage again, policy, limits and
 * approval among them. Undefined when it is not made again.
 */
export async function askAgain(
  call: Call,
  failure: Failure | undefined,
  ports: ModelRepairPorts,
): Promise<Call | undefined> {
  const { repair } = call.request;
  const isOver = call.whole.signal.aborted || (call.healing?.attempts ?? 0) >= mostAttempts;
  if (
    repair === 'off' ||
    call.revealed !== undefined ||
    call.shown !== undefined ||
    call.requested.dryRun ||
    call.pause !== undefined ||
    isOver ||
    !isReadOnly(call.version)
  )
    return undefined;
  const begun = ports.clock.monotonic();
  const again = failure === undefined ? broadened(call) : await mendedFor(call, failure, ports);
  if (again === undefined) return undefined;
  const changes = (again.repairs?.length ?? 0) - (call.repairs?.length ?? 0);
  const note = `${changes} ${changes === 1 ? 'change' : 'changes'} after ${failure?.code ?? 'an empty answer'}`;
  call.trace.push({ stage: 'repair', ms: rounded(ports.clock.monotonic() - begun), note });
  return again;
}

/** What a call is answered with in the end: an empty answer stands when nothing broader gave more. */
export function answerOf(call: Call, failure: Failure | undefined): { call: Call; failure: Failure | undefined } {
  const empty = call.healing?.empty;
  if (empty === undefined || empty === call || (failure === undefined && !isEmptyAnswer(call.output)))
    return { call, failure };
  call.warnings.push('Broader input gave no more results: this is the empty result of the original input.');
  const { input, argumentsDigest, answer, output, validation, repairs, findings, routed } = empty;
  const ended: Call = { ...call, input, output, validation };
  // The attempt that ended the call stays what it was; its result is the first one's.
  return { call: Object.assign(ended, { argumentsDigest, answer, repairs, findings, routed }), failure: undefined };
}

/** Characters of a tool's error that a model is shown. */
const maxSaid = 2_000;

/**
 * Whether the tool judged the input, over whichever protocol. What does not exist, is not permitted or failed in the tool is
 * not repaired: no similar thing is looked for in its place.
 */
const isRejection = ({ upstreamMs }: Call, { code, fault, blame }: Failure): boolean =>
  upstreamMs !== undefined &&
  (code === 'invalid_input' || (code === 'upstream_rejected' && fault !== 'forbidden' && blame === undefined));

async function mendedFor(call: Call, failure: Failure, ports: ModelRepairPorts): Promise<Call | undefined> {
  if (ports.model === null && call.requested.client?.sample === undefined) return undefined;
  if (!isRejection(call, failure)) return undefined;
  const toolSaid = (call.answer === undefined ? failure.message : errorText(call.answer.content)).slice(0, maxSaid);
  const validate = compileSchema((call.version as ToolVersion).manifest.inputSchema);
  const repair = await repairByModel(call, [{ toolSaid }], validate, ports);
  return repair && keepsFixed(call.requested.fixed, repair.input) ? onceMore(call, repair) : undefined;
}

function broadened(call: Call): Call | undefined {
  if (call.request.repair !== 'broaden' || !isEmptyAnswer(call.output)) return undefined;
  const repair = broader((call.version as ToolVersion).manifest.inputSchema, call.input);
  if (repair === undefined || !keepsFixed(call.requested.fixed, repair.input)) return undefined;
  const healing = healingOf(call);
  healing.tried.add(digestJson(call.input));
  const digest = digestJson(repair.input);
  if (healing.tried.has(digest)) return undefined;
  healing.tried.add(digest);
  healing.attempts += 1;
  healing.empty ??= call;
  call.warnings.push(...repair.edits.map(editText));
  return onceMore(call, repair);
}

/** Nothing is chosen by it here. */
const unknownPace = { p50Ms: undefined, p99Ms: undefined };

/** The level afresh, with the mended input. */
function onceMore(call: Call, { input, edits }: Repair): Call {
  const { level, reference, accuracy, healing, requested, repairs, version } = call;
  const { through } = requested;
  const next = atLevel(
    call,
    { level, tool: reference, accuracy, versionId: version?.id, pace: unknownPace },
    input,
    call.standIns ?? [],
  );
  const again: Call = {
    ...next,
    ...(through && { requested: Object.freeze({ ...next.requested, through }) }),
    ...(healing && { healing }),
    ...(repairs && { repairs }),
    // The attempt that is left for this one comes before it.
    begunAfter: call.attempted.length + 1,
  };
  if (call.standIns === undefined) delete again.standIns;
  mend(again, input, edits);
  return again;
}
