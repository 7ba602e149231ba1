import { type Findings, merged } from '../results.js';
import { parseCargo, parseCompilerLines, parseGoTest, parseTsc } from './json-lines.js';
import { parseEslint, parseJest, parseRuff } from './json-reports.js';
import { parseJunit } from './junit-xml.js';
import { parseTap } from './tap.js';

/** How a command reports what it found. */
export const reportKinds = ['junit', 'jest', 'eslint', 'ruff', 'tsc', 'cargo', 'go', 'output'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Findings in plain output of any program: TAP, messages of tsc and of other compilers. */
function parseOutput(text: string): Findings {
  const isTap = /^TAP version 1[34]|^1\.\.\d+/m.test(text);
  const tap = isTap ? [parseTap(text)] : [];
  return merged([...tap, parseTsc(text), parseCompilerLines(text)]);
}

export const readReport: Readonly<Record<ReportKind, (text: string) => Findings>> = {
  junit: parseJunit,
  jest: parseJest,
  eslint: parseEslint,
  ruff: parseRuff,
  tsc: parseTsc,
  cargo: parseCargo,
  go: parseGoTest,
  output: parseOutput,
};
