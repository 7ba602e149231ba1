import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A finding in a file: an error of a compiler, a type checker or a linter. */
export const problemSchema = z.object({
  file: z.string().nullable().describe('From the top of the repository; null when the tool names none'),
  line: z.int().nullable(),
  column: z.int().nullable(),
  severity: z.enum(['error', 'warning']),
  code: z.string().nullable().describe('Rule or number, such as TS2345'),
  message: z.string(),
});
export type Problem = z.output<typeof problemSchema>;

export const testSchema = z.object({
  name: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  message: z.string().nullable().describe('Why it failed'),
  durationMs: z.number().nullable(),
});
export type TestResult = z.output<typeof testSchema>;

/** What a report says. A report that names no file it looked at counts as nothing checked. */
export interface Findings {
  readonly tests: readonly TestResult[];
  readonly problems: readonly Problem[];
  /** Files, packages or tests that were looked at; null when the tool does not say. */
  readonly checked: number | null;
}

export const noFindings: Findings = Object.freeze({ tests: [], problems: [], checked: null });

export const merged = (all: readonly Findings[]): Findings => ({
  tests: all.flatMap((it) => it.tests),
  problems: all.flatMap((it) => it.problems),
  checked: all.reduce<number | null>((sum, { checked }) => (checked === null ? sum : (sum ?? 0) + checked), null),
});

const maxMessage = 2_000;

/** Messages without colours, shortened. */
export const shortMessage = (text: string): string => {
  const plain = stripVTControlCharacters(text).trim();
  return plain.length > maxMessage ? `${plain.slice(0, maxMessage)}…` : plain;
};
