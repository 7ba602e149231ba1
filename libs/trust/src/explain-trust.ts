import type { Caller, Directory } from '@assay/identity';
import { type Clock, dayMs, type Failure, fail, ok, type Result } from '@assay/kernel';
import {
  type Catalogue,
  dayOf,
  isPrerelease,
  shownVersion,
  type ToolVersion,
  versionKey,
  viewOf,
  visibleVersions,
} from '@assay/registry';
import { decayedTrust } from './decay.js';
import type { EvidenceBucket, EvidenceStore, TrustDay } from './evidence-store.js';
import { type PresentTrust, presentTrust, type TrustLook } from './present-trust.js';
import { windowDays } from './weigh-evidence.js';

export interface ExplainPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly store: Pick<EvidenceStore, 'evidenceOf' | 'history'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly halfLifeDays: number;
}

/** A day of the history: trust at its end, or now, and the calls of it that say something of the tool. */
export interface ExplainedDay {
  readonly day: number;
  readonly base: number;
  readonly score: number;
  readonly calls: number;
  readonly faults: number;
}

export interface ExplainedTrust extends PresentTrust {
  readonly version: ToolVersion;
  readonly history: readonly ExplainedDay[];
}

/** Explains a version's trust, in the caller's view, to everybody who may see the version. */
export class ExplainTrust {
  readonly #ports: ExplainPorts;

  constructor(ports: ExplainPorts) {
    this.#ports = ports;
  }

  /** Of the version that is named, otherwise of the latest; with the history of that many days, 90 at most. */
  async run(
    caller: Caller,
    tool: string,
    asked?: string,
    days: number = windowDays,
  ): Promise<Result<ExplainedTrust, Failure>> {
    const { clock, halfLifeDays } = this.#ports;
    const found = this.#find(caller, tool, asked);
    if (!found.ok) return found;
    const version = found.value;
    const look = { view: viewOf(caller.organisationId, version), at: clock.now(), halfLifeDays };
    return ok({ ...presentTrust(version, look), version, history: await this.#history(version, look, days) });
  }

  #find(caller: Caller, tool: string, asked: string | undefined): Result<ToolVersion, Failure> {
    const { catalogue, directory } = this.#ports;
    const versions = visibleVersions(catalogue.tool(tool), caller, directory);
    if (versions.length === 0)
      return fail('not_found', `No tool "${tool}": check the name, or search for a tool by what it does.`);
    if (asked === undefined || asked === 'latest') {
      const releases = versions.filter((it) => !isPrerelease(it.versionKey));
      return ok(shownVersion(releases.length > 0 ? releases : versions, catalogue.revocations) as ToolVersion);
    }
    const version = versions.find((it) => it.versionKey === versionKey(asked));
    const there = versions.slice(0, 5).map((it) => it.version);
    return version === undefined
      ? fail('not_found', `${tool} has no version "${asked}". There are: ${there.join(', ')}.`)
      : ok(version);
  }

  async #history(version: ToolVersion, { view, at, halfLifeDays }: TrustLook, days: number): Promise<ExplainedDay[]> {
    const { store } = this.#ports;
    const since = Math.max(dayOf(at) - (days - 1) * dayMs, dayOf(version.publishedAt));
    const [states, known] = await Promise.all([store.history(version.id, since), store.evidenceOf([version.id])]);
    const buckets = Map.groupBy(known.get(version.id)?.buckets ?? [], (it) => it.day);
    return explainDays(states, buckets, { since, at, halfLifeDays, view });
  }
}

/** Each day with the state it ended in; days before the first known state are left out. */
function explainDays(
  states: readonly TrustDay[],
  buckets: ReadonlyMap<number | null, readonly EvidenceBucket[]>,
  { since, at, halfLifeDays, view }: TrustLook & { readonly since: number },
): ExplainedDay[] {
  const days: ExplainedDay[] = [];
  for (let day = since; day <= at; day += dayMs) {
    const state = states.findLast((it) => it.day <= day);
    if (state === undefined) continue;
    const ofDay = buckets.get(day) ?? [];
    const base = view === 'inside' ? state.insideBase : state.base;
    days.push({
      day,
      base,
      score: decayedTrust(base, state.t0, Math.min(day + dayMs, at), halfLifeDays),
      calls: ofDay.reduce((sum, it) => sum + it.calls, 0),
      faults: ofDay.reduce((sum, it) => sum + it.faults, 0),
    });
  }
  return days;
}
