import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { ownAnswer } from './own-answer.js';
import { ceilingOf, keptId } from './response-ceiling.fixture.js';

it('an answer of a gateway tool is whole, or its beginning with a pointer and what is left of it', async () => {
  const of = (rows: string) => ({
    ...{ tool: 'search_tools', caller: aCaller(), now: 0, ceiling: 500 },
    content: [{ type: 'text' as const, text: rows }],
    structured: { rows },
    short: { discoveryId: 'd' },
  });
  const { ceiling, kept } = ceilingOf();
  const short = await ownAnswer(of('few'), ceiling);
  expect(short).toEqual({
    content: [{ type: 'text', text: 'few' }],
    structuredContent: { rows: 'few' },
    isError: false,
  });
  const long = await ownAnswer(of('x'.repeat(9_000)), ceiling);
  expect(long.structuredContent).toMatchObject({ discoveryId: 'd', pointer: { id: keptId } });
  expect(kept).toEqual([{ rows: 'x'.repeat(9_000) }]);
});
