import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { type Script, ScriptedSandbox } from '../testing/scripted-sandbox.js';
import { calledIn } from './called.js';
import { CodeExecution, type CodeHost, type EndedCall } from './code-execution.js';
import type { CodeSession } from './code-sandbox.js';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 1_000; turn += 1) await Promise.resolve();
};

/** Ends calls when the test says so; orders are given as they are kept. */
class HeldCalls implements CodeHost {
  readonly orders = new Map<number, number>();
  readonly #waiting = new Map<number, (value: unknown) => void>();
  before: CodeHost['calledBefore'] = () => undefined;

  make = (call: { readonly id: number }) =>
    new Promise<{ ok: true; value: unknown }>((resolve) =>
      this.#waiting.set(call.id, (value) => resolve({ ok: true, value })),
    );
  orderOf = (id: number) => this.orders.get(id);
  active = () => this.#waiting.keys();
  calledBefore = (id: number) => this.before(id);

  keep(id: number): void {
    this.orders.set(id, this.orders.size + 1);
  }

  end(id: number, value: unknown): void {
    this.#waiting.get(id)?.(value);
    this.#waiting.delete(id);
  }
}

const execution = (script: (script: Script) => Promise<unknown>, host: CodeHost, ended: readonly EndedCall[] = []) => {
  const sandbox = new ScriptedSandbox({ it: script });
  const run = { language: 'javascript', entry: 'body', code: 'it', input: null, nowMs: 0, seed: 1 } as const;
  const { signal } = new AbortController();
  return new CodeExecution({ open: () => sandbox.open(run), host, ended, signal, after: new FakeClock().after });
};

const racing = async ({ call }: Script) => Promise.race([call('a/b', { n: 1 }), call('a/b', { n: 2 })]);

describe('the execution of code', () => {
  it('hears of ends in the order they were kept, not the order they came back', async () => {
    const host = new HeldCalls();
    const executed = execution(racing, host).run();
    await turns();
    host.keep(1);
    host.keep(2);
    host.end(2, 'second');
    await turns();
    host.end(1, 'first');
    expect(await executed).toEqual({ kind: 'returned', value: 'first' });
  });

  it('is given again what was kept, and makes the rest', async () => {
    const host = new HeldCalls();
    host.before = (id) => (id === 2 ? calledIn({ kind: 'tool', name: 'a/b', argument: { n: 2 } }) : undefined);
    const kept = [{ id: 2, order: 1, answer: { ok: true, value: 'kept' } as const }];
    expect(await execution(racing, host, kept).run()).toEqual({ kind: 'returned', value: 'kept' });
  });

  it('ends when a call differs from the one before, or is missing', async () => {
    const host = new HeldCalls();
    host.before = () => calledIn({ kind: 'tool', name: 'a/other', argument: {} });
    expect(await execution(racing, host).run()).toMatchObject({ kind: 'diverged' });
    const kept = [{ id: 7, order: 1, answer: { ok: true, value: 1 } as const }];
    expect(await execution(racing, new HeldCalls(), kept).run()).toMatchObject({ kind: 'diverged' });
  });

  it('reports calls that nobody awaited, and waits for them', async () => {
    const host = new HeldCalls();
    const run = execution(async ({ call }) => {
      void call('a/b');
      return 1;
    }, host);
    expect(await run.run()).toEqual({ kind: 'returned', value: 1 });
    expect(run.unawaited).toBe(0);
  });

  it('ends when it is over, however long a process takes to start, and ends a process that starts later', async () => {
    const over = new AbortController();
    const opening = Promise.withResolvers<CodeSession>();
    const parts = { host: new HeldCalls(), ended: [], signal: over.signal, after: new FakeClock().after };
    const executed = new CodeExecution({ open: () => opening.promise, ...parts }).run();
    over.abort();
    expect(await executed).toEqual({ kind: 'over' });
    const closed = Promise.withResolvers<string>();
    const unused = () => Promise.reject(new Error('nothing is run'));
    opening.resolve({ begin: unused, answer: unused, close: () => closed.resolve('closed') });
    expect(await closed.promise).toBe('closed');
  });

  it('ends when what a call gave could not be kept', async () => {
    const host = new HeldCalls();
    const executed = execution(({ call }) => call('a/b'), host).run();
    await turns();
    host.end(1, 'unkept');
    expect(await executed).toMatchObject({ kind: 'unavailable' });
  });
});
