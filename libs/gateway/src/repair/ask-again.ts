import { compileSchema } from '@assay/json-schema';
import { digestJson, type Failure, memberNames } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import { rounded } from '../envelope.js';
import { keepsFixed } from '../fixed-arguments.js';
import { errorText } from '../read-output.js';
import { atLevel, requestedAs } from '../resilience/next-level.js';
import { broader, isEmptyAnswer } from './broaden.js';
import { editText } from './edit.js';
import { healingOf, maxAttempts, repaired } from './healing.js';
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
  const { repair } = call.requested.request;
  const isOver = call.requested.whole.signal.aborted || (call.happened.healing?.attempts ?? 0) >= maxAttempts;
  if (
    repair === 'off' ||
    call.resolved.revealed !== undefined ||
    call.resolved.shown !== undefined ||
    call.requested.dryRun ||
    call.resolved.pause !== undefined ||
    isOver ||
    !isReadOnly(call.resolved.version)
  )
    return undefined;
  const begun = ports.clock.monotonic();
  const again = failure === undefined ? broadened(call) : await repairedFor(call, failure, ports);
  if (again === undefined) return undefined;
  const changes = (again.resolved.repairs?.length ?? 0) - (call.resolved.repairs?.length ?? 0);
  const note = `${changes} ${changes === 1 ? 'change' : 'changes'} after ${failure?.code ?? 'an empty answer'}`;
  call.happened.trace.push({ stage: 'repair', ms: rounded(ports.clock.monotonic() - begun), note });
  return again;
}

/** What a call is answered with in the end: an empty answer stands when nothing broader gave more. */
export function answerOf(call: Call, failure: Failure | undefined): { call: Call; failure: Failure | undefined } {
  const empty = call.happened.healing?.empty;
  if (empty === undefined || empty === call || (failure === undefined && !isEmptyAnswer(call.resolved.output)))
    return { call, failure };
  call.happened.warnings.push('Broader input gave no more results: this is the empty result of the original input.');
  // The attempt that ended the call stays what it was; its result is the first one's.
  const { input, argumentsDigest, answer, output, validation, repairs, findings, routed } = empty.resolved;
  const result = { input, argumentsDigest, answer, output, validation, repairs, findings, routed };
  return { call: { ...call, resolved: { ...call.resolved, ...result } }, failure: undefined };
}

/** Characters of a tool's error that a model is shown. */
const maxSaid = 2_000;

/**
 * Whether the tool judged the input, over whichever protocol. What does not exist, is not permitted or failed in the tool is
 * not repaired: no similar thing is looked for in its place.
 */
const isRejection = ({ resolved: { upstreamMs } }: Call, { code, fault, blame }: Failure): boolean =>
  upstreamMs !== undefined &&
  (code === 'invalid_input' || (code === 'upstream_rejected' && fault !== 'forbidden' && blame === undefined));

/** There is nothing to change in the input of a tool that has no arguments. */
function takesNothing({ resolved }: Call): boolean {
  const { properties } = (resolved.version as ToolVersion).manifest.inputSchema;
  return memberNames(properties ?? {}).length === 0 && memberNames(resolved.input).length === 0;
}

async function repairedFor(call: Call, failure: Failure, ports: ModelRepairPorts): Promise<Call | undefined> {
  if (ports.model === null && call.requested.client?.sample === undefined) return undefined;
  if (!isRejection(call, failure) || takesNothing(call)) return undefined;
  const toolSaid = (
    call.resolved.answer === undefined ? failure.message : errorText(call.resolved.answer.content)
  ).slice(0, maxSaid);
  const validate = compileSchema((call.resolved.version as ToolVersion).manifest.inputSchema);
  const repair = await repairByModel(call, [{ toolSaid }], validate, ports);
  return repair && keepsFixed(call.requested.fixed, repair.input) ? onceMore(call, repair) : undefined;
}

function broadened(call: Call): Call | undefined {
  if (call.requested.request.repair !== 'broaden' || !isEmptyAnswer(call.resolved.output)) return undefined;
  const repair = broader((call.resolved.version as ToolVersion).manifest.inputSchema, call.resolved.input);
  if (repair === undefined || !keepsFixed(call.requested.fixed, repair.input)) return undefined;
  const healing = healingOf(call);
  healing.tried.add(digestJson(call.resolved.input));
  const digest = digestJson(repair.input);
  if (healing.tried.has(digest)) return undefined;
  healing.tried.add(digest);
  healing.attempts += 1;
  healing.empty ??= call;
  call.happened.warnings.push(...repair.edits.map(editText));
  return onceMore(call, repair);
}

/** A new attempt at the level, with the repaired input. */
function onceMore(call: Call, { input, edits }: Repair): Call {
  const { requested, resolved, happened } = call;
  const { through } = requested;
  const next = atLevel(call, { ...requested, tool: requested.reference }, input, resolved.standIns);
  // The attempt that is left for this one comes before it.
  const again = requestedAs(next, { begunAfter: happened.attempted.length + 1, ...(through && { through }) });
  return { ...again, resolved: { ...next.resolved, ...repaired(call, input, edits) } };
}
