import type { Clock, Job, Random } from '@assay/kernel';
import type { VerificationStore } from './verification-store.js';
import { leaseMs, type VerifyVersion } from './verify-version.js';

export interface LanePorts {
  readonly verifications: Pick<VerificationStore, 'claim'>;
  readonly verify: Pick<VerifyVersion, 'run'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Called for a verification that could not be carried out; it is claimed again once its lease has expired. */
  readonly onProblem: (versionId: string, cause: unknown) => void;
}

const everyMs = 60_000;
/** Lanes of the installation: a replica that asks for work takes whichever is free. */
const lanes = 4;

/**
 * The daily verifications, as so many recurring jobs as run side by side. Which replica has a lane decides nothing but
 * who does the work: what is due is claimed from the store one by one, so that each verification runs once.
 */
export const verificationLanes = (ports: LanePorts): Job[] =>
  Array.from({ length: lanes }, (_, lane) => ({
    name: `verifications-${lane + 1}`,
    everyMs,
    run: async (signal) => {
      await runLane(ports, signal);
    },
  }));

/** Claims one after the other until nothing is due. One that fails does not keep the others waiting. */
export async function runLane(ports: LanePorts, signal: AbortSignal): Promise<number> {
  const { verifications, verify, clock, random, onProblem } = ports;
  for (let done = 0; ; done += 1) {
    if (signal.aborted) return done;
    const now = clock.now();
    const [claimed] = await verifications.claim({ now, leaseUntil: now + leaseMs, ids: [random.uuid()] });
    if (claimed === undefined) return done;
    await verify.run(claimed, signal).catch((cause: unknown) => onProblem(claimed.versionId, cause));
  }
}
