import { describe, expect, it } from '@jest/globals';
import { checkExpression, checkPipeline, hasCondition, type Stage } from './check-pipeline.js';
import { inferFields } from './infer-schema.js';

const collections = new Set(['orders', 'users']);
const lookup = (from: string, pipeline?: Stage[]): Stage => ({
  $lookup: { from, as: 'x', ...(pipeline && { pipeline }) },
});

describe('a pipeline', () => {
  it('of allowed stages passes', () => {
    expect(() =>
      checkPipeline(
        [
          { $match: { a: { $gt: 1 } } },
          lookup('users'),
          { $unwind: '$x' },
          { $group: { _id: '$b', n: { $sum: 1 } } },
          { $sort: { n: -1 } },
        ],
        collections,
      ),
    ).not.toThrow();
  });

  it.each<[Stage[], string]>([
    [[{ $out: 'copied' }], 'write_operation_not_permitted'],
    [[{ $merge: { into: 'orders' } }], 'write_operation_not_permitted'],
    [[{ $facet: { a: [{ $out: 'x' }] } }], 'write_operation_not_permitted'],
    [[lookup('users', [{ $merge: 'x' }])], 'write_operation_not_permitted'],
    [[{ $match: { $where: 'sleep(1000)' } }], 'not_allowed'],
    [[{ $match: { $expr: { $function: { body: 'x', args: [], lang: 'js' } } } }], 'not_allowed'],
    [[{ $group: { _id: 1, a: { $accumulator: {} } } }], 'not_allowed'],
    [[{ $unionWith: 'users' }], 'not_allowed'],
    [[{ $graphLookup: { from: 'users' } }], 'not_allowed'],
    [[{ $collStats: {} }], 'not_allowed'],
    [[{ $currentOp: {} }], 'not_allowed'],
    [[{ $listSessions: {} }], 'not_allowed'],
    [[{ $changeStream: {} }], 'not_allowed'],
    [[{ $newStage: {} }], 'not_allowed'],
    [[{ $match: {}, $out: 'x' }], 'write_operation_not_permitted'],
    [[{}], 'not_allowed'],
    [[lookup('system.users')], 'unknown_name'],
    [[{ $lookup: { from: { db: 'admin', coll: 'users' }, as: 'x' } }], 'unknown_name'],
    [Array.from({ length: 13 }, () => ({ $match: { a: 1 } })), 'query_too_complex'],
    [Array.from({ length: 6 }, () => lookup('users')), 'query_too_complex'],
    [[lookup('users', [lookup('users', [lookup('users', [lookup('users', [])])])])], 'query_too_complex'],
  ])('%j is refused: %s', (pipeline, reason) => {
    let refused: unknown;
    try {
      checkPipeline(pipeline, collections);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ name: 'Refusal', reason });
  });

  it('has a condition only when its first stage says so', () => {
    expect(
      [[{ $match: { a: 1 } }], [{ $limit: 3 }], [{ $match: {} }], [{ $sort: { a: 1 } }, { $match: { a: 1 } }]].map(
        hasCondition,
      ),
    ).toEqual([true, true, false, false]);
  });

  it('is not searched without end', () => {
    let deep: unknown = 1;
    for (let at = 0; at < 40; at += 1) deep = { a: deep };
    expect(() => checkExpression(deep)).toThrow(/too deep/);
  });
});

describe('the fields of documents', () => {
  it('have their types and how many documents have them', () => {
    const fields = inferFields([{ a: 1, tags: ['x'], b: { c: true } }, { a: 'one' }]);
    expect(fields).toEqual([
      { path: 'a', types: ['number', 'string'], share: 1 },
      { path: 'tags', types: ['array'], share: 0.5 },
      { path: 'tags[]', types: ['string'], share: 0.5 },
      { path: 'b', types: ['object'], share: 0.5 },
      { path: 'b.c', types: ['boolean'], share: 0.5 },
    ]);
  });
});
