import {
  type Blame,
  blameOf,
  type CallFinished,
  type Clock,
  keptSla,
  namespaceOf,
  ownTimeMs,
  type Random,
} from '@assay/kernel';
import { dayOf } from '@assay/registry';
import type { CallerTally, EvidenceBatch, EvidenceStore } from './evidence-store.js';
import { LatencySketch } from './latency-sketch.js';

const flushEveryMs = 5_000;
/** Most tallies that wait to be written. Beyond it, which takes a database that is away, new callers are passed over. */
const waitingCap = 20_000;

export interface EvidenceLogPorts {
  readonly store: Pick<EvidenceStore, 'add'>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  /** Whether a principal owns a namespace, by itself or in a team. */
  readonly isMember: (principalId: string, namespace: string) => boolean;
  /** Called when a batch has been written: trust is out of date. */
  readonly written?: () => void;
}

type Tally = { -readonly [K in keyof CallerTally]: CallerTally[K] };

/** What was counted of one version on one day. */
interface VersionDay {
  readonly callers: Map<string, Tally>;
  /** Times of good calls, by the caller's organisation. */
  readonly latencies: Map<string, LatencySketch>;
}

/** By day, then by version. */
type Counted = Map<number, Map<string, VersionDay>>;

/** The value of a key; a new one takes its place when there is none. */
function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const newDay = (): VersionDay => ({ callers: new Map(), latencies: new Map() });
const newSketch = (): LatencySketch => new LatencySketch();

/**
 * Counts finished calls by version, day and caller, in constant time each, and hands them to the store in groups. A batch
 * that could not be written is handed over again under its own id before any other, so that one whose acknowledgement was
 * lost is not counted twice. A crash loses at most the last 5 s of this replica.
 */
export class EvidenceLog {
  readonly #ports: EvidenceLogPorts;
  #counted: Counted = new Map();
  /** Tallies in it. */
  #waiting = 0;
  #unwritten: EvidenceBatch | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #stopTimer: (() => void) | undefined;

  constructor(ports: EvidenceLogPorts) {
    this.#ports = ports;
  }

  note = (call: CallFinished): void => {
    const blame = blameOf(call);
    if (blame === undefined || call.principalId === '') return;
    const day = dayOf(call.at);
    const versionDay = getOr(getOr(this.#counted, day, newVersions), call.versionId, newDay);
    const tally = this.#tallyOf(call, day, versionDay);
    if (tally === undefined) return;
    count(tally, call, blame);
    const ms = ownTimeMs(call);
    if (blame === 'none' && ms !== null) getOr(versionDay.latencies, call.organisationId, newSketch).add(ms);
    this.#stopTimer ??= this.#ports.clock.after(flushEveryMs, () => void this.flush().catch(() => {}));
  };

  /** Writes what there is; flushes follow one another. What cannot be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    try {
      for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
        this.#unwritten = batch;
        await this.#ports.store.add(batch);
        this.#unwritten = undefined;
        this.#ports.written?.();
      }
    } catch (cause) {
      this.#stopTimer ??= this.#ports.clock.after(flushEveryMs, () => void this.flush().catch(() => {}));
      throw cause;
    }
  }

  #next(): EvidenceBatch | undefined {
    if (this.#unwritten !== undefined || this.#waiting === 0) return this.#unwritten;
    const counted = this.#counted;
    this.#counted = new Map();
    this.#waiting = 0;
    return { id: this.#ports.random.uuid(), ...batchOf(counted) };
  }

  #tallyOf(
    { versionId, tool, principalId, organisationId, providerId }: CallFinished,
    day: number,
    { callers }: VersionDay,
  ): Tally | undefined {
    const known = callers.get(principalId);
    if (known !== undefined) return known;
    if (this.#waiting >= waitingCap) return undefined;
    const own = organisationId === providerId;
    const member = own && this.#ports.isMember(principalId, namespaceOf(tool));
    // All members share the counter of their organisation, which no principal has as its id.
    const caller = member ? providerId : principalId;
    const none = { good: 0, faults: 0, schemaMet: 0, withinSla: 0, callerFaults: 0 };
    const tally = { versionId, day, principalId, caller, organisationId, own, member, ...none };
    callers.set(principalId, tally);
    this.#waiting += 1;
    return tally;
  }
}

const newVersions = (): Map<string, VersionDay> => new Map();

function batchOf(counted: Counted): Omit<EvidenceBatch, 'id'> {
  const days = [...counted].flatMap(([day, versions]) =>
    [...versions].map(([versionId, counts]) => ({ day, versionId, counts })),
  );
  return {
    callers: days.flatMap(({ counts }) => [...counts.callers.values()]),
    latencies: days.flatMap(({ day, versionId, counts }) =>
      [...counts.latencies].map(([organisationId, sketch]) => ({
        versionId,
        day,
        organisationId,
        bins: sketch.bins(),
      })),
    ),
  };
}

function count(tally: Tally, call: CallFinished, blame: Blame): void {
  if (blame === 'caller') tally.callerFaults += 1;
  if (blame === 'tool') tally.faults += 1;
  if (blame === 'semantic') tally.semantic = (tally.semantic ?? 0) + 1;
  if (blame === 'nobody') tally.neutral = (tally.neutral ?? 0) + 1;
  if (call.costPerCallUsd !== undefined) tally.costUsd = (tally.costUsd ?? 0) + call.costPerCallUsd;
  if (blame !== 'none') return;
  tally.good += 1;
  if (call.validation === 'valid') tally.schemaMet += 1;
  if (keptSla(call)) tally.withinSla += 1;
}
