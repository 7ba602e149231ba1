import type { Envelope } from '@assay/contracts';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { type AwaitPersonsPorts, awaitEnd, waitsForPerson, waitsStill } from './await-persons.js';

const envelope = (status: Envelope['status'], parts: Partial<Envelope> = {}): Envelope =>
  ({ id: 'call', status, ...parts }) as Envelope;
const waiting = envelope('awaiting_approval', { approval: { id: 'approval', url: 'u' } });
const done = envelope('succeeded', { output: 1 });

function ports(parts: Partial<AwaitPersonsPorts> = {}) {
  const clock = new FakeClock();
  const all: AwaitPersonsPorts = {
    approval: async () => ({ settledAt: 1 }),
    recorded: async () => done,
    completionOf: async () => undefined,
    clock,
    ...parts,
  };
  /** Moves time on until it has ended. */
  const run = async (call: Envelope, signal = new AbortController().signal) => {
    let isOver = false;
    const ended = awaitEnd(call, signal, all).finally(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 200 && !isOver; turn += 1) {
      clock.advance(1_000);
      await Promise.resolve();
    }
    return ended;
  };
  return { clock, run };
}

describe('a call that waits', () => {
  it('is awaited until its approval is settled, whatever cannot be asked meanwhile', async () => {
    let asked = 0;
    const approval = async () => {
      asked += 1;
      if (asked === 2) throw new Error('away');
      return { settledAt: asked < 4 ? null : 1 };
    };
    expect(await ports({ approval }).run(waiting)).toBe(done);
    expect(asked).toBe(4);
  });

  it('is awaited through an approval, an escalation and its answer', async () => {
    const escalated = envelope('escalated', { escalation: { id: 'ticket', url: 'u' } });
    const completionOf = async () => ({ envelope: done, failure: null });
    expect(await ports({ recorded: async () => escalated, completionOf }).run(waiting)).toBe(done);
  });

  it('that runs elsewhere is looked up', async () => {
    expect(await ports().run(envelope('running'))).toBe(done);
  });

  it('is given up when nobody wants it any more', async () => {
    const gone = new AbortController();
    gone.abort();
    expect(await ports().run(waiting, gone.signal)).toBeUndefined();
  });
});

it('knows who waits, and for whom', () => {
  const waits = (['awaiting_approval', 'escalated', 'running', 'succeeded', 'failed'] as const).map((status) => [
    waitsStill({ status }),
    waitsForPerson({ status }),
  ]);
  expect(waits).toEqual([
    [true, true],
    [true, true],
    [true, false],
    [false, false],
    [false, false],
  ]);
});
