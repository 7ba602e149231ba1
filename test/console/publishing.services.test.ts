import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { House } from '../e2e/house.js';
import { officialServer } from '../e2e/importing.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('the pages of publishers'), () => {
  let house: House;
  let receiver: Server;
  let endpoint: { url: string };
  let status = 204;
  const api = new CountingApi();
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
  const outputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
  const sum = (version: string, parts: object = {}) =>
    httpManifest('demo/walk-sum', {
      ...{ version, inputSchema, outputSchema, endpoint, annotations: { readOnlyHint: true } },
      examples: [{ name: 'one', input: { line: 'a' }, output: { line: 'a' }, match: 'subset' as const }],
      ...parts,
    });

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve);
    });
    endpoint = { url: `${await api.start()}/plain` };
  }, 120_000);
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
    api.stop();
  });

  it('check a dropped manifest with its findings, publish it, then deprecate a version', async () => {
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/publishing`);
    const drop = async (manifest: object) => {
      const data = await page.evaluateHandle(
        `(() => {
          const data = new DataTransfer();
          data.items.add(new File([${JSON.stringify(JSON.stringify(manifest))}], 'tool.json', { type: 'application/json' }));
          return data;
        })()`,
      );
      await page.getByLabel('Manifest').dispatchEvent('drop', { dataTransfer: data });
    };
    await drop(sum('1.0.0', { description: '' }));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page
      .getByText(/^description/)
      .or(page.getByText('/description'))
      .first()
      .waitFor();
    await drop(sum('1.0.0'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('It can be published').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('link', { name: 'demo/walk-sum@1.0.0' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('use 2.0.0');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText('1.0.0 is deprecated now.').waitFor();
    const { body } = await house.admin.get<Entry>('/v1/tools/demo/walk-sum/versions/1.0.0');
    expect(body).toMatchObject({ status: 'DEPRECATED', statusReason: 'use 2.0.0' });
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('show the isolation and the findings of an import before it is confirmed', async () => {
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/publishing/import`);
    await page.getByLabel('Namespace', { exact: true }).selectOption('demo');
    await page.getByText('mcp.json', { exact: true }).click();
    const file = { mcpServers: { Walked: officialServer('memory') } };
    await page.getByRole('textbox', { name: 'mcp.json' }).fill(JSON.stringify(file));
    await page.getByRole('button', { name: 'Show what it offers' }).click();
    const offered = page.getByRole('region', { name: /walked/i });
    await offered.getByText(/^Sandbox: network |started without a sandbox/).waitFor({ timeout: 60_000 });
    expect((await house.admin.get('/v1/tools/demo/walked.read_graph')).status).toBe(404);
    expect(await barriers(page)).toEqual([]);
    await context.close();
  }, 120_000);

  it('add a webhook, test it, list its deliveries, send one again, and delete it', async () => {
    const context = await signedIn(house, { viewport: { width: 390, height: 800 } });
    const { page, complaints } = await visit(context, `${house.url}/publishing`);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/walk`;
    await page.getByLabel('Address of a new webhook').fill(url);
    await page.getByLabel('Kinds of notices').fill('nothing.such');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Kinds of notices').fill('tool.revoked');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    status = 500;
    await page.getByRole('button', { name: `Send a test: ${url}` }).click();
    await page.getByText(/^The test failed: /).waitFor();
    status = 204;
    await page.getByRole('button', { name: `Deliveries: ${url}` }).click();
    await page.getByRole('button', { name: /^Send again: ping/ }).click();
    await page.getByRole('table', { name: 'Deliveries' }).waitFor();
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([...complaints, ...(await barriers(page)), isWider]).toEqual([false]);
    await page.getByRole('button', { name: `Delete: ${url}` }).click();
    await page.getByRole('button', { name: `Yes, delete: ${url}` }).click();
    await page.getByText('No webhook is registered.').waitFor();
    await context.close();
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'compare two versions by replayed calls in the %s theme',
    async (colorScheme) => {
      await house.admin.post('/v1/tools', sum('1.0.0'));
      await house.admin.post('/v1/tools', sum('1.0.1'));
      const context = await signedIn(house, { colorScheme, viewport: { width: 390, height: 800 } });
      const { page, complaints } = await visit(context, `${house.url}/publishing/evaluations`);
      await page.getByText('No tool is tried out.').waitFor();
      await page.getByLabel('In use').fill('demo/walk-sum@1.0.0');
      await page.getByLabel('Compare with').fill('demo/walk-sum@1.0.1');
      await page.getByRole('button', { name: 'Replay calls' }).click();
      await page.getByText(/^The verdict is: /).waitFor({ timeout: 60_000 });
      await page.getByRole('table', { name: 'Comparison' }).getByText('demo/walk-sum@1.0.1').waitFor();
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([...complaints, ...(await barriers(page)), isWider]).toEqual([false]);
      await context.close();
    },
    120_000,
  );
});
