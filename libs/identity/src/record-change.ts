import type { Caller } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';

/**
 * Completes a change: its audit record is durable, and this replica sees the change, before the caller gets an answer.
 */
export async function recordChange(
  ports: Pick<IdentityPorts, 'audit' | 'feed'>,
  caller: Pick<Caller, 'organisationId' | 'principalId'>,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { settled } = ports.audit.append({
    organisationId: caller.organisationId,
    principalId: caller.principalId,
    action,
    subject,
    details,
  });
  await Promise.all([settled, ports.feed.caughtUp()]);
}
