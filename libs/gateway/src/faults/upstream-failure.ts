import type { Manifest } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import { type ClassifiedText, classifyText } from './classify-text.js';
import { type FaultKind, faultKinds } from './fault-kinds.js';
import { boundedText } from './words.js';

/** A failure of this kind, as the table has it. */
export const upstreamFailure = (
  fault: FaultKind,
  message: string,
  more: Omit<Failure, 'code' | 'message' | 'fault'> = {},
): Failure => ({ ...faultKinds[fault], message, fault, ...more });

/** A failure whose kind the upstream's text decides, once its arguments are at hand; `otherwise` when it does not. */
export const saidFailure = (
  otherwise: FaultKind,
  said: string,
  message: string,
  more: Omit<Failure, 'code' | 'message' | 'fault' | 'said'> = {},
): Failure => ({ ...upstreamFailure(otherwise, message, more), said: boundedText(said) });

/** A call as far as its error texts are judged against it. */
export interface AskedOf {
  readonly input: Readonly<Record<string, unknown>>;
  readonly manifest: Pick<Manifest, 'inputSchema'>;
}

/**
 * Settles a failure by its text, where it has one to be settled by. Transports know the text, and not always the arguments
 * that it is judged against, so that this is done once, for every protocol, when the call comes back.
 */
export function settledByText(failure: Failure, asked: AskedOf): Failure {
  const { said, ...rest } = failure;
  if (said === undefined) return failure;
  const found = judgeText(said, asked, failure.fault as FaultKind);
  const { code, outcome } = faultKinds[found.kind];
  // What the protocol turned away before the tool ran did nothing, whatever it says.
  const surely = failure.outcome === 'none' || outcome === 'none' ? 'none' : outcome;
  return {
    ...rest,
    code,
    outcome: surely,
    fault: found.kind,
    ...(found.isCallersTarget && { blame: 'nobody' }),
    ...(found.namesRequest && { namesRequest: true }),
  };
}

export const judgeText = (said: string, { input, manifest }: AskedOf, otherwise: FaultKind): ClassifiedText =>
  classifyText(said, { input, properties: propertiesOf(manifest), otherwise });

export function propertiesOf({ inputSchema }: AskedOf['manifest']): string[] {
  const { properties } = inputSchema as { readonly properties?: unknown };
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
