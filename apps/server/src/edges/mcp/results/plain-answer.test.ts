import type { Envelope } from '@assay/contracts';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { plainAnswer, readOnElsewhere } from './plain-answer.js';
import { ceilingOf } from './response-ceiling.fixture.js';

const structuredContent = { rows: 'x'.repeat(20_000) };
const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
const envelope = {
  id: 'c',
  tool: 'acme/a',
  version: '1.0.0',
  status: 'succeeded',
  output: structuredContent,
} as Envelope;
const readOn = readOnElsewhere(() => 'http://here');

const answered = (parts: { isPromised: boolean; isText?: boolean }) =>
  plainAnswer(
    { content, structuredContent },
    { envelope },
    { caller: aCaller(), ceiling: 1_000, readOn, ...parts },
    ceilingOf().ceiling,
  );

it('a long result keeps the structured content that was promised, and no other', async () => {
  const promised = await answered({ isPromised: true });
  expect(promised.structuredContent).toEqual(structuredContent);
  expect(JSON.stringify(promised.content).length).toBeLessThan(6_000);
  expect(JSON.stringify(promised.content)).toContain('at http://here/mcp, or GET http://here/v1/outputs/');
  expect(await answered({ isPromised: false })).not.toHaveProperty('structuredContent');
  expect(await answered({ isPromised: true, isText: true })).not.toHaveProperty('structuredContent');
});

it('a short result is as it came, with its cost', async () => {
  const result = { content: [{ type: 'text' as const, text: 'a' }], structuredContent: { a: 1 }, isError: false };
  const as = { caller: aCaller(), ceiling: 1_000, readOn, isPromised: false };
  expect(plainAnswer(result, { envelope }, as, ceilingOf().ceiling)).toEqual({
    ...result,
    _meta: { 'assay/tokens': 1 },
  });
});
