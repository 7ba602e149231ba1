import { notifyOfRevocation } from './notify-of-revocation.js';
import { type Revocation, targetOf } from './revocation.js';
import type { RevocationPorts, Revoked } from './revoke-tools.js';
import type { RevocationTarget } from './target.js';

/** Why Assay revokes by itself. */
export interface Ground {
  /**
   * Identifies the cause, such as `finding <id>`: the same cause never revokes twice, even after an administrator
   * lifted it.
   */
  readonly cause: string;
  /** A sentence with figures, visible to everybody who sees the tool. */
  readonly reason: string;
}

/**
 * Automatic revocation by the registry's rules, with the same record and notices as a manual one; an administrator
 * lifts it. Repeating it, on any replica and after any crash, changes nothing.
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
    // The revocation is kept even if showing it or sending notices fails: recurring passes retry that.
    await Promise.allSettled([this.#ports.servers.show(mine), notifyOfRevocation(this.#ports, mine)]);
    return { revocation: mine, created: true };
  }
}
