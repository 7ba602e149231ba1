import type { CallNote, CallNoteStore, NotedCall } from '../composites/call-note.js';

interface Kept {
  readonly invocationId: string;
  readonly text: string;
  readonly at: number;
}

/** What calls of compositions noted, in memory. */
export class InMemoryCallNoteStore implements CallNoteStore {
  readonly #calls = new Map<string, Map<string, Kept>>();

  async recall(call: NotedCall, isAgain: boolean, at: number): Promise<readonly CallNote[]> {
    const { invocationId } = call;
    const notes = this.#of(call);
    for (const [path, kept] of [...notes])
      if (isAgain || kept.invocationId === invocationId) notes.set(path, { ...kept, invocationId, at });
      else notes.delete(path);
    return [...notes.values()].map(({ text }) => JSON.parse(text) as CallNote);
  }

  async keep(call: NotedCall, notes: readonly CallNote[], at: number): Promise<void> {
    const { invocationId } = call;
    for (const note of notes) this.#of(call).set(note.path, { invocationId, text: JSON.stringify(note), at });
  }

  async forget(untouchedSince: number): Promise<number> {
    let forgotten = 0;
    for (const notes of this.#calls.values())
      for (const [path, { at }] of [...notes]) if (at < untouchedSince) forgotten += Number(notes.delete(path));
    return forgotten;
  }

  #of({ principalId, key }: NotedCall): Map<string, Kept> {
    const name = `${principalId} ${key}`;
    const notes = this.#calls.get(name) ?? new Map<string, Kept>();
    this.#calls.set(name, notes);
    return notes;
  }
}
