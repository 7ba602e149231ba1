import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, KitView } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;
let house: House;

const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: at,
    encoding: 'utf8',
  });

const call = async (tool: string, input: unknown) =>
  (await (await house.as('planner')).post<Envelope>('/v1/invocations', { tool, input })).body;
const done = async (tool: string, input: unknown) => {
  const body = await call(tool, input);
  if (body.output === undefined) throw new Error(JSON.stringify(body));
  return body.output as Record<string, string>;
};

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files,git,build,browser' });
  const shop = join(house.home, 'files', 'shop');
  mkdirSync(shop);
  const manifest = { type: 'module', scripts: { test: 'node --test' } };
  writeFileSync(join(shop, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(shop, 'sum.mjs'), 'export const sum = (a, b) => a - b;\n');
  const test = `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from './sum.mjs';\ntest('sums', () => assert.equal(sum(1, 1), 2));\n`;
  writeFileSync(join(shop, 'sum.test.mjs'), test);
  git(shop, 'init', '-q', '-b', 'main');
  git(shop, 'add', '.');
  git(shop, 'commit', '-qm', 'First');
}, 120_000);
afterAll(() => house.stop());

whereIsolated('the kits for code', () => {
  it('read before they are enabled; git verifies its examples', async () => {
    expect(await done('assay/git.status', { repo: 'shop' })).toMatchObject({ branch: 'main' });
    expect(await done('assay/build.detect', { repo: 'shop' })).toMatchObject({ systems: [{ system: 'npm' }] });
    expect(await call('assay/build.test', { repo: 'shop' })).toMatchObject({ code: 'kit_not_enabled' });
    await house.admin.post('/v1/tools/assay/git.log/verify', {});
    const verdict = await eventually(async () => {
      const { body } = await house.admin.get<{ items: { verdict: string | null }[] }>(
        '/v1/verifications?tool=assay/git.log',
      );
      return body.items[0]?.verdict ?? undefined;
    }, 'verified');
    expect(verdict).toBe('green');
  });

  it('an agent fixes a bug: worktree, edit, verify, commit; a push waits for a person', async () => {
    for (const kit of ['files', 'git', 'build'])
      expect((await house.admin.post<KitView>(`/v1/kits/${kit}/enable`, {})).body.status).toBe('enabled');
    const { path, branch } = await done('assay/git.start', { repo: 'shop', task: 'fix-sum' });
    expect(await done('assay/build.verify', { repo: path })).toMatchObject({
      passed: false,
      results: { test: { outcome: 'failed', counts: { failed: 1 } } },
    });
    await done('assay/files.write', {
      path: `${path}/sum.mjs`,
      mode: 'overwrite',
      content: 'export const sum = (a, b) => a + b;\n',
    });
    expect(await done('assay/build.verify', { repo: path, changedFiles: ['sum.mjs'] })).toMatchObject({ passed: true });
    const { undo } = await done('assay/git.commit', { repo: path, message: 'Add instead of subtracting' });
    expect(git(join(house.home, 'files', 'shop'), 'log', '-1', '--format=%s', String(branch))).toContain('Add instead');
    const pushed = await (await house.as('planner')).post<Envelope>('/v1/invocations', {
      tool: 'assay/git.push',
      input: { repo: path, branch },
    });
    expect([pushed.status, JSON.stringify(pushed.body)]).toEqual([202, expect.stringContaining('push')]);
    expect(await done('assay/git.undo', { undo })).toEqual({ outcome: 'undone' });
  }, 120_000);

  it('the build kit is started without a sandbox of its own, and says so; its runs have one', async () => {
    const { body } = await house.admin.get<{ isolation: object }>('/v1/servers/assay/build');
    expect(body.isolation).toMatchObject({ network: 'none', requiresIsolation: true });
    writeFileSync(join(house.home, 'files', 'Makefile'), `build:\n\t@cat ${house.home}/admin.key || echo hidden\n`);
    const { log } = await done('assay/build.build', { repo: '.', system: 'make' });
    expect(log).toContain('hidden');
    expect(existsSync(join(house.home, 'admin.key'))).toBe(true);
  });

  (existsSync('/usr/lib/chromium/chromium') ? it : it.skip)(
    'a browser runs in its sandbox: a person approves what it sends, and it reaches no private address',
    async () => {
      expect(await call('assay/browser.navigate', { url: 'example:' })).toMatchObject({ code: 'kit_not_enabled' });
      expect((await house.admin.post<KitView>('/v1/kits/browser/enable', {})).body.status).toBe('enabled');
      expect(await done('assay/browser.navigate', { url: 'example:' })).toMatchObject({
        page: { title: 'Example shop' },
      });
      await done('assay/browser.fill', { selector: 'input', value: '3', effect: 'input' });
      expect(await call('assay/browser.click', { selector: 'button', effect: 'input' })).toMatchObject({
        error: { code: 'upstream_rejected', outcome: 'none', message: expect.stringContaining('"submit"') },
      });
      const order = { selector: 'button', effect: 'submit', label: 'Order' };
      const waiting = await (await house.as('planner')).post<{ approval: { id: string }; invocationId: string }>(
        '/v1/invocations',
        { tool: 'assay/browser.click', input: order },
      );
      expect([waiting.status, JSON.stringify(waiting.body)]).toEqual([202, expect.stringContaining('submit')]);
      const script = { tool: 'assay/browser.script', input: { code: '1' } };
      expect((await (await house.as('planner')).post('/v1/invocations', script)).status).toBe(202);
      const refused = await call('assay/browser.navigate', { url: `${house.url}/health` });
      expect(JSON.stringify(refused)).not.toContain('database');
      const other = await (await house.as('somebody-else')).post<Envelope>('/v1/invocations', {
        tool: 'assay/browser.observe',
        input: {},
      });
      expect(other.body.output).toMatchObject({ page: { url: 'about:blank' } });
    },
    120_000,
  );
});
