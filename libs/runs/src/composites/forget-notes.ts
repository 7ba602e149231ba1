import { type Clock, hourMs, type Job } from '@assay/kernel';
import { type CallNoteStore, keepNotesMs } from './call-note.js';

/** Forgets what calls of compositions noted, once nobody can make them again. */
export const forgetNotes = (store: Pick<CallNoteStore, 'forget'>, clock: Pick<Clock, 'now'>): Job => ({
  name: 'call-notes.forget',
  everyMs: hourMs,
  run: async () => void (await store.forget(clock.now() - keepNotesMs)),
});
