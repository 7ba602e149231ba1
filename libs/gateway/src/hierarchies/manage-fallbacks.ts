import { capabilitySchema, type FallbackLevelView, type SetFallback } from '@assay/contracts';
import { type Caller, hasScope, type IdentityPorts, recordChange } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import { type CheckLevelsPorts, checkLevels } from './check-levels.js';
import type { DeclaredHierarchies } from './declared-hierarchies.js';
import {
  type CandidateLevel,
  type ExpectedRevision,
  type Hierarchy,
  type HierarchyStore,
  isCandidateLevel,
  maxHierarchies,
} from './hierarchy.js';
import { levelAt } from './level-at.js';
import { type StandingPorts, standingOf } from './standing.js';

export interface ManageFallbacksPorts extends Omit<IdentityPorts, 'store'>, StandingPorts, CheckLevelsPorts {
  readonly catalogue: Catalogue;
  readonly declared: Pick<DeclaredHierarchies, 'of' | 'all'>;
  readonly store: HierarchyStore;
}

/** A hierarchy, with the current state of its levels for the caller. */
export interface ShownHierarchy {
  readonly hierarchy: Hierarchy;
  readonly levels: readonly FallbackLevelView[];
  /** What was doubtful when it was declared; empty when it is only shown. */
  readonly warnings: readonly string[];
}

/** An organisation's declared hierarchies: what is tried for a capability, in order. */
export class ManageFallbacks {
  readonly #ports: ManageFallbacksPorts;

  constructor(ports: ManageFallbacksPorts) {
    this.#ports = ports;
  }

  list({ organisationId }: Caller): readonly Hierarchy[] {
    return organisationId === null ? [] : this.#ports.declared.all(organisationId);
  }

  /**
   * The current state of its levels. Tools that a caller does not see are omitted, except for administrators, who would
   * otherwise declare a hierarchy again without them.
   */
  shown(caller: Caller, hierarchy: Hierarchy, warnings: readonly string[] = []): ShownHierarchy {
    const { catalogue, directory } = this.#ports;
    const seesAll = this.#administers(caller).ok;
    const all: readonly CandidateLevel[] = [...hierarchy.levels, ...(hierarchy.candidates ?? [])];
    const levels = all.flatMap((level, at) =>
      seesAll || levelAt(level.tool, caller, catalogue, directory).state !== 'absent'
        ? [{ ...standingOf(level, at + 1, caller, this.#ports), ...sharesOf(level) }]
        : [],
    );
    return { hierarchy, levels, warnings };
  }

  show(caller: Caller, capability: string): Result<ShownHierarchy, Failure> {
    const hierarchy = this.#find(caller, capability);
    return hierarchy === undefined ? unknown(capability) : ok(this.shown(caller, hierarchy));
  }

  async set(
    caller: Caller,
    capability: string,
    asked: SetFallback,
    expected: ExpectedRevision,
  ): Promise<Result<ShownHierarchy, Failure>> {
    const allowed = this.#administers(caller);
    if (!allowed.ok) return allowed;
    const tag = this.#tag(capability);
    if (!tag.ok) return tag;
    const check = await checkLevels(asked.levels, tag.value, caller, this.#ports);
    if (check.issues.length > 0) return misfit(check.issues);
    const { store, clock, random, directory } = this.#ports;
    const answer = await store.put(
      {
        id: random.uuid(),
        organisationId: allowed.value,
        capability: tag.value,
        ...splitLevels(asked.levels, (tool) => asCalledNow(tool, directory.aliases)),
        escalates: asked.escalation ?? true,
        changedAt: clock.now(),
        changedBy: caller.principalId,
      },
      expected,
    );
    if (answer.state === 'changed') return changed(tag.value, answer.revision);
    if (answer.state === 'full')
      return fail(
        'conflict',
        `An organisation declares at most ${maxHierarchies} hierarchies: remove one that is not needed.`,
      );
    const { hierarchy } = answer;
    const { escalates, levels, candidates = [], revision } = hierarchy;
    const details = { escalation: escalates, levels: [...levels, ...candidates], revision };
    await recordChange(this.#ports, caller, 'fallback.set', tag.value, details);
    return ok(this.shown(caller, hierarchy, check.warnings));
  }

  async remove(caller: Caller, capability: string, expected: ExpectedRevision): Promise<Result<null, Failure>> {
    const allowed = this.#administers(caller);
    if (!allowed.ok) return allowed;
    const tag = this.#find(caller, capability)?.capability;
    if (tag === undefined) return unknown(capability);
    const removed = await this.#ports.store.remove(allowed.value, tag, expected);
    if (removed === 'none') return unknown(capability);
    if (removed !== 'removed') return changed(tag, removed.revision);
    await recordChange(this.#ports, caller, 'fallback.remove', tag);
    return ok(null);
  }

  /** Under the tag it was declared with, or the one the taxonomy has for it now. */
  #find({ organisationId }: Caller, capability: string): Hierarchy | undefined {
    if (organisationId === null) return undefined;
    const { declared, catalogue } = this.#ports;
    return (
      declared.of(organisationId, capability) ?? declared.of(organisationId, catalogue.taxonomy.canonical(capability))
    );
  }

  #tag(capability: string): Result<string, Failure> {
    const parsed = capabilitySchema.safeParse(capability);
    return parsed.success
      ? ok(this.#ports.catalogue.taxonomy.canonical(parsed.data))
      : fail(
          'invalid_request',
          `"${capability}" is not a valid capability: use a dotted tag of lower-case words, such as data.query.sql.`,
        );
  }

  #administers(caller: Caller): Result<string, Failure> {
    return caller.organisationId !== null && hasScope(caller, 'admin') && caller.namespaces === null
      ? ok(caller.organisationId)
      : fail(
          'forbidden',
          'Hierarchies are declared by an administrator of the organisation, with a key that is not narrowed.',
        );
  }
}

const sharesOf = ({ shadow, canary }: CandidateLevel) => ({
  ...(shadow !== undefined && { shadow }),
  ...(canary !== undefined && { canary }),
});

/** Levels apart from what is only tried out. */
function splitLevels(
  asked: SetFallback['levels'],
  nameOf: (tool: string) => string,
): Pick<Hierarchy, 'levels' | 'candidates'> {
  const all = asked.map(
    ({ tool, accuracy = 1, mapping, ...shares }): CandidateLevel => ({
      ...{ tool: nameOf(tool), accuracy },
      ...(mapping !== undefined && { mapping }),
      ...sharesOf(shares as CandidateLevel),
    }),
  );
  const candidates = all.filter(isCandidateLevel);
  const levels = all.filter((it) => !isCandidateLevel(it));
  return candidates.length === 0 ? { levels } : { levels, candidates };
}

const unknown = (capability: string) =>
  fail(
    'not_found',
    `Your organisation declares no hierarchy for "${capability}": PUT /v1/fallbacks/${capability} does.`,
  );

function changed(capability: string, revision: number | null) {
  const now = revision === null ? 'there is none now' : `it is at revision ${revision} now`;
  return fail(
    'precondition_failed',
    `The hierarchy for ${capability} does not match If-Match: ${now}. Read it again and retry.`,
  );
}

function misfit(issues: readonly { path: string; message: string }[]) {
  const [first] = issues as [{ path: string; message: string }];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see errors)` : '';
  return fail('invalid_request', `${first.path} ${first.message}${more}. Nothing was declared.`, { issues });
}

/** `ns/tool@range` under the tool's present name. */
function asCalledNow(reference: string, aliases: { tool(name: string): string }): string {
  const at = reference.indexOf('@');
  return at < 0 ? aliases.tool(reference) : aliases.tool(reference.slice(0, at)) + reference.slice(at);
}
