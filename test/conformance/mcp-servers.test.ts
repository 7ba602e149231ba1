import { type HttpUpstream, startEverythingHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import { importServer } from '../e2e/importing.js';
import { conformanceProgram, runConformance, type Tally, tallies } from './conformance-tool.js';

const program = conformanceProgram();
const serverScenarios = 32;
let house: House;
let upstream: HttpUpstream;

beforeAll(async () => {
  upstream = await startEverythingHttp('legacy');
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'demo' });
  await importServer(house.admin, 'demo', { url: upstream.url }, 'everything');
  const granted = await house.admin.post('/v1/grants', {
    principal: 'anonymous',
    server: 'demo/everything',
    actions: ['call'],
  });
  expect(granted.status).toBe(201);
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

const all = async (url: string): Promise<Record<string, Tally>> => {
  const { printed } = await runConformance(program as string, ['server', '--url', url, '--suite', 'all']);
  return tallies(printed);
};

(program === null ? describe.skip : describe)('the official conformance tool, every server scenario', () => {
  it('passes at the upstream itself, and the same through the gateway for callers without a key', async () => {
    const straight = await all(upstream.url);
    const through = await all(`${house.url}/mcp/servers/demo/everything`);
    expect(Object.keys(straight)).toHaveLength(serverScenarios);
    expect(Object.values(straight).reduce((sum, it) => sum + it.failed, 0)).toBe(0);
    expect(through).toEqual(straight);
  });
});
