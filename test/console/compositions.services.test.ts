import type { SagaView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../e2e/eventually.js';
import type { House } from '../e2e/house.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('the pages of compositions'), () => {
  let house: House;
  const api = new CountingApi();

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
    const url = `${await api.start()}/honouring`;
    const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
    const tools: Record<string, object> = {
      free: {},
      book: { compensation: { class: 'full', tool: 'demo/free', input: '{"line": "undo " & output.line}' } },
      look: { annotations: { readOnlyHint: true } },
      wipe: { annotations: { destructiveHint: true } },
    };
    const outputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
    for (const [name, parts] of Object.entries(tools)) {
      const given = { inputSchema, outputSchema, endpoint: { url }, annotations: { honoursKey: true }, ...parts };
      await house.admin.post('/v1/tools', httpManifest(`demo/chain-${name}`, given));
    }
    await house.admin.post('/v1/tools', httpManifest('demo/free', { inputSchema, outputSchema, endpoint: { url } }));
    for (const tool of ['free', 'chain-book', 'chain-look', 'chain-wipe'])
      await house.admin.post('/v1/endorsements', { tool: `demo/${tool}`, organisation: 'default' });
  }, 120_000);
  afterAll(() => api.stop());

  const step = (id: string, tool: string, line: string, after: readonly string[] = []) => ({
    ...{ id, tool: `demo/chain-${tool}`, arguments: { line } },
    ...(after.length > 0 && { after }),
  });

  it.each(['light', 'dark'] as const)(
    'show a dry run on the graph and as a table in the %s theme, at phone width',
    async (colorScheme) => {
      const context = await signedIn(house, { colorScheme, viewport: { width: 390, height: 800 } });
      const { page, complaints } = await visit(context, `${house.url}/compositions`);
      const steps = [step('look', 'look', 'a'), step('wipe', 'wipe', 'b', ['look'])];
      await page.getByLabel('Composition', { exact: true }).fill(JSON.stringify({ plan: { steps } }));
      await page.getByText('It can run').waitFor();
      const marked = page.locator('.graph .graph-approval', { hasText: 'wipe' });
      await marked.getByText('stage 2, waits for approval').waitFor();
      const table = page.getByRole('table', { name: 'Dry run of each step' });
      await table.getByRole('row', { name: 'wipe stage 2, waits for approval' }).waitFor();
      await page.getByRole('table', { name: 'Dry run', exact: true }).getByRole('row', { name: 'Stages 2' }).waitFor();
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([...complaints, ...(await barriers(page)), isWider]).toEqual([false]);
      await context.close();
    },
    120_000,
  );

  it('follow a run while it lasts, without a reload', async () => {
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/compositions`);
    const steps = [step('first', 'look', 'one'), step('second', 'look', 'two', ['first'])];
    await page.getByLabel('Composition', { exact: true }).fill(JSON.stringify({ plan: { steps } }));
    await page.getByText('It can run').waitFor();
    const held = api.hold();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('plan, running').waitFor();
    (await held).answer();
    await page.getByText('plan, succeeded').waitFor();
    await page.getByRole('row', { name: /^second .*succeeded/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await context.close();
  }, 120_000);

  it('show a saga live: its steps, compensations, a failed undo, and the decision of a person', async () => {
    api.refuses((line) => (line === 'undo seat' || line === 'pay' ? 'refused' : undefined));
    const held = api.hold();
    const started = await house.admin.post<SagaView>('/v1/sagas', {
      steps: [step('seat', 'book', 'seat'), step('pay', 'book', 'pay')],
    });
    expect(started.status).toBe(202);
    const context = await signedIn(house);
    const path = `${house.url}/compositions/sagas/${started.body.id}`;
    const { page, complaints } = await visit(context, path, { isLive: true });
    await page.getByText('State: running').waitFor();
    await page.getByRole('button', { name: /^Cancel the saga/ }).waitFor();
    (await held).answer();
    await page.getByText('State: compensation failed').waitFor({ timeout: 60_000 });
    await page.getByRole('row', { name: /^seat .*demo\/free@?.*: failed/ }).waitFor();
    await page
      .getByRole('list', { name: 'History' })
      .getByText(/undo of seat: failed/)
      .first()
      .waitFor();
    expect([...complaints, ...(await barriers(page))]).toEqual([]);
    api.refuses(() => undefined);
    await page.getByLabel('Reason').fill('the seat is free again');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('State: failed').waitFor();
    await page.getByRole('row', { name: /^seat .*: succeeded/ }).waitFor();
    await page.getByText('administrator chose to try again: the seat is free again').waitFor();
    const saga = await eventually(
      async () => (await house.admin.get<SagaView>(`/v1/sagas/${started.body.id}`)).body,
      'the saga',
    );
    expect(saga).toMatchObject({ state: 'FAILED', steps: [{ undo: { status: 'succeeded' } }, { status: 'failed' }] });
    await page.goto(`${house.url}/compositions`);
    await page.getByRole('tab', { name: 'Sagas' }).click();
    await page.getByRole('table', { name: 'Sagas' }).getByText('failed').first().waitFor();
    await context.close();
  }, 180_000);
});
