import { deadlineReason } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { outcomeOfCode } from './code-outcome.js';

const quiet = new AbortController().signal;

describe('how a run of code ended', () => {
  it('names the error, its line and the failed call', () => {
    const problem = { name: 'ToolError', message: 'No.', line: 3, code: 'denied', tool: 'a/b' };
    expect(outcomeOfCode({ kind: 'threw', problem }, quiet, 'done')).toEqual({
      status: 'failed',
      error: { code: 'code_failed', message: 'ToolError a/b [denied]: No. (line 3)', outcome: 'done' },
    });
  });

  it.each([
    [{ kind: 'limit', limit: 'cpu' }, 'code_limit'],
    [{ kind: 'stuck' }, 'code_failed'],
    [{ kind: 'crashed', message: 'gone' }, 'code_failed'],
    [{ kind: 'diverged', message: 'other' }, 'code_diverged'],
    [{ kind: 'unavailable', message: 'later' }, 'unavailable'],
  ] as const)('%j is %s', (executed, code) => expect(outcomeOfCode(executed, quiet, 'none').error?.code).toBe(code));

  it('tells a deadline from a cancellation', () => {
    expect(outcomeOfCode({ kind: 'over' }, AbortSignal.abort('cancelled'), 'none').status).toBe('cancelled');
    expect(outcomeOfCode({ kind: 'over' }, AbortSignal.abort(deadlineReason), 'none').error?.code).toBe(
      'deadline_exceeded',
    );
  });
});
