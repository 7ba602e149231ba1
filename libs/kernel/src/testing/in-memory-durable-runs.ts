import type { DurableRuns, Hold, RunBody, Suspension } from '../durable-runs.js';

/**
 * Durable runs of one process, for tests of what asks for them: a run is executed as soon as it is woken, and kept under
 * its name until it ends.
 */
export class InMemoryDurableRuns implements DurableRuns {
  /** By kind and id: how it waits. */
  readonly kept = new Map<string, Suspension>();
  /** What was asked for, in order. */
  readonly asked: string[] = [];
  readonly problems: unknown[] = [];
  readonly #bodies = new Map<string, RunBody>();
  readonly #letGo = new AbortController();

  define(kind: string, body: RunBody): void {
    if (this.#bodies.has(kind)) throw new Error(`Two kinds of run are called "${kind}".`);
    this.#bodies.set(kind, body);
  }

  async wake(kind: string, id: string): Promise<void> {
    this.asked.push(`wake ${kind} ${id}`);
    this.kept.set(`${kind} ${id}`, { wakeInMs: 0 });
    await this.#execute(kind, id);
  }

  async suspend(kind: string, id: string, suspension: Suspension): Promise<void> {
    this.asked.push(`suspend ${kind} ${id}`);
    this.kept.set(`${kind} ${id}`, suspension);
  }

  async signal(names: readonly string[]): Promise<void> {
    this.asked.push(`signal ${names.join(' ')}`);
    for (const [name, { waitsFor = [] }] of this.kept) {
      const [kind = '', id = ''] = name.split(' ');
      if (waitsFor.some((it) => names.includes(it))) await this.#execute(kind, id);
    }
  }

  async hold(kind: string, id: string): Promise<Hold> {
    const name = `${kind} ${id}`;
    if (this.kept.has(name)) throw new Error(`The run ${name} has begun already.`);
    this.asked.push(`hold ${name}`);
    this.kept.set(name, { wakeInMs: Number.POSITIVE_INFINITY });
    return { end: async () => void this.kept.delete(name) };
  }

  start = async (): Promise<void> => undefined;
  beginNothing = (): void => undefined;
  stop = async (): Promise<void> => this.#letGo.abort();

  async #execute(kind: string, id: string): Promise<void> {
    const name = `${kind} ${id}`;
    try {
      const came = await this.#bodies.get(kind)?.({ id, signal: this.#letGo.signal });
      if (came === 'ended') this.kept.delete(name);
      else if (came !== undefined) this.kept.set(name, came);
    } catch (cause) {
      this.problems.push(cause);
    }
  }
}
