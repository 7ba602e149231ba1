import type { OutputOption } from '@assay/contracts';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { keptFrom } from '../testing/kept-from.js';
import { smallOutputs } from '../testing/small-outputs.js';

const from = keptFrom();
const output = { id: 7, total: 12, note: 'text' };

function setUp() {
  const clock = new FakeClock();
  const small = smallOutputs(clock);
  const route = (option: OutputOption) =>
    small.router.route({ output, option, from, remainingMs: 30_000, signal: new AbortController().signal });
  const memories = () =>
    small.store.list({
      ...{ principalId: from.caller.principalId as string, namespaces: null, kind: 'memory' as const },
      ...{ at: clock.now(), after: null, limit: 10 },
    });
  return { ...small, route, memories };
}

describe('OutputRouter', () => {
  it('returns the result, and a block when it is for a context', async () => {
    const { route } = setUp();
    expect(await route({})).toMatchObject({ output, routed: { level: 'L0', destinations: [], notes: [] } });
    const { context, output: shown } = await route({ destinations: ['context'], fields: ['/id', '/x'] });
    expect(shown).toEqual({ id: 7 });
    expect(context).toMatch(/^<tool_result .* level="L1">\n\{"id":7\}\n<\/tool_result>$/);
  });

  it('sends it to several places at once', async () => {
    const { route, memories } = setUp();
    const { context, isObserved, routed } = await route({ destinations: ['observation', 'memory', 'context'] });
    expect([context !== undefined, isObserved]).toEqual([true, true]);
    expect(routed.memory).toMatchObject({ layer: 'episodic', known: false });
    expect(await memories()).toHaveLength(1);
  });

  it('returns nothing when it goes elsewhere, and says where', async () => {
    const { route } = setUp();
    const routed = await route({ destinations: ['memory', 'discard'], fields: ['/id'] });
    expect(Object.keys(routed)).toEqual(['routed']);
    expect(routed.routed).toMatchObject({
      level: null,
      why: 'Not returned: sent to memory and nowhere, as requested.',
    });
  });

  it('remembers the fields that were asked for, and no more', async () => {
    const { route, memories } = setUp();
    await route({ destinations: ['memory'], fields: ['/id'] });
    expect(await memories()).toMatchObject([{ bytes: '{"id":7}'.length }]);
  });

  it('names pointers that lead nowhere, some of many', async () => {
    const { route } = setUp();
    const { routed } = await route({ fields: ['/a', '/b', '/c', '/d', '/e', '/f', '/id'] });
    expect(routed.notes).toEqual(['The result has no /a, /b, /c, /d, /e and 1 more.']);
  });

  it('says when it could not remember', async () => {
    const { router } = setUp();
    const anonymous = { ...from, caller: { ...from.caller, principalId: null } };
    const option: OutputOption = { destinations: ['memory'] };
    const signal = new AbortController().signal;
    const { routed } = await router.route({ output, option, from: anonymous, remainingMs: 1, signal });
    expect(routed.notes).toEqual([expect.stringMatching(/storing requires authentication/)]);
    expect(routed.memory).toBeUndefined();
    expect(router.summarises).toBe(false);
  });
});
