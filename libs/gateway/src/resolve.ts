import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from './alternatives.js';
import type { Stage } from './call.js';
import { nearestTools } from './nearest-tools.js';
import { whyNotCall } from './policy/may-call.js';
import type { ResolvedVersion } from './resolved.js';

/** Values that are kept of one caller. */
const maxKept = 500;

/** A value, and which state of directory and catalogue it was derived in. */
interface Kept<T> {
  readonly value: T;
  readonly directory: number;
  readonly catalogue: number;
  readonly revocations: number;
}

/** What is derived for a caller from directory and catalogue alone, kept until one of them or a revocation changes. */
export class DerivedForCallers<T> {
  readonly #kept = new WeakMap<Caller, Map<string, Kept<T>>>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly directory: Directory,
  ) {}

  /** @param derive must depend on nothing that is in neither the key nor directory and catalogue */
  of(caller: Caller, key: string, derive: () => T): T {
    const known = this.find(caller, key);
    return known === undefined ? this.keep(caller, key, derive()) : known.value;
  }

  /** The value that still holds. */
  find(caller: Caller, key: string): { readonly value: T } | undefined {
    const known = this.#kept.get(caller)?.get(key);
    const isCurrent =
      known !== undefined &&
      known.directory === this.directory.epoch &&
      known.catalogue === this.catalogue.epoch &&
      known.revocations === this.catalogue.revocations.epoch;
    return isCurrent ? known : undefined;
  }

  keep(caller: Caller, key: string, value: T): T {
    const ofCaller = this.#kept.get(caller) ?? new Map<string, Kept<T>>();
    if (ofCaller.size >= maxKept) ofCaller.clear();
    const { epoch, revocations } = this.catalogue;
    ofCaller.set(key, { value, directory: this.directory.epoch, catalogue: epoch, revocations: revocations.epoch });
    this.#kept.set(caller, ofCaller);
    return value;
  }
}

/** What a reference leads to for a caller. */
interface Found {
  readonly resolved: ResolvedVersion;
  readonly warnings: readonly string[];
}

/**
 * `ns/tool@range` to the newest version this caller may call, or, when it may call none, to the newest there is. What a
 * caller may call is kept until directory, catalogue or revocations change.
 */
export const resolve = (catalogue: Catalogue, directory: Directory): Stage<ResolvedVersion> => {
  const kept = new DerivedForCallers<Found>(catalogue, directory);
  return {
    name: 'resolve',
    run({ requested: { caller, reference }, happened }) {
      const known = kept.find(caller, reference)?.value;
      const result = known === undefined ? find(caller, reference, { catalogue, directory }) : ok(known);
      if (!result.ok) return result.error;
      const found = result.value;
      if (known === undefined && found.resolved.isCallable) kept.keep(caller, reference, found);
      if (found.warnings.length > 0) happened.warnings.push(...found.warnings);
      return { resolved: found.resolved };
    },
  };
};

interface ResolvePorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

function find(caller: Caller, reference: string, { catalogue, directory }: ResolvePorts): Result<Found, Failure> {
  const [name, range] = splitReference(reference);
  const versions = visibleVersions(catalogue.tool(name), caller, directory);
  if (versions.length === 0)
    return fail(
      'not_found',
      `No tool "${name}": check the name, or search for a tool by what it does.${nearestTools(name, caller, { catalogue, directory })}`,
    );
  const revoked = revokedRules(caller, catalogue, directory);
  const whyNot = whyNotCall(caller, directory);
  const callable = resolveVersion(name, versions, range, whyNot, revoked);
  // Nothing callable: the refusal of the newest fitting version is the answer, and the next stage gives it.
  const found = callable.ok ? callable : resolveVersion(name, versions, range, () => null, revoked);
  if (!found.ok) return found;
  const { version, warnings } = found.value;
  return ok({
    resolved: { version, isCallable: callable.ok },
    warnings: [...renamedWarning(name, version), ...warnings],
  });
}

/** A warning with the current name of a tool, for callers that use a former one. */
export const renamedWarning = (asked: string, { namespace, tool }: ToolVersion): string[] =>
  asked === `${namespace}/${tool}` ? [] : [`${asked} is called ${namespace}/${tool} now; the old name keeps working`];
