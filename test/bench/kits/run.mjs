/** The kits beside others: content search beside ripgrep, and the size of common answers beside the official file server. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'libs');

async function connect(...args) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return client;
}

async function median(runs, work) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return Math.round(times.sort((a, b) => a - b)[Math.floor(runs / 2)]);
}

const sizeOf = ({ content, structuredContent }) => ({
  text: content.reduce((sum, it) => sum + (it.text?.length ?? 0), 0),
  structured: JSON.stringify(structuredContent ?? null).length,
});

const kit = await connect(join(root, 'libs/toolkits/files/dist/main.js'), folder);
const official = await connect(
  join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'),
  folder,
);

const search = { name: 'search', arguments: { text: 'Refusal', glob: '*.ts', maxMatches: 1000 } };
const ours = await median(5, () => kit.callTool(search));
const ripgrep = await median(5, () =>
  spawnSync('rg', ['-i', '-F', '-g', '*.ts', 'Refusal', folder], { encoding: 'utf8' }),
);
const found = (await kit.callTool(search)).structuredContent;
process.stdout.write(
  `search: ${ours} ms for ${found.matchCount} matches in ${found.searchedFiles} files; ripgrep with its start: ${ripgrep} ms\n`,
);

const file = join('kernel', 'src', 'index.ts');
const cases = [
  [
    'read a file',
    { name: 'read', arguments: { path: file } },
    { name: 'read_text_file', arguments: { path: join(folder, file) } },
  ],
  [
    'tree of a folder',
    { name: 'tree', arguments: { path: 'kernel/src', depth: 16 } },
    { name: 'directory_tree', arguments: { path: join(folder, 'kernel', 'src') } },
  ],
  [
    'list a folder',
    { name: 'list', arguments: { path: 'kernel/src' } },
    { name: 'list_directory', arguments: { path: join(folder, 'kernel', 'src') } },
  ],
];
for (const [title, mine, theirs] of cases) {
  const [a, b] = [sizeOf(await kit.callTool(mine)), sizeOf(await official.callTool(theirs))];
  process.stdout.write(
    `${title}: text ${a.text} characters, structured ${a.structured}; official server: ${b.text} and ${b.structured}\n`,
  );
}
await kit.close();
await official.close();
