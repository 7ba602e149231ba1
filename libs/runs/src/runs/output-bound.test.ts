import { ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { OutputBound } from './output-bound.js';
import { runDefaults } from './run.js';

describe('OutputBound', () => {
  const half = 'x'.repeat(runDefaults.maxOutput / 2);

  it('holds what steps give up to the bound, to the character', () => {
    const bound = new OutputBound('run');
    for (const text of [half, half]) expect(bound.held(ok(text), true)).toEqual(ok(text));
    const over = bound.held(ok(''), true);
    expect(over.ok).toBe(true);
    expect(bound.held(ok(1), true)).toMatchObject({ ok: false, error: { code: 'output_too_large', outcome: 'none' } });
  });

  it('says of a step that may have acted that it has, and of what it was a step', () => {
    const bound = new OutputBound('composition');
    bound.held(ok([half, half]), false);
    expect(bound.held(ok('x'), false)).toMatchObject({
      error: {
        outcome: 'done',
        message: expect.stringMatching(/steps of the composition give .* 32 million characters/),
      },
    });
  });

  it('counts what a step gives that gives nothing, and lets failures through', () => {
    const bound = new OutputBound('run');
    expect(bound.held(ok(undefined), true)).toEqual(ok(undefined));
    const failed = { ok: false, error: { code: 'tool_error', message: 'no' } } as const;
    expect(bound.held(failed, true)).toBe(failed);
  });
});
