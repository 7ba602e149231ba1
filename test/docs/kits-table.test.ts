import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildKit } from '@assay/kit-build';
import { databaseKit } from '@assay/kit-database';
import { filesKit } from '@assay/kit-files';
import { gitKit } from '@assay/kit-git';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const page = readFileSync('docs/toolkits.md', 'utf8');
const kits = [filesKit, gitKit, buildKit, databaseKit];
/** Names of parameters and results of each tool, `kit.tool`, as the kits' own programs list them. */
const fields = new Map<string, ReadonlySet<string>>();
const clients: Client[] = [];
const folder = mkdtempSync(join(tmpdir(), 'assay-kits-table-'));

beforeAll(async () => {
  for (const kit of kits) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    const args = [kit.entry, ...kit.arguments({ roots: [folder], state: folder, settings: {} })];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    for (const { name, inputSchema, outputSchema } of (await client.listTools()).tools) {
      const names = [inputSchema, outputSchema].flatMap((it) => Object.keys(it?.properties ?? {}));
      fields.set(`${kit.name}.${name}`, new Set(names));
    }
  }
}, 60_000);
afterAll(async () => {
  await Promise.all(clients.map((it) => it.close()));
  rmSync(folder, { recursive: true, force: true });
});

const spans = (text = ''): string[] => [...text.matchAll(/`([^`]{1,80})`/g)].map(([, code = '']) => code);
/** Rows of the tables that begin with the source document. */
const rows = page.split('\n').flatMap((line) => {
  const [, source = '', tool = '', names = ''] = line.split('|').map((it) => it.trim());
  return line.startsWith('|') && names !== '' && spans(tool).length > 0
    ? [{ source, tools: spans(tool), names: spans(names) }]
    : [];
});
const mapped = rows.filter(({ tools }) => tools.every((it) => /^(?:files|git|build|database)\.[a-z_]{1,40}$/.test(it)));

describe('the tables of docs/toolkits.md', () => {
  it('have every tool of the source document, 14.10 and 14.11', () => {
    const sources = mapped.map(({ source }) => source).join('\n');
    for (const name of [
      ...['read_file', 'write_file', 'list_directory', 'search_files', 'search_content', 'move_file', 'delete_file'],
      ...['file_diff', 'file_metadata', 'git_status', 'git_diff', 'git_log', 'git_branch', 'git_checkout'],
      ...['git_commit', 'git_merge', 'git_push', 'git_blame', 'build:', 'test:', 'lint:', 'typecheck:'],
      ...['VerifyAfterMutation', '14.11.2', '14.11.3', '14.11.4', '14.11.5', '14.11.6'],
    ])
      expect(sources).toContain(name);
  });

  it('name tools, parameters and results that the kits have', () => {
    expect(mapped.length).toBeGreaterThan(25);
    for (const { tools, names } of mapped) {
      for (const tool of tools) expect([...fields.keys()]).toContain(tool);
      const known = new Set(tools.flatMap((it) => [...(fields.get(it) ?? [])]));
      // `verify` has the selection of each check in its results.
      for (const name of names.filter((it) => /^[a-zA-Z]{1,40}$/.test(it) && it !== 'selection'))
        expect([tools.join(), name, known.has(name)]).toEqual([tools.join(), name, true]);
    }
  });

  it('name every tool of these kits, and every reason of a refused query', () => {
    const section = page.slice(page.indexOf('## The tools'), page.indexOf('## Data\n'));
    for (const tool of fields.keys()) expect(section).toContain(tool.slice(tool.indexOf('.') + 1));
    for (const reason of ['parse_error_after_repair', 'write_operation_not_permitted', 'query_too_complex'])
      expect(page).toContain(reason);
    for (const reason of ['estimated_cost_too_high', 'execution_timeout', 'parse_error'])
      expect(page).toContain(reason);
  });
});
