/** Entries of the official MCP Registry API for benchmarks, put straight into a database. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readLines } from '../discovery/real-tools.mjs';

const words = ['weather', 'files', 'browser', 'memory', 'search', 'github', 'postgres', 'mail', 'calendar', 'notes'];
const generatedNames = Array.from({ length: 500 }, (_, at) => {
  const word = words[at % words.length];
  return `io.github.user-${at}/${at % 3 === 0 ? word : `${word}-mcp`}`;
});

/** Names of real servers where the data sets are there, generated ones otherwise; `namespace/name`, each once. */
export function serverNames(data) {
  const file = (name) => join(data, 'catalog', name);
  if (!existsSync(file('mcp_registry_seed_2025_05_16.jsonl'))) return generatedNames;
  const seed = readLines(file('mcp_registry_seed_2025_05_16.jsonl')).map(({ name }) => name);
  const docker = readLines(file('docker_mcp_servers.jsonl')).map(({ name }) => `com.docker.mcp/${name}`);
  const names = [...seed, ...docker].map((name) => name.replaceAll(/[^A-Za-z0-9./_-]/g, '-'));
  return [...new Set(names)].filter((name) => /^[^/]+\/[^/]+$/.test(name));
}

/** The `at`-th of as many names as are wanted: the given ones over again under other namespaces. */
function nameAt(names, at) {
  const [namespace, ...local] = names[at % names.length].split('/');
  const round = Math.floor(at / names.length);
  return `${namespace}${round === 0 ? '' : `.r${round}`}/${local.join('-')}`;
}

const entry = (name, version) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name,
  version,
  description: `The server ${name} with some tools that agents like to call.`.slice(0, 100),
  repository: { url: 'https://github.com/example/server', source: 'github' },
  packages: [
    {
      registryType: 'npm',
      identifier: `@example/${name.split('/')[1]}`,
      version,
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'API_KEY', description: 'A key.', isRequired: true, isSecret: true }],
    },
  ],
});

/** Rows `from` to `to` of the catalogue, two versions a name. */
function rowsBetween(names, from, to) {
  const rows = [];
  for (let at = from; at < to; at += 1) {
    const name = nameAt(names, Math.floor(at / 2));
    const version = at % 2 === 0 ? '1.0.0' : '1.1.0';
    rows.push({ id: randomUUID(), name, version, latest: at % 2 === 1, server: JSON.stringify(entry(name, version)) });
  }
  return rows;
}

const insert = `INSERT INTO registry_servers (id, organisation_id, name, version, server, remote_urls, status,
    published_at, updated_at, status_changed_at, is_latest)
  SELECT id, (SELECT id FROM organisations ORDER BY name LIMIT 1), name, version, server, '{}', 'active',
    now(), now(), now(), latest
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::boolean[]) AS t (id, name, version, server, latest)`;

const batch = 5_000;

/** Grows the catalogue of a database from `from` to `to` entries. */
export async function addEntries(databaseUrl, names, from, to) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let at = from; at < to; at += batch) {
      const rows = rowsBetween(names, at, Math.min(to, at + batch));
      const column = (key) => rows.map((row) => row[key]);
      await client.query(insert, [column('id'), column('name'), column('version'), column('server'), column('latest')]);
    }
  } finally {
    await client.end();
  }
}
