/**
 * What a model reads of pages, in o200k tokens, beside `@playwright/mcp` on the same pages: the list of tools, the first
 * observation, and what an action answers.
 *
 *     node test/bench/kits/browser.mjs --peer <folder with @playwright/mcp installed> [--pages <folder> --page <path>…]
 */
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { o200kTokens } from '@assay/models';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startBrowseSite } from '../../fixtures/browse-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const chromium = '/usr/lib/chromium/chromium';
const types = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

const { values } = parseArgs({
  options: {
    peer: { type: 'string' },
    pages: { type: 'string' },
    page: { type: 'string', multiple: true, default: [] },
  },
});
if (values.peer === undefined) throw new Error('Name the folder that has @playwright/mcp installed: --peer <folder>.');

/** The peer writes snapshots where it is started. */
const scratch = mkdtempSync(join(tmpdir(), 'assay-bench-'));

async function connect(args) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: scratch, stderr: 'ignore' }));
  return client;
}

function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent((request.url ?? '/').split('?')[0])));
    if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html; charset=utf-8' });
    return createReadStream(path).pipe(response);
  });
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done({ host: `127.0.0.1:${server.address().port}`, server })),
  );
}

const count = await o200kTokens();
const textOf = ({ content }) => content.map((it) => it.text ?? '').join('\n');

/** The text that a model reads, its tokens, and the milliseconds of the calls. */
async function read(client, ...calls) {
  const begun = performance.now();
  let last;
  for (const [name, args] of calls) {
    last = await client.callTool({ name, arguments: args }, { timeout: 60_000 });
    if (last.isError) throw new Error(`${name}: ${textOf(last)}`);
  }
  const text = textOf(last);
  return { text, tokens: count(text), ms: Math.round(performance.now() - begun) };
}

const site = await startBrowseSite();
const saved = values.pages === undefined ? undefined : await serveFolder(values.pages);
const hosts = [new URL(site.origin).host, ...(saved === undefined ? [] : [saved.host])];
const kit = await connect([join(root, 'libs/toolkits/browser/dist/main.js'), ...hosts.map((it) => `--allow=${it}`)]);
const peer = await connect([
  join(values.peer, 'node_modules/@playwright/mcp/cli.js'),
  ...['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium],
]);

const say = (title, ours, theirs) => process.stdout.write(`${title}: ${ours}; @playwright/mcp: ${theirs}\n`);
const listed = async (client) => {
  const { tools } = await client.listTools();
  const described = tools.map(({ outputSchema: _, ...it }) => it);
  return `${tools.length} tools, ${count(JSON.stringify(tools))} tokens, ${count(JSON.stringify(described))} without output schemas`;
};
say('list of tools', await listed(kit), await listed(peer));

const pages = [
  ...['/prices', '/login', '/list', '/orders'].map((it) => `${site.origin}${it}`),
  ...values.page.map((it) => `http://${saved?.host}/${it}`),
];
for (const url of pages) {
  const bounded = await read(kit, ['navigate', { url, observe: 'none' }], ['observe', { full: true }]);
  const whole = await read(kit, ['observe', { full: true, maxTokens: 20_000 }]);
  await read(peer, ['browser_navigate', { url }]);
  const theirs = await read(peer, ['browser_snapshot', {}]);
  say(new URL(url).pathname, `${bounded.tokens} tokens, whole page ${whole.tokens}`, `${theirs.tokens} tokens`);
}

/** Fills both fields of a page and presses its button, by the marks that the page was observed with. */
async function addUp(client, { navigate, observe, all, fill, click, target }) {
  const url = `${site.origin}/sum`;
  await read(client, [navigate, { url }]);
  const { text } = await read(client, [observe, all]);
  const mark = /\[(?:ref=)?((?:f\d+)?e\d+)\]/;
  const markOf = (name) => mark.exec(text.split('\n').find((it) => it.includes(name) && mark.test(it)) ?? '')?.[1];
  const answers = [
    await read(client, [fill, target(markOf('First'), { value: '20' })]),
    await read(client, [fill, target(markOf('Second'), { value: '22' })]),
    await read(client, [click, target(markOf('Add'), {})]),
  ];
  const sum = (of) => answers.reduce((all, it) => all + it[of], 0);
  return `${sum('tokens')} tokens and ${sum('ms')} ms for three actions`;
}

say(
  'fill, fill, click',
  await addUp(kit, {
    ...{ navigate: 'navigate', observe: 'observe', all: { full: true }, fill: 'fill', click: 'click' },
    target: (mark, more) => ({ mark, effect: 'input', ...more }),
  }),
  await addUp(peer, {
    ...{
      navigate: 'browser_navigate',
      observe: 'browser_snapshot',
      all: {},
      fill: 'browser_type',
      click: 'browser_click',
    },
    target: (ref, { value }) => ({
      element: 'the element',
      target: ref,
      ref,
      ...(value !== undefined && { text: value }),
    }),
  }),
);
await Promise.all([kit.close(), peer.close(), site.stop()]);
saved?.server.close();
rmSync(scratch, { recursive: true, force: true });
