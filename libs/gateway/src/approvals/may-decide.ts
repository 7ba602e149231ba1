import type { ApprovalSettings } from '@assay/contracts';
import { type Caller, hasScope, reaches, signInDefaults } from '@assay/identity';
import { type Failure, fail, isoTime, namespaceOf } from '@assay/kernel';
import type { Approval } from './approval.js';

/**
 * Whether somebody may look at an approval: the caller itself, and those of its organisation who decide, with a key that
 * reaches the tool.
 */
export const maySee = (caller: Caller, { principalId, organisationId, tool }: Approval): boolean =>
  caller.principalId !== null &&
  (caller.principalId === principalId ||
    (caller.organisationId === organisationId &&
      hasScope(caller, 'approvals:decide') &&
      reaches(caller, namespaceOf(tool))));

/** What a decision depends on beside the decider and the approval. Times are milliseconds since the epoch. */
export interface DecisionContext {
  readonly settings: ApprovalSettings;
  readonly now: number;
  /** When the decider's credentials were last reset; null for never. */
  readonly resetAt: number | null;
  /** The address of the approval's page. */
  readonly url: string;
}

const { reauthenticatedMs, ownDecisionsBlockedMs } = signInDefaults;

/**
 * Why somebody may not decide; undefined when they may: a user of the caller's organisation with `approvals:decide`. On a
 * call of their own a user decides only in a signed-in session, minutes after entering the password or passkey again, and
 * never with an API key, which an agent may hold; the organisation can forbid it.
 */
export function whyMayNotDecide(
  decider: Caller,
  approval: Pick<Approval, 'organisationId' | 'principalId' | 'tool'>,
  context: DecisionContext,
): Failure | undefined {
  if (decider.kind !== 'user')
    return no('A person decides: use the key of a principal of kind user. An agent’s own word is never the decision.');
  if (decider.organisationId !== approval.organisationId || !hasScope(decider, 'approvals:decide'))
    return no('Your key lacks the scope approvals:decide for this call.');
  if (!reaches(decider, namespaceOf(approval.tool)))
    return no(`Your key is restricted to other namespaces: use one that reaches "${namespaceOf(approval.tool)}".`);
  return decider.principalId === approval.principalId ? whyNotOwn(decider, context) : undefined;
}

/** Why a user who handed their decision to another does not decide; undefined for all others. */
export const whyDelegated = ({ principalId }: Caller, { id, delegations }: Approval): Failure | undefined =>
  delegations.some((it) => it.from === principalId)
    ? no(`You delegated this approval to another user: DELETE /v1/approvals/${id}/delegation takes it back.`)
    : undefined;

function whyNotOwn({ session }: Caller, { settings, now, resetAt, url }: DecisionContext): Failure | undefined {
  if (!settings.ownUserDecides)
    return no('You made this call yourself, and your organisation lets only another user decide on it.');
  if (session === undefined)
    return fail('session_required', `You made this call yourself: sign in and decide at ${url}, or ask another user.`, {
      data: { url },
    }).error;
  if (resetAt !== null && now < resetAt + ownDecisionsBlockedMs)
    return no(
      `Your credentials were reset: you can decide on your own calls from ${isoTime(resetAt + ownDecisionsBlockedMs)} on, or ask another user.`,
    );
  const isRecent = session.reauthenticatedAt !== null && now < session.reauthenticatedAt + reauthenticatedMs;
  if (isRecent) return undefined;
  return fail(
    'reauthentication_required',
    'You made this call yourself: enter your password or passkey again first, in the console.',
  ).error;
}

const no = (message: string): Failure => fail('forbidden', message).error;
