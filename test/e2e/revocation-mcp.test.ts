import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { httpManifest } from '../fixtures/manifests.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let key: string;
const open: Client[] = [];

beforeAll(async () => {
  house = await startHouse();
  key = house.adminKey;
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => house.stop());

type Revision = '2025-11-25' | '2026-07-28';

/** A client of a revision that counts notifications of changed tools. */
async function connect(revision: Revision) {
  let reports = 0;
  const negotiation = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const onChanged = () => {
    reports += 1;
  };
  const client = new Client(
    { name: 'assay-e2e', version: '1.0.0' },
    { ...negotiation, listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit }));
  open.push(client);
  return { client, reports: () => reports };
}

const use = async (client: Client, name: string, input: Record<string, unknown>) => {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const [block] = result.content;
  return {
    isError: result.isError === true,
    text: block?.type === 'text' ? block.text : '',
    structured: result.structuredContent as Record<string, unknown>,
  };
};

describe.each<Revision>(['2025-11-25', '2026-07-28'])('a session of an agent that speaks %s', (revision) => {
  it('is notified of a revocation, and of its lifting', async () => {
    const tool = `acme/told-${revision}`;
    await house.admin.post('/v1/tools', httpManifest(tool));
    const { client, reports } = await connect(revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
    // The stream of server notifications is opened beside the session: earlier ones are not received.
    const revoke = () =>
      house.admin.post<{ id: string }>('/v1/revocations', { target: tool, reason: 'It loses orders.' });
    const lift = (id: string) => house.admin.delete(`/v1/revocations/${id}`);
    await eventually(async () => {
      await lift((await revoke()).body.id);
      return reports() > 0 || undefined;
    }, 'the client hears of a revocation');
    const before = reports();
    const { body } = await revoke();
    await eventually(() => reports() > before || undefined, 'the client hears of another one');
    const between = reports();
    await lift(body.id);
    await eventually(() => reports() > between || undefined, 'the client hears that it is lifted');
  });

  it('learns on calling and describing why a tool is out of use, and does not find it', async () => {
    const tool = `acme/trombones-${revision}`;
    const capabilities = [`music.${revision.replaceAll('-', '_')}`];
    const description = `Polishes trombones of ${revision}`;
    await house.admin.post('/v1/tools', httpManifest(tool, { capabilities, description }));
    await house.admin.post('/v1/tools', httpManifest(`${tool}-too`, { capabilities, description }));
    await house.admin.post('/v1/revocations', { target: tool, reason: 'It scratches.' });
    const { client } = await connect(revision);
    const called = await use(client, 'call_tool', { tool, input: { item: 'x' } });
    expect(called).toMatchObject({
      isError: true,
      text: expect.stringContaining('has been revoked: It scratches.'),
      structured: {
        error: {
          ...{ code: 'version_revoked', outcome: 'none', alternatives: [`${tool}-too@1.0.0`] },
          revocation: { reason: 'It scratches.' },
        },
      },
    });
    const described = await use(client, 'describe_tools', { tools: [tool] });
    expect(described).toMatchObject({ isError: true, text: expect.stringContaining('It scratches.') });
    const constraints = { minTrust: 0 };
    const search = async (query: string) => {
      const { structured } = await use(client, 'search_tools', { query, constraints });
      const { results, excluded } = structured as {
        results: { tool: string }[];
        excluded: { tool: string; why: string }[];
      };
      return { found: results.map((it) => it.tool), excluded: excluded.filter((it) => it.tool === tool) };
    };
    const plain = await search(description);
    expect(plain.found).toContain(`${tool}-too`);
    expect([plain.found.includes(tool), plain.excluded]).toEqual([false, []]);
    expect((await search(`polish with ${tool}`)).excluded).toEqual([{ tool, why: 'revoked: It scratches.' }]);
  });
});
