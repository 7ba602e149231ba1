import type { Envelope } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import type { Caller } from '@assay/identity';
import { fail, ok } from '@assay/kernel';
import { o200kTokens } from '@assay/models';
import { aCaller, aManifest, aNamespace, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { DiscoveryTools, type DiscoveryToolsPorts } from '../../features/discovery/discovery-tools.js';
import { CallTools } from '../../features/invocations/call-tools.js';
import { RateTools } from '../../features/invocations/rate-tools.js';
import { OutputTools } from '../../features/outputs/output-tools.js';
import { PlanTools } from '../../features/runs/plan-tools.js';
import { SagaTools } from '../../features/sagas/saga-tools.js';
import { FailureException } from '../failure-exception.js';
import { CallsAtClients } from './calls-at-clients.js';
import { callGatewayTool, toolsByName } from './gateway-tool.js';
import { ceilingOf } from './results/response-ceiling.fixture.js';
import { groupHints, groupsAsked, listedTools, unlistedGroups } from './tool-groups.js';

const envelope = (parts: Partial<Envelope>) =>
  ({ id: 'call', status: 'succeeded', warnings: [], ...parts }) as unknown as Envelope;

/** Is not reached by these tests. */
const nothing = {} as never;

interface Fakes {
  readonly discover?: object;
  readonly invoke?: object;
}

async function setUp(fakes: Fakes = {}) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  for (const [at, version] of ['1.0.0', '2.0.0'].entries()) {
    await house.tools.publish(aVersion(aManifest({ version })), at);
  }
  await house.feed.caughtUp();
  const asked: unknown[][] = [];
  const { directory, catalogue, clock } = house;
  const ports = {
    discover: {
      discover: async (...args: unknown[]) => {
        asked.push(args);
        return ok({ discoveryId: 'search', results: [], excluded: [], parsed: { fromText: [] } });
      },
    },
    invoke: {
      run: async (...args: unknown[]) => {
        asked.push(args);
        return { envelope: envelope({ output: { id: 1 } }) };
      },
    },
    ...fakes,
  };
  const { ceiling } = ceilingOf();
  const calls = new CallsAtClients({ ...ports, clock } as unknown as ConstructorParameters<typeof CallsAtClients>[0]);
  const tools = toolsByName([
    new DiscoveryTools({
      ...ports,
      catalogue,
      directory,
      ceiling,
      clock,
      underway: { notice: () => [] },
      beside: {},
    } as unknown as DiscoveryToolsPorts),
    new CallTools({ calls, ceiling }),
    new OutputTools(nothing),
    new PlanTools(nothing),
    new SagaTools(nothing),
    new RateTools(nothing),
  ]);
  const call = (name: string, input: unknown, caller: Caller = aCaller()) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return callGatewayTool(tool, input, { caller, traceId: 'trace', signal: new AbortController().signal });
  };
  return { house, asked, tools, call };
}

describe('the gateway’s own tools', () => {
  it('are listed with schemas of what they take and return, and refuse what they do not know', async () => {
    const { tools, call } = await setUp();
    expect([...tools.keys()]).toEqual([
      ...['search_tools', 'describe_tools', 'call_tool', 'show_call', 'read_output'],
      ...['execute_tool_plan', 'run_composition', 'show_run', 'start_saga', 'show_saga', 'rate_tool'],
    ]);
    for (const [name, { definition }] of tools) {
      expect(definition).toMatchObject({ name, inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
      expect(await call(name, { unknown: 1 })).toMatchObject({
        isError: true,
        structuredContent: { status: 'failed', error: { code: 'invalid_request', errors: expect.any(Array) } },
      });
    }
    expect(tools.get('call_tool')?.definition.annotations?.readOnlyHint).toBeUndefined();
  });

  it('take at most 3,500 tokens of a list, all groups and output schemas included', async () => {
    const { tools } = await setUp();
    const count = await o200kTokens();
    const tokens = count(JSON.stringify({ tools: [...tools.values()].map((it) => it.definition) }));
    process.stdout.write(`All of the gateway's tools take ${tokens} tokens of a list.\n`);
    expect(tokens).toBeLessThanOrEqual(3_500);
  });

  it('are listed by group where the address asks for it, and named for a task that needs the group', async () => {
    const { tools } = await setUp();
    const names = (groups: readonly ('sagas' | 'code' | 'making')[]) =>
      listedTools(tools, groups).map((it) => it.definition.name);
    expect(names([])).not.toContain('start_saga');
    expect(names(['sagas'])).toContain('start_saga');
    expect(unlistedGroups(tools, [])).toEqual(['sagas']);
    expect(groupsAsked({ tools: 'making, sagas' })).toEqual(ok(['sagas', 'making']));
    expect(groupsAsked({ tools: 'everything' })).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    expect(groupHints('book a flight and undo it when the hotel fails', ['sagas'])).toEqual([
      'For steps that are undone when one fails (start_saga, show_saga), connect to /mcp?tools=sagas.',
    ]);
    expect(groupHints('book a flight', ['sagas'])).toEqual([]);
  });

  it('search, and say what to try when nothing fits', async () => {
    const { asked, call } = await setUp();
    const answer = await call('search_tools', { query: 'orders', limit: 3 });
    expect(asked[0]).toEqual([{ query: 'orders', limit: 3 }, aCaller(), expect.any(Function)]);
    expect(answer.content).toEqual([{ type: 'text', text: expect.stringContaining('No matching tools') }]);
    const discover = { discover: async () => fail('invalid_request', 'Which words?') };
    expect(await (await setUp({ discover })).call('search_tools', { query: 'x' })).toMatchObject({
      isError: true,
      content: [{ text: 'invalid_request: Which words?' }],
    });
  });

  it('describe by name and range, and say which are not there for this caller', async () => {
    const { call } = await setUp();
    const tools = ['acme/orders.create', 'acme/orders.create@^1', 'acme/none', 'acme/orders.create@^9'];
    const answer = await call('describe_tools', { tools });
    expect(answer.structuredContent).toMatchObject({
      tools: [
        { tool: 'acme/orders.create', version: '2.0.0', inputSchema: aManifest().inputSchema },
        { version: '1.0.0' },
        { tool: 'acme/none', error: expect.stringContaining('acme/none') },
        { error: expect.stringContaining('^9') },
      ],
    });
    expect(answer.isError).toBe(false);
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    const hidden = await call('describe_tools', { tools: ['acme/orders.create'] }, stranger);
    expect(hidden.isError).toBe(true);
    expect(JSON.stringify(hidden)).not.toContain('Creates an order');
  });

  it('call, with the caller, the trace and the signal of the request', async () => {
    const { asked, call } = await setUp();
    const input = { tool: 'acme/orders.create', input: { item: 'tea' } };
    expect(await call('call_tool', input)).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: '{"id":1}' }],
      structuredContent: { id: 'call', output: { id: 1 } },
    });
    expect(asked[0]).toEqual([
      input,
      expect.objectContaining({ caller: aCaller(), traceId: 'trace', signal: expect.any(AbortSignal) }),
    ]);
  });

  it('call for nobody without the scope', async () => {
    const { asked, call } = await setUp();
    const input = { tool: 'acme/orders.create', input: {} };
    await expect(call('call_tool', input, aCaller({}, ['registry:read']))).rejects.toThrow(FailureException);
    expect(asked).toEqual([]);
  });

  it('call and tell a failure as a result, and a long output whole', async () => {
    const error = { code: 'tool_error', message: 'No stock.' } as Envelope['error'];
    const input = { tool: 'acme/orders.create', input: {} };
    const failing = await setUp({ invoke: { run: async () => ({ envelope: envelope({ error }) }) } });
    expect(await failing.call('call_tool', input)).toMatchObject({
      isError: true,
      content: [{ text: 'tool_error: No stock.' }],
    });
    const output = 'x'.repeat(5_000);
    const long = await setUp({ invoke: { run: async () => ({ envelope: envelope({ output }) }) } });
    const answer = await long.call('call_tool', input);
    expect(answer.content).toEqual([{ type: 'text', text: output }]);
    expect(answer.structuredContent).toMatchObject({ output });
  });

  it('say of a revoked tool why, and what there is instead', async () => {
    const data = { alternatives: ['acme/other@1.0.0'] };
    const error = { code: 'version_revoked', message: 'It loses orders.' } as Envelope['error'];
    const failure = { code: 'version_revoked', message: 'It loses orders.', data };
    const refusing = await setUp({ invoke: { run: async () => ({ envelope: envelope({ error }), failure }) } });
    expect(await refusing.call('call_tool', { tool: 'acme/orders.create', input: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'version_revoked: It loses orders.\n{"alternatives":["acme/other@1.0.0"]}' }],
      structuredContent: { error: { code: 'version_revoked', ...data } },
    });
    const { house, call } = await setUp();
    await house.revocations.addRevocation(aRevocation({ range: '^2' }));
    await house.feed.caughtUp();
    const described = await call('describe_tools', { tools: ['acme/orders.create@2.0.0', 'acme/orders.create'] });
    expect(described.structuredContent).toMatchObject({
      tools: [
        { error: expect.stringContaining('has been revoked'), alternatives: ['acme/orders.create@1.0.0'] },
        { version: '1.0.0', warnings: [expect.stringContaining('revoked')] },
      ],
    });
  });
});
