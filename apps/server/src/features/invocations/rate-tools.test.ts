import type { Envelope } from '@assay/contracts';
import { fail, ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { answerGatewayTool } from '../../edges/mcp/gateway-tool.js';
import { RateTools, type RateToolsPorts } from './rate-tools.js';

const id = '0198f000-0000-7000-8000-00000000a001';

function rate(input: object, parts: Partial<RateToolsPorts> = {}) {
  const ports = {
    rating: {
      run: async (_: unknown, tool: string, { stars }: { stars: number }) => ok({ tool, stars, comment: null, at: 0 }),
    },
    feedback: { run: async () => ok({ verdict: 'accepted', reason: null, at: 0 }) },
    own: { find: async (_: unknown, asked: string) => (asked === id ? ({ id } as Envelope) : undefined) },
    ...parts,
  } as unknown as RateToolsPorts;
  const [tool] = new RateTools(ports).tools;
  const call = { caller: aCaller({}, ['tools:call']), traceId: 't', signal: new AbortController().signal };
  return answerGatewayTool(tool as NonNullable<typeof tool>, input, call);
}

describe('rate_tool', () => {
  it('takes stars for a tool, or a verdict on a call', async () => {
    expect(await rate({ tool: 'acme/a', stars: 4 })).toMatchObject({ structuredContent: { rating: { stars: 4 } } });
    expect(await rate({ id, verdict: 'accepted' })).toMatchObject({ structuredContent: { feedback: { id } } });
  });

  it.each([
    {},
    { tool: 'acme/a' },
    { id },
    { tool: 'acme/a', stars: 4, id, verdict: 'accepted' },
    { id, verdict: 'rejected', comment: 'x' },
  ])('refuses %j', async (input) => {
    expect(await rate(input)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_request' } },
    });
  });

  it('says what the registry refuses, and knows no calls of others', async () => {
    const rating = {
      run: async () => fail('forbidden', 'You have not called it.'),
    } as unknown as RateToolsPorts['rating'];
    expect(await rate({ tool: 'acme/a', stars: 4 }, { rating })).toMatchObject({ isError: true });
    const other = { id: id.replace('a001', 'a002'), verdict: 'accepted' };
    expect(await rate(other)).toMatchObject({ structuredContent: { error: { code: 'not_found' } } });
  });
});
