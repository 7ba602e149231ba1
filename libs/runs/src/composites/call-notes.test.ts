import { describe, expect, it } from '@jest/globals';
import { InMemoryCallNoteStore } from '../testing/in-memory-call-note-store.js';
import type { Acted, CallNoteStore } from './call-note.js';
import { CallNotes } from './call-notes.js';

const call = { organisationId: 'o', principalId: 'p', key: 'acme/whole key k', invocationId: 'i' };
const acted = (path: string): Acted => ({ path, tool: 'acme/act', version: '1.0.0', input: {}, output: null });
const notesOver = (store: CallNoteStore, invocationId = 'i') =>
  new CallNotes({ ...call, invocationId }, { store, now: () => 5 });
const lost = { winners: null, failure: { code: 'tool_error', message: 'no' } } as const;

describe('CallNotes', () => {
  it('tells what acted in the order it did, and not what turned out to have done nothing', async () => {
    const store = new InMemoryCallNoteStore();
    const first = notesOver(store);
    for (const path of ['c', 'a', 'b']) first.acted(acted(path));
    first.idle('a');
    first.acted({ ...acted('c'), output: 7 });
    await first.flush();
    const second = notesOver(store, 'j');
    expect((await second.begin(true)).map(({ path, output }) => [path, output])).toEqual([
      ['b', null],
      ['c', 7],
    ]);
    second.chosen('d', { case: 'x', confidence: 1 });
    await second.flush();
    const third = notesOver(store, 'k');
    await third.begin(true);
    expect(third.of('d')?.order).toBeGreaterThan(third.of('c')?.order ?? Number.POSITIVE_INFINITY);
  });

  it('remembers that a join was lost where something acted in it, and lets any other go better next time', () => {
    const notes = notesOver(new InMemoryCallNoteStore());
    notes.note('join', lost);
    expect(notes.recall('join')).toBeUndefined();
    notes.acted(acted('join.a.step'));
    notes.note('join', lost);
    expect(notes.recall('join')).toEqual(lost);
  });

  it('writes again what could not be written, and not in the place of what was noted since', async () => {
    const store = new InMemoryCallNoteStore();
    let isAway = true;
    const notes = notesOver({
      recall: store.recall.bind(store),
      forget: store.forget.bind(store),
      keep: async (...kept) => (isAway ? Promise.reject(new Error('away')) : store.keep(...kept)),
    });
    notes.chosen('a', { case: 'x', confidence: 1 });
    notes.chosen('b', { case: 'x', confidence: 1 });
    const failing = notes.flush();
    notes.chosen('b', { case: 'y', confidence: 1 });
    await expect(failing).rejects.toThrow('away');
    isAway = false;
    await notes.flush();
    const again = notesOver(store, 'j');
    await again.begin(true);
    expect([again.of('a')?.choice?.case, again.of('b')?.choice?.case]).toEqual(['x', 'y']);
  });
});
