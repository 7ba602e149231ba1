import type { CreateRevocation, RevocationState } from '@assay/contracts';
import { type Caller, hasScope, reaches } from '../../identity/caller.js';
import { runsInstallation } from '../../identity/installation.js';
import { recordChange } from '../../identity/record-change.js';
import type { Namespace } from '../../identity/records.js';
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
import { type Revocation, targetOf } from './revocation.js';
import type { RevocationStore } from './revocation-store.js';
import { type RevocationTarget, readTarget } from './target.js';
import { type TellPorts, tellOfRevocation } from './tell-of-revocation.js';

export interface RevocationPorts extends TellPorts {
  readonly store: RevocationStore;
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
 * organisation; who runs the installation, anything. When `revoke` has answered, this replica refuses; the others hear
 * of it through the change feed.
 */
export class RevokeTools {
  readonly #ports: RevocationPorts;

  constructor(ports: RevocationPorts) {
    this.#ports = ports;
  }

  async revoke(caller: Caller, { target, reason }: CreateRevocation): Promise<Result<Revoked, Failure>> {
    const { store, feed, clock, random } = this.#ports;
    const read = readTarget(target);
    if (!read.ok) return read;
    await feed.caughtUp();
    const wanted = this.#asCalledNow(read.value);
    const allowed = this.#allowed(caller, wanted);
    if (!allowed.ok) return allowed;
    const mine: Revocation = {
      id: random.uuid(),
      organisationId: allowed.value.organisationId,
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
    } else {
      await feed.caughtUp();
    }
    await this.#tell(revocation);
    return ok({ revocation, created });
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
    await this.#tell(revocation);
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

  /** The revocation stands, whether or not people can be told now: what fails is made good by the recurring pass. */
  #tell = (revocation: Revocation): Promise<void> => tellOfRevocation(this.#ports, revocation).catch(() => undefined);

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

  /** The namespace of a target that exists, for a caller who may revoke there. */
  #allowed(caller: Caller, target: RevocationTarget): Result<Namespace, Failure> {
    const namespace = this.#ports.directory.namespace(target.namespace);
    if (namespace === undefined || !this.#sees(caller, target)) return nothingThere(target);
    if (!hasScope(caller, 'registry:revoke')) {
      return fail('forbidden', 'Revoking needs a key with the scope registry:revoke: ask an administrator for one.');
    }
    if (runsInstallation(caller, this.#ports.directory)) return ok(namespace);
    if (caller.organisationId === namespace.organisationId && reaches(caller, namespace.name)) return ok(namespace);
    return fail(
      'forbidden',
      `"${namespace.name}" is not your organisation's: ask an administrator of its own, or of this installation.`,
    );
  }

  /** What the owning organisation did itself it takes back; what was done to it, only who runs the installation. */
  #mayLift(caller: Caller, { createdBy, organisationId }: Revocation): boolean {
    const { directory } = this.#ports;
    const author = createdBy === null ? undefined : directory.principal(createdBy);
    return author?.organisationId === organisationId || runsInstallation(caller, directory);
  }

  /** What is revoked is there for the caller; of a range, so is one of the versions in it, if there are any yet. */
  #sees(caller: Caller, { namespace, tool, range }: RevocationTarget): boolean {
    const { catalogue, directory } = this.#ports;
    const home = directory.namespace(namespace);
    if (home === undefined) return false;
    const all = runsInstallation(caller, directory);
    if (tool === null) return all || canSee(caller, audienceOf(home));
    const found = catalogue.tool(`${namespace}/${tool}`);
    if (found === undefined || all) return found !== undefined;
    const visible = visibleVersions(found, caller, directory);
    const covered = coveredVersions(catalogue, { namespace, tool, range });
    return visible.length > 0 && (covered.length === 0 || covered.some((it) => visible.includes(it)));
  }
}

const nothingThere = ({ namespace, tool }: RevocationTarget) =>
  tool === null
    ? fail('not_found', `No namespace "${namespace}": GET /v1/namespaces lists those you may see.`)
    : fail('not_found', `No tool "${namespace}/${tool}": check the name; a whole namespace is written ${namespace}/*.`);
