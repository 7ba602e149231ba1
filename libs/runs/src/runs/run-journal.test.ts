import { describe, expect, it } from '@jest/globals';
import { type KeptStep, type Run, type RunStore, runDefaults } from './run.js';
import { LostRun, RunJournal } from './run-journal.js';

const run: Run = {
  ...{ id: 'run', organisationId: 'o', principalId: 'p', keyId: null, idempotencyKey: null, digest: 'd' },
  ...{ notation: 'plan', status: 'running', traceId: 't', startedAt: 0, endedAt: null },
};
const work = { body: {}, scopes: [], namespaces: null, pins: {} };
const step = (path: string): KeptStep => ({ path, view: null, outcome: null });

/** A journal over a store that answers when a test says so. */
function journal(isKept: boolean) {
  const written: string[] = [];
  const answers: ((answer: 'kept' | 'cancelled' | 'lost' | Error) => void)[] = [];
  const keep: RunStore['keep'] = (_id, _holder, status, steps) => {
    written.push(`${status}: ${steps.map(({ path }) => path).join(' ')}`);
    return new Promise((resolve, reject) =>
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
    );
  };
  const begin: RunStore['begin'] = async (begun, _work, _holder, leaseMs) => {
    written.push(`begin ${leaseMs === runDefaults.leaseMs}`);
    return begun;
  };
  const own = new RunJournal({ store: { begin, keep }, run, work, holder: 'h', isKept });
  const answer = async (given: Parameters<(typeof answers)[number]>[0] = 'kept') => {
    await Promise.resolve();
    answers.shift()?.(given);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { own, written, answer };
}

describe('the journal of a run', () => {
  it('writes what has gathered, once for all who asked while it was writing', async () => {
    const { own, written, answer } = journal(true);
    own.note(step('a'));
    const first = own.flush('running');
    await Promise.resolve();
    own.note(step('b'));
    const second = own.flush('running');
    own.note(step('c'));
    const third = own.flush('awaiting_approval');
    await answer();
    await answer('cancelled');
    expect(await Promise.all([first, second, third])).toEqual(['kept', 'cancelled', 'cancelled']);
    expect(written).toEqual(['running: a', 'awaiting_approval: b c']);
  });

  it('keeps what could not be written for the next time', async () => {
    const { own, written, answer } = journal(true);
    own.note(step('a'));
    const first = own.flush('running');
    await answer(new Error('away'));
    await expect(first).rejects.toThrow('away');
    const second = own.flush('running');
    await answer();
    expect([await second, written]).toEqual(['kept', ['running: a', 'running: a']]);
  });

  it('of a run that only reads writes nothing until it waits', async () => {
    const { own, written, answer } = journal(false);
    own.note(step('a'));
    expect(await own.flush('running')).toBe('kept');
    expect([written, own.isKept]).toEqual([[], false]);
    const hardened = own.harden('awaiting_approval');
    let isWritten = false;
    void own.written.then(() => {
      isWritten = true;
    });
    await Promise.resolve();
    expect(isWritten).toBe(false);
    await answer();
    await answer();
    expect([await hardened, isWritten, own.isKept]).toEqual(['kept', true, true]);
    expect(written).toEqual(['begin true', 'awaiting_approval: a']);
  });

  it('says when somebody else has the run', async () => {
    const { own, answer } = journal(true);
    const flushed = own.flush('running');
    await answer('lost');
    await expect(flushed).rejects.toBeInstanceOf(LostRun);
  });
});
