import { describe, expect, it } from '@jest/globals';
import type { InputRule } from '../plan.js';
import type { Template } from '../template.js';
import { makeInput } from './make-input.js';
import { succeeded } from './outcome.js';
import { Sources } from './sources.js';

const reference: Template = { kind: 'reference', reference: { source: 0, path: [] } };
const manyTimes = (count: number): InputRule => ({
  ...{ kind: 'template', missing: 'null' },
  template: { kind: 'object', members: [['all', { kind: 'list', items: new Array<Template>(count).fill(reference) }]] },
});

describe('makeInput', () => {
  const sources = new Sources(undefined, undefined, [succeeded('x'.repeat(1_000_000))]);

  it('puts what references lead to in their places', () => {
    expect(makeInput(manyTimes(10), sources)).toMatchObject({ ok: true, value: { all: { length: 10 } } });
  });

  it('refuses what a large output becomes that is referred to many times', () => {
    const refused = makeInput(manyTimes(11), sources);
    expect(refused).toMatchObject({ ok: false, error: { code: 'payload_too_large' } });
    expect(refused.ok ? '' : refused.error.message).toContain('10 MiB');
  });
});
