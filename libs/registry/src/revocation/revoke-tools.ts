import type { CreateRevocation, RevocationState } from '@assay/contracts';
import { type Caller, canSee, recordChange, runsInstallation } from '@assay/identity';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import { versionAudience } from '../tool-audience.js';
import { sameRange } from '../version-number.js';
import { coveredVersions } from './covered-versions.js';
import type { ListedServers } from './listed-servers.js';
import { type NotifyPorts, notifyOfRevocation } from './notify-of-revocation.js';
import { type Revocation, targetOf } from './revocation.js';
import { nothingThere, RevocationRights } from './revocation-rights.js';
import type { RevocationStore } from './revocation-store.js';
import { type RevocationTarget, readTarget, targetNow, writtenTarget } from './target.js';

export interface RevocationPorts extends NotifyPorts {
  readonly store: RevocationStore;
  readonly servers: ListedServers;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Called after a lifting, also a repeated one, to end related effects. */
  readonly lifted?: (caller: Caller, revocation: Revocation) => Promise<void>;
}

export interface Revoked {
  readonly revocation: Revocation;
  /** False when the same target was already revoked. */
  readonly created: boolean;
}

/**
 * Takes versions out of use immediately, and restores them. Holders of `registry:revoke` revoke targets of their own
 * organisation; administrators of the installation revoke anything, including listed servers whose namespaces are
 * unknown here. When `revoke` resolves, this replica rejects calls; the others follow by the change feed.
 */
export class RevokeTools {
  readonly #ports: RevocationPorts;
  readonly #rights: RevocationRights;

  constructor(ports: RevocationPorts) {
    this.#ports = ports;
    this.#rights = new RevocationRights(ports.catalogue, ports.directory);
  }

  async revoke(caller: Caller, { target, reason }: CreateRevocation): Promise<Result<Revoked, Failure>> {
    const { store, feed, clock, random } = this.#ports;
    const read = await this.#read(caller, target);
    if (!read.ok) return read;
    await feed.caughtUp();
    const wanted = targetNow(this.#ports.directory.aliases, read.value);
    const allowed = this.#rights.mayRevoke(caller, wanted);
    if (!allowed.ok) return allowed;
    if (!this.#isKnown(wanted) && !(await this.#ports.servers.has(wanted))) return nothingThere(wanted);
    const mine: Revocation = {
      id: random.uuid(),
      organisationId: allowed.value,
      ...wanted,
      reason,
      createdAt: clock.now(),
      createdBy: caller.principalId,
      cause: null,
      appeal: null,
      lifted: null,
    };
    const revocation = this.#inForce(wanted) ?? (await store.addRevocation(mine));
    const created = revocation.id === mine.id;
    if (created) {
      await recordChange(this.#ports, caller, 'tool.revoke', targetOf(mine), { revocation: mine.id, reason });
    } else if (!(await this.#takenOver(caller, revocation, reason))) {
      await feed.caughtUp();
    }
    const known = this.#ports.catalogue.revocations.get(revocation.id) ?? revocation;
    await this.#announce(known);
    return ok({ revocation: known, created });
  }

  /** Takes over, so that the former author cannot lift it. False, without a change, where that does not apply. */
  async #takenOver(caller: Caller, revocation: Revocation, reason: string): Promise<boolean> {
    if (!this.#rights.takesOver(caller, revocation)) return false;
    const by = { createdBy: caller.principalId, reason };
    if (!(await this.#ports.store.takeOverRevocation(revocation.id, by))) return false;
    await recordChange(this.#ports, caller, 'tool.revoke', targetOf(revocation), {
      revocation: revocation.id,
      reason,
      formerly: revocation.createdBy,
    });
    return true;
  }

  /** Lifting twice has no further effect. Versions covered by another revocation stay revoked. */
  async lift(caller: Caller, id: string, reason: string | null): Promise<Result<Revocation, Failure>> {
    const { catalogue, store, feed, clock } = this.#ports;
    const found = catalogue.revocations.get(id);
    if (found === undefined || !this.#rights.sees(caller, found)) {
      return fail('not_found', `No revocation has the id "${id}": GET /v1/revocations lists them.`);
    }
    const allowed = this.#rights.mayRevoke(caller, found);
    if (!allowed.ok) return allowed;
    if (!this.#rights.mayLift(caller, found)) {
      return fail('forbidden', 'Revoked by the installation’s administrators; only they can lift it.');
    }
    const lifted = { ...found, lifted: { at: clock.now(), by: caller.principalId, reason } };
    if (found.lifted === null && (await store.liftRevocation(id, lifted.lifted))) {
      await recordChange(this.#ports, caller, 'tool.reinstate', targetOf(found), { revocation: id, reason });
    } else {
      await feed.caughtUp();
    }
    const revocation = catalogue.revocations.get(id) ?? lifted;
    await this.#ports.lifted?.(caller, revocation);
    await this.#announce(revocation);
    return ok(revocation);
  }

  /** What this caller may see, newest first. */
  list(caller: Caller, state?: RevocationState): Revocation[] {
    return [...this.#ports.catalogue.revocations.all()]
      .filter((it) => state === undefined || (it.lifted === null) === (state === 'active'))
      .filter((it) => this.#rights.sees(caller, it))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** How many versions it covers, of those this caller may see. */
  coverage(caller: Caller, revocation: Revocation): number {
    const covered = coveredVersions(this.#ports.catalogue, revocation);
    const { directory } = this.#ports;
    if (runsInstallation(caller, directory)) return covered.length;
    return covered.filter((it) => canSee(caller, versionAudience(it, directory))).length;
  }

  /** The revocation is kept even if showing it or sending notices fails: recurring passes retry that. */
  async #announce(revocation: Revocation): Promise<void> {
    await Promise.allSettled([this.#ports.servers.show(revocation), notifyOfRevocation(this.#ports, revocation)]);
  }

  /** For a listed server, the range may be the exact text of a single version. */
  async #read(caller: Caller, text: string): Promise<Result<RevocationTarget, Failure>> {
    const read = readTarget(text);
    if (read.ok || !runsInstallation(caller, this.#ports.directory)) return read;
    const written = writtenTarget(text);
    return (await this.#ports.servers.has(written)) ? ok(written) : read;
  }

  #inForce({ namespace, tool, range }: RevocationTarget): Revocation | undefined {
    const named = this.#ports.catalogue.revocations.naming(namespace, tool);
    return named.find((it) => sameRange(it.range, range));
  }

  /** Whether it names a known namespace or tool. */
  #isKnown({ namespace, tool }: RevocationTarget): boolean {
    const { catalogue, directory } = this.#ports;
    if (tool === null) return directory.namespace(namespace) !== undefined;
    return catalogue.tool(`${namespace}/${tool}`) !== undefined;
  }
}
