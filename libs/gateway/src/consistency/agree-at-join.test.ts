import type { Manifest } from '@assay/contracts';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { AgreeAtJoin, type BranchAnswer } from './agree-at-join.js';

const never = new AbortController().signal;

const weather = (name: string, field: object, parts: Partial<Manifest> = {}) =>
  aVersion(
    aManifest({
      name,
      inputSchema: { type: 'object', properties: { city: { type: 'string', 'x-assay-entity': 'city' } } },
      outputSchema: {
        type: 'object',
        properties: {
          temp: {
            type: 'number',
            maximum: 100,
            'x-assay-field': { name: 'temperature', tolerance: { absolute: 1 }, ...field },
          },
        },
      },
      ...parts,
    }),
  );

/** A branch for each reading. */
function agree(readings: Readonly<Record<string, number>>, field: object = {}, cities: Record<string, string> = {}) {
  const answers = Object.entries(readings).map(
    ([branch, temp]): BranchAnswer => ({
      branch,
      version: weather(`acme/${branch}`, field),
      input: { city: cities[branch] ?? 'Ulm' },
      output: { temp },
    }),
  );
  return new AgreeAtJoin({ languageModel: null, clock: new FakeClock() }).run(answers, aCaller(), never);
}

describe('branches at a join', () => {
  it.each([
    ['agree within the tolerance of the field', { a: 20, b: 20.5 }, {}],
    ['speak of different entities', { a: 20, b: 30 }, { b: 'Bonn' }],
  ])('are left alone when they %s', async (_, readings, cities) => {
    expect(await agree(readings, {}, cities)).toEqual({ outputs: new Map(), warnings: [] });
  });

  it('get what more than half of them say', async () => {
    const { outputs, warnings, failure } = await agree({ a: 30, b: 20, c: 20 });
    expect([...outputs]).toEqual([['a', { temp: 20 }]]);
    expect(warnings).toEqual([expect.stringMatching(/^a\/temp is 30, but b .* says 20.*20 stands, since 2 of 3/)]);
    expect(failure).toBeUndefined();
  });

  it('are compared with one another, and not only with the first', async () => {
    const { warnings } = await agree({ a: 5, b: 20, c: 30 }, {}, { a: 'Bonn' });
    expect(warnings).toEqual([expect.stringMatching(/^b\/temp is 20, but c .* says 30: nothing decides/)]);
  });

  it('stay as they are with a warning when nothing decides, and fail the join when the field is critical', async () => {
    const open = await agree({ a: 20, b: 30 });
    expect([open.outputs.size, open.warnings.length, open.failure]).toEqual([0, 1, undefined]);
    const critical = await agree({ a: 20, b: 30 }, { severity: 'CRITICAL' });
    expect(critical.failure).toMatchObject({
      code: 'outputs_conflict',
      message: expect.stringContaining('temperature'),
    });
  });

  it('never get a value that their schema forbids', async () => {
    const strict = weather('acme/a', {}, { outputSchema: { ...weather('acme/a', {}).manifest.outputSchema } });
    const wide = {
      type: 'object',
      properties: { temp: { type: 'number', 'x-assay-field': { name: 'temperature', tolerance: { absolute: 1 } } } },
    };
    const answers = [
      { branch: 'a', version: strict, input: { city: 'Ulm' }, output: { temp: 20 } },
      ...['b', 'c'].map((branch) => ({
        ...{ branch, version: weather(`acme/${branch}`, {}, { outputSchema: wide }) },
        ...{ input: { city: 'Ulm' }, output: { temp: 200 } },
      })),
    ];
    const agreed = await new AgreeAtJoin({ languageModel: null, clock: new FakeClock() }).run(
      answers,
      aCaller(),
      never,
    );
    expect([agreed.outputs.size, agreed.warnings]).toEqual([0, [expect.stringContaining('nothing decides')]]);
  });
});
