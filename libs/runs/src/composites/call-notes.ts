import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';
import type { ModelChosen } from '../run/model-chosen.js';
import type { JoinDecision, JoinDecisions } from '../run/scope.js';
import { leavesBranches } from '../runs/undo-losers.js';
import { isWithinId } from '../step-ids.js';
import type { Acted, CallNote, CallNoteStore, NotedCall } from './call-note.js';

export interface CallNotesPorts {
  readonly store: CallNoteStore;
  readonly now: () => number;
}

/** Whether another way through the plan may be taken a second time: a model chooses, or a join leaves branches behind. */
export const mayDecideOtherwise = (plan: Plan): boolean => leavesBranches(plan) || asksModel(plan);

const asksModel = ({ nodes }: Plan): boolean =>
  nodes.some(
    (node) =>
      node.kind === 'act' ||
      (node.kind === 'branch' && 'question' in node.on) ||
      (node.kind !== 'tool' && plansIn(node).some(asksModel)),
  );

/**
 * What one call of a composition decided and did, so that made again, or gone on with, it takes the same way and knows
 * what is to be undone. Notes are gathered, and durable when `flush` resolves.
 */
export class CallNotes implements JoinDecisions {
  readonly #call: NotedCall;
  readonly #ports: CallNotesPorts;
  readonly #all = new Map<string, CallNote>();
  #gathered = new Map<string, CallNote>();
  #writing: Promise<void> = Promise.resolve();
  #order = 0;

  constructor(call: NotedCall, ports: CallNotesPorts) {
    this.#call = call;
    this.#ports = ports;
  }

  /** Takes up what was noted before; answers the steps that took effect, or may have, in the order they did. */
  async begin(isAgain: boolean): Promise<readonly Acted[]> {
    const { store, now } = this.#ports;
    const before = await store.recall(this.#call, isAgain, now());
    for (const note of before.toSorted((a, b) => a.order - b.order)) this.#all.set(note.path, note);
    this.#order = before.reduce((latest, { order }) => Math.max(latest, order), 0);
    return [...this.#all.values()].flatMap(({ acted }) => acted ?? []);
  }

  of(path: string): CallNote | undefined {
    return this.#all.get(path);
  }

  recall(path: string): JoinDecision | undefined {
    return this.#all.get(path)?.join;
  }

  /** A join that is lost without any effect may go better next time. */
  note(path: string, join: JoinDecision): void {
    if (join.winners !== null || this.#actedWithin(path)) this.#add({ path, join });
  }

  chosen(path: string, choice: ModelChosen): void {
    this.#add({ path, choice });
  }

  /** A step that acted, or may have; `part` of one that succeeded. */
  acted(acted: Acted, part?: CallNote['part']): void {
    this.#add({ path: acted.path, acted, ...(part && { part }) });
  }

  /** A step that was noted as begun has done nothing. */
  idle(path: string): void {
    this.#add({ path });
  }

  /** What is written after this resolves comes after everything that was noted before it was asked for. */
  flush(): Promise<void> {
    const written = this.#writing.catch(() => undefined).then(() => this.#write());
    this.#writing = written;
    return written;
  }

  async #write(): Promise<void> {
    const notes = [...this.#gathered.values()];
    if (notes.length === 0) return;
    const { store, now } = this.#ports;
    this.#gathered = new Map();
    try {
      await store.keep(this.#call, notes, now());
    } catch (cause) {
      for (const note of notes) if (!this.#gathered.has(note.path)) this.#gathered.set(note.path, note);
      throw cause;
    }
  }

  #add(parts: Omit<CallNote, 'order'>): void {
    this.#order += 1;
    const note = { ...parts, order: this.#order };
    this.#all.set(note.path, note);
    this.#gathered.set(note.path, note);
  }

  #actedWithin = (path: string): boolean =>
    [...this.#all.values()].some((it) => it.acted !== undefined && isWithinId(it.path, path));
}

/** The notes of a call; a call of nobody's has none. */
export function notesOf(
  { caller, key, invocationId }: Pick<NotedCall, 'key' | 'invocationId'> & { readonly caller: Caller },
  { notes, clock }: { readonly notes: CallNoteStore; readonly clock: Pick<Clock, 'now'> },
): CallNotes | undefined {
  const { organisationId, principalId } = caller;
  if (organisationId === null || principalId === null) return undefined;
  const now = (): number => clock.now();
  return new CallNotes({ organisationId, principalId, key, invocationId }, { store: notes, now });
}
