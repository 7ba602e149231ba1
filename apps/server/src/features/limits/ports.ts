import type { CallLimits } from '@assay/gateway';
import type { PublicationBy } from '@assay/importing';
import type { Failure, Result } from '@assay/kernel';
import { port } from '../../platform/provide.js';

/** What calls are counted against. */
export const CALL_LIMITS = port<CallLimits>('limits of calls');
/** Counts a publication; what it answers gives the count back. */
export const COUNT_PUBLICATION =
  port<(by: PublicationBy) => Promise<Result<() => Promise<void>, Failure>>>('count publication');
/** Why no more credentials are taken from a network address; undefined when they are. */
export const COUNT_LOGIN = port<(address: string) => Promise<Failure | undefined>>('count login');
