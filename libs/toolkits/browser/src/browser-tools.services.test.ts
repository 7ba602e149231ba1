import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { findChromium } from './engine/find-chromium.js';
import { type GuardProxy, startGuardProxy } from './engine/guard-proxy.js';
import { createBrowserServer } from './server.js';
import { BrowserSession } from './session/browser-session.js';
import { Downloads } from './session/downloads.js';
import { encryptedProfile } from './session/profile.js';
import { adversarialPages, type SitePage } from './testing-pages.fixture.js';

const withChromium = findChromium() === undefined ? describe.skip : describe;

let folder: string;
let site: Server;
let other: Server;
let datagrams: Socket;
let proxy: GuardProxy;
let session: BrowserSession;
let client: Client;
let origin: string;
/** What the site was asked, as `METHOD path body`. */
const asked: string[] = [];
/** What reached the host that the egress rules leave out. */
const escaped: string[] = [];

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const listen = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

async function call<T = Record<string, never>>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const result = await client.callTool({ name, arguments: args }, { timeout: 60_000 });
  if (result.isError) throw new Error((result.content as { text: string }[])[0]?.text);
  return result.structuredContent as T;
}

interface Shown {
  readonly kind: string;
  readonly changes: string;
  readonly tree: string;
  readonly page: { readonly url: string; readonly title: string; readonly tabs: number };
  readonly blocked?: readonly { readonly method: string; readonly why: string }[];
  readonly dialogs?: readonly { readonly message: string; readonly answer: string }[];
}

const open = (path: string) => call<Shown>('navigate', { url: `${origin}${path}` });
const markOf = (text: string, name: string): string => {
  const line = text.split('\n').find((it) => it.includes(name) && /\[(?:f\d+)?e\d+\]/.test(it)) ?? '';
  return /\[((?:f\d+)?e\d+)\]/.exec(line)?.[1] ?? `no mark of ${name} in ${text}`;
};

beforeAll(async () => {
  if (findChromium() === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  other = createServer((request, answer) => {
    escaped.push(`${request.method} ${request.url}`);
    answer.setHeader('access-control-allow-origin', '*').end('secret');
  });
  other.on('upgrade', (request, socket) => {
    escaped.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  const outsidePort = await listen(other);
  const outside = `127.0.0.1:${outsidePort}`;
  datagrams = createSocket('udp4', () => escaped.push('a datagram')).bind(outsidePort, '127.0.0.1');
  let pages: Readonly<Record<string, SitePage>> = {};
  site = createServer((request, answer) => {
    void bodyOf(request).then((body) => {
      const path = request.url?.split('?')[0] ?? '/';
      asked.push(`${request.method} ${path} ${body}`);
      const page = pages[path];
      answer.writeHead(
        page?.status ?? (page ? 200 : 404),
        page?.headers ?? { 'content-type': 'text/html; charset=utf-8' },
      );
      answer.end(page?.body ?? 'not found');
    });
  });
  const port = await listen(site);
  origin = `http://127.0.0.1:${port}`;
  pages = adversarialPages({ outside, origin });
  proxy = await startGuardProxy([`127.0.0.1:${port}`]);
  session = new BrowserSession({
    profile: encryptedProfile(join(folder, 'profile'), 'a key of the caller, long enough'),
    proxy: async () => proxy.address,
  });
  const downloads = new Downloads(join(folder, 'downloads'));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const onBug = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  serveStdio(() => createBrowserServer({ session, downloads, onBug }), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
}, 60_000);

afterAll(async () => {
  if (findChromium() === undefined) return;
  await client.close();
  await session.end();
  await proxy.close();
  datagrams.close();
  for (const server of [site, other]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

withChromium('the browser', () => {
  it('starts at the first use, and not before', async () => {
    await client.listTools();
    expect(session.isRunning).toBe(false);
    const shown = await call<Shown & { status: number }>('navigate', { url: 'example:' });
    expect(session.isRunning).toBe(true);
    expect(shown).toMatchObject({ status: 200, kind: 'full', page: { title: 'Example shop', tabs: 1 } });
  }, 60_000);

  it('fills and sends a form by marks, and shows only what changed', async () => {
    const { changes } = await open('/shop');
    const filled = await call<Shown>('fill', { mark: markOf(changes, 'Name'), value: 'Ada', effect: 'input' });
    expect(filled.kind).toBe('delta');
    expect(filled.changes).toContain('"Ada"');
    expect(filled.changes.length).toBeLessThan(changes.length / 3);
    await call('select', { selector: 'select', options: ['Coffee'], effect: 'input' });
    const buy = markOf(changes, 'Buy');
    await expect(call('click', { mark: buy, effect: 'input' })).rejects.toThrow('its effect is "submit"');
    await expect(call('click', { mark: buy, effect: 'submit' })).rejects.toThrow(`origin "${origin}"`);
    await expect(call('click', { mark: buy, effect: 'submit', origin })).rejects.toThrow('label "Buy"');
    await expect(call('click', { mark: buy, effect: 'submit', origin, label: 'Sell' })).rejects.toThrow('named "Buy"');
    expect(asked.filter((it) => it.startsWith('POST'))).toEqual([]);
    const bought = await call<Shown>('click', { mark: buy, effect: 'submit', origin, label: 'Buy' });
    expect(bought.changes).toContain('Thank you');
    expect(asked).toContain('POST /buy name=Ada&what=coffee');
    expect((await call<Shown>('back')).page.title).toBe('Shop');
  }, 60_000);

  it('observes forms, errors and boxes as data, in bounded size', async () => {
    await open('/shop');
    const whole = await call<{ forms: { fields: object[] }[]; errors: string[]; tree: string; scroll: object }>(
      'observe',
      {
        full: true,
        boxes: true,
        forms: true,
      },
    );
    expect(whole.errors).toEqual(['Out of stock: milk']);
    expect(whole.tree).toMatch(/\[f?\d*e\d+\] button "Buy" @\d+,\d+,\d+,\d+/);
    expect(whole.forms[0]?.fields).toMatchObject([
      { name: 'Name', type: 'text', required: true, filled: false },
      { name: 'What', type: 'select', options: ['Tea', 'Coffee'] },
    ]);
    expect(await call<Shown>('observe')).toMatchObject({ kind: 'unchanged', tree: '' });
    const short = await call<{ tree: string; more: number }>('observe', { full: true, maxTokens: 100 });
    expect(short.tree.length).toBeLessThanOrEqual(400);
    expect(short.more).toBeGreaterThan(0);
  }, 60_000);

  it('extracts by a schema, and says what it did not find', async () => {
    await open('/shop');
    const schema = {
      type: 'object',
      properties: {
        goods: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, price: { type: 'number' } },
            required: ['price'],
          },
        },
        links: { type: 'array', selector: 'nav a', items: { type: 'string', attribute: 'href' } },
      },
      required: ['goods'],
    };
    expect(await call('extract', { schema })).toMatchObject({
      untrusted: true,
      data: {
        goods: [
          { name: 'Tea', price: 1234.5 },
          { name: 'Coffee', price: 6.2 },
        ],
        links: [`${origin}/more`],
      },
    });
    const absent = { type: 'object', properties: { isbn: { type: 'string' } }, required: ['isbn'] };
    await expect(call('extract', { schema: absent })).rejects.toThrow("required property 'isbn'");
    expect(await call('extract_text', { selector: 'h1' })).toMatchObject({ text: 'Shop', elements: 1, more: 0 });
    expect(await call('extract_text', { selector: 'xpath=//h1' })).toMatchObject({ text: 'Shop' });
  }, 60_000);

  it('takes pictures of the page, an element and a region, with marks', async () => {
    await open('/shop');
    const picture = (args: object) => client.callTool({ name: 'screenshot', arguments: { ...args } });
    const sizes = [];
    for (const args of [
      {},
      { selector: 'form' },
      { region: { x: 0, y: 0, width: 50, height: 50 } },
      { fullPage: true },
    ]) {
      const { content, structuredContent } = await picture(args);
      expect((content as { type: string }[]).map((it) => it.type)).toEqual(['text', 'image']);
      sizes.push((structuredContent as { bytes: number }).bytes);
    }
    expect(sizes[2]).toBeLessThan(sizes[0] as number);
    expect((await picture({ marks: true })).structuredContent).toMatchObject({ marks: 4 });
    expect(await call('extract_text', { selector: 'html' })).not.toMatchObject({ text: expect.stringContaining('e7') });
    await expect(call('screenshot', { marks: true, fullPage: true })).rejects.toThrow('leave out fullPage');
  }, 60_000);

  it('acts at coordinates, with keys, and by dragging', async () => {
    const { changes } = await open('/widgets');
    await call('click', { x: 60, y: 30, effect: 'input' });
    await call('type', { text: 'hello', effect: 'input' });
    await expect(call('press', { key: 'Enter', effect: 'input' })).rejects.toThrow('Enter sends the form');
    await call('drag', { selector: '#from', to: { selector: '#onto' }, effect: 'input' });
    await call('hover', { mark: markOf(changes, 'Tip') });
    await call('scroll', { dy: 600 });
    const log = await call<{ entries: { text: string }[] }>('console');
    expect(log.entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['typed hello', 'dropped', 'tip', expect.stringMatching(/^scrolled [1-9]/)]),
    );
    await expect(call('click', { x: 60, effect: 'input' })).rejects.toThrow('x and y together');
    await expect(call('click', { mark: 'e99999', effect: 'input' })).rejects.toThrow('observe');
  }, 60_000);

  it('waits for conditions, and says when they did not come true', async () => {
    await open('/later');
    expect(await call('wait_for', { text: 'Ready now' })).toMatchObject({ met: true });
    expect(await call('wait_for', { text: 'Never', timeoutMs: 200 })).toMatchObject({ met: false });
    expect(await call('wait', { ms: 5 })).toMatchObject({ untrusted: true });
  }, 60_000);

  it('runs a script and reports requests', async () => {
    await open('/shop');
    expect(await call('script', { code: 'document.title', origin })).toMatchObject({ value: 'Shop' });
    expect(await call('script', { code: 'throw new Error("no")', origin })).toMatchObject({ error: 'Error: no' });
    await expect(call('script', { code: '1' })).rejects.toThrow('state the origin');
    await expect(call('script', { code: 'while (true) {}', origin, timeoutMs: 300 })).rejects.toThrow(
      'does not respond',
    );
    await call('tabs', { action: 'close', tab: 0 });
    await open('/missing');
    const { requests } = await call<{ requests: object[] }>('network', { failedOnly: true });
    expect(requests).toContainEqual(expect.objectContaining({ method: 'GET', status: 404 }));
  }, 60_000);
});

withChromium('a page that means harm', () => {
  it('leaves the egress rules by no route', async () => {
    await open('/escape');
    await call('wait_for', { text: 'all tried', timeoutMs: 15_000 });
    const results = (await call<{ text: string }>('extract_text', { selector: '#log' })).text;
    expect(results).toContain('fetch');
    expect(results).not.toContain('reached');
    await open('/redirect');
    expect(escaped).toEqual([]);
    for (const url of [
      'file:///etc/passwd',
      'chrome://version',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a:b@c.test/',
    ])
      await expect(call('navigate', { url })).rejects.toThrow(/http and https|password in it/);
    expect(escaped).toEqual([]);
  }, 90_000);

  it('cannot send what an action did not state', async () => {
    const before = asked.length;
    const { changes } = await open('/sneaky');
    const clicked = await call<Shown>('click', { mark: markOf(changes, 'Show more'), effect: 'input' });
    expect(clicked.blocked?.map(({ method }) => method)).toEqual(expect.arrayContaining(['POST', 'DELETE']));
    expect(asked.slice(before).filter((it) => !it.startsWith('GET'))).toEqual([]);
    await call('click', { mark: markOf(changes, 'Show more'), effect: 'submit', origin, label: 'Show more' });
    expect(asked.slice(before).some((it) => it.startsWith('DELETE /account'))).toBe(true);
  }, 60_000);

  it('gets no secret that is for another origin', async () => {
    const { changes } = await open('/login');
    const field = markOf(changes, 'Password');
    const secret = { mark: field, value: 'hunter2secret', effect: 'input' };
    await expect(call('fill', secret)).rejects.toThrow('State the origin');
    await expect(call('fill', { ...secret, origin: 'https://bank.example' })).rejects.toThrow('Nothing was');
    await expect(call('fill', { selector: '#foreign', value: 'x', effect: 'input', origin })).rejects.toThrow(
      'sends to',
    );
    const filled = await call<Shown>('fill', { ...secret, origin });
    const seen = JSON.stringify([filled, await call('observe', { full: true, forms: true })]);
    expect(seen).not.toContain('hunter2secret');
  }, 60_000);

  it('opens dialogs, pop-ups and downloads to no avail', async () => {
    const { changes } = await open('/noisy');
    const asks = { mark: markOf(changes, 'Ask'), effect: 'input' };
    expect(await call<Shown>('click', asks)).toMatchObject({ dialogs: [{ message: 'Really?', answer: 'dismissed' }] });
    await expect(call('click', { ...asks, dialog: { accept: true } })).rejects.toThrow('"submit"');
    const popped = await call<Shown & { refusedPopups: number }>('click', {
      mark: markOf(changes, 'Flood'),
      effect: 'input',
    });
    expect(popped.page.tabs).toBeLessThanOrEqual(10);
    for (let left = popped.page.tabs; left > 1; left -= 1) await call('tabs', { action: 'close', tab: left - 1 });
    await open('/noisy');
    const begun = await call<{ refusedDownloads: string[] }>('click', { selector: '#auto', effect: 'input' });
    expect(begun.refusedDownloads).toEqual(['report.csv']);
  }, 60_000);

  it('gives files, but no programs', async () => {
    await open('/noisy');
    const file = await call<{ id: string; name: string; text: string }>('download', {
      selector: '#csv',
      effect: 'navigate',
    });
    expect(file).toMatchObject({ name: 'report.csv', text: 'a,b\n1,2\n' });
    for (const selector of ['#exe', '#hidden-exe'])
      await expect(call('download', { selector, effect: 'navigate' })).rejects.toThrow('Programs are not taken');
    await call('upload', {
      selector: 'input[type=file]',
      effect: 'input',
      files: [{ name: '../a.txt', download: file.id }],
    });
    expect(
      await call('script', { code: 'document.querySelector("input[type=file]").files[0].name', origin }),
    ).toMatchObject({ value: 'a.txt' });
  }, 60_000);

  it('does not keep the kit waiting by growing or running without end', async () => {
    await open('/endless');
    const seen = await call<{ tree: string; more: number }>('observe', { full: true, maxTokens: 500 });
    expect(seen.tree.length).toBeLessThan(2_100);
    expect(seen.more).toBeGreaterThan(0);
    await call('scroll', { dy: 2_000, observe: 'none' });
    expect(session.isRunning).toBe(true);
  }, 60_000);

  it('keeps the profile encrypted between browsers until it is erased', async () => {
    await open('/login');
    await call('script', { code: 'document.cookie = "session=abc; max-age=9999"; localStorage.x = "kept"', origin });
    await session.end();
    expect(session.isRunning).toBe(false);
    await open('/login');
    const read = { code: 'document.cookie + localStorage.x', origin };
    expect(await call('script', read)).toMatchObject({ value: 'session=abckept' });
    await call('forget');
    await open('/login');
    expect(await call('script', read)).toMatchObject({ value: 'undefined' });
  }, 60_000);
});
