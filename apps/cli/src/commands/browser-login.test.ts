import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { whyNoBrowser } from '../input/open-page.js';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const url = 'http://localhost:3000/command-line?code=BCDF-GHJK';
const requested = {
  ...{ deviceCode: 'secret of this command line', userCode: 'BCDF-GHJK', url },
  ...{ expiresAt: '2026-11-21T00:10:00Z', intervalMs: 0 },
};
const me = { principal: { id: 'p', kind: 'user', name: 'ada' }, organisation: 'default', scopes: [] };

const answering = (...states: object[]) => ({
  'POST /v1/sign-in/command-lines': requested,
  'POST /v1/sign-in/command-lines/key': () => states.shift(),
  'GET /v1/me': me,
});

describe('login --browser', () => {
  it('opens the page, waits for the person and stores the key', async () => {
    const answers = answering({ state: 'waiting' }, { state: 'allowed', key: 'assay_the_key' });
    const ran = await assay(['login', '--browser'], { answers, hasBrowser: true, env: { DISPLAY: ':0' } });
    expect(ran).toMatchObject({ code: 0, opened: [url] });
    expect(ran.err).toContain('BCDF-GHJK');
    expect(ran.out).toContain('Logged in');
    expect(ran.asked.map(({ line, key }) => [line, key])).toEqual([
      ['POST /v1/sign-in/command-lines', null],
      ['POST /v1/sign-in/command-lines/key', null],
      ['POST /v1/sign-in/command-lines/key', null],
      ['GET /v1/me', 'Bearer assay_the_key'],
    ]);
    const stored = await readFile(join(ran.home, '.config', 'assay', 'config.json'), 'utf8');
    expect(JSON.parse(stored).keys).toEqual({ 'http://127.0.0.1:3000': 'assay_the_key' });
  });

  it('explains what to do where no browser opens', async () => {
    const answers = answering({ state: 'allowed', key: 'assay_the_key' });
    const remote = await assay(['login', '--browser'], {
      answers,
      env: { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' },
    });
    expect(remote).toMatchObject({ code: 0, opened: [] });
    expect(remote.err).toContain('on another machine');
    expect(remote.err).toContain('ssh -L 3000:localhost:3000');
    const broken = await assay(['login', '--browser'], {
      answers: answering({ state: 'allowed', key: 'assay_the_key' }),
      env: { DISPLAY: ':0' },
    });
    expect(broken).toMatchObject({ code: 0, opened: [url], err: expect.stringContaining('any machine') });
    expect(whyNoBrowser({}, 'linux')).toContain('no graphical session');
    expect(whyNoBrowser({}, 'darwin')).toBeUndefined();
  });

  it('stores nothing after a denial, and takes no key beside it', async () => {
    const denied = await assay(['login', '--browser'], { answers: answering({ state: 'denied' }) });
    expect(denied).toMatchObject({ code: 1, err: expect.stringContaining('denied in the browser') });
    await expect(readFile(join(denied.home, '.config', 'assay', 'config.json'))).rejects.toThrow();
    expect(await assay(['login', '--browser', '--key', 'k'])).toMatchObject({ code: 2, asked: [] });
  });
});
