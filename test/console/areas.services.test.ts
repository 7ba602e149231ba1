import { beforeAll, describe, expect, it } from '@jest/globals';
import type { House } from '../e2e/house.js';
import { officialServer } from '../e2e/importing.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('the areas of people who are signed in'), () => {
  let house: House;

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'have no barriers and break no policy in the %s theme',
    async (colorScheme) => {
      const context = await signedIn(house, { colorScheme, viewport: { width: 390, height: 800 } });
      const found: string[] = [];
      for (const path of ['/publishing', '/publishing/import', '/setup', '/compositions', '/dashboard', '/account']) {
        const isLive = path === '/dashboard';
        const { page, complaints } = await visit(context, house.url + path, { isLive });
        if (isLive) await page.getByRole('heading', { name: 'Trust movers' }).waitFor();
        const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const all = [...complaints, ...(await barriers(page)), ...(isWider === true ? ['scrolls sideways'] : [])];
        found.push(...all.map((it) => `${path}: ${it}`));
        await page.close();
      }
      await context.close();
      expect(found).toEqual([]);
    },
    120_000,
  );

  it('import a client’s file: what a server offers is shown, then published', async () => {
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/publishing/import`);
    await page.getByLabel('Namespace', { exact: true }).selectOption('demo');
    await page.getByText('mcp.json', { exact: true }).click();
    const file = { mcpServers: { Everything: officialServer('everything') } };
    await page.getByRole('textbox', { name: 'mcp.json' }).fill(JSON.stringify(file));
    await page.getByRole('button', { name: 'Show what it offers' }).click();
    await page.getByRole('button', { name: /^Publish \d+ tools$/ }).click({ timeout: 60_000 });
    await page.getByText(/^Published \d+ tools$/).waitFor();
    expect((await house.admin.get('/v1/tools/demo/everything.echo')).status).toBe(200);
    await context.close();
  }, 120_000);

  it('show gaps, and made tools with their tier and report', async () => {
    const object = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
    const made = await house.admin.post('/v1/made-tools', {
      ...{ name: 'upper', description: 'A text in capitals', language: 'javascript' },
      ...{ inputSchema: object('text'), outputSchema: object('upper') },
      code: 'export default ({ text }) => ({ upper: text.toUpperCase() });',
      tests: ['a', 'b', 'c'].map((name) => ({ name, input: { text: name }, output: { upper: name.toUpperCase() } })),
    });
    expect(made.status).toBe(201);
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/compositions`);
    await page.getByRole('tab', { name: 'Gaps' }).click();
    await page.getByText('No gap in the last 30 days.').waitFor();
    await page.getByRole('tab', { name: 'Made tools' }).click();
    const upper = page.getByRole('listitem').filter({ hasText: 'upper@' });
    await upper.getByText('Report, code and tests').click();
    await upper.getByText('Tier 0: It only computes.').waitFor();
    expect(await upper.getByLabel(/^Code of made-/).textContent()).toContain('toUpperCase');
    expect(await barriers(page)).toEqual([]);
    await context.close();
  }, 120_000);

  it('check a composition while a person types, and run it', async () => {
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/compositions`);
    const step = { id: 'find', tool: 'demo/memory.search_nodes', arguments: { query: 'Ada' } };
    const editor = page.getByLabel('Composition', { exact: true });
    await editor.fill(JSON.stringify({ plan: { steps: [{ ...step, tool: 'demo/none' }] } }));
    await page.getByText('It cannot run').waitFor();
    await editor.fill(JSON.stringify({ plan: { steps: [step] } }));
    await page.getByText('It can run').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
    await page.getByText('plan, succeeded').waitFor();
    await context.close();
  }, 120_000);

  it('show on the dashboard what was called, as it is counted, and narrow it to a tool', async () => {
    const called = async (input: object) =>
      house.admin.post('/v1/invocations', { tool: 'demo/memory.search_nodes', input });
    await called({ query: 'Ada' });
    await called({ wrong: 1 });
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/dashboard?range=15m`, { isLive: true });
    const table = page.getByRole('table', { name: 'Figures by tool' });
    await table.getByRole('link', { name: 'demo/memory.search_nodes' }).click();
    await page.getByRole('button', { name: 'Remove the filter tool demo/memory.search_nodes' }).waitFor();
    await page.getByRole('table', { name: 'Errors by class' }).getByText('invalid_input').first().waitFor();
    await page.locator('.recharts-surface').first().waitFor();
    const calls = page.locator('.figure', { hasText: 'from the cache' }).locator('strong');
    const before = Number(await calls.textContent());
    await called({ query: 'Grace' });
    await page
      .locator('.figure strong', { hasText: new RegExp(`^${before + 1}$`) })
      .first()
      .waitFor();
    expect([...complaints, ...(await barriers(page))]).toEqual([]);
    await context.close();
  }, 120_000);
});
