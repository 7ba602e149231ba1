import { o200kTokens } from '@assay/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allBlocks, answeringTools, order, rows, startAnswering } from '../fixtures/answering-upstream.js';
import type { HttpApi } from '../fixtures/http-api.js';
import { callFromPython, findPythonClient, type PythonAnswer, type PythonClient } from '../fixtures/python-client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

const client = findPythonClient();
const here = client === undefined ? describe.skip : describe;

here(
  client === undefined ? 'the Python client, which is not installed here' : `the Python client, mcp ${client.version}`,
  () => {
    let house: House;
    let upstream: HttpApi;
    let key: string;

    beforeAll(async () => {
      house = await startHouse();
      upstream = await startAnswering(answeringTools);
      await house.admin.post('/v1/namespaces', { name: 'acme' });
      await importServer(house.admin, 'acme', { url: upstream.url }, 'data');
      key = await house.key('carl');
      await house.admin.post('/v1/grants', { principal: 'carl', server: 'acme/data', actions: ['call'] });
    }, 120_000);
    afterAll(async () => {
      client?.remove();
      await house.stop();
      await upstream.stop();
    });

    const calls = (path: string, ...asked: { name: string; arguments: object }[]) =>
      callFromPython(client as PythonClient, { url: `${house.url}${path}`, key, calls: asked });
    const textOf = ({ content = [] }: PythonAnswer = {}) => content.map(({ text = '' }) => String(text)).join('\n');

    it('accepts what every gateway tool returns, and gets the blocks of the tool', async () => {
      const call = (name: string) => ({ name: 'call_tool', arguments: { tool: `acme/data.${name}`, arguments: {} } });
      const [listed, found, described, short, blocks, long, plan, failed] = await calls(
        '/mcp',
        { name: 'search_tools', arguments: { query: 'show an order' } },
        { name: 'describe_tools', arguments: { tools: ['acme/data.order'] } },
        ...[call('order'), call('blocks'), call('rows')],
        { name: 'execute_tool_plan', arguments: { steps: [{ id: 'a', tool: 'acme/data.order', arguments: {} }] } },
        call('nothing'),
      );
      expect(listed?.tools).toContain('run_composition');
      expect(textOf(found)).toContain('input: {"type":"object"');
      expect(textOf(described)).toContain('acme/data.order@1.0.0');
      expect([textOf(short), short?.structured?.output]).toEqual([JSON.stringify(order), order]);
      expect(blocks?.content).toEqual(allBlocks);
      expect(long?.structured).toMatchObject({ status: 'succeeded', pointer: { id: expect.any(String) } });
      expect((await o200kTokens())(textOf(long))).toBeLessThan(21_000);
      expect(textOf(plan)).toBe(`a: ${JSON.stringify(order)}`);
      expect(textOf(failed)).toMatch(/^not_found: /);
    });

    it('accepts long results of a toolset and of a server, whose structured content is whole', async () => {
      await house.admin.post('/v1/toolsets', { name: 'typed', tools: [{ tool: 'acme/data.typed_rows' }] });
      for (const path of ['/mcp/toolsets/typed', '/mcp/servers/acme/data']) {
        const [, long] = await calls(path, { name: 'typed_rows', arguments: {} });
        expect(long?.structured).toEqual({ rows });
        expect(textOf(long)).toMatch(/read on with read_output/);
      }
    });
  },
);
