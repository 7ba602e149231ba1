import type { Issue } from '@assay/contracts';
import { cancelledReason, type Failure, fail, type SliceClock } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call } from './call.js';
import { visibleInput } from './content/reveal-masked.js';
import type { LargeChecks } from './large-checks.js';
import { writeLarge } from './output/write-large-output.js';

export interface LargeInputPorts {
  readonly clock: SliceClock;
  readonly largeChecks: LargeChecks;
}

export type LargeInputChecked =
  | {
      readonly issues: readonly Issue[];
      /** Of the input as people see it. */
      readonly digest: string;
    }
  | { readonly failure: Failure };

/** Writes a large input in slices, and checks it against the tool's input schema in another thread. */
export async function checkLargeInput(
  call: Call,
  input: Call['resolved']['input'],
  { clock, largeChecks }: LargeInputPorts,
): Promise<LargeInputChecked> {
  const { signal } = call.resolved.deadline;
  const { manifest } = call.resolved.version as ToolVersion;
  const written = await writeLarge(input, clock, signal);
  if (written === undefined) return { failure: endedBefore(call) };
  const visible = visibleInput({ ...call.resolved, input });
  const shown = visible === input ? written : await writeLarge(visible, clock, signal);
  if (shown === undefined) return { failure: endedBefore(call) };
  const checked = await largeChecks.check({ schema: manifest.inputSchema, json: written.text, signal });
  if (checked.kind === 'aborted') return { failure: endedBefore(call) };
  if (checked.kind === 'checked') return { issues: checked.issues, digest: shown.digest };
  const message = `The input is too large to be checked against the input schema of ${manifest.name}: send less at once.`;
  return { failure: fail('invalid_input', message, { outcome: 'none' }).error };
}

/** The tool has not been called yet. */
function endedBefore({ requested: { reference }, resolved: { deadline, version } }: Call): Failure {
  const name = version?.manifest.name ?? reference;
  if (deadline.signal.reason === cancelledReason)
    return fail('cancelled', `The call to ${name} was cancelled while its input was being checked.`, {
      outcome: 'none',
    }).error;
  const message = `The deadline passed while the input was being checked; ${name} was not called: send less, or give the call a longer deadline.`;
  return fail('deadline_exceeded', message, { outcome: 'none' }).error;
}
