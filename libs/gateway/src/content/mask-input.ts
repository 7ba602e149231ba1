import type { Issue } from '@assay/contracts';
import { digestJson, type Failure, fail, type Place } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import type { MaskedInput } from '../resolved.js';
import type { Examined } from './examine-content.js';
import { maskPlaces, textsAt } from './mask-value.js';
import { type MaskedValues, ownerOf } from './masked-values.js';
import { carriedInput } from './reveal-masked.js';
import { callerSource } from './source-server.js';

export interface MaskInputPorts {
  readonly masked: Pick<MaskedValues, 'mask'>;
  readonly inputIssues: (version: ToolVersion, input: unknown) => readonly Issue[];
  readonly onProblem: (cause: unknown) => void;
}

/** The places that policies mask: those of the classes they name, or all where they name none of what was found. */
export function placesToMask(places: readonly Place[], masks: PolicyDecision['masks']): readonly Place[] {
  if (masks === undefined) return [];
  const named = masks === 'all' ? places : places.filter((it) => masks.includes(it.class));
  return named.length === 0 ? places : named;
}

/**
 * Replaces what policies mask in the arguments, before the tool gets them. What people are shown and digests are made of is
 * the masked input; a placeholder that the schema forbids denies the call.
 *
 * @param visible the input with placeholders where revealed values are carried
 */
export async function maskInput(
  call: Call,
  visible: Call['resolved']['input'],
  { places }: Examined,
  masks: PolicyDecision['masks'],
  ports: MaskInputPorts,
): Promise<Failure | MaskedInput | undefined> {
  const selected = placesToMask(places, masks);
  if (selected.length === 0) return undefined;
  if (call.requested.dryRun) {
    call.happened.warnings.push(
      `Arguments would be masked: ${[...new Set(selected.map((it) => it.class))].join(', ')}.`,
    );
    return undefined;
  }
  const owner = ownerOf(call);
  if (owner === undefined) return needsKey;
  try {
    const placeholder = await ports.masked.mask(owner, callerSource, textsAt(visible, selected));
    const shown = maskPlaces(visible, selected, placeholder) as Call['resolved']['input'];
    const version = call.resolved.version as ToolVersion;
    const issues = ports.inputIssues(version, shown);
    if (issues.length > 0) return unfitting(version, issues);
    const input = carriedInput(shown, call.resolved.revealed);
    return { unmasked: visible, shown, input, argumentsDigest: digestJson(shown) };
  } catch (cause) {
    ports.onProblem(cause);
    return notNow;
  }
}

const unfitting = ({ manifest, version }: ToolVersion, issues: readonly Issue[]): Failure =>
  fail(
    'denied',
    `A policy masks arguments of ${manifest.name}@${version}, but a placeholder does not match its input schema: ${issues[0]?.path || 'it'} ${issues[0]?.message}. Remove the value, or request a policy that permits it.`,
    { issues: issues.map((it) => ({ ...it, path: `/input${it.path}` })) },
  ).error;

const needsKey = fail(
  'denied',
  'A policy masks arguments of this call, which takes a known caller: authenticate.',
).error;

const notNow = fail(
  'unavailable',
  'The tool was not called: a policy masks its arguments, but the masked values cannot be stored right now. Try again in a moment; /readyz shows when the database is back.',
  { retryAfterMs: 1_000 },
).error;
