import { memberNames, ObjectBuilder, type Sliced, type ToolContent } from '@assay/kernel';
import { HiddenTexts } from './hide-secrets.js';

/** Values that are looked at in one step, and characters. */
const perStep = { values: 512, characters: 262_144 } as const;

type Members = Readonly<Record<string, unknown>>;

/** What `hiding` does, in steps: for values so large that they would hold everybody up. */
export const hidingInSteps = <T>(value: T, secrets: readonly string[]): Sliced<T> =>
  new HidingWalk(new HiddenTexts(secrets)).value(value) as Sliced<T>;

/** An upstream's answer without what it echoes of the credential it was sent, in steps. */
export function* hiddenAnswerInSteps<T extends ToolContent>(answer: T, secrets: readonly string[]): Sliced<T> {
  const { content, structured, meta } = answer;
  return {
    ...answer,
    content: yield* hidingInSteps(content, secrets),
    ...(structured !== undefined && { structured: yield* hidingInSteps(structured, secrets) }),
    ...(meta !== undefined && { meta: yield* hidingInSteps(meta, secrets) }),
  };
}

class HidingWalk {
  #values = 0;
  #characters = 0;

  constructor(private readonly texts: HiddenTexts) {}

  *value(it: unknown): Sliced<unknown> {
    if (typeof it === 'string') return yield* this.#text(it);
    if (typeof it !== 'object' || it === null) return it;
    return Array.isArray(it) ? yield* this.#list(it) : yield* this.#object(it as Members);
  }

  *#text(it: string): Sliced<string> {
    return this.texts.mayHold(it) ? yield* this.texts.hideInSteps(it) : it;
  }

  *#list(items: readonly unknown[]): Sliced<readonly unknown[]> {
    let copy: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      const clean = this.#isUnchanged(item) ? item : yield* this.value(item);
      if (clean !== item) copy ??= items.slice(0, at);
      copy?.push(clean);
      if (this.#isFull()) yield;
    }
    return copy ?? items;
  }

  *#object(object: Members): Sliced<Members> {
    const names = memberNames(object);
    let copy: ObjectBuilder | undefined;
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] as string;
      const it = object[name];
      const cleanName = this.#isUnchanged(name) ? name : yield* this.#text(name);
      const clean = this.#isUnchanged(it) ? it : yield* this.value(it);
      if (copy === undefined && (cleanName !== name || clean !== it)) {
        copy = new ObjectBuilder();
        for (let before = 0; before < at; before += 1) {
          const known = names[before] as string;
          copy.put(known, object[known]);
          if (this.#isFull()) yield;
        }
      }
      copy?.put(cleanName, clean);
      if (this.#isFull()) yield;
    }
    return copy?.end() ?? object;
  }

  /** Whether a value is a scalar without a secret, as nearly all are. */
  #isUnchanged(it: unknown): boolean {
    if (typeof it !== 'string') return typeof it !== 'object' || it === null;
    this.#characters += it.length;
    return !this.texts.mayHold(it);
  }

  /** Counts a value; whether the step has done its part. */
  #isFull(): boolean {
    this.#values += 1;
    if (this.#values < perStep.values && this.#characters < perStep.characters) return false;
    this.#values = 0;
    this.#characters = 0;
    return true;
  }
}
