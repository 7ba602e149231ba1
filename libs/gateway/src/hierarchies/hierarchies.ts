import type { Constraints, FallbackMode, Invoke } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { err, type Failure, ok, type Result, splitReference } from '@assay/kernel';
import {
  type Catalogue,
  declaredLatency,
  type KnownLatency,
  type LatencyOf,
  pins,
  type ToolVersion,
} from '@assay/registry';
import type { Call } from '../call.js';
import type { CandidateBook } from '../candidates/candidate-book.js';
import { tryOutLevels } from '../candidates/try-out-levels.js';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import type { Fallbacks, HierarchyOfCall } from '../resilience/fallbacks.js';
import { accuracyRatio, type Level } from '../resilience/levels.js';
import { paceOf } from '../resilience/share-time.js';
import type { CapabilitySearch } from './capability-search.js';
import type { DeclaredHierarchies } from './declared-hierarchies.js';
import { type Behind, FoundLevels, foundLevel } from './found-levels.js';
import type { Hierarchy } from './hierarchy.js';
import { levelAt } from './level-at.js';

export interface HierarchiesPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly declared: Pick<DeclaredHierarchies, 'of' | 'with'>;
  readonly found: CapabilitySearch;
  /** How long calls take; as declared when absent. */
  readonly latencyOf?: LatencyOf;
  /** Canaries and shadows are not called when absent. */
  readonly book?: Pick<CandidateBook, 'markOf'>;
}

/**
 * The fallbacks of a tool (SPEC section 5): a call by exact version has them only on request, one by range those of the
 * declared hierarchies of its organisation, one by capability also those that discovery finds.
 */
export class Hierarchies implements Fallbacks {
  readonly #ports: HierarchiesPorts;
  readonly #levels = new FoundLevels();

  constructor(ports: HierarchiesPorts) {
    this.#ports = ports;
  }

  standIns(call: Call): readonly FallbackLevel[] {
    const mode = modeOf(call);
    if (mode === 'none') return [];
    const declared = this.#declaredBehind(call);
    if (mode === 'declared' || call.resolved.version === undefined) return declared;
    const capabilities = call.resolved.version.manifest.capabilities ?? [];
    if (capabilities.length === 0) return declared;
    const found = this.#ports.found.best(capabilities, {}, call.requested.caller);
    const behind = this.#behind(declared, declared.length + 2, call.requested.caller);
    return [...declared, ...this.#levels.behind(call.resolved.version, found, behind)];
  }

  levelsOf(request: Invoke, caller: Caller): Result<readonly FallbackLevel[], Failure> {
    const { capability = '', constraints = {}, fallback } = request;
    const problem = this.#ports.found.problem(capability, constraints);
    if (problem !== undefined) return err(problem);
    const hierarchy = this.#declaredFor(capability, caller);
    const declared = hierarchy === undefined ? [] : this.#triedOut(hierarchy, request, caller);
    const limit = fallback === 'none' ? 1 : undefined;
    if (hierarchy !== undefined && (fallback === 'none' || fallback === 'declared'))
      return ok(declared.slice(0, limit));
    const found = this.#ports.found.best([capability], constraints, caller);
    const primary = hierarchy === undefined ? found[0] : this.#primaryOf(hierarchy, caller);
    const first =
      hierarchy === undefined && primary !== undefined ? [foundLevel(primary, 1, this.#latency(caller)(primary))] : [];
    if (primary === undefined || fallback === 'none' || fallback === 'declared') return ok([...declared, ...first]);
    const before = [...declared, ...first];
    const behind = this.#behind(before, (hierarchy?.levels.length ?? 1) + 1, caller);
    return ok([...before, ...this.#levels.behind(primary, found, behind)]);
  }

  hierarchyOf(call: Call): HierarchyOfCall | undefined {
    const { capability } = call.requested.request;
    if (capability !== undefined)
      return { capability, escalates: this.#declaredFor(capability, call.requested.caller)?.escalates ?? false };
    const hierarchy = modeOf(call) === 'none' ? undefined : this.#hierarchyWith(call);
    return hierarchy && { capability: hierarchy.capability, escalates: hierarchy.escalates };
  }

  #behind = (before: readonly FallbackLevel[], from: number, caller: Caller): Behind => ({
    ...{ before, from, latency: this.#latency(caller), catalogue: this.#ports.catalogue },
  });

  #latency =
    ({ organisationId }: Caller) =>
    (version: ToolVersion): KnownLatency =>
      (this.#ports.latencyOf ?? declaredLatency)(version, organisationId);

  /** As it was declared, or under the tag the taxonomy has for it now. */
  #declaredFor(capability: string, { organisationId }: Caller): Hierarchy | undefined {
    if (organisationId === null) return undefined;
    const { declared, catalogue } = this.#ports;
    return (
      declared.of(organisationId, capability) ?? declared.of(organisationId, catalogue.taxonomy.canonical(capability))
    );
  }

  /** Of several with the same tool, the one for what the tool names first among its capabilities. */
  #hierarchyWith(call: Call): Hierarchy | undefined {
    const { organisationId } = call.requested.caller;
    if (organisationId === null) return undefined;
    const asked = splitReference(call.requested.reference)[0];
    const name = call.resolved.version?.manifest.name ?? asked;
    const all = [
      ...this.#ports.declared.with(organisationId, name),
      ...this.#ports.declared.with(organisationId, asked),
    ];
    const order = call.resolved.version?.manifest.capabilities ?? [];
    const placeOf = ({ capability }: Hierarchy) => (order.indexOf(capability) + order.length + 1) % (order.length + 1);
    return all.reduce<Hierarchy | undefined>(
      (best, it) => (best === undefined || placeOf(it) < placeOf(best) ? it : best),
      undefined,
    );
  }

  /** A call does not move up: the named tool is its primary, and the levels after it are the fallbacks. */
  #declaredBehind(call: Call): FallbackLevel[] {
    const hierarchy = this.#hierarchyWith(call);
    if (hierarchy === undefined) return [];
    const names = new Set([call.resolved.version?.manifest.name, splitReference(call.requested.reference)[0]]);
    const own = hierarchy.levels.findIndex(({ tool }) => names.has(splitReference(tool)[0]));
    // Mappings are from the input of the first level: behind another one only what takes inputs as they are stands in.
    return this.#declaredLevels(hierarchy, own + 1, call.requested.caller, {}, own).filter(
      (it) => own === 0 || it.mapping === undefined,
    );
  }

  #declaredLevels(
    { levels }: Hierarchy,
    from: number,
    caller: Caller,
    constraints: Constraints,
    primary = 0,
  ): FallbackLevel[] {
    const whole = levels[primary]?.accuracy ?? 1;
    return levels.flatMap((level, at) =>
      at < from ? [] : this.#declaredLevel(level, at + 1 - primary, whole, caller, constraints),
    );
  }

  #declaredLevel(
    { tool, accuracy, mapping }: Level,
    level: number,
    primary: number,
    caller: Caller,
    constraints: Constraints,
  ): FallbackLevel[] {
    const at = levelAt(tool, caller, this.#ports.catalogue, this.#ports.directory);
    if (at.state === 'absent') return [];
    const version = at.state === 'out of use' ? undefined : at.version;
    const latency = version && this.#latency(caller)(version);
    const unfit = at.state === 'callable' ? this.#against(at.version, caller, constraints) : at.reason;
    return [
      {
        level,
        tool,
        accuracy: accuracyRatio(accuracy, primary),
        ...(mapping !== undefined && { mapping }),
        versionId: version?.id,
        pace: latency === undefined ? unknownPace : paceOf(latency),
        isMeasured: latency?.isMeasured === true,
        readOnly: version?.manifest.annotations?.readOnlyHint === true,
        ...(unfit !== undefined && { unfit }),
      },
    ];
  }

  /** A call that wants no fallback is no call for a canary, behind which there is one. */
  #triedOut(
    hierarchy: Hierarchy,
    { constraints = {}, fallback, session, corroborate }: Invoke,
    caller: Caller,
  ): readonly FallbackLevel[] {
    const levels = this.#declaredLevels(hierarchy, 0, caller, constraints);
    const { book } = this.#ports;
    if (hierarchy.candidates === undefined || book === undefined) return levels;
    if (fallback === 'none' || corroborate !== undefined) return levels;
    const whole = hierarchy.levels[0]?.accuracy ?? 1;
    const levelOf = (level: Level) => this.#declaredLevel(level, 1, whole, caller, constraints)[0];
    return tryOutLevels(hierarchy, levels, { caller, session, book, levelOf });
  }

  /** Only what was stated binds a level that an administrator declared. */
  #against(version: ToolVersion, caller: Caller, constraints: Constraints): string | undefined {
    if (Object.keys(constraints).length === 0) return undefined;
    return this.#ports.found.meets(version, constraints, caller) ? undefined : 'unmet_constraint';
  }

  /** The primary of the declared levels; undefined while it is out of use. */
  #primaryOf({ levels }: Hierarchy, caller: Caller): ToolVersion | undefined {
    const at = levelAt(levels[0]?.tool ?? '', caller, this.#ports.catalogue, this.#ports.directory);
    return at.state === 'callable' || at.state === 'refused' ? at.version : undefined;
  }
}

const unknownPace = { p50Ms: undefined, p99Ms: undefined };

/** What a call by name falls back to when it does not say. */
function modeOf({
  requested: {
    request: { fallback, tool },
    reference,
  },
}: Call): FallbackMode {
  if (fallback !== undefined) return fallback;
  // As it was asked for: what goes on after an approval is pinned to the version that was approved.
  const range = splitReference(tool ?? reference)[1];
  return range !== undefined && pins(range) ? 'none' : 'declared';
}
