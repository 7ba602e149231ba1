import { describe, expect, it } from '@jest/globals';
import { chainSchema } from './compositions.js';

const tool = { tool: 'acme/a' };

describe('what is wrong with a chain', () => {
  it.each<[string, unknown, string[]]>([
    [
      'no node',
      { sequence: [tool, {}] },
      [
        'sequence/1 is not a valid chain node: give one of {"tool"}, {"sequence"}, {"branch"}, {"parallel"}, {"repeat"}, {"each"}, {"ask"}',
      ],
    ],
    ['a text', { sequence: ['acme/a'] }, ['sequence/0 is not a valid chain node']],
    ['two nodes at once', { sequence: [{ branch: {}, repeat: {} }] }, ['sequence/0 is branch and repeat in one node']],
    [
      'a join that is not there',
      { sequence: [{ parallel: { branches: { a: tool } } }] },
      ['sequence/0/parallel/join must be "all", "first"'],
    ],
    [
      'a join that is none',
      { parallel: { branches: { a: tool }, join: 'most' } },
      ['parallel/join must be "all", "first"'],
    ],
    [
      'a quorum of nothing',
      { parallel: { branches: { a: tool }, join: { quorum: 0 } } },
      ['parallel/join/quorum must be greater than 0'],
    ],
    [
      'a quorum of a text',
      { parallel: { branches: { a: tool }, join: { quorum: 'x' } } },
      ['parallel/join/quorum must be a number'],
    ],
    [
      'a tool without its namespace, deep within',
      { branch: { on: 'input.x', cases: { a: { sequence: [tool, { tool: 'a' }] } } } },
      ['branch/cases/a/sequence/1/tool must be namespace/tool'],
    ],
    [
      'everything at once',
      { sequence: [{ tool: 'a' }, { repeat: { body: {}, max: 0, until: '' } }] },
      [
        'sequence/0/tool must be',
        'sequence/1/repeat/body is not a valid chain node',
        'sequence/1/repeat/max Too small',
        'sequence/1/repeat/until Too small',
      ],
    ],
    ['a member that there is not', { sequence: [{ ...tool, inputs: {} }] }, ['sequence/0 Unrecognized key: "inputs"']],
    [
      'a question without its threshold',
      { branch: { on: { model: 'Which?', threshold: 2 }, cases: {} } },
      ['branch/on/threshold Too big'],
    ],
    ['what is asked as a number', { branch: { on: 5, cases: {} } }, ['branch/on must be a CEL expression, or']],
  ])('is reported at its place: %s', (_, chain, expected) => {
    const read = chainSchema.safeParse(chain);
    const reports = read.error?.issues.map(({ path, message }) => `${path.join('/')} ${message}`) ?? [];
    expect(reports).toHaveLength(expected.length);
    for (const [at, words] of expected.entries()) expect(reports[at]).toContain(words);
  });

  it('is nothing where nothing is', () => {
    const parallel = { branches: { a: tool, b: { ...tool, input: { x: ['$prev'] } } }, join: { best: 'output.n' } };
    const chain = {
      sequence: [{ parallel }, { branch: { on: { model: 'Which?' }, cases: { a: tool }, default: tool } }],
    };
    expect(chainSchema.parse(chain)).toEqual(chain);
  });

  it('is that it nests without end', () => {
    const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ sequence: [inner] }), tool);
    expect(chainSchema.safeParse(deep).error?.issues[0]?.message).toBe('is nested deeper than 128 levels of JSON');
  });

  it('is that there are more branches than steps may be', () => {
    const cases = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`c${at}`, tool]));
    expect(chainSchema.safeParse({ branch: { on: 'input.x', cases } }).error?.issues).toMatchObject([
      { path: ['branch', 'cases'], message: 'has more than 10000 names' },
    ]);
  });
});
