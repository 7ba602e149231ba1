import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import { conformanceProgram, runConformance } from './conformance-tool.js';
import { beGatewayClient } from './gateway-client.js';
import { waitForScenarios } from './scenario-control.js';

const program = conformanceProgram();
const runner = join(import.meta.dirname, 'client-runner.mjs');

/** Scenarios the gateway does not pass, with why; each is run all the same, so that none stays here for nothing. */
const exceptions = JSON.parse(readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8')) as {
  readonly client: Readonly<Record<string, string>>;
};
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/cross-app-access-complete-flow',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
];
let house: House;
let control: Awaited<ReturnType<typeof waitForScenarios>>;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'demo' });
  control = await waitForScenarios((wanted) => beGatewayClient(house, wanted));
});
afterAll(async () => {
  await control.close();
  await house.stop();
});

const run = (scenario: string) =>
  runConformance(
    program as string,
    ['client', '--command', `${process.execPath} ${runner}`, '--scenario', scenario, '--timeout', '40000'],
    { ASSAY_CONFORMANCE_CONTROL: control.url },
  );

(program === null ? describe.skip : describe)('the official conformance tool, every client scenario', () => {
  it.each(scenarios)('%s', async (scenario) => {
    const { code, printed } = await run(scenario);
    const outcome = code === 0 ? 'passed' : `failed:\n${printed}`;
    if (scenario in exceptions.client) expect(outcome).not.toBe('passed');
    else expect(outcome).toBe('passed');
  });

  it('has no scenario that is not run here', async () => {
    const { printed } = await runConformance(program as string, ['list', '--client']);
    const listed = [...printed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(scenarios.toSorted());
  });
});
