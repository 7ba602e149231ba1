import { audienceOf, type Caller, canSee, type Directory, hasScope, reaches, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Catalogue } from '../catalogue.js';
import { visibleVersions } from '../tool-audience.js';
import { coveredVersions } from './covered-versions.js';
import type { Revocation } from './revocation.js';
import type { RevocationTarget } from './target.js';

/** Who sees, makes and lifts which revocations. */
export class RevocationRights {
  readonly #catalogue: Catalogue;
  readonly #directory: Directory;

  constructor(catalogue: Catalogue, directory: Directory) {
    this.#catalogue = catalogue;
    this.#directory = directory;
  }

  /** The id of the organisation that owns a target, for a caller who may revoke it. */
  mayRevoke(caller: Caller, target: RevocationTarget): Result<string, Failure> {
    const namespace = this.#directory.namespace(target.namespace);
    const runsAll = runsInstallation(caller, this.#directory);
    const organisationId = namespace?.organisationId ?? (runsAll ? caller.organisationId : null);
    if (organisationId === null || !this.sees(caller, target)) return nothingThere(target);
    if (!hasScope(caller, 'registry:revoke')) {
      return fail('forbidden', 'Revoking needs a key with the scope registry:revoke: ask an administrator for one.');
    }
    if (runsAll) return ok(organisationId);
    if (caller.organisationId === organisationId && reaches(caller, target.namespace)) return ok(organisationId);
    return fail(
      'forbidden',
      `"${target.namespace}" belongs to another organisation: ask one of its administrators, or an operator of this installation.`,
    );
  }

  /** The owning organisation can lift its own revocation; only administrators of the installation can lift theirs. */
  mayLift(caller: Caller, { createdBy }: Revocation): boolean {
    const directory = this.#directory;
    const author = createdBy === null ? undefined : directory.principal(createdBy);
    return (
      (author !== undefined && author.organisationId === caller.organisationId) || runsInstallation(caller, directory)
    );
  }

  /**
   * Whether an administrator of the installation takes over the owning organisation's revocation by revoking the same
   * target.
   */
  takesOver(caller: Caller, { organisationId, createdBy }: Revocation): boolean {
    if (!runsInstallation(caller, this.#directory) || caller.organisationId === organisationId) return false;
    const author = createdBy === null ? undefined : this.#directory.principal(createdBy);
    return author !== undefined && author.organisationId !== caller.organisationId;
  }

  /**
   * Whether the caller sees the target; for a range, at least one of its versions, if there are any yet. Administrators
   * of the installation see everything.
   */
  sees(caller: Caller, { namespace, tool, range }: RevocationTarget): boolean {
    const [catalogue, directory] = [this.#catalogue, this.#directory];
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

export const nothingThere = ({ namespace, tool }: RevocationTarget) =>
  tool === null
    ? fail(
        'not_found',
        `No namespace "${namespace}", and no server of one in the registry list: GET /v1/namespaces lists those you may see.`,
      )
    : fail(
        'not_found',
        `No tool "${namespace}/${tool}", and no listed server of this name: check it; a whole namespace is written ${namespace}/*.`,
      );
