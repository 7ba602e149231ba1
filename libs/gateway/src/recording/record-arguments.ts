import { type Clock, jsonWithMember, type Sealer } from '@assay/kernel';
import { type Call, isReadOnly } from '../call.js';
import { askedInput } from '../content/conceal.js';
import {
  maxRecordedBytes,
  type RecordedCall,
  type RecordedCallStore,
  type Recording,
  recordedContext,
} from './recorded-calls.js';

export interface RecordArgumentsPorts {
  readonly store: Pick<RecordedCallStore, 'all' | 'add'>;
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** Called for background failures; what could not be written is not recorded. */
  readonly onProblem: (cause: unknown) => void;
}

/** What calls ask of it: nothing, where nobody records. */
export interface CallRecording {
  /** `recordingKey` of each recording. */
  readonly chosen: ReadonlySet<string>;
  note(call: Call): void;
}

const flushEveryMs = 1_000;
/** How often a replica asks what is recorded: so long after a change on another one, it may still record or not yet. */
const refreshEveryMs = 15_000;
/** Calls that wait to be written; beyond it, calls are passed over. */
const maxWaiting = 1_000;

export const recordingKey = (organisationId: string | null, tool: string): string => `${organisationId} ${tool}`;

/**
 * Records the arguments of successful calls that only read, where an organisation asked for it: encrypted, in groups, and
 * never on the way of a call. What was masked before the call is recorded masked.
 */
export class RecordArguments implements CallRecording {
  readonly #ports: RecordArgumentsPorts;
  #chosen: ReadonlySet<string> = new Set();
  #waiting: RecordedCall[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #stopFlush: (() => void) | undefined;
  #stopRefresh: (() => void) | undefined;

  constructor(ports: RecordArgumentsPorts) {
    this.#ports = ports;
  }

  get chosen(): ReadonlySet<string> {
    return this.#chosen;
  }

  /** Reads what is recorded, and again from time to time. */
  async start(): Promise<void> {
    await this.refresh();
    this.#refreshLater();
  }

  async refresh(): Promise<void> {
    const all = await this.#ports.store.all();
    this.#chosen = new Set(all.map(({ organisationId, tool }: Recording) => recordingKey(organisationId, tool)));
  }

  note(call: Call): void {
    const { id, caller, beside, nesting = 0 } = call.requested;
    const { version, upstreamMs } = call.resolved;
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null || version === undefined || upstreamMs === undefined) return;
    if (beside !== undefined || nesting > 0 || call.requested.dryRun || !isReadOnly(version)) return;
    const tool = `${version.namespace}/${version.tool}`;
    if (!this.#chosen.has(recordingKey(organisationId, tool)) || this.#waiting.length >= maxWaiting) return;
    const text = jsonWithMember({ input: askedInput(call.resolved) }, 'input');
    if (text.length > maxRecordedBytes) return;
    const sealed = this.#ports.sealer.seal(text, recordedContext(id));
    this.#waiting.push({ invocationId: id, organisationId, principalId, tool, sealed, at: this.#ports.clock.now() });
    this.#stopFlush ??= this.#ports.clock.after(flushEveryMs, () => void this.flush());
  }

  /** Writes what waits; flushes follow one another. */
  flush(): Promise<void> {
    this.#stopFlush?.();
    this.#stopFlush = undefined;
    const calls = this.#waiting;
    this.#waiting = [];
    if (calls.length > 0)
      this.#flushing = this.#flushing.then(() => this.#ports.store.add(calls)).catch(this.#ports.onProblem);
    return this.#flushing;
  }

  async stop(): Promise<void> {
    this.#stopRefresh?.();
    await this.flush();
  }

  #refreshLater(): void {
    this.#stopRefresh = this.#ports.clock.after(refreshEveryMs, () => {
      void this.refresh()
        .catch(this.#ports.onProblem)
        .then(() => this.#refreshLater());
    });
  }
}
