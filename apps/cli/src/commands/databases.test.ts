import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const view = (...names: string[]) => ({
  ...{ name: 'database', title: 'Databases', summary: 'Queries databases.', version: '1.1.0' },
  ...{ status: 'disabled', missing: null, tools: [] },
  settings: { takes: 'DATABASE_<NAME>', names },
  reaches: { isolated: true, network: 'none', hosts: ['db.example:5432'], folders: [] },
});
const show = 'GET /v1/kits/database';
const setting = (name: string) => `/v1/kits/database/settings/${name}`;
const address = 'postgresql://reader:secret@db.example/shop';

describe('databases', () => {
  it('are listed with what they are registered for', async () => {
    const names = ['DATABASE_SHOP', 'DATABASE_SHOP_WRITER', 'DATABASE_SHOP_SCRATCH', 'DATABASE_OLD'];
    const { out } = await assay(['databases'], { answers: { [show]: view(...names) } });
    expect(out).toMatch(/shop\s+yes\s+yes/);
    expect(out).toMatch(/old\s+no\s+no/);
    expect((await assay(['databases'], { answers: { [show]: view() } })).out).toContain('databases add');
    const { out: json } = await assay(['databases', 'list', '--json'], { answers: { [show]: view(...names) } });
    expect(JSON.parse(json)).toMatchObject({ settings: { names } });
  });

  it.each([
    [[], 'DATABASE_MY_SHOP'],
    [['--writer'], 'DATABASE_MY_SHOP_WRITER'],
    [['--scratch'], 'DATABASE_MY_SHOP_SCRATCH'],
  ])('are added %j with an address that is piped in and never shown', async (options, name) => {
    const answers = { [`PUT ${setting(name)}`]: view(name) };
    const { code, out, err, asked } = await assay(['databases', 'add', 'my-shop', ...options], {
      answers,
      stdin: `${address}\n`,
    });
    expect([code, asked.map((it) => it.line)]).toEqual([0, [`PUT ${setting(name)}`]]);
    expect(asked[0]?.body).toEqual({ value: address });
    expect(err).toContain('db.example:5432');
    expect(err).toContain('assay kits enable database');
    expect(out + err).not.toContain('secret');
  });

  it('are not added without an address, or for two uses at once', async () => {
    for (const [options, stdin] of [
      [[], ' \n'],
      [['--writer', '--scratch'], address],
    ] as const) {
      const { code, asked } = await assay(['databases', 'add', 'shop', ...options], { answers: {}, stdin });
      expect([code, asked]).toEqual([2, []]);
    }
  });

  it('are removed with all of their addresses', async () => {
    const names = ['DATABASE_SHOP', 'DATABASE_SHOP_SCRATCH'];
    const answers = {
      [show]: view(...names),
      [`DELETE ${setting('DATABASE_SHOP')}`]: view('DATABASE_SHOP_SCRATCH'),
      [`DELETE ${setting('DATABASE_SHOP_SCRATCH')}`]: view(),
    };
    const { code, err, asked } = await assay(['databases', 'remove', 'shop'], { answers });
    expect([code, asked.map((it) => it.line)]).toEqual([0, Object.keys(answers)]);
    expect(err).toContain('Removed shop');
  });
});
