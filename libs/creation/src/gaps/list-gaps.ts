import type { Gap, Manifest } from '@assay/contracts';
import { type Caller, hasScope } from '@assay/identity';
import { type Clock, dayMs, digestText, isoTime, localNameOf } from '@assay/kernel';
import { longChains, repeatedSequences, type Sequence } from './call-sequences.js';
import type { GapQuery, GapStore } from './gap-store.js';
import { proposeComposition } from './propose-composition.js';
import { proposeTemplate } from './propose-template.js';

export interface ListGapsPorts {
  readonly store: Pick<GapStore, 'requests' | 'calls'>;
  readonly seesTool: (caller: Caller, tool: string) => boolean;
  /** The version of a tool that a call without a range gets. */
  readonly manifestOf: (caller: Caller, tool: string) => Manifest | undefined;
  readonly fitsTogether: (caller: Caller, manifest: Manifest) => boolean;
  /** The namespace that the caller would publish a proposal in. */
  readonly namespaceOf: (caller: Caller) => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** How far back gaps are looked for, and from how much. */
const sinceDays = 30;
const bounds = Object.freeze({ requests: 200, calls: 10_000, sequences: 100 });

/** Shows what tools are missing: callers see it of their own requests and calls, reviewers of their organisation's. */
export class ListGaps {
  readonly #ports: ListGapsPorts;

  constructor(ports: ListGapsPorts) {
    this.#ports = ports;
  }

  /** The most frequent first. */
  async run(caller: Caller, kind?: Gap['kind']): Promise<readonly Gap[]> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return [];
    const whose = hasScope(caller, 'approvals:decide') ? {} : { principalId };
    const since = this.#ports.clock.now() - sinceDays * dayMs;
    const query: Omit<GapQuery, 'limit'> = { organisationId, ...whose, since };
    const isWanted = (it: Gap['kind']) => kind === undefined || kind === it;
    const requests = isWanted('request') ? await this.#requests(caller, query) : [];
    const sequences = isWanted('sequence') || isWanted('chain') ? await this.#sequences(caller, query, isWanted) : [];
    return [...requests, ...sequences].sort((a, b) => b.times - a.times || b.lastAt.localeCompare(a.lastAt));
  }

  async #requests(caller: Caller, query: Omit<GapQuery, 'limit'>): Promise<Gap[]> {
    const { store, seesTool } = this.#ports;
    const sums = await store.requests({ ...query, limit: bounds.requests });
    return sums.map((sum) => ({
      ...{ id: idOf('request', sum.key), kind: 'request', what: sum.text, times: sum.times, callers: sum.callers },
      ...{ firstAt: isoTime(sum.firstAt), lastAt: isoTime(sum.lastAt), tools: [] },
      nearest: sum.nearest.filter((it) => seesTool(caller, it)),
      proposal: { kind: 'template', template: proposeTemplate(sum) },
    }));
  }

  async #sequences(
    caller: Caller,
    query: Omit<GapQuery, 'limit'>,
    isWanted: (kind: Gap['kind']) => boolean,
  ): Promise<Gap[]> {
    const calls = await this.#ports.store.calls({ ...query, limit: bounds.calls });
    const repeated = isWanted('sequence') ? repeatedSequences(calls).map((it) => ['sequence', it] as const) : [];
    const chains = isWanted('chain') ? longChains(calls).map((it) => ['chain', it] as const) : [];
    return [...repeated, ...chains]
      .filter(([, { tools }]) => tools.every((it) => this.#ports.seesTool(caller, it)))
      .sort(([, a], [, b]) => b.occurrences.length - a.occurrences.length)
      .slice(0, bounds.sequences)
      .map(([kind, sequence]) => this.#gapOf(caller, kind, sequence));
  }

  #gapOf(caller: Caller, kind: 'sequence' | 'chain', sequence: Sequence): Gap {
    const { manifestOf, fitsTogether, namespaceOf, seesTool } = this.#ports;
    const { tools, occurrences } = sequence;
    const times = occurrences.flatMap((calls) => calls.map(({ at }) => at));
    const name = `${namespaceOf(caller)}/${nameOf(tools)}`;
    const manifest = proposeComposition(sequence, {
      ...{ name, manifestOf: (tool) => manifestOf(caller, tool), isValid: (it) => fitsTogether(caller, it) },
    });
    return {
      ...{ id: idOf(kind, tools.join(' ')), kind, what: tools.join(', then '), times: occurrences.length },
      callers: new Set(occurrences.flatMap((calls) => calls.map(({ principalId }) => principalId))).size,
      ...{ firstAt: isoTime(Math.min(...times)), lastAt: isoTime(Math.max(...times)), tools: [...tools] },
      // Published already, it is there to be used.
      nearest: seesTool(caller, name) ? [name] : [],
      proposal: manifest === undefined ? null : { kind: 'composition', manifest },
    };
  }
}

const idOf = (kind: string, of: string): string => digestText(`${kind} ${of}`).slice(7, 23);

const maxName = 80;

/** The tools' own names; a digest tells sequences apart that share them. */
function nameOf(tools: readonly string[]): string {
  const words = tools.map(localNameOf).join('-then-').slice(0, maxName);
  return `${words}-${digestText(tools.join(' ')).slice(7, 11)}`;
}
