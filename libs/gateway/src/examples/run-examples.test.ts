import { fail, startDeadline } from '@assay/kernel';
import { aRevocation } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anAnswer, SmallAssurance } from '../testing/small-assurance.js';
import { RunExamples } from './run-examples.js';

async function setUp() {
  const small = await SmallAssurance.open();
  const examples = new RunExamples(small.ports);
  const run = async () => {
    const version = small.version();
    const target = examples.target(version);
    if (target === null) throw new Error('no target');
    return examples.run(version, target, startDeadline(small.house.clock, 60_000));
  };
  return { small, run };
}

describe('RunExamples', () => {
  it('passes when the output matches', async () => {
    const { small, run } = await setUp();
    expect(await run()).toMatchObject([{ name: 'one and two', outcome: 'passed' }]);
    expect(small.calls).toMatchObject([{ input: { a: 1, b: 2 } }]);
  });

  it('runs what fails once more', async () => {
    const { small, run } = await setUp();
    small.answer = () => anAnswer({ sum: small.calls.length === 1 ? 4 : 3 });
    expect(await run()).toMatchObject([{ outcome: 'passed' }]);
    small.answer = () => anAnswer({ sum: 4 });
    expect(await run()).toMatchObject([{ outcome: 'failed' }]);
    expect(small.calls).toHaveLength(4);
  });

  it('finds nothing out when the upstream does not answer, or the version is revoked', async () => {
    const { small, run } = await setUp();
    small.answer = () => fail('upstream_unavailable', 'It is away.');
    expect(await run()).toMatchObject([{ outcome: 'unknown' }]);
    const calls = small.calls.length;
    small.house.catalogue.revocations.apply('r', aRevocation({ id: 'r', tool: 'orders.sum' }));
    expect(await run()).toMatchObject([{ outcome: 'unknown', message: 'the version has been revoked' }]);
    expect(small.calls).toHaveLength(calls);
  });
});
