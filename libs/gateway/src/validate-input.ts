import type { Issue } from '@assay/contracts';
import { isHeavySchema, type Validate } from '@assay/json-schema';
import { type Clock, digestJson, fail, isLongerThan, type SliceClock } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, type Passed, type Stage, type StageEnd } from './call.js';
import { refuseCorroboration } from './consistency/corroboration-failures.js';
import { visibleInput } from './content/reveal-masked.js';
import { keepsFixed } from './fixed-arguments.js';
import type { LargeChecks } from './large-checks.js';
import { checkLargeInput } from './large-input.js';
import { workedOnAtOnce } from './output/write-large-output.js';
import { editText } from './repair/edit.js';
import { healingOf, repaired } from './repair/healing.js';
import { type Repair, repairInput } from './repair/repair-input.js';
import type { CheckedInput, Resolved } from './resolved.js';
import type { Validators } from './validators.js';

/** Used when rules cannot repair an input. */
export interface InputMending {
  readonly clock: SliceClock;
  /** For inputs that are too large to be checked at once. */
  readonly largeChecks: LargeChecks;
  /** Absent where rules are all there is; gives undefined when no model knows either. */
  readonly byModel?: (call: Call, issues: readonly Issue[], validate: Validate) => Promise<Repair | undefined>;
}

/**
 * Validates the input against the tool's input schema, before anything reaches the tool. An invalid one is repaired
 * (unless the caller opted out) by rules where there is one way, else by a model if there is one: its form for every
 * tool, its meaning only for read-only tools. Repairs that are not allowed are proposed with the failure. A repaired
 * input is a new one: everything after this stage sees only it.
 */
export const validateInput = (validators: Validators, mending: InputMending): Stage<CheckedInput> => ({
  name: 'validate-input',
  note: ({ resolved: { repairs } }) => (repairs === undefined ? undefined : 'repaired'),
  run(call) {
    const refused = call.requested.request.corroborate === undefined ? undefined : refuseCorroboration(call);
    if (refused !== undefined) return refused;
    const version = call.resolved.version as ToolVersion;
    if (isLongerThan(call.resolved.input, workedOnAtOnce) || isHeavySchema(version.manifest.inputSchema))
      return validateLarge(call, mending);
    const validate = validators.input(version);
    const issues = validate(call.resolved.input);
    if (issues.length === 0) return checked(call);
    if (call.requested.request.repair === 'off') return refusal(call, issues, undefined);
    const byRules = repairedByRules(call, validate, mending.clock);
    if (byRules !== undefined) return used(call, issues, byRules);
    // A model is not shown values that only the tool's server is to get.
    if (mending.byModel === undefined || call.resolved.revealed !== undefined) return refusal(call, issues, undefined);
    return mending.byModel(call, issues, validate).then((byModel) => used(call, issues, byModel));
  },
});

/**
 * A large input, and one of a schema that takes long to compile, is checked where nobody waits for it; only rules repair
 * it, since no model reads so much.
 */
async function validateLarge(call: Call, { clock, largeChecks }: InputMending): Promise<StageEnd<CheckedInput>> {
  const found = await checkLargeInput(call, call.resolved.input, { clock, largeChecks });
  if ('failure' in found) return found.failure;
  if (found.issues.length === 0) return checked(call, found.digest);
  if (call.requested.request.repair === 'off') return refusal(call, found.issues, undefined, found.digest);
  const begun = clock.monotonic();
  const repair = repairInput((call.resolved.version as ToolVersion).manifest.inputSchema, call.resolved.input);
  if (repair === undefined) return refusal(call, found.issues, undefined, found.digest);
  const again = await checkLargeInput(call, repair.input, { clock, largeChecks });
  if ('failure' in again) return again.failure;
  if (again.issues.length > 0) return refusal(call, found.issues, undefined, found.digest);
  noteHealing(call, clock.monotonic() - begun);
  return used(call, found.issues, repair, { given: found.digest, repaired: again.digest });
}

const checked = (call: Call, argumentsDigest = visibleDigest(call.resolved)): Passed<CheckedInput> => ({
  resolved: { argumentsDigest },
});

const visibleDigest = (resolved: Pick<Resolved, 'input' | 'revealed'>): string =>
  digestJson(resolved.revealed === undefined ? resolved.input : visibleInput(resolved));

/** Digests of a large input, which were made in slices. */
interface Digests {
  readonly given: string;
  readonly repaired: string;
}

/** A repair that may be made is; any other is proposed with the refusal. */
function used(
  call: Call,
  issues: readonly Issue[],
  repair: Repair | undefined,
  digests?: Digests,
): Passed<CheckedInput> {
  if (repair === undefined || !keepsFixed(call.requested.fixed, repair.input))
    return refusal(call, issues, undefined, digests?.given);
  if (!isAllowed(repair, call.resolved.version as ToolVersion)) return refusal(call, issues, repair, digests?.given);
  const input = repaired(call, repair.input, repair.edits);
  return {
    resolved: { ...input, argumentsDigest: digests?.repaired ?? visibleDigest({ ...call.resolved, ...input }) },
  };
}

function repairedByRules(call: Call, validate: Validate, clock: Pick<Clock, 'monotonic'>): Repair | undefined {
  const begun = clock.monotonic();
  const repair = whole(call.resolved.version as ToolVersion, call, validate);
  if (repair === undefined) return undefined;
  noteHealing(call, clock.monotonic() - begun);
  return repair;
}

function noteHealing(call: Call, addedMs: number): void {
  const healing = healingOf(call);
  healing.attempts += 1;
  healing.addedMs += addedMs;
}

/** A repair after which the input fits. */
function whole(version: ToolVersion, { resolved: { input } }: Call, validate: (input: unknown) => readonly Issue[]) {
  const repair = repairInput(version.manifest.inputSchema, input);
  return repair !== undefined && validate(repair.input).length === 0 ? repair : undefined;
}

const isAllowed = ({ edits }: Repair, version: ToolVersion): boolean =>
  isReadOnly(version) || edits.every(({ kind }) => kind === 'form');

function refusal(
  call: Call,
  found: readonly Issue[],
  repair: Repair | undefined,
  argumentsDigest = visibleDigest(call.resolved),
): Passed<CheckedInput> {
  const { manifest, version } = call.resolved.version as ToolVersion;
  const issues = found.map((it) => ({ ...it, path: `/input${it.path}` }));
  const [first] = found;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  const proposal = repair && { input: repair.input, changes: repair.edits.map(editText) };
  const meant = proposal
    ? ' The proposal next to this message is valid: call again with it if that is what you mean.'
    : '';
  const fixed = found.some((it) => isFixed(call, it)) ? " That is a preset: the toolset's creator must change it." : '';
  const failure = fail(
    'invalid_input',
    `The input does not match the schema of ${manifest.name}@${version}: ${first?.path || 'it'} ${first?.message}${more}.${fixed}${meant}`,
    { issues, ...(proposal && { data: { proposal } }) },
  ).error;
  return { resolved: { argumentsDigest, validation: { outcome: 'invalid', issues } }, failure };
}

/** Whether an issue is about an argument that is not the caller's to change. */
const isFixed = ({ requested: { fixed = {} } }: Call, { path }: Issue): boolean =>
  Object.keys(fixed).some((name) => path === `/${name}` || path.startsWith(`/${name}/`));
