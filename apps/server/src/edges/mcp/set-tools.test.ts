import { fail, ok } from '@assay/kernel';
import type { Toolset } from '@assay/registry';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { GatewayTool } from './gateway-tool.js';
import { ceilingOf } from './results/response-ceiling.fixture.js';
import { SetTools, type SetToolsPorts } from './set-tools.js';

const set = {
  name: 'desk',
  responseTokens: null,
  enables: ['search_tools', 'execute_tool_plan'],
} as unknown as Toolset;
const call = { caller: aCaller(), traceId: 't', signal: new AbortController().signal };

function setUp() {
  const ran: unknown[] = [];
  const plan = {
    definition: { name: 'execute_tool_plan', inputSchema: { type: 'object' } },
    schema: z.unknown(),
    run: async (input: unknown) => {
      ran.push(input);
      return { content: [] };
    },
  } as unknown as GatewayTool;
  const mail = aVersion(aManifest({ name: 'acme/mail.send', description: 'Sends a letter.' }));
  const shown = [
    { name: 'order', version: aVersion(), inputSchema: { type: 'object' as const }, isText: false },
    { name: 'mail', version: mail, inputSchema: { type: 'object' as const }, isText: false },
  ];
  const ports = {
    discover: { discover: async () => ok({ results: [{ tool: 'other/tool' }, { tool: 'acme/mail.send' }] }) },
    tools: {
      list: () => shown,
      call: (_: Toolset, __: unknown, name: string, input: object) =>
        name === 'order'
          ? ok({
              request: { tool: 'acme/orders.create@^1', input: { ...input, currency: 'EUR' } },
              fixed: { currency: 'EUR' },
            })
          : fail('not_found', `No "${name}" here.`),
    },
    gateway: new Map([['execute_tool_plan', plan]]),
    ceiling: ceilingOf().ceiling,
    clock: { now: () => 0 },
  } as unknown as SetToolsPorts;
  return { tools: new SetTools(ports), ran };
}

describe('the gateway’s own tools in a set', () => {
  it('are the ones it enables', () => {
    const { tools } = setUp();
    expect(tools.list(set).map(({ name }) => name)).toEqual(['search_tools', 'execute_tool_plan']);
    expect(tools.list({ ...set, enables: [] })).toEqual([]);
    expect(tools.find({ ...set, enables: [] }, 'search_tools', { query: 'x' })).toBeUndefined();
    expect(tools.find(set, 'order', {})).toBeUndefined();
  });

  it('plan with the names of the set, and send what is preset', async () => {
    const { tools, ran } = setUp();
    const step = {
      id: 'a',
      tool: 'order',
      arguments: { item: 'tea' },
      compensation: { tool: 'order', arguments: '{"undo":1}' },
    };
    await tools.find(set, 'execute_tool_plan', { steps: [step] })?.(call);
    expect(ran).toEqual([
      {
        steps: [
          {
            ...{ id: 'a', tool: 'acme/orders.create@^1', arguments: { item: 'tea', currency: 'EUR' } },
            fixed: ['currency'],
            compensation: { tool: 'acme/orders.create@^1', arguments: { undo: 1, currency: 'EUR' } },
          },
        ],
      },
    ]);
    const outside = await tools.find(set, 'execute_tool_plan', { steps: [{ id: 'a', tool: 'acme/rows' }] })?.(call);
    expect(outside).toMatchObject({ isError: true, content: [{ text: 'not_found: No "acme/rows" here.' }] });
    expect(ran).toHaveLength(1);
  });

  it('find the tools of the set, those of the registry’s search first', async () => {
    const { tools } = setUp();
    const found = await tools.find(set, 'search_tools', { query: 'send a letter, or an order' })?.(call);
    expect(found?.structuredContent).toMatchObject({ results: [{ tool: 'mail' }, { tool: 'order' }] });
    expect(await tools.find(set, 'search_tools', {})?.(call)).toMatchObject({ isError: true });
  });
});
