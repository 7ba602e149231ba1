import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import { importServer } from '../e2e/importing.js';
import { conformanceProgram, runConformance, type Tally, tallies } from './conformance-tool.js';
import { type Fixture, startFixture } from './fixture.js';

const program = conformanceProgram('mcp-conformance-next');
/** Scenarios for servers that the revision requires, extensions and pending ones among them. */
const required = 50;

/** Scenarios that need no tool, prompt or resource of the fixture's. */
const withoutFixture = [
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'input-required-result-unsupported-methods',
  'tasks-status-notifications',
  'http-header-validation',
];
/** Of scenarios that need the fixture, how many checks pass and fail at `/mcp`, with why. */
const exceptions = JSON.parse(readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8')) as {
  readonly gateway: Readonly<Record<string, { readonly failed: number; readonly why: string }>>;
};

let house: House;
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'demo' });
  await importServer(house.admin, 'demo', { url: fixture.url }, 'fixture');
  const grant = { principal: 'anonymous', server: 'demo/fixture', actions: ['call'] };
  expect((await house.admin.post('/v1/grants', grant)).status).toBe(201);
});
afterAll(async () => {
  await house.stop();
  await fixture.stop();
});

const all = async (url: string): Promise<Record<string, Tally>> => {
  const { printed } = await runConformance(program as string, ['server', '--url', url, '--requirements', '2026-07-28']);
  return tallies(printed);
};

(program === null ? describe.skip : describe)('what the revision 2026-07-28 requires of servers', () => {
  it('passes at the fixture itself, and the same through the gateway for callers without a key', async () => {
    const straight = await all(fixture.url);
    const through = await all(`${house.url}/mcp/servers/demo/fixture`);
    expect(Object.keys(straight)).toHaveLength(required);
    expect(Object.entries(straight).filter(([, { failed }]) => failed > 0)).toEqual([]);
    expect(through).toEqual(straight);
  });

  it('passes at /mcp where a scenario needs nothing of the fixture', async () => {
    const own = await all(`${house.url}/mcp`);
    for (const name of withoutFixture) expect([name, own[name]?.failed]).toEqual([name, 0]);
    for (const [name, { failed }] of Object.entries(exceptions.gateway))
      expect([name, own[name]?.failed]).toEqual([name, failed]);
  });
});
