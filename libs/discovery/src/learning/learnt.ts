import type { LearningChange, LearningSetting, LearntOutcome } from './learnt-outcome.js';
import type { ReadTerms } from './read-terms.js';
import { SharedMemory } from './shared-memory.js';

/** What every organisation has learnt, in memory as the change feed tells it. One's memory is never asked for another. */
export class Learnt {
  readonly #settings = new Map<string, LearningSetting>();
  readonly #memories = new Map<string, SharedMemory>();
  /** Whose an outcome is, so that it can be forgotten by its id. */
  readonly #owners = new Map<string, string>();

  /** Of organisations that have learnt nothing yet; nothing is added to it. */
  readonly #empty: SharedMemory;

  constructor(private readonly readTerms: ReadTerms) {
    this.#empty = new SharedMemory(readTerms);
  }

  setting = (organisationId: string): LearningSetting | undefined => this.#settings.get(organisationId);

  /** On until an administrator switches it off. */
  isOn = (organisationId: string | null): organisationId is string =>
    organisationId !== null && organisationId !== '' && this.#settings.get(organisationId)?.enabled !== false;

  /** What is to be used for an organisation's searches; undefined when it does not learn. */
  memory(organisationId: string | null): SharedMemory | undefined {
    return this.isOn(organisationId) ? (this.#memories.get(organisationId) ?? this.#empty) : undefined;
  }

  /** Everything an organisation has learnt, whether it learns on or not. */
  outcomes(organisationId: string): LearntOutcome[] {
    return [...(this.#memories.get(organisationId)?.outcomes() ?? [])];
  }

  /** The words of a text, as memories compare them. */
  terms = (text: string): readonly string[] => this.readTerms(text);

  apply(change: LearningChange): void {
    if (change.kind === 'learning-setting') {
      if (change.state === null) this.#settings.delete(change.id);
      else this.#settings.set(change.id, change.state);
      return;
    }
    this.#forget(change.id);
    if (change.state === null) return;
    this.#owners.set(change.id, change.state.organisationId);
    this.#memoryOf(change.state.organisationId).add(change.state);
  }

  #forget(id: string): void {
    const owner = this.#owners.get(id);
    if (owner === undefined) return;
    this.#owners.delete(id);
    const memory = this.#memories.get(owner);
    memory?.remove(id);
    if (memory?.size === 0) this.#memories.delete(owner);
  }

  #memoryOf(organisationId: string): SharedMemory {
    const known = this.#memories.get(organisationId) ?? new SharedMemory(this.readTerms);
    this.#memories.set(organisationId, known);
    return known;
  }
}
