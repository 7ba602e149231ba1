import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EvaluatePolicies } from './evaluate-policy.js';
import { DecideCalls } from './policy/decide-calls.js';
import { ManagePolicies } from './policy/manage-policies.js';
import { PolicyBook } from './policy/policy-book.js';
import { LinePolicyEngine } from './testing/line-policy-engine.js';
import { noContent } from './testing/no-content.js';
import { SmallHouse } from './testing/small-house.js';

const writer = aCaller({}, ['policies:write']);
const tool = 'acme/orders.create';
let evaluate: EvaluatePolicies;

beforeEach(async () => {
  const house = await SmallHouse.open();
  const { directory, catalogue, clock } = house;
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const version = aVersion(aManifest());
  catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  const book = new PolicyBook('permit a\nask b when arguments.amount');
  const engine = new LinePolicyEngine();
  const decide = new DecideCalls({ book, engine, directory, clock, trustOf: () => 0.5 });
  const { audit, feed, random, policies: store } = house;
  const manage = new ManagePolicies({ audit, feed, clock, random, book, store, engine });
  evaluate = new EvaluatePolicies({ catalogue, directory, decide, manage, examine: () => noContent.examine });
});

describe('EvaluatePolicies', () => {
  it('says what would be decided of a call', async () => {
    expect(await evaluate.run(aCaller(), { tool })).toMatchObject({ value: { decision: { verdict: 'ALLOW' } } });
    expect(await evaluate.run(aCaller(), { tool: `${tool}@^1`, input: { amount: 1 } })).toMatchObject({
      value: { decision: { verdict: 'REQUIRE_APPROVAL', policies: [{ id: 'default#b', version: 0 }] } },
    });
  });

  it('decides many calls under a text and the policies in force, without those that do not exist', () => {
    const judge = evaluate.proposing(writer, { id: 'new', text: 'forbid all' });
    if (!judge.ok) throw new Error(judge.error.message);
    expect(judge.value('bob', `${tool}@1.0.0`)).toEqual({ before: 'ALLOW', after: 'DENY' });
    expect([judge.value('nobody', tool), judge.value('bob', 'acme/none')]).toEqual([undefined, undefined]);
    expect(evaluate.proposing(aCaller(), { id: 'new', text: 'forbid all' })).toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('tries a text in place of another, or beside the others', async () => {
    const beside = { id: 'new', text: 'forbid all' };
    expect(await evaluate.run(writer, { tool, policy: beside })).toMatchObject({
      value: { decision: { verdict: 'DENY', policies: [{ id: 'new', version: 1 }] } },
    });
    const instead = { id: 'default', text: 'permit all' };
    expect(await evaluate.run(writer, { tool, input: { amount: 1 }, policy: instead })).toMatchObject({
      value: { decision: { verdict: 'ALLOW', policies: [{ id: 'default', version: 1 }] } },
    });
    expect(await evaluate.run(aCaller(), { tool, policy: beside })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await evaluate.run(writer, { tool, policy: { id: 'x', text: '?' } })).toMatchObject({
      error: { code: 'invalid_request' },
    });
  });

  it('asks for another one, for who may change policies', async () => {
    expect((await evaluate.run(writer, { tool, principal: 'bob' })).ok).toBe(true);
    expect(await evaluate.run(aCaller(), { tool, principal: 'bob' })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await evaluate.run(writer, { tool, principal: 'nobody' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([['acme/none'], ['acme/orders.create@^9']])('does not know %s', async (reference) => {
    expect((await evaluate.run(writer, { tool: reference })).ok).toBe(false);
  });
});
