import type { Call } from '../call.js';
import { askedInput } from '../content/conceal.js';

/** A call that has succeeded, with its values. */
export interface SuccessfulCall {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly session: string | null;
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string;
  /** As its caller gave it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
}

/** Undefined for steps of compositions, calls that compare tools, dry runs and callers without an identity. */
export function successfulCall({ requested, resolved }: Call): SuccessfulCall | undefined {
  const { id, caller, beside, nesting = 0, partOf, dryRun, request } = requested;
  const { version, output } = resolved;
  const { organisationId, principalId } = caller;
  if (organisationId === null || principalId === null || version === undefined || output === undefined)
    return undefined;
  if (beside !== undefined || nesting > 0 || partOf !== undefined || dryRun) return undefined;
  const tool = `${version.namespace}/${version.tool}`;
  const called = { tool, version: version.version, input: askedInput(resolved), output };
  return { id, organisationId, principalId, session: request.session ?? null, ...called };
}
