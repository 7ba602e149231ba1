import { describe, expect, it } from '@jest/globals';
import { chainSchema, toolPlanSchema } from './compositions.js';
import { callToolSchema, invokeSchema } from './invocation.js';
import { startSagaSchema } from './sagas.js';

const given = { item: 'tea' };

describe('what a tool is called with', () => {
  it.each(['arguments', 'input'])('may be named %s in every request', (name) => {
    const named = { [name]: given };
    for (const schema of [invokeSchema, callToolSchema])
      expect(schema.parse({ tool: 'acme/orders', ...named })).toEqual({ tool: 'acme/orders', input: given });
    const steps = [{ id: 'a', tool: 'acme/orders', ...named }];
    expect(startSagaSchema.parse({ steps }).steps).toEqual([{ id: 'a', tool: 'acme/orders', arguments: given }]);
    // The notations keep the name, so that problems are reported at it.
    expect(toolPlanSchema.parse({ steps }).steps).toEqual(steps);
    expect(chainSchema.parse({ tool: 'acme/orders', ...named })).toEqual({ tool: 'acme/orders', ...named });
  });

  it('is nothing when it is absent, except for a node of a chain, which takes the output before it', () => {
    expect(invokeSchema.parse({ tool: 'acme/orders' })).toEqual({ tool: 'acme/orders', input: {} });
    const { steps } = toolPlanSchema.parse({ steps: [{ id: 'a', tool: 'acme/orders' }] });
    expect(steps).toEqual([{ id: 'a', tool: 'acme/orders' }]);
    expect(chainSchema.parse({ tool: 'acme/orders' })).toEqual({ tool: 'acme/orders' });
  });

  it('has one name at a time', () => {
    const both = { tool: 'acme/orders', arguments: given, input: given };
    for (const parsed of [
      invokeSchema.safeParse(both),
      toolPlanSchema.safeParse({ steps: [{ id: 'a', ...both }] }),
      startSagaSchema.safeParse({ steps: [{ id: 'a', ...both }] }),
      chainSchema.safeParse(both),
    ])
      expect(JSON.stringify(parsed.error?.issues)).toContain('two are names of the same member');
  });
});
