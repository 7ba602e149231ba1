import type { FaultKind } from './fault-kinds.js';
import list from './fault-phrases.json' with { type: 'json' };

/** Phrases that say what happened; see `Phrases` for how they are written. The kinds are tried in this order. */
export const faultPhrases = list.faultPhrases.map(
  ({ kind, phrases }) => [kind as FaultKind, phrases] as const,
) satisfies readonly (readonly [FaultKind, readonly string[]])[];

/** What a text says that judges the request itself. It goes before a stack trace and before weak signs of a failure. */
export const requestPhrases: readonly string[] = list.requestPhrases;

/** What a text says of a permission. */
export const permissionPhrases: readonly string[] = list.permissionPhrases;

/** What a text says of an earlier step that the caller has not made. */
export const earlierStepPhrases: readonly string[] = list.earlierStepPhrases;

/** What a text says of something that does not exist. */
export const absencePhrases: readonly string[] = list.absencePhrases;

/** Status numbers, where the text says that they are one. */
export const statusWords: ReadonlySet<string> = new Set(list.statusWords);
