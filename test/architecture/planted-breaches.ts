import { expect } from '@jest/globals';
import type { Rule } from './finding.js';
import { planted } from './source-tree.js';

/** A made-up file that breaks a rule: its path, its source, and what the finding must say. */
export type Breach = readonly [path: string, source: string, found: string | RegExp];

/** A made-up file that the rule must leave alone. */
export type Fine = readonly [path: string, source: string];

/** Plants one file (and what stands around it) and expects exactly the finding, in that file, with advice. */
export function expectCaught(rule: Rule, [path, source, found]: Breach, around: Record<string, string> = {}): void {
  const findings = rule(planted({ ...around, [path]: source }));
  expect(findings).toEqual([
    { file: path, found: expect.stringMatching(found), instead: expect.stringMatching(/\S{2,} \S/) },
  ]);
}

export function expectFine(rule: Rule, [path, source]: Fine, around: Record<string, string> = {}): void {
  expect(rule(planted({ ...around, [path]: source }))).toEqual([]);
}
