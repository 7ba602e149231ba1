import { beforeAll, describe, expect, it } from '@jest/globals';
import type { House } from '../e2e/house.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> javascript:alert(1)`;

here(named("a tool's page"), () => {
  let house: House;

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
    const tool = {
      name: 'demo/hostile',
      version: '1.0.0',
      title: hostile.slice(0, 200),
      description: hostile,
      protocol: 'http',
      endpoint: { url: 'http://127.0.0.1:9/x' },
      inputSchema: { type: 'object', properties: { [hostile.slice(0, 60)]: { type: 'string', description: hostile } } },
    };
    await house.admin.post('/v1/tools', tool);
    await house.admin.post('/v1/tools', {
      ...tool,
      version: '2.0.0',
      inputSchema: { type: 'object', required: ['a'] },
    });
  }, 120_000);

  it('calls a real tool from a form and verifies its receipt', async () => {
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/tools/demo/memory.search_nodes?tab=try`);
    await page.getByLabel('query').fill('Ada');
    await page.getByRole('button', { name: 'Check without calling' }).click();
    await page.getByText('checked, not called').waitFor();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('succeeded').waitFor();
    await page.getByText('Receipt verified in this browser').waitFor();
    expect(await page.getByRole('list', { name: 'Trace' }).getByRole('listitem').count()).toBeGreaterThan(3);
    expect([...complaints, ...(await barriers(page))]).toEqual([]);
    await context.close();
  }, 120_000);

  it('has no barriers on any tab, and verifies the signatures', async () => {
    const context = await signedIn(house);
    const found: string[] = [];
    for (const tab of ['overview', 'versions', 'trust', 'safety', 'connect', 'try']) {
      const { page, complaints } = await visit(context, `${house.url}/tools/demo/memory.create_entities?tab=${tab}`);
      if (tab === 'safety') await page.getByText('Verified in this browser').waitFor();
      found.push(...[...complaints, ...(await barriers(page))].map((it) => `${tab}: ${it}`));
      await page.close();
    }
    await context.close();
    expect(found).toEqual([]);
  }, 120_000);

  it('shows hostile text as text and compares its versions', async () => {
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/tools/demo/hostile?tab=versions`);
    await page.getByText('breaking').first().waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText(hostile).first().waitFor();
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
    expect(
      await page.evaluate('document.querySelectorAll("main img, main script, main [href^=javascript]").length'),
    ).toBe(0);
    expect(await page.title()).not.toBe('owned');
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});
