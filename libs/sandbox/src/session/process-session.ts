import type { CodeEnd, CodeSession, HostAnswer, RunLimits, Turn } from '../run.js';
import type { Channel } from './channel.js';
import { readTurn } from './read-turn.js';

export interface SessionOptions {
  /** The first message. */
  readonly job: unknown;
  readonly limits: RunLimits;
  readonly lineOffset: number;
  readonly channel: Channel;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly monotonic: () => number;
  readonly closed: () => void;
}

const over = (end: CodeEnd): Turn => ({ calls: [], logs: [], cpuMs: 0, end });

/** A run in a process of its own. */
export class ProcessSession implements CodeSession {
  readonly #options: SessionOptions;
  #called = 0;
  #open = new Set<number>();
  #usedMs = 0;
  #isOver = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  begin(): Promise<Turn> {
    return this.#turn({ job: this.#options.job });
  }

  answer(id: number, answer: HostAnswer): Promise<Turn> {
    if (!this.#open.delete(id)) throw new TypeError(`the call ${id} is not open`);
    const json = answer.ok ? JSON.stringify(answer.value) : JSON.stringify(answer.error);
    return this.#turn({ answer: { id, isOk: answer.ok, json: json ?? '' } });
  }

  close(): void {
    this.#isOver = true;
    this.#options.channel.close();
    this.#options.closed();
  }

  async #turn(message: unknown): Promise<Turn> {
    const { channel, limits, lineOffset, after, monotonic } = this.#options;
    if (this.#isOver || channel.isClosed) return over(this.#crashed());
    const from = monotonic();
    let isLate = false;
    const stop = after(Math.max(1, limits.timeoutMs - this.#usedMs), () => {
      isLate = true;
      channel.close();
    });
    channel.send(message);
    const line = await channel.next();
    stop();
    this.#usedMs += monotonic() - from;
    if (line === undefined) return this.#over(isLate ? { kind: 'limit', limit: 'time' } : this.#crashed());
    const turn = readTurn(line, this.#called, { ...limits, lineOffset });
    if (turn === null) return this.#over({ kind: 'crashed', message: 'The process of the run broke its protocol.' });
    this.#called += turn.calls.length;
    for (const { id } of turn.calls) this.#open.add(id);
    const isStuck = turn.end === undefined && this.#open.size === 0;
    const ended: Turn = isStuck ? { ...turn, end: { kind: 'stuck' } } : turn;
    if (ended.end !== undefined) this.close();
    return ended;
  }

  #over(end: CodeEnd): Turn {
    this.close();
    return over(end);
  }

  #crashed(): CodeEnd {
    const { errors } = this.#options.channel;
    if (/heap out of memory|Cannot enlarge memory|memory access out of bounds|OOM/i.test(errors))
      return { kind: 'limit', limit: 'memory' };
    return { kind: 'crashed', message: 'The process of the run ended.' };
  }
}
