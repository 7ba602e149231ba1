import type {
  DashboardGroup,
  DashboardGroupView,
  DashboardOrder,
  DashboardView,
  TrustMoverView,
} from '@assay/contracts';
import { type Caller, type Directory, hasScope } from '@assay/identity';
import { type Clock, type Failure, isoTime, ok, type Result } from '@assay/kernel';
import { type Catalogue, viewOf, visibleVersions } from '@assay/registry';
import { decayedTrust } from '../decay.js';
import { addTallies, figuresOf, noCalls } from './call-figures.js';
import { type CallRollups, grainSeconds, type RollupGroup, type TrustMove } from './call-rollups.js';
import { type Range, rangeOf } from './dashboard-range.js';
import { type DashboardFilter, type RollupScope, scopeOf } from './dashboard-scope.js';

export interface DashboardPorts {
  readonly rollups: CallRollups;
  readonly directory: Directory;
  readonly catalogue: Pick<Catalogue, 'versionById' | 'tool'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly halfLifeDays: number;
}

export interface DashboardAsked extends DashboardFilter {
  readonly since?: string;
  readonly until?: string;
}

export interface DashboardGroupsAsked extends DashboardAsked {
  readonly by?: DashboardGroup;
  readonly order?: DashboardOrder;
  readonly after: { readonly value: number; readonly group: string } | null;
  readonly limit: number;
}

export interface DashboardGroupsPage {
  readonly items: readonly DashboardGroupView[];
  readonly next: { readonly value: number; readonly group: string } | null;
}

const maxMoves = 200;
const shownMoves = 20;
const trustDecimals = 4;
/** Differences that would be shown as none. */
const minChange = 0.5 * 10 ** -trustDecimals;

/** Figures of calls, as far as a caller may see them. */
export class ReadDashboard {
  constructor(private readonly ports: DashboardPorts) {}

  /** In total and by period. */
  async show(caller: Caller, asked: DashboardAsked): Promise<Result<DashboardView, Failure>> {
    const query = this.#query(caller, asked);
    if (!query.ok) return query;
    const { grain, since, until } = query.value;
    const periods = await this.ports.rollups.periods(query.value);
    return ok({
      since: isoTime(since),
      until: isoTime(until),
      periodSeconds: grainSeconds[grain],
      total: figuresOf(addTallies([noCalls, ...periods.map(({ tally }) => tally)])),
      periods: periods.map(({ start, tally }) => ({ start: isoTime(start), ...figuresOf(tally) })),
    });
  }

  async groups(caller: Caller, asked: DashboardGroupsAsked): Promise<Result<DashboardGroupsPage, Failure>> {
    const query = this.#query(caller, asked);
    if (!query.ok) return query;
    const { by = 'tool', order = 'calls', after, limit } = asked;
    const people = caller.organisationId ?? '';
    const members = by === 'team' ? this.#members(caller, asked.team) : [];
    const found = await this.ports.rollups.groups({
      ...query.value,
      ...{ by, order, people, members, after },
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const next = found.length > limit && last !== undefined ? { value: last.tally[order], group: last.group } : null;
    return ok({ items: shown.map((it) => this.#group(by, it)), next });
  }

  /** Tools that the caller no longer sees are left out. */
  async trustMovers(caller: Caller, asked: DashboardAsked): Promise<Result<readonly TrustMoverView[], Failure>> {
    const query = this.#query(caller, asked);
    if (!query.ok) return query;
    const moves = await this.ports.rollups.trustMoves(query.value, maxMoves);
    return ok(
      moves
        .flatMap((move) => this.#mover(caller, move, query.value))
        .filter(({ change }) => Math.abs(change) >= minChange)
        .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
        .slice(0, shownMoves),
    );
  }

  /** A number that changes when calls that the filters select are counted. */
  async mark(caller: Caller, asked: DashboardAsked): Promise<Result<number, Failure>> {
    const scope = scopeOf(caller, asked, this.ports.directory);
    return scope.ok ? ok(await this.ports.rollups.recent(scope.value, this.ports.clock.now())) : scope;
  }

  #query(caller: Caller, asked: DashboardAsked): Result<Range & RollupScope, Failure> {
    const range = rangeOf(asked, this.ports.clock.now());
    if (!range.ok) return range;
    const scope = scopeOf(caller, asked, this.ports.directory);
    return scope.ok ? ok({ ...scope.value, ...range.value }) : scope;
  }

  /** Administrators see every team of their organisation, others the teams they are in. */
  #members(caller: Caller, named: string | undefined) {
    const { teams } = this.ports.directory;
    const own = teams.of(caller.principalId ?? '');
    return [...teams.all()]
      .filter((it) => it.organisationId === caller.organisationId && (named === undefined || it.name === named))
      .filter((it) => hasScope(caller, 'admin') || own.includes(it.id))
      .flatMap(({ id, members }) => members.map((principalId) => ({ teamId: id, principalId })));
  }

  #group(by: DashboardGroup, { group, tally }: RollupGroup): DashboardGroupView {
    return { name: group === '' ? null : this.#nameOf(by, group), ...figuresOf(tally) };
  }

  #nameOf(by: DashboardGroup, group: string): string {
    const { directory } = this.ports;
    if (by === 'tool') return group;
    return (by === 'team' ? directory.teams.get(group)?.name : directory.principal(group)?.name) ?? group;
  }

  #mover(caller: Caller, { versionId, before, after }: TrustMove, { since, until }: Range): TrustMoverView[] {
    const { catalogue, directory, clock, halfLifeDays } = this.ports;
    const version = catalogue.versionById(versionId);
    if (version === undefined) return [];
    const tool = version.manifest.name;
    if (!visibleVersions(catalogue.tool(tool), caller, directory).some(({ id }) => id === versionId)) return [];
    const inside = viewOf(caller.organisationId, version) === 'inside';
    const trustAt = (state: TrustMove['before'], at: number): number =>
      Number(decayedTrust(inside ? state.insideBase : state.base, state.t0, at, halfLifeDays).toFixed(trustDecimals));
    const now = trustAt(after, Math.min(until, clock.now()));
    const then = trustAt(before, Math.max(since, before.day));
    return [{ tool, version: version.version, before: then, now, change: Number((now - then).toFixed(trustDecimals)) }];
  }
}
