import type { Clock, Job } from '@assay/kernel';
import { type NotifyPorts, notifyOfRevocation } from './notify-of-revocation.js';
import type { Revocation } from './revocation.js';

/** How long after a revocation was made or lifted people are still looked for, in ms: an hour. */
const withinMs = 3_600_000;

/**
 * Tells of recent revocations again: whoever was calling at that very moment enters the record of callers a little
 * later, and what could not be sent is made good. A notice sent again reaches nobody twice.
 */
export const resendRevocationNotices = (ports: NotifyPorts, clock: Clock): Job => ({
  name: 'revocations.tell',
  everyMs: 60_000,
  async run(signal) {
    const since = clock.now() - withinMs;
    for (const revocation of ports.catalogue.revocations.all()) {
      if (signal.aborted) return;
      if (changedAt(revocation) >= since) await notifyOfRevocation(ports, revocation);
    }
  },
});

const changedAt = ({ createdAt, lifted }: Revocation): number => lifted?.at ?? createdAt;
