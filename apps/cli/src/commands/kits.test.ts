import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const tool = { title: null, destructive: false, undo: null, held: null };
const files = {
  ...{ name: 'files', title: 'Files', summary: 'Reads and writes files.', version: '1.1.0' },
  ...{ status: 'disabled', missing: null },
  tools: [
    { ...tool, tool: 'assay/files.read', acts: false, enabled: true },
    {
      ...tool,
      tool: 'assay/files.write',
      acts: true,
      enabled: false,
      destructive: true,
      undo: 'assay/files.restore@^2',
    },
  ],
  settings: { takes: null, names: [] },
  reaches: { isolated: true, network: 'none', hosts: [], folders: [{ path: '/srv/notes', mode: 'rw' }] },
};
const enabled = { ...files, status: 'enabled', tools: files.tools.map((it) => ({ ...it, enabled: true })) };
const answers = {
  'GET /v1/kits?limit=50': { items: [files], nextCursor: null },
  'GET /v1/kits/files': files,
  'POST /v1/kits/files/enable': enabled,
  'POST /v1/kits/files/disable': files,
};

describe('kits', () => {
  it('are listed, and one is shown with what it may do', async () => {
    expect((await assay(['kits'], { answers })).out).toMatch(/files\s+1\.1\.0\s+disabled\s+2\s+Reads and writes/);
    const { out } = await assay(['kits', 'show', 'files'], { answers });
    expect(out).toContain('/srv/notes (rw)');
    expect(out).toMatch(/assay\/files\.write\s+changes or replaces; undone by assay\/files\.restore\s+not enabled/);
    expect(out).toMatch(/assay\/files\.read\s+reads only\s+always/);
  });

  it('show what is held, why, and how that is decided', async () => {
    const held = '1.1.0 waits for a review (gives orders). Decide: assay reviews show r1';
    const holding = { ...files, tools: [...files.tools, { ...files.tools[1], tool: 'assay/files.tidy', held }] };
    const listed = await assay(['kits'], { answers: { 'GET /v1/kits?limit=50': { items: [holding] } } });
    expect(listed.out).toContain('3 (1 held)');
    const { out } = await assay(['kits', 'show', 'files'], { answers: { 'GET /v1/kits/files': holding } });
    expect(out).toMatch(/assay\/files\.tidy.*held/);
    expect(out).toContain(`Held: assay/files.tidy ${held}`);
  });

  it('are enabled only after they were shown: with --yes', async () => {
    const asked = await assay(['kits', 'enable', 'files'], { answers });
    expect([asked.code, asked.asked.map((it) => it.line)]).toEqual([1, ['GET /v1/kits/files']]);
    expect(asked.out).toContain('assay/files.write');
    expect(asked.err).toContain('assay kits enable files --yes');
    const done = await assay(['kits', 'enable', 'files', '--yes'], { answers });
    expect([done.code, done.asked.map((it) => it.line)]).toEqual([
      0,
      ['GET /v1/kits/files', 'POST /v1/kits/files/enable'],
    ]);
    expect(done.err).toContain('assay kits disable files');
  });

  it('say when there is nothing to do, or what is missing', async () => {
    const already = await assay(['kits', 'enable', 'files'], { answers: { 'GET /v1/kits/files': enabled } });
    expect([already.code, already.err]).toEqual([0, expect.stringContaining('enabled already')]);
    const missing = { ...files, status: 'unavailable', missing: 'The folder /x does not exist. Create it.' };
    const unavailable = await assay(['kits', 'enable', 'files', '--yes'], {
      answers: { 'GET /v1/kits/files': missing },
    });
    expect([unavailable.code, unavailable.err]).toEqual([1, expect.stringContaining('Create it.')]);
  });

  it('are enabled once they are published, soon after the first start', async () => {
    const states = [{ ...files, status: 'being_published' }, files];
    const { code, asked } = await assay(['kits', 'enable', 'files', '--yes'], {
      answers: { ...answers, 'GET /v1/kits/files': () => states.shift() },
    });
    expect([code, asked.map((it) => it.line)]).toEqual([
      0,
      ['GET /v1/kits/files', 'GET /v1/kits/files', 'POST /v1/kits/files/enable'],
    ]);
  });

  it('take settings from standard input, and give them back', async () => {
    const mail = { ...files, name: 'communication', settings: { takes: 'MAIL_FROM', names: ['MAIL_FROM'] } };
    const route = 'PUT /v1/kits/communication/settings/MAIL_FROM';
    const done = await assay(['kits', 'set', 'communication', 'MAIL_FROM'], {
      answers: { [route]: { ...mail, status: 'being_published' } },
      stdin: 'agent@acme.example\n',
    });
    expect(done.asked).toMatchObject([{ line: route, body: { value: 'agent@acme.example' } }]);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('assay kits enable communication')]);
    expect(done.out).toMatch(/takes\s+MAIL_FROM/);
    const empty = await assay(['kits', 'set', 'communication', 'MAIL_FROM'], { answers: {}, stdin: '' });
    expect([empty.code, empty.asked]).toEqual([2, []]);
    const removal = 'DELETE /v1/kits/communication/settings/MAIL_FROM';
    const removed = await assay(['kits', 'unset', 'communication', 'MAIL_FROM'], { answers: { [removal]: mail } });
    expect([removed.code, removed.err]).toEqual([0, expect.stringContaining('Removed MAIL_FROM')]);
  });

  it('are disabled', async () => {
    const { code, err } = await assay(['kits', 'disable', 'files'], { answers });
    expect([code, err]).toEqual([0, expect.stringContaining('Disabled')]);
  });
});
