import type { SuccessfulCall } from '@assay/gateway';
import { type Clock, type LruMap, lruMap, type Pause, pausing } from '@assay/kernel';
import { CallsPerMinute } from './calls-per-minute.js';
import type { GapStore, Origin, TracedCall } from './gap-store.js';
import { originsIn, signOf, type ValueOrigins } from './value-origins.js';
import { WriteBehind } from './write-behind.js';

type CallToTrace = SuccessfulCall & Pick<TracedCall, 'at'>;

export interface TraceCallsPorts {
  readonly store: Pick<GapStore, 'addCalls'>;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly onProblem: (cause: unknown) => void;
}

interface Remembered {
  readonly id: string;
  readonly origins: ValueOrigins;
}

const maxPerMinute = 60;
/** Earlier calls of a session that an argument is looked for in. */
const maxEarlier = 10;
const maxSessions = 500;
const maxParameters = 50;
/** Calls traced before others get their turn: about a millisecond each, when their outputs are large. */
const perTurn = 4;

/**
 * Stores which tools callers call one after another, and which arguments of a call are values of an earlier one. The values
 * of the last calls of a session are remembered as digests, on this replica; nothing of them is stored.
 */
export class TraceCalls {
  readonly #ports: TraceCallsPorts;
  readonly #writing: WriteBehind<CallToTrace>;
  readonly #perMinute: CallsPerMinute;
  readonly #pause: Pause;
  readonly #sessions: LruMap<string, readonly Remembered[]> = lruMap(maxSessions);

  constructor(ports: TraceCallsPorts) {
    this.#ports = ports;
    const { clock, onProblem } = ports;
    const write = (calls: readonly CallToTrace[]) => this.#write(calls);
    this.#writing = new WriteBehind({ write, clock, onProblem, maxWaiting: 500 });
    this.#perMinute = new CallsPerMinute(maxPerMinute, clock);
    this.#pause = pausing(clock);
  }

  note(call: SuccessfulCall): void {
    if (this.#perMinute.take(call.principalId)) this.#writing.add({ ...call, at: this.#ports.clock.now() });
  }

  flush = (): Promise<void> => this.#writing.flush();

  async #write(calls: readonly CallToTrace[]): Promise<void> {
    const traced: TracedCall[] = [];
    for (const call of calls) {
      if (traced.length % perTurn === perTurn - 1) await this.#pause();
      traced.push(this.#traced(call));
    }
    await this.#ports.store.addCalls(traced);
  }

  #traced({ input, output, ...call }: CallToTrace): TracedCall {
    const key = JSON.stringify([call.organisationId, call.principalId, call.session]);
    const earlier = this.#sessions.get(key) ?? [];
    const parameters = Object.entries(input)
      .slice(0, maxParameters)
      .map(([name, value]) => [name, originOf(value, earlier)] as const);
    const own = { id: call.id, origins: originsIn(input, output) };
    this.#sessions.set(key, [...earlier, own].slice(-maxEarlier));
    return { ...call, parameters: Object.fromEntries(parameters) };
  }
}

/** The latest call that has the value. */
function originOf(value: unknown, earlier: readonly Remembered[]): Origin | null {
  const sign = signOf(value);
  if (sign === undefined) return null;
  for (const { id, origins } of [...earlier].reverse()) {
    const found = origins.get(sign);
    if (found !== undefined) return { call: id, ...found };
  }
  return null;
}
