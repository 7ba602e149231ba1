// Imports real stdio servers from npm and PyPI under the profile that import proposes, and calls a tool of each.
//   node test/bench/isolation/real-servers.mjs [name …]
// Needs npm; servers from PyPI need uv. A server whose package cannot be had is reported as skipped.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/config';
import { startEmbeddedPostgres } from '@assay/persistence';
import { createLogger, startApplication } from '@assay/server';

const scratch = mkdtempSync(join(tmpdir(), 'assay-real-'));
const home = join(scratch, 'home');
const data = join(scratch, 'data');
const repository = join(data, 'repository');
for (const folder of [home, data, repository]) mkdirSync(folder, { recursive: true });
writeFileSync(join(data, 'hello.txt'), 'hello');
writeFileSync(join(repository, 'a.txt'), 'a');
const git = (...args) =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
git('init', '-q');
git('add', '.');
git('commit', '-qm', 'First');

/** A database of its own on this machine, on another port than Assay's. */
const database = await startEmbeddedPostgres({ home: join(scratch, 'other'), log: () => {} });

const servers = [
  [
    'filesystem',
    ['npx', '-y', '@modelcontextprotocol/server-filesystem', data],
    'read_text_file',
    { path: join(data, 'hello.txt') },
  ],
  [
    'memory',
    ['npx', '-y', '@modelcontextprotocol/server-memory'],
    'create_entities',
    { entities: [{ name: 'ann', entityType: 'person', observations: ['x'] }] },
  ],
  ['everything', ['npx', '-y', '@modelcontextprotocol/server-everything'], 'echo', { message: 'hi' }],
  [
    'sequential-thinking',
    ['npx', '-y', '@modelcontextprotocol/server-sequential-thinking'],
    'sequentialthinking',
    { thought: 'x', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
  ],
  [
    'postgres',
    ['npx', '-y', '@modelcontextprotocol/server-postgres', database.url],
    'query',
    { sql: 'SELECT 41 + 1 AS answer' },
  ],
  [
    'dbhub',
    ['npx', '-y', '@bytebase/dbhub', '--transport', 'stdio', '--dsn', `${database.url}?sslmode=disable`],
    'search_objects',
    { object_type: 'schema' },
  ],
  ['context7', ['npx', '-y', '@upstash/context7-mcp'], null, null],
  ['sqlite-npx', ['npx', '-y', 'mcp-sqlite', join(data, 'other.db')], 'db_info', {}],
  ['time', ['uvx', 'mcp-server-time'], 'get_current_time', { timezone: 'UTC' }],
  ['git', ['uvx', 'mcp-server-git', '--repository', repository], 'git_log', { repo_path: repository }],
  [
    'sqlite',
    ['uvx', '--with', 'mcp<2', 'mcp-server-sqlite', '--db-path', join(data, 'shop.db')],
    'create_table',
    { query: 'CREATE TABLE t (a int)' },
  ],
  ['fetch', ['uvx', 'mcp-server-fetch'], null, null],
  ['calculator', ['uvx', 'mcp-server-calculator'], 'calculate', { expression: '6 * 7' }],
  [
    'postgres-mcp',
    ['uvx', '--with', 'mcp<2', 'postgres-mcp', '--access-mode=unrestricted', database.url],
    'list_schemas',
    {},
  ],
];

const chosen = process.argv.slice(2);
const lines = [];
const log = createLogger('info', { write: (line) => void lines.push(line) });
const application = await startApplication(readConfig({ ...process.env, PORT: '0', ASSAY_HOME: home }), log);
const request = async (method, path, body) => {
  const answer = await fetch(`${application.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${application.adminKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
await request('POST', '/v1/namespaces', { name: 'real' });
console.log(`isolation: ${JSON.stringify((await request('GET', '/v1/isolation')).body).slice(0, 160)}`);

/** One server: imported as proposed, confirmed, called. */
async function tryServer([name, [command, ...args], tool, input]) {
  const began = performance.now();
  const source = { mcp: { command, args } };
  const proposed = await request('POST', '/v1/imports', { namespace: 'real', server: name, source });
  // Of a package with a part to build: the answer names the setting that lets its install script run.
  if (/"installScripts"/.test(proposed.body.detail)) return ['told', 'set "installScripts" to true'];
  if (proposed.status !== 201) return [`NOT IMPORTED ${proposed.status}`, String(proposed.body.detail).slice(0, 600)];
  const { isolation, manifests } = proposed.body;
  const ready = Math.round(performance.now() - began);
  const profile = `${isolation.network ?? isolation} ${(isolation.hosts ?? []).join(',')} ${(isolation.folders ?? []).map((it) => `${it.path.replace(scratch, '')}:${it.mode}`).join(',')}`;
  if (tool === null) return ['imported', `${manifests.length} tools in ${ready} ms; ${profile}`];
  const include = manifests.filter((it) => it.endpoint.tool === tool).map((it) => it.name);
  const confirmed = await request('POST', `/v1/imports/${proposed.body.id}/confirm`, { include });
  if (confirmed.status !== 200)
    return [`NOT CONFIRMED ${confirmed.status}`, JSON.stringify(confirmed.body).slice(0, 300)];
  if (include.length === 0) return ['NO SUCH TOOL', manifests.map((it) => it.endpoint.tool).join(' ')];
  const start = performance.now();
  const called = await request('POST', '/v1/invocations', { tool: include[0], input, deadlineMs: 60_000 });
  const ms = Math.round(performance.now() - start);
  const said =
    called.status === 200 ? JSON.stringify(called.body.output) : JSON.stringify(called.body.error ?? called.body);
  return [
    called.status === 200 ? 'answered' : `FAILED ${called.status}`,
    `${manifests.length} tools in ${ready} ms, call ${ms} ms; ${profile}; ${said.slice(0, 300)}`,
  ];
}

let failed = 0;
let answered = 0;
for (const server of servers.filter(([name]) => chosen.length === 0 || chosen.includes(name))) {
  const [outcome, detail] = await tryServer(server).catch((error) => ['CRASHED', error.message]);
  if (/[A-Z]{3}/.test(outcome)) failed += 1;
  if (outcome === 'answered') answered += 1;
  console.log(`${server[0].padEnd(20)} ${outcome.padEnd(12)} ${detail}`);
}
console.log(`${answered} answered a call, ${failed} failed`);
if (process.env.ASSAY_BENCH_LOG) console.log(lines.join(''));
await application.stop();
await database.stop();
rmSync(scratch, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
