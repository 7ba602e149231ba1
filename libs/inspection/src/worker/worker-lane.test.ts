import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { SecretlintRules } from '../secretlint-rules.js';
import { WorkerChecks } from '../worker-checks.js';
import { openLanes } from './open-lanes.fixture.js';

const lane = openLanes();

/** A check that takes an hour: every subschema is tried against every item, over and over. */
const never = new AbortController().signal;
const endless = {
  schema: {
    $defs: {
      a: {
        anyOf: Array.from({ length: 2_000 }, () => ({ items: { $ref: '#/$defs/a' }, type: 'array', minItems: 1e9 })),
      },
    },
    items: { $ref: '#/$defs/a' },
  },
  json: JSON.stringify(Array.from({ length: 2e5 }, () => [[[[1]]]])),
};

describe('WorkerLane', () => {
  it('does one task after the other', async () => {
    const rules = new SecretlintRules(lane());
    expect(await Promise.all(['one', 'two', 'three'].map((it) => rules.find(it)))).toEqual([[], [], []]);
  });

  it('ends a task that takes too long, says so, and goes on with the next', async () => {
    const clock = new FakeClock();
    const one = lane(clock);
    const slow = one.run({ kind: 'schema', ...endless }, { maxMs: 1_000 });
    const next = one.run({ kind: 'secrets', text: 'words' }, { maxMs: 1_000 });
    clock.advance(1_000);
    expect(await slow).toEqual({ kind: 'too-long' });
    expect(await next).toEqual({ kind: 'done', value: [] });
  });

  it('ends a task that nobody waits for any more, running or waiting', async () => {
    const one = lane();
    const controller = new AbortController();
    const both = [0, 1].map(() => one.run({ kind: 'schema', ...endless }, { maxMs: 1e6, signal: controller.signal }));
    controller.abort('deadline');
    expect(await Promise.all(both)).toEqual([{ kind: 'aborted' }, { kind: 'aborted' }]);
    expect(one.load).toBe(0);
  });

  it('survives a task that fails', async () => {
    const one = lane();
    const failed = await one.run({ kind: 'schema', schema: {}, json: '{' }, { maxMs: 1e6 });
    expect(failed.kind).toBe('failed');
    expect(await new WorkerChecks([one]).check({ schema: { type: 'string' }, json: '1', signal: never })).toEqual({
      kind: 'checked',
      issues: [{ path: '', message: 'must be string' }],
    });
  });

  it('says of a text that took too long that it was not examined', async () => {
    const clock = new FakeClock();
    const one = lane(clock);
    void one.run({ kind: 'schema', ...endless }, { maxMs: 10_000_000 });
    const found = expect(new SecretlintRules(one).find('words')).rejects.toThrow('too long');
    await one.close();
    await found;
  });
});
