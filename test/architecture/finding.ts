import type { SourceTree } from './source-tree.js';

/** A breach of a rule: where, what was found, and what to do instead. */
export interface Finding {
  readonly file: string;
  readonly found: string;
  readonly instead: string;
}

/** An architecture rule as a pure function of the files. */
export type Rule = (tree: SourceTree) => Finding[];

/** Findings as lines that a test can compare with none and a person can act on. */
export const inWords = (findings: readonly Finding[]): string[] =>
  findings.map(({ file, found, instead }) => `${file}: ${found}. Instead: ${instead}.`);
