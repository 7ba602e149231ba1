import { fail, ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ExportTools } from './export-tools.js';
import { aMadeTool } from './testing/made-tool-store.contract.js';

const made = aMadeTool();
const exporting = (tool = made) =>
  new ExportTools({
    promoting: { find: async (_caller, id) => (id === tool.id ? ok(tool) : fail('not_found', 'none')) },
    dependencies: { allowed: [{ name: 'csv-parse/sync', version: '7.0.3', integrity: 'sha256-c' }] },
    plainCode: (code) => (code === 'bad' ? { ok: false, error: [] } : ok(`plain ${code}`)),
    ...{ mcpVersion: '2.4.0', pythonVersion: '314.0.7' },
  });

describe('the export of a made tool', () => {
  it('is a package with a server, the plain code, its schemas and tests', async () => {
    const template = { ...made.template, name: 'Rows_of', dependencies: ['csv-parse/sync'] };
    const exported = await exporting({ ...made, template }).run(aCaller(), made.id);
    if (!exported.ok) throw new Error(exported.error.message);
    const { name, version, files } = exported.value;
    expect([name, version]).toEqual(['rows-of', '0.1.0']);
    const text = new Map(files.map((file) => [file.path, file.text]));
    expect([...text.keys()].sort()).toEqual([
      ...['README.md', 'host.mjs', 'package.json', 'server.mjs', 'tool.json', 'tool.mjs', 'tool.test.mjs'],
    ]);
    expect(JSON.parse(text.get('package.json') ?? '')).toMatchObject({
      ...{ name: 'rows-of', version: '0.1.0', bin: { 'rows-of': './server.mjs' } },
      dependencies: { '@modelcontextprotocol/server': '2.4.0', 'csv-parse': '7.0.3' },
    });
    expect(text.get('tool.mjs')).toBe(`plain ${made.template.code}\n`);
    expect(JSON.parse(text.get('tool.json') ?? '')).toMatchObject({ name: 'Rows_of', tests: made.template.tests });
  });

  it('runs Python in Pyodide, and has the functions and places of a higher tier', async () => {
    const tier = { granted: 1, why: 'reads', functions: ['files.read' as const] };
    const template = { ...made.template, language: 'python' as const, access: { folders: ['/data'] } };
    const exported = await exporting({ ...made, template, report: { ...made.report, tier } }).run(aCaller(), made.id);
    if (!exported.ok) throw new Error(exported.error.message);
    const text = new Map(exported.value.files.map((file) => [file.path, file.text]));
    expect(text.get('tool.py')).toBe(`plain ${made.template.code}\n`);
    expect(JSON.parse(text.get('package.json') ?? '')).toMatchObject({ dependencies: { pyodide: '314.0.7' } });
    expect(JSON.parse(text.get('tool.json') ?? '')).toMatchObject({
      ...{ functions: ['files.read'], access: { folders: ['/data'] }, annotations: { readOnlyHint: true } },
    });
    expect(text.get('README.md')).toContain('- /data\n');
  });

  it('is for tools up to tier 2 that the caller sees', async () => {
    expect(await exporting().run(aCaller(), 'other')).toMatchObject({ error: { code: 'not_found' } });
    const tier = { granted: 3, why: 'reads', functions: ['files.read' as const] };
    expect(await exporting({ ...made, report: { ...made.report, tier } }).run(aCaller(), made.id)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('approved by a person') },
    });
    const bad = { ...made, template: { ...made.template, code: 'bad' } };
    expect(await exporting(bad).run(aCaller(), made.id)).toMatchObject({ error: { code: 'conflict' } });
  });
});
