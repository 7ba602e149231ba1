import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from './alternatives.js';
import type { Stage } from './call.js';
import { nearestTools } from './nearest-tools.js';
import { whyNotCall } from './policy/may-call.js';
import type { ResolvedVersion } from './resolved.js';

/** References that are kept of one caller. */
const maxKept = 500;

/** What a reference leads to for a caller. */
interface Found {
  readonly resolved: ResolvedVersion;
  readonly warnings: readonly string[];
}

/** What was found, and which state of directory and catalogue it was found in. */
interface Kept {
  readonly found: Found;
  readonly directory: number;
  readonly catalogue: number;
  readonly revocations: number;
}

/**
 * `ns/tool@range` to the newest version this caller may call, or, when it may call none, to the newest there is. What a
 * caller may call is kept until directory, catalogue or revocations change.
 */
export const resolve = (catalogue: Catalogue, directory: Directory): Stage<ResolvedVersion> => {
  const kept = new WeakMap<Caller, Map<string, Kept>>();
  return {
    name: 'resolve',
    run({ requested: { caller, reference }, happened }) {
      const known = kept.get(caller)?.get(reference);
      const isCurrent =
        known !== undefined &&
        known.directory === directory.epoch &&
        known.catalogue === catalogue.epoch &&
        known.revocations === catalogue.revocations.epoch;
      const found = isCurrent ? known.found : keep(kept, caller, reference, { catalogue, directory });
      if ('code' in found) return found;
      if (found.warnings.length > 0) happened.warnings.push(...found.warnings);
      return { resolved: found.resolved };
    },
  };
};

interface ResolvePorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

function keep(
  kept: WeakMap<Caller, Map<string, Kept>>,
  caller: Caller,
  reference: string,
  { catalogue, directory }: ResolvePorts,
): Found | Failure {
  const found = find(caller, reference, { catalogue, directory });
  if (!found.ok) return found.error;
  if (!found.value.resolved.isCallable) return found.value;
  const ofCaller = kept.get(caller) ?? new Map<string, Kept>();
  if (ofCaller.size >= maxKept) ofCaller.clear();
  const { epoch, revocations } = catalogue;
  ofCaller.set(reference, {
    found: found.value,
    directory: directory.epoch,
    catalogue: epoch,
    revocations: revocations.epoch,
  });
  kept.set(caller, ofCaller);
  return found.value;
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
