import { fail, ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { noDependencies } from './dependencies.js';
import { FunctionsSandbox } from './functions-sandbox.fixture.js';
import { noReach } from './host/host-access.js';
import { ephemeralDefaults } from './made-tool.js';
import { MakeTools, makersNamespace, manifestOf } from './make-tools.js';
import { InMemoryMadeToolStore } from './testing/in-memory-made-tool-store.js';
import { aMadeTool } from './testing/made-tool-store.contract.js';

const code = 'export default (it) => it';
const caller = aCaller({}, ['tools:call']);

function workshop() {
  const store = new InMemoryMadeToolStore();
  const sandbox = new FunctionsSandbox({ [code]: (input) => input });
  const published: { name: string; version: string }[] = [];
  const claimed: string[] = [];
  const making = new MakeTools({
    ...{
      store,
      sandbox,
      plainCode: async ({ code: plain }) => ok(plain),
      lists: noReach,
      dependencies: noDependencies,
    },
    publish: {
      check: async (_maker, manifest) => ok(manifest as never),
      publish: async (maker, { name, version }) => {
        expect(maker.scopes.has('registry:publish')).toBe(true);
        published.push({ name, version });
        return ok({ kind: 'published' } as never);
      },
    },
    claim: {
      run: async (_maker, { name }) => {
        claimed.push(name);
        return claimed.length > 1 ? fail('conflict', 'taken') : ok({ kind: 'claimed' } as never);
      },
    },
    hasNamespace: () => false,
    catalogue: { tool: () => undefined },
    clock: { now: () => 7 },
    random: { uuid: () => `id-${published.length}` },
  });
  return { store, sandbox, published, claimed, making };
}
const { template } = aMadeTool();

describe('making a tool', () => {
  it('publishes it into a namespace of its maker', async () => {
    const { making, published, claimed, store } = workshop();
    const made = await making.run(caller, template);
    const namespace = makersNamespace(caller.principalId as string);
    expect(made).toMatchObject({ ok: true, value: { tool: `${namespace}/double`, status: 'ephemeral' } });
    expect([published, claimed]).toEqual([[{ name: `${namespace}/double`, version: '0.1.0' }], [namespace]]);
    expect(await store.count(caller.principalId as string)).toBe(1);
    expect((await making.run(caller, template)).ok).toBe(true);
  });

  it('is refused before anything runs where it cannot be', async () => {
    const { making, sandbox, store, published } = workshop();
    expect(await making.run({ ...caller, principalId: null }, template)).toMatchObject({
      error: { code: 'unauthenticated' },
    });
    const dependencies = ['lodash'];
    expect(await making.run(caller, { ...template, dependencies })).toMatchObject({
      error: { code: 'invalid_request' },
    });
    sandbox.refused = 'Not here.';
    expect(await making.run(caller, template)).toMatchObject({ error: { code: 'isolation_required' } });
    sandbox.refused = null;
    for (let at = 0; at < ephemeralDefaults.perMaker; at += 1)
      await store.add(aMadeTool({ principalId: caller.principalId as string }));
    expect(await making.run(caller, template)).toMatchObject({ error: { code: 'rate_limited' } });
    expect([sandbox.runs, published]).toEqual([0, []]);
  });

  it('has its code and tests in the manifest', () => {
    expect(manifestOf(template, 'acme/double', '1.0.0', { granted: 0, why: '' }, [])).toMatchObject({
      ...{ protocol: 'sandbox', version: '1.0.0', endpoint: { code, tier: 0, language: 'javascript' } },
      examples: [{ match: 'exact' }, { match: 'exact' }, { match: 'exact' }],
    });
  });
});
