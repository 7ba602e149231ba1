import { type Findings, shortMessage, type TestResult } from '../results.js';

const point = /^( {0,64})(not )?ok\b(.*)$/;

/** Behind `ok`: a number and a dash, both optional. */
const described = (rest: string): string =>
  rest
    .trim()
    .replace(/^\d{1,9}/, '')
    .trim()
    .replace(/^- /, '');

interface Point {
  readonly name: string;
  readonly depth: number;
  readonly outcome: TestResult['outcome'];
  /** What is printed after a failed test. */
  readonly lines: string[];
}

/** The Test Anything Protocol. Only leaves count: a suite follows the tests that it holds, which are indented. */
export function parseTap(text: string): Findings {
  let open: Point[] = [];
  const done: Point[] = [];
  for (const line of text.split('\n')) {
    const [, indent, not, rest] = point.exec(line) ?? [];
    if (rest === undefined || indent === undefined) {
      open.at(-1)?.lines.push(line);
      continue;
    }
    const [name = '', directive = ''] = described(rest).split(' # ', 2);
    const depth = indent.length;
    const held = open.filter((it) => it.depth > depth);
    open = open.filter((it) => it.depth <= depth);
    done.push(...held);
    const isSkipped = /^(?:skip|todo)/i.test(directive);
    const outcome = isSkipped ? 'skipped' : not === undefined ? 'passed' : 'failed';
    if (held.length === 0) open.push({ name: name.trim(), depth, outcome, lines: [] });
  }
  const tests = [...done, ...open].map(({ name, outcome, lines }): TestResult => {
    const message = shortMessage(lines.filter((it) => !/^\s*(?:---|\.\.\.|\d+\.\.\d+)/.test(it)).join('\n'));
    const failed = outcome === 'failed';
    return { name, file: null, line: null, outcome, message: failed ? message || 'failed' : null, durationMs: null };
  });
  return { tests, problems: [], checked: tests.length };
}
