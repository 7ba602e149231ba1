import type { CodeEnd, CodeSandbox, CodeToRun } from '@assay/runs';
import { describe, expect, it } from '@jest/globals';
import { analysis } from './analysis.js';
import { readPython } from './read-python.js';

/** Answers every run with one end. */
function sandboxOf(end: CodeEnd) {
  const opened: CodeToRun[] = [];
  const sandbox: CodeSandbox = {
    isolation: 'isolated',
    refusal: () => null,
    open: async (run) => {
      opened.push(run);
      const turn = { calls: [], logs: [], cpuMs: 1, end };
      return { begin: async () => turn, answer: async () => turn, close: () => undefined };
    },
  };
  return { sandbox, opened };
}

describe('reading Python', () => {
  it('runs the analysis on the code as a text', async () => {
    const value = { syntax: { message: 'invalid syntax', line: 3 } };
    const { sandbox, opened } = sandboxOf({ kind: 'returned', value });
    expect(await readPython('def', sandbox)).toEqual(value);
    expect(opened).toMatchObject([{ language: 'python', code: analysis, input: { code: 'def' } }]);
  });

  it('believes nothing of another shape, and counts what the parser does not survive as a syntax error', async () => {
    for (const end of [
      { kind: 'returned', value: { imports: 'none' } },
      { kind: 'limit', limit: 'memory' },
    ] as const)
      expect(await readPython('x', sandboxOf(end).sandbox)).toMatchObject({
        syntax: { message: expect.stringMatching(/^It cannot be read/), line: 1 },
      });
  });
});
