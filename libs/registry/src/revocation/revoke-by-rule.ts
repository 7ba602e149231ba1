import { notifyOfRevocation } from './notify-of-revocation.js';
import { type Revocation, targetOf } from './revocation.js';
import type { RevocationPorts, Revoked } from './revoke-tools.js';
import type { RevocationTarget } from './target.js';

/** Why Assay revokes by itself. */
export interface Ground {
  /** Names what happened, such as `finding <id>`: the same never revokes twice, also after an administrator lifted it. */
  readonly cause: string;
  /** A sentence with the figures, for everybody who sees the tool. */
  readonly reason: string;
}

/**
 * Revokes without a person: the registry's rules do, in the way an administrator does, with the same record, the same
 * notices, and a lifting that is an administrator's. Asking again, on any replica and after any crash, changes nothing.
 */
export class RevokeByRule {
  readonly #ports: RevocationPorts;

  constructor(ports: RevocationPorts) {
    this.#ports = ports;
  }

  /** The revocation of this cause, or the one that had been in force for the target. Undefined without a namespace. */
  async run(target: RevocationTarget, { cause, reason }: Ground): Promise<Revoked | undefined> {
    const { catalogue, directory, store, audit, feed, clock, random } = this.#ports;
    await feed.caughtUp();
    const known = catalogue.revocations.causedBy(cause);
    if (known !== undefined) return { revocation: known, created: false };
    const organisationId = directory.namespace(target.namespace)?.organisationId;
    if (organisationId === undefined) return undefined;
    const parts = { id: random.uuid(), organisationId, ...target, reason, createdAt: clock.now() };
    const mine: Revocation = { ...parts, createdBy: null, cause, appeal: null, lifted: null };
    const revocation = await store.addRevocation(mine);
    if (revocation.id !== mine.id) return { revocation, created: false };
    const details = { revocation: mine.id, reason, cause };
    const entry = { organisationId, principalId: null, action: 'tool.revoke', subject: targetOf(mine), details };
    await Promise.all([audit.append(entry).settled, feed.caughtUp()]);
    // It stands, whether or not it can be shown and told now: recurring passes make that good.
    await Promise.allSettled([this.#ports.servers.show(mine), notifyOfRevocation(this.#ports, mine)]);
    return { revocation: mine, created: true };
  }
}
