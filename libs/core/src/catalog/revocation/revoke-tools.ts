import type { CreateRevocation, RevocationState } from '@assay/contracts';
import { type Caller, hasScope, reaches } from '../../identity/caller.js';
import { runsInstallation } from '../../identity/installation.js';
import { recordChange } from '../../identity/record-change.js';
import { audienceOf, canSee } from '../../identity/visibility.js';
import type { AuditLog } from '../../kernel/audit-log.js';
import type { ChangeFeed } from '../../kernel/change-feed.js';
import type { Clock, Random } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { splitName } from '../../kernel/qualified-name.js';
import { ok, type Result } from '../../kernel/result.js';
import { versionAudience, visibleVersions } from '../tool-audience.js';
import { sameRange } from '../version-number.js';
import { coveredVersions } from './covered-versions.js';
import type { ListedServers } from './listed-servers.js';
import { type Revocation, targetOf } from './revocation.js';
import type { RevocationStore } from './revocation-store.js';
import { type RevocationTarget, readTarget, writtenTarget } from './target.js';
import { type TellPorts, tellOfRevocation } from './tell-of-revocation.js';

export interface RevocationPorts extends TellPorts {
  readonly store: RevocationStore;
  readonly servers: ListedServers;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Revoked {
  readonly revocation: Revocation;
  /** False when the same target had been revoked before. */
  readonly created: boolean;
}

/**
 * Takes versions out of use at once, and back into it. Whoever holds `registry:revoke` revokes what belongs to its own
 * organisation; who runs the installation, anything, also servers of the registry list whose namespaces are not known
 * here. When `revoke` has answered, this replica refuses; the others hear of it through the change feed.
 */
export class RevokeTools {
  readonly #ports: RevocationPorts;

  constructor(ports: RevocationPorts) {
    this.#ports = ports;
  }

  async revoke(caller: Caller, { target, reason }: CreateRevocation): Promise<Result<Revoked, Failure>> {
    const { store, feed, clock, random } = this.#ports;
    const read = await this.#read(caller, target);
    if (!read.ok) return read;
    await feed.caughtUp();
    const wanted = this.#asCalledNow(read.value);
    const allowed = this.#allowed(caller, wanted);
    if (!allowed.ok) return allowed;
    if (!this.#isKnown(wanted) && !(await this.#ports.servers.has(wanted))) return nothingThere(wanted);
    const mine: Revocation = {
      id: random.uuid(),
      organisationId: allowed.value,
      ...wanted,
      reason,
      createdAt: clock.now(),
      createdBy: caller.principalId,
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

  /**
   * What the owning organisation has revoked and who runs the installation revokes too becomes the latter's, so that it is
   * not lifted by the former. False, and nothing is done, where that is not the case.
   */
  async #takenOver(caller: Caller, revocation: Revocation, reason: string): Promise<boolean> {
    const { directory, store } = this.#ports;
    if (!runsInstallation(caller, directory) || caller.organisationId === revocation.organisationId) return false;
    const author = revocation.createdBy === null ? undefined : directory.principal(revocation.createdBy);
    if (author === undefined || author.organisationId === caller.organisationId) return false;
    if (!(await store.takeOverRevocation(revocation.id, { createdBy: caller.principalId, reason }))) return false;
    await recordChange(this.#ports, caller, 'tool.revoke', targetOf(revocation), {
      revocation: revocation.id,
      reason,
      formerly: revocation.createdBy,
    });
    return true;
  }

  /** Lifting twice is lifting once. Where another revocation covers a version too, that one stays in force. */
  async lift(caller: Caller, id: string, reason: string | null): Promise<Result<Revocation, Failure>> {
    const { catalogue, store, feed, clock } = this.#ports;
    const found = catalogue.revocations.get(id);
    if (found === undefined || !this.#sees(caller, found)) {
      return fail('not_found', `No revocation has the id "${id}": GET /v1/revocations lists them.`);
    }
    const allowed = this.#allowed(caller, found);
    if (!allowed.ok) return allowed;
    if (!this.#mayLift(caller, found)) {
      return fail(
        'forbidden',
        'Who runs this installation has revoked this, and lifts it: ask one of its administrators.',
      );
    }
    const lifted = { ...found, lifted: { at: clock.now(), by: caller.principalId, reason } };
    if (found.lifted === null && (await store.liftRevocation(id, lifted.lifted))) {
      await recordChange(this.#ports, caller, 'tool.reinstate', targetOf(found), { revocation: id, reason });
    } else {
      await feed.caughtUp();
    }
    const revocation = catalogue.revocations.get(id) ?? lifted;
    await this.#announce(revocation);
    return ok(revocation);
  }

  /** What this caller may see, newest first. */
  list(caller: Caller, state?: RevocationState): Revocation[] {
    return [...this.#ports.catalogue.revocations.all()]
      .filter((it) => state === undefined || (it.lifted === null) === (state === 'active'))
      .filter((it) => this.#sees(caller, it))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** How many versions it covers, of those this caller may see. */
  coverage(caller: Caller, revocation: Revocation): number {
    const covered = coveredVersions(this.#ports.catalogue, revocation);
    const { directory } = this.#ports;
    if (runsInstallation(caller, directory)) return covered.length;
    return covered.filter((it) => canSee(caller, versionAudience(it, directory))).length;
  }

  /** The revocation stands, whether or not it can be shown and told now: what fails is made good by recurring passes. */
  async #announce(revocation: Revocation): Promise<void> {
    await Promise.allSettled([this.#ports.servers.show(revocation), tellOfRevocation(this.#ports, revocation)]);
  }

  /** Of a listed server a single version may be named whose text is no range. */
  async #read(caller: Caller, text: string): Promise<Result<RevocationTarget, Failure>> {
    const read = readTarget(text);
    if (read.ok || !runsInstallation(caller, this.#ports.directory)) return read;
    const written = writtenTarget(text);
    return (await this.#ports.servers.has(written)) ? ok(written) : read;
  }

  /** A revocation names what it covers as it is called at present, and follows it when it is renamed. */
  #asCalledNow({ namespace, tool, range }: RevocationTarget): RevocationTarget {
    const { aliases } = this.#ports.directory;
    if (tool === null) return { namespace: aliases.namespace(namespace), tool, range };
    const [home, name] = splitName(aliases.tool(`${namespace}/${tool}`));
    return { namespace: home, tool: name, range };
  }

  #inForce({ namespace, tool, range }: RevocationTarget): Revocation | undefined {
    const named = this.#ports.catalogue.revocations.naming(namespace, tool);
    return named.find((it) => sameRange(it.range, range));
  }

  /** The id of the organisation a target belongs to, for a caller who may revoke there. */
  #allowed(caller: Caller, target: RevocationTarget): Result<string, Failure> {
    const namespace = this.#ports.directory.namespace(target.namespace);
    const runsAll = runsInstallation(caller, this.#ports.directory);
    const organisationId = namespace?.organisationId ?? (runsAll ? caller.organisationId : null);
    if (organisationId === null || !this.#sees(caller, target)) return nothingThere(target);
    if (!hasScope(caller, 'registry:revoke')) {
      return fail('forbidden', 'Revoking needs a key with the scope registry:revoke: ask an administrator for one.');
    }
    if (runsAll) return ok(organisationId);
    if (caller.organisationId === organisationId && reaches(caller, target.namespace)) return ok(organisationId);
    return fail(
      'forbidden',
      `"${target.namespace}" is not your organisation's: ask an administrator of its own, or of this installation.`,
    );
  }

  /** What the owning organisation did itself it takes back; what was done to it, only who runs the installation. */
  #mayLift(caller: Caller, { createdBy }: Revocation): boolean {
    const { directory } = this.#ports;
    const author = createdBy === null ? undefined : directory.principal(createdBy);
    return (
      (author !== undefined && author.organisationId === caller.organisationId) || runsInstallation(caller, directory)
    );
  }

  /** Whether it is the name of a namespace, or of a tool, that is known here. */
  #isKnown({ namespace, tool }: RevocationTarget): boolean {
    const { catalogue, directory } = this.#ports;
    if (tool === null) return directory.namespace(namespace) !== undefined;
    return catalogue.tool(`${namespace}/${tool}`) !== undefined;
  }

  /**
   * What is revoked is there for the caller; of a range, so is one of the versions in it, if there are any yet. Who runs
   * the installation sees everything.
   */
  #sees(caller: Caller, { namespace, tool, range }: RevocationTarget): boolean {
    const { catalogue, directory } = this.#ports;
    if (runsInstallation(caller, directory)) return true;
    const home = directory.namespace(namespace);
    if (home === undefined) return false;
    if (tool === null) return canSee(caller, audienceOf(home));
    const found = catalogue.tool(`${namespace}/${tool}`);
    if (found === undefined) return false;
    const visible = visibleVersions(found, caller, directory);
    if (visible.length === found.versions.length) return true;
    const covered = coveredVersions(catalogue, { namespace, tool, range });
    return visible.length > 0 && (covered.length === 0 || covered.some((it) => visible.includes(it)));
  }
}

const nothingThere = ({ namespace, tool }: RevocationTarget) =>
  tool === null
    ? fail(
        'not_found',
        `No namespace "${namespace}", and no server of one in the registry list: GET /v1/namespaces lists those you may see.`,
      )
    : fail(
        'not_found',
        `No tool "${namespace}/${tool}", and no listed server of this name: check it; a whole namespace is written ${namespace}/*.`,
      );
