import type { OutputOption } from '@assay/contracts';
import type { OutputRouter } from '@assay/gateway';
import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { succeeded } from '../run/outcome.js';
import { chainOf, find } from '../run/tools-as-functions.fixture.js';
import { type ShapedCall, shapeAnswer } from './shape-answer.js';

type Routable = Parameters<OutputRouter['route']>[0];

const option: OutputOption = { tokenBudget: 100 };
const clock = new FakeClock();

function shape(parts: { outputSchema?: Record<string, unknown>; routed?: object } = {}) {
  const asked: Routable[] = [];
  const router = {
    route: async (it: Routable) => {
      asked.push(it);
      return { routed: { why: 'it went to memory' }, ...(parts.routed ?? { output: 'short' }) } as never;
    },
  };
  const plan = chainOf({
    sequence: [
      { tool: 'a', output: option },
      { tool: 'b', output: option },
    ],
  });
  const { outputSchema } = parts;
  const shaped = {
    call: {
      invocationId: 'i',
      manifest: aManifest({ ...(outputSchema && { outputSchema }) }),
      deadline: startDeadline(clock, 1_000),
    },
    compiled: { plan, tools: { find: (name: string) => find(name) } },
    ...{ caller: aCaller(), session: 's', task: 't', at: 0 },
  } as unknown as ShapedCall;
  return { asked, run: () => shapeAnswer([succeeded('first'), succeeded('last')], shaped, { router }) };
}

describe('the answer of a composition', () => {
  it('is shaped as the step that gives it says, and what later steps have read is not', async () => {
    const { run, asked } = shape();
    expect(await run()).toEqual([succeeded('first'), succeeded('short')]);
    expect(asked).toEqual([expect.objectContaining({ output: 'last', option, task: 't' })]);
    expect(asked[0]?.from).toMatchObject({ invocationId: 'i', session: 's' });
  });

  it.each([
    [{ pointer: { id: 'p' } }, { pointer: { id: 'p' } }],
    [{ context: '<tool_result>', output: 'x' }, '<tool_result>'],
    [{}, 'it went to memory'],
  ])('of %j is %j', async (routed, output) => {
    expect((await shape({ routed }).run())[1]).toEqual(succeeded(output));
  });

  it('stays whole where the composition promises a schema', async () => {
    const { run, asked } = shape({ outputSchema: { type: 'object' } });
    expect(await run()).toEqual([succeeded('first'), succeeded('last')]);
    expect(asked).toEqual([]);
  });
});
