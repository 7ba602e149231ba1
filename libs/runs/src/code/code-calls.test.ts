import { describe, expect, it } from '@jest/globals';
import { failed, succeeded } from '../run/outcome.js';
import { calledIn } from './called.js';
import { CodeCalls, endedBefore } from './code-calls.js';

const called = calledIn({ kind: 'tool', name: 'a/b', argument: {} });
const kept = (path: string, more: object) => ({ path, view: null, outcome: null, ...more });
const failure = { code: 'denied', message: 'No.', outcome: 'none' } as const;

describe('calls of code that ended before', () => {
  it('are those with an outcome, by their numbers', () => {
    const steps = [
      kept('call-2', { outcome: succeeded({ n: 1 }), order: 3, called }),
      kept('call-1', { outcome: failed(failure), order: 5, called }),
      kept('call-3', { called }),
      kept('other', { outcome: succeeded(1), called }),
    ];
    expect(endedBefore({ all: () => steps })).toEqual([
      { id: 2, order: 3, answer: { ok: true, value: { n: 1 } } },
      { id: 1, order: 5, answer: { ok: false, error: { ...failure, tool: 'a/b' } } },
    ]);
  });
});

describe('a call of code', () => {
  const parts = (over: object): ConstructorParameters<typeof CodeCalls>[0] =>
    ({ atOnce: 1, signal: new AbortController().signal, ...over }) as unknown as ConstructorParameters<
      typeof CodeCalls
    >[0];

  it('is not made when the run is over', async () => {
    const calls = new CodeCalls(parts({ signal: AbortSignal.abort() }));
    expect(await calls.make({ id: 1, kind: 'tool', name: 'a/b', argument: {} })).toBeNull();
  });

  it('with arguments that are no object fails without reaching the gateway', async () => {
    const known = new Map<string, object>();
    const calls = new CodeCalls(
      parts({
        known: { of: (path: string) => known.get(path), keep: (step: { path: string }) => known.set(step.path, step) },
        live: { step: () => ({}) },
        objection: () => undefined,
      }),
    );
    expect(await calls.make({ id: 1, kind: 'tool', name: 'a/b', argument: [1] })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', tool: 'a/b' },
    });
  });
});
