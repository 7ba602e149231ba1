import type { CallFinished } from '@assay/kernel';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { LearnFromCalls } from './learn-from-calls.js';
import { type LearntOutcome, maxTask } from './learnt-outcome.js';
import { RecentSearches } from './recent-searches.js';
import type { TaskContent } from './redact-task.js';

const ann = { organisationId: 'org-acme', principalId: 'ann' };
const call = (parts: Partial<CallFinished> = {}): CallFinished => ({
  invocationId: 'i',
  organisationId: 'org-acme',
  principalId: 'ann',
  tool: 'acme/mail',
  version: '1.0.0',
  versionId: 'v1',
  status: 'succeeded',
  code: null,
  totalMs: 6,
  upstreamMs: 5,
  givenMs: 30_000,
  validation: 'valid',
  providerId: 'org-other',
  sla: undefined,
  discoveryId: null,
  task: 'send a letter',
  at: Date.UTC(2026, 0, 1, 8),
  ...parts,
});

const passages = (text: string, form: RegExp) =>
  [...text.matchAll(form)].map(({ 0: found, index }) => ({ class: 'x', start: index, end: index + found.length }));

function setUp() {
  const clock = new FakeClock();
  const written: LearntOutcome[][] = [];
  const problems: unknown[] = [];
  const state = { on: true, away: false, writing: Promise.resolve() };
  const searches = new RecentSearches(clock);
  const content: TaskContent = {
    personal: { find: (text) => passages(text, /\S+@\S+/g) },
    secrets: {
      mayHold: (text) => text.includes('key-'),
      find: async (text) => {
        if (text.includes('unreadable')) throw new Error('not examined');
        return passages(text, /key-\w+/g);
      },
    },
  };
  const learner = new LearnFromCalls({
    learnt: { isOn: (id): id is string => state.on && id === 'org-acme' },
    searches,
    store: {
      add: async (outcomes) => {
        await state.writing;
        if (state.away) throw new Error('away');
        written.push([...outcomes]);
      },
    },
    clock,
    content,
    random: new FakeRandom(),
    onProblem: (cause) => void problems.push(cause),
  });
  const learnt = async (...calls: readonly CallFinished[]) => {
    for (const one of calls) learner.note(one);
    await learner.flush();
    return written.flat();
  };
  return { clock, searches, learner, learnt, written, problems, state };
}

describe('LearnFromCalls', () => {
  it.each([
    ['NUL', 'send\0a letter\0', 'send a letter'],
    ['half a character', 'send \ud83d a letter', 'send \ufffd a letter'],
    ['a character cut in two', `${'x'.repeat(maxTask - 1)}😀`, `${'x'.repeat(maxTask - 1)}\ufffd`],
  ])('keeps no %s, which no database would take', async (_, task, kept) => {
    expect((await setUp().learnt(call({ task }))).map((it) => it.task)).toEqual([kept]);
  });

  it('learns successes and the tool’s failures by the task the call names', async () => {
    const { learnt } = setUp();
    expect(await learnt(call(), call({ code: 'tool_error', tool: 'acme/bad' }))).toEqual([
      expect.objectContaining({ tool: 'acme/mail', task: 'send a letter', succeeded: true, weight: 1, searchId: null }),
      expect.objectContaining({ tool: 'acme/bad', succeeded: false }),
    ]);
  });

  it('takes the task and what was shown from the search that led to the call', async () => {
    const { learnt, searches } = setUp();
    const standings = new Map([['acme/mail', [1, 1, 1, 1, 1]]]);
    searches.remember('d1', { ...ann, text: 'post it', shown: ['acme/mail', 'acme/x'], standings });
    expect(await learnt(call({ task: null, discoveryId: 'd1' }))).toEqual([
      expect.objectContaining({
        task: 'post it',
        searchId: 'd1',
        shown: ['acme/mail', 'acme/x'],
        standing: [1, 1, 1, 1, 1],
      }),
    ]);
  });

  it.each<[string, Partial<CallFinished>]>([
    ['neither names a task nor a search', { task: null }],
    ['names a search nobody knows', { task: null, discoveryId: 'd9' }],
    ['failed through its caller', { code: 'invalid_input' }],
    ['did not reach the tool', { upstreamMs: null }],
    ['is of an organisation that does not learn', { organisationId: 'org-other' }],
    ['is of nobody', { organisationId: '' }],
  ])('learns nothing from a call that %s', async (_, parts) => {
    expect(await setUp().learnt(call(parts))).toEqual([]);
  });

  it('removes personal data and secrets from a text before it is stored, and stores nothing that was not examined', async () => {
    const { learnt, problems } = setUp();
    const stored = await learnt(
      call({ task: 'write to bob@example.org with key-abc, please' }),
      call({ task: `${'x '.repeat(maxTask)}key-abc` }),
      call({ task: 'key-unreadable' }),
      call({ task: 'after' }),
    );
    expect(stored.map(({ task }) => task)).toEqual(['write to … with …, please', 'x '.repeat(maxTask / 2), 'after']);
    expect(problems).toHaveLength(1);
  });

  it('ties a call that names nothing to the latest search of its principal that showed the tool, at half the weight', async () => {
    const { learnt, searches } = setUp();
    const standings = new Map([['acme/mail', [1, 1, 1, 1, 1]]]);
    searches.remember('d1', { ...ann, text: 'post it', shown: ['acme/mail'], standings });
    expect(await learnt(call({ task: null }), call({ task: null, principalId: 'bob' }))).toEqual([
      expect.objectContaining({
        task: 'post it',
        searchId: 'd1',
        weight: 0.5,
        shown: ['acme/mail'],
        principalId: 'ann',
      }),
    ]);
  });

  it('learns nothing from another organisation’s search', async () => {
    const { learnt, searches } = setUp();
    const search = { ...ann, organisationId: 'org-other', text: 'secret', shown: ['acme/mail'], standings: new Map() };
    searches.remember('d1', search);
    expect(await learnt(call({ task: null, discoveryId: 'd1' }))).toEqual([]);
  });

  it('weighs a flood little, and stops to note it', async () => {
    const { learnt } = setUp();
    const outcomes = await learnt(...Array.from({ length: 500 }, () => call()));
    expect(outcomes.length).toBeLessThan(50);
    expect(outcomes.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(20);
    expect(outcomes.slice(0, 10).every(({ weight }) => weight === 1)).toBe(true);
    const next = await learnt(call({ at: Date.UTC(2026, 0, 2) }), call({ principalId: 'bob' }));
    expect(next.slice(-2).map(({ weight }) => weight)).toEqual([1, 1]);
  });

  it('cuts long tasks', async () => {
    expect((await setUp().learnt(call({ task: 'x'.repeat(4_000) })))[0]?.task).toHaveLength(maxTask);
  });

  it('drops what is not written yet of an organisation that wants it forgotten', async () => {
    const { learner, learnt } = setUp();
    learner.note(call());
    await learner.forget('org-other');
    learner.note(call({ tool: 'acme/other' }));
    await learner.forget('org-acme');
    expect(await learnt()).toEqual([]);
  });

  it('writes in groups after a while, and again what could not be written', async () => {
    const { learner, clock, written, state, problems } = setUp();
    learner.note(call());
    learner.note(call({ tool: 'acme/other' }));
    state.away = true;
    clock.advance(5_000);
    await learner.flush();
    expect({ written: written.length, problems: problems.length > 0 }).toEqual({ written: 0, problems: true });
    state.away = false;
    clock.advance(5_000);
    await learner.flush();
    expect(written.map((batch) => batch.length)).toEqual([2]);
    expect(clock.waiting).toBe(0);
  });
});

describe('LearnFromCalls, on a request to forget', () => {
  it('waits for what is being written, and drops it when that fails', async () => {
    const { learner, state, learnt } = setUp();
    const { promise, reject } = Promise.withResolvers<void>();
    state.writing = promise;
    learner.note(call());
    const flushed = learner.flush();
    await Promise.resolve();
    const forgotten = learner.forget('org-acme');
    reject(new Error('away'));
    await Promise.all([flushed, forgotten]);
    state.writing = Promise.resolve();
    expect(await learnt()).toEqual([]);
  });
});
