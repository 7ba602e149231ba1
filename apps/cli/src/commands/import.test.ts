import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-000000000009';
const manifest = (tool: string, version = '1.0.0') => ({
  name: `acme/up.${tool}`,
  version,
  description: `Does ${tool}`,
  inputSchema: {},
  protocol: 'mcp',
  endpoint: { server: 'acme/up', tool },
  annotations: { openWorldHint: true },
});
const proposal = (tool: string, state: string, more: object = {}) => ({
  manifest: manifest(tool),
  state,
  previousVersion: null,
  changes: [],
  problems: [],
  notes: [],
  ...more,
});

const found = {
  id,
  server: 'acme/up',
  manifests: [],
  proposals: [
    proposal('echo', 'new', { notes: ['declares no annotations'] }),
    proposal('sum', 'changed', {
      manifest: manifest('sum', '1.1.0'),
      previousVersion: '1.0.0',
      changes: [{ path: '/description', before: 'Adds', after: 'Sums' }],
    }),
    proposal('old', 'unchanged'),
    proposal('bad', 'invalid', { problems: [{ path: '/inputSchema', message: 'is no JSON Schema' }] }),
  ],
  removed: ['acme/up.gone'],
  leftOut: [],
  createdAt: '2026-11-21T00:00:00Z',
};
const confirmLine = `POST /v1/imports/${id}/confirm`;
const answers = {
  'POST /v1/imports': found,
  [`GET /v1/imports/${id}`]: found,
  [confirmLine]: { entries: [{ ...entry, name: 'acme/up.echo' }], reviews: [] },
};
const importing = ['import', 'mcp', 'http://up.test/mcp', '--namespace', 'acme'];

describe('import mcp', () => {
  it('without anybody to ask shows the proposals, publishes nothing and says how to', async () => {
    const { code, out, err, asked } = await assay([...importing, '--header', 'x-key=s'], { answers });
    expect(code).toBe(0);
    expect(asked.map(({ line, body }) => [line, body])).toEqual([
      [
        'POST /v1/imports',
        {
          ...{ namespace: 'acme', draft: true },
          source: { mcp: { url: 'http://up.test/mcp', headers: { 'x-key': 's' } } },
        },
      ],
    ]);
    expect(out.split('\n')).toEqual([
      'acme/up: 4 tools',
      'STATE      TOOL          VERSION        REMARKS',
      'invalid    acme/up.bad   1.0.0          /inputSchema: is no JSON Schema',
      'changed    acme/up.sum   1.0.0 → 1.1.0  /description: "Adds" → "Sums"',
      'new        acme/up.echo  1.0.0          declares no annotations',
      'unchanged  acme/up.old   1.0.0          Does old',
      'No longer listed upstream: acme/up.gone',
      '',
    ]);
    expect(err).toContain(`To publish: assay import confirm ${id}`);
  });

  it('with --yes publishes what is new or changed', async () => {
    const { code, out, asked } = await assay([...importing, '--yes'], { answers });
    expect(code).toBe(0);
    expect(asked[1]).toMatchObject({ line: confirmLine, body: { include: ['acme/up.echo', 'acme/up.sum'] } });
    expect(out).toContain('acme/up.echo  1.2.0    Creates an order');
  });

  it('publishes only what was chosen, and declares what changes nothing', async () => {
    const { asked } = await assay([...importing, '--yes', '--only', 'echo', '--read-only', '*'], { answers });
    expect(asked[1]?.body).toEqual({
      include: ['acme/up.echo'],
      edits: { 'acme/up.echo': { annotations: { openWorldHint: true, readOnlyHint: true, destructiveHint: false } } },
    });
  });

  it.each([
    ['y\n', [confirmLine], 'PUBLISHED'],
    ['n\n', [], ''],
    ['', [], ''],
  ])('asks a person: %j', async (stdin, lines, printed) => {
    const { code, out, err, asked } = await assay(importing, { answers, stdin, tty: true });
    expect(code).toBe(0);
    expect(err).toContain('Publish 2 tools? [y/N]');
    expect(asked.slice(1).map(({ line }) => line)).toEqual(lines);
    expect(out).toContain(printed);
  });

  it('of a new server registers it with the confirmation alone', async () => {
    const all = { ...answers, 'POST /v1/imports': { ...found, draft: true } };
    for (const terminal of [{ stdin: 'n\n', tty: true }, {}]) {
      const { err, asked } = await assay(importing, { answers: all, ...terminal });
      expect(asked.map(({ line }) => line)).toEqual(['POST /v1/imports']);
      expect(err).toContain('Nothing has been published yet, and the server acme/up is not registered.');
      expect(err).toContain(`To publish: assay import confirm ${id}`);
    }
  });

  it('says once, above the table, what holds for most of the tools', async () => {
    const note = 'The upstream does not say whether the tool only reads.';
    const proposals = ['a', 'b', 'c'].map((tool) => proposal(tool, 'new', { notes: tool === 'c' ? ['odd'] : [note] }));
    const { out } = await assay(importing, { answers: { 'POST /v1/imports': { ...found, proposals } } });
    expect(out.split('\n').slice(0, 3)).toEqual([
      'acme/up: 3 tools',
      `2 of them: ${note}`,
      'STATE  TOOL       VERSION  REMARKS',
    ]);
    expect(out.split(note)).toHaveLength(2);
    expect(out).toContain('odd');
  });

  it('says so when there is nothing to publish', async () => {
    const same = { ...found, proposals: [proposal('old', 'unchanged')] };
    const { code, err } = await assay([...importing, '--yes'], { answers: { 'POST /v1/imports': same } });
    expect(code).toBe(0);
    expect(err).toContain('everything is already published');
  });

  it('fails when what was chosen cannot be published', async () => {
    const bad = { ...found, proposals: [proposal('bad', 'invalid')] };
    expect((await assay([...importing, '--yes'], { answers: { 'POST /v1/imports': bad } })).code).toBe(1);
  });

  it('refuses names the server does not have, and a missing namespace', async () => {
    const { code, err } = await assay([...importing, '--only', 'ecko'], { answers });
    expect(code).toBe(2);
    expect(err).toContain('acme/up has no tool "ecko". It has: echo, sum, old, bad.');
    expect((await assay(['import', 'mcp', 'http://up.test'])).code).toBe(2);
  });

  it('passes a command on whole', async () => {
    const argv = [
      'import',
      'mcp',
      '--namespace',
      'acme',
      '--stateless',
      '--server',
      'up',
      '--',
      'npx',
      '-y',
      'x',
      '--yes',
    ];
    const { asked } = await assay(argv, { answers });
    expect(asked[0]?.body).toEqual({
      draft: true,
      namespace: 'acme',
      server: 'up',
      stateless: true,
      source: { mcp: { command: 'npx', args: ['-y', 'x', '--yes'] } },
    });
    expect(asked).toHaveLength(1);
  });

  it('is confirmed later by its id', async () => {
    const { asked } = await assay(['import', 'confirm', id, '--only', 'acme/up.sum'], { answers });
    expect(asked[1]).toMatchObject({ line: confirmLine, body: { include: ['acme/up.sum'] } });
  });
});

describe('the import of an OpenAPI document', () => {
  const api = { ...found, server: 'acme/pets', removed: [] };
  const operation = (name: string) => ({
    ...proposal(name, 'new'),
    manifest: {
      ...manifest(name),
      name: `acme/pets.${name}`,
      protocol: 'http',
      endpoint: { server: 'acme/pets', url: '/' },
    },
  });
  const answered = { ...answers, 'POST /v1/imports': { ...api, proposals: [operation('list'), operation('add')] } };
  const yaml = 'openapi: 3.1.0\ninfo: {title: Pets}\n';

  it('sends an address on, for the server to read', async () => {
    const argv = ['import', 'openapi', 'https://pets.test/openapi.json', '--namespace', 'acme', '--header', 'x-key=s'];
    const { code, out, asked } = await assay([...argv, '--query', 'k=v', '--server', 'pets'], { answers: answered });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({
      draft: true,
      namespace: 'acme',
      server: 'pets',
      source: { openapi: { url: 'https://pets.test/openapi.json', headers: { 'x-key': 's' }, query: { k: 'v' } } },
    });
    expect(out).toContain('acme/pets: 2 tools');
  });

  it.each([
    ['JSON', '{"openapi": "3.1.0"}', { openapi: '3.1.0' }],
    ['YAML', yaml, yaml],
  ])('reads %s here', async (_, stdin, document) => {
    const argv = ['import', 'openapi', '-', '--namespace', 'acme', '--base-url', 'https://pets.test'];
    const { asked } = await assay(argv, { answers: answered, stdin });
    expect(asked[0]?.body).toEqual({
      draft: true,
      namespace: 'acme',
      source: { openapi: { document, baseUrl: 'https://pets.test' } },
    });
  });

  it('publishes operations by their own names', async () => {
    const argv = ['import', 'openapi', '-', '--namespace', 'acme', '--yes', '--only', 'list'];
    const { code, asked } = await assay(argv, { answers: answered, stdin: yaml });
    expect(code).toBe(0);
    expect(asked[1]).toMatchObject({ line: confirmLine, body: { include: ['acme/pets.list'] } });
  });

  it('refuses a file that is not there, an empty one, and a missing namespace', async () => {
    expect((await assay(['import', 'openapi', 'absent.yaml', '--namespace', 'acme'])).err).toContain(
      'File not found: absent.yaml',
    );
    expect((await assay(['import', 'openapi', '-', '--namespace', 'acme'], { stdin: ' ' })).err).toContain('is empty');
    expect((await assay(['import', 'openapi', 'a.yaml'])).code).toBe(2);
  });
});
