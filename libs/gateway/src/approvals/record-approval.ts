import type { Caller } from '@assay/identity';
import type { AuditLog } from '@assay/kernel';
import type { Approval } from './approval.js';

/** Records what somebody did to an approval; resolves once the record is durable. */
export function recordApproval(
  audit: Pick<AuditLog, 'append'>,
  { organisationId, principalId }: Caller,
  action: string,
  { id, invocationId, tool, version }: Approval,
  details: object,
): Promise<void> {
  const subject = `${tool}@${version}`;
  const record = { organisationId, principalId, action, subject, details: { approval: id, invocationId, ...details } };
  return audit.append(record).settled;
}
