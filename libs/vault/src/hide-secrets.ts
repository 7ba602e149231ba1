import { type ContentBlock, type Failure, runAtOnce, type Sliced, type ToolContent } from '@assay/kernel';

/** What stands where a secret stood. */
export const hiddenMark = '[hidden]';

/** Shorter texts are left alone: they would tear ordinary words apart. */
const shortest = 4;

export type Hide = <T>(value: T) => T;

/** Messages quote upstreams in part: of a secret that is cut off, so many characters show that it is one. */
const minPart = 8;
const cutMark = '…';

/**
 * Takes exact secrets out of texts, at any depth of a JSON value, in keys too; also the beginning of one where a text ends
 * or was cut (`…`). What holds none is handed back as it is. Cost: a search a secret over the texts, which are capped
 * with the answer.
 */
export function hiding(secrets: readonly string[]): Hide {
  const text = new HiddenTexts(secrets);
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return text.mayHold(value) ? runAtOnce(text.hideInSteps(value)) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return mapped(value, hide);
    const entries = Object.entries(value);
    const clean = entries.map(([key, it]) => [hide(key) as string, hide(it)] as const);
    const same = clean.every(([key, it], at) => key === entries[at]?.[0] && it === entries[at]?.[1]);
    return same ? value : Object.fromEntries(clean);
  };
  return hide as Hide;
}

/** Secrets that are hidden in texts. */
export class HiddenTexts {
  /** Longest first, so that the longer of two that begin alike is hidden whole. */
  readonly #secrets: readonly string[];
  readonly #heads: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = [...new Set(secrets)].filter((it) => it.length >= shortest).sort((a, b) => b.length - a.length);
    this.#heads = [...new Set(this.#secrets.map(headOf))];
  }

  /** Whether a text may hold a secret or the beginning of one: nothing is hidden in any other. */
  mayHold(text: string): boolean {
    for (const head of this.#heads) if (text.includes(head)) return true;
    return false;
  }

  *hideInSteps(text: string): Sliced<string> {
    let rest = text;
    for (const secret of this.#secrets) {
      rest = rest.replaceAll(secret, hiddenMark);
      if (secret.length >= minPart && rest.includes(headOf(secret))) rest = yield* withoutPart(rest, secret);
    }
    return rest;
  }
}

const headOf = (secret: string): string => secret.slice(0, minPart);

/** Beginnings of a secret that are compared in one step. */
const comparedPerStep = 4_096;

/** A text without the beginning of a secret that stands right before a cut or its end. One walk, whatever is in it. */
function* withoutPart(text: string, secret: string): Sliced<string> {
  const head = headOf(secret);
  const kept: string[] = [];
  let from = 0;
  let compared = 0;
  for (let at = text.indexOf(head); at >= 0; ) {
    compared += 1;
    if (compared % comparedPerStep === 0) yield;
    const end = at + lengthInCommon(text, at, secret);
    const isCut = end === text.length || text.startsWith(cutMark, end);
    if (isCut) {
      kept.push(text.slice(from, at), hiddenMark);
      from = end;
    }
    at = text.indexOf(head, isCut ? end : at + 1);
  }
  return from === 0 ? text : [...kept, text.slice(from)].join('');
}

function lengthInCommon(text: string, at: number, secret: string): number {
  let length = 0;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length;
}

function mapped(values: readonly unknown[], hide: (it: unknown) => unknown): readonly unknown[] {
  const clean = values.map(hide);
  return clean.every((it, at) => it === values[at]) ? values : clean;
}

/** An upstream's answer without what it echoes of the credential it was sent. */
export const hiddenAnswer = <T extends ToolContent>(answer: T, hide: Hide): T => ({
  ...answer,
  content: hide(answer.content) as readonly ContentBlock[],
  ...(answer.structured !== undefined && { structured: hide(answer.structured) }),
  ...(answer.meta !== undefined && { meta: hide(answer.meta) }),
});

/** A failure whose words are the upstream's, without the same. */
export const hiddenFailure = (failure: Failure, hide: Hide): Failure => ({
  ...hide(failure),
  // Ours, whatever the secret is: "tool" is part of more than one code.
  code: failure.code,
  ...(failure.fault !== undefined && { fault: failure.fault }),
  ...(failure.outcome !== undefined && { outcome: failure.outcome }),
});
