import type { ApprovalSettings } from '@assay/contracts';
import { type Caller, hasScope, reaches } from '@assay/identity';
import { type Failure, fail, namespaceOf } from '@assay/kernel';
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

/**
 * Why somebody may not decide; undefined when they may: a user of the caller's organisation with `approvals:decide`, and
 * never who called. Whether a user counts whose own key called, and who decides with another one, the organisation says.
 */
export function whyMayNotDecide(
  decider: Caller,
  approval: Approval,
  { ownUserDecides }: ApprovalSettings,
): Failure | undefined {
  if (decider.kind !== 'user')
    return no('A person decides: use the key of a principal of kind user. An agent’s own word is never the decision.');
  if (decider.organisationId !== approval.organisationId || !hasScope(decider, 'approvals:decide'))
    return no('Your key lacks the scope approvals:decide for this call.');
  if (!reaches(decider, namespaceOf(approval.tool)))
    return no(`Your key is restricted to other namespaces: use one that reaches "${namespaceOf(approval.tool)}".`);
  if (decider.principalId !== approval.principalId) return undefined;
  if (!ownUserDecides)
    return no(
      'You made this call yourself: another user decides on it. An administrator can let users decide on their own calls with another key: PUT /v1/approvals/settings.',
    );
  const isSameKey = (decider.keyId ?? null) === approval.keyId;
  return isSameKey ? no('The key that made the call may not decide: use another of your keys.') : undefined;
}

const no = (message: string): Failure => fail('forbidden', message).error;
