import type { Envelope } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, isUuid } from '@assay/kernel';
import { acceptedEnvelope } from '../accepted/accepted-envelope.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';

export interface ShowKeyedPorts {
  readonly ledger: Pick<IdempotencyLedger, 'findCall'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the ledger says instead of a tool's name as long as none was reached. */
const notReached = '?';

/**
 * How a call under a key stands of which there is no record yet: another replica makes it, or its server died before the
 * record was durable.
 */
export async function showKeyed(
  { principalId }: Caller,
  id: string,
  { ledger, clock }: ShowKeyedPorts,
): Promise<Envelope | undefined> {
  if (principalId === null || !isUuid(id)) return undefined;
  const found = await ledger.findCall(principalId, id, clock.now());
  if (found === undefined) return undefined;
  const { invocationId, claimedAt: acceptedAt, result, ...state } = found;
  return result?.envelope ?? acceptedEnvelope({ ...state, id: invocationId, askedFor: notReached, acceptedAt });
}
