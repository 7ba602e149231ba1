/**
 * The kits beside others: content search beside ripgrep, queries beside the bare driver, and the tokens (o200k) of
 * common answers beside those of the servers that people install. Those are not dependencies; without one its part is
 * left out.
 *
 *     npm install --prefix <folder> @modelcontextprotocol/server-postgres
 *     python3 -m venv <folder>/venv && <folder>/venv/bin/pip install mcp-server-git
 *     node test/bench/kits/run.mjs --peers <folder>
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultFolder, measureFiles } from './files.mjs';

const { values } = parseArgs({
  options: { peers: { type: 'string' }, folder: { type: 'string', default: defaultFolder } },
});
const peer = (path) => {
  const full = values.peers === undefined ? undefined : join(values.peers, path);
  if (full !== undefined && existsSync(full)) return full;
  process.stdout.write(`${path} is not there: its comparison is left out.\n`);
  return undefined;
};

await measureFiles(values.folder);
const git = peer('venv/bin/mcp-server-git');
if (git !== undefined) await (await import('./git.mjs')).measureGit(git);
const postgres = peer('node_modules/@modelcontextprotocol/server-postgres/dist/index.js');
if (postgres !== undefined) await (await import('./database.mjs')).measureDatabase(postgres);
process.exit(0);
