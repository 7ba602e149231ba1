import type { Clock, Job } from '@assay/kernel';
import { hourMs } from '@assay/kernel';
import { type NotifyPorts, notifyOfRevocation } from './notify-of-revocation.js';
import type { Revocation } from './revocation.js';

/** How long after a revocation or its lifting more recipients are searched, in ms: an hour. */
const withinMs = hourMs;

/**
 * Resends notices of recent revocations: a caller of that very moment is recorded slightly later, and failed notices
 * are retried. A notice reaches each recipient once.
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
