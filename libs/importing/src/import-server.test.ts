import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { type Deadline, fail, ok, startDeadline } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { PublishVersion, type Server } from '@assay/registry';
import { aCaller, aManifest, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ImportServer } from './import-server.js';
import { ManageServers } from './manage-servers.js';
import { WatchDefinitions } from './pinning/watch-definitions.js';
import type { ToolSource, UpstreamTool } from './upstream.js';

const ann = aCaller();
const admin = aCaller({}, ['admin', 'registry:publish', 'hosts:command']);
const source = { mcp: { url: 'https://up.example/mcp' } };
const aTool = (name: string, parts: Partial<UpstreamTool> = {}): UpstreamTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  ...parts,
});

async function setUp(first: UpstreamTool[] = [aTool('read'), aTool('write')]) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  const ports = { ...house.cataloguePorts, ...house.publishPorts };
  const upstream = {
    tools: first,
    name: 'Up Stream',
    broken: false,
    asked: [] as Server[],
    deadline: null as Deadline | null,
  };
  const reading: ToolSource = {
    list: async (server, deadline) => {
      upstream.asked.push(server);
      upstream.deadline = deadline;
      if (upstream.broken) return fail('upstream_unavailable', 'It does not answer.');
      return ok({ name: upstream.name, version: '1', tools: upstream.tools });
    },
  };
  const publish = new PublishVersion(ports);
  const { quarantines, looks } = house;
  const consumers = { of: async () => [] };
  const watch = new WatchDefinitions({
    ...ports,
    source: reading,
    quarantines,
    looks,
    notices: new InMemoryNotices(),
    consumers,
  });
  const imports = new ImportServer({
    ...ports,
    source: reading,
    servers: new ManageServers(ports),
    publish,
    identities: house.identities,
    watch,
    documents: { read: async () => fail('invalid_request', 'Not here.') },
    reflection: { describe: async () => fail('upstream_unavailable', 'Not here.') },
    registryServers: { find: async () => undefined },
  });
  const deadline = startDeadline(house.clock, 1_000);
  const propose = async (body: object = {}, caller = ann) => {
    const proposed = await imports.propose(caller, { namespace: 'acme', source, ...body }, deadline);
    if (!proposed.ok) throw new Error(proposed.error.message);
    return proposed.value;
  };
  const importAll = async (caller = ann) => imports.confirm(caller, (await propose({}, caller)).id, {});
  const tools = () => [...house.catalogue.tools()].map((it) => `${it.id}@${it.versions[0]?.version}`).sort();
  return { house, imports, upstream, publish, propose, importAll, tools, deadline };
}

describe('ImportServer and commands', () => {
  const command = { source: { mcp: { command: 'serve', args: ['/data'] } }, server: 'up' };
  const host = aCaller({}, ['registry:publish', 'hosts:command']);

  it('needs the scope for the proposal and for its confirmation, which confirms the command', async () => {
    const { house, imports, propose, tools, deadline } = await setUp();
    house.machine.has('folder', '/data');
    const body = { namespace: 'acme', ...command };
    expect(await imports.propose(ann, body, deadline)).toMatchObject({ error: { code: 'forbidden' } });
    const { id } = await propose(command, host);
    expect(await imports.confirm(ann, id, {})).toMatchObject({ error: { code: 'forbidden' } });
    expect(tools()).toEqual([]);
    expect(house.catalogue.server('acme/up')).toMatchObject({
      isolation: { folders: [{ path: '/data', mode: 'rw' }] },
    });
    expect(await imports.confirm(host, id, { isolation: { folders: [] } })).toMatchObject({ ok: true });
    expect(house.catalogue.server('acme/up')).toMatchObject({ isolation: { folders: [] } });
    expect(tools()).toHaveLength(2);
  });

  it('refuses an administrator of another organisation, and lists nothing for it', async () => {
    const { house, imports, upstream, deadline } = await setUp();
    await house.identities.addNamespace(
      aNamespace({ name: 'foreign', organisationId: 'org-other', owners: ['principal-eve'] }),
    );
    await house.feed.caughtUp();
    const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);
    const proposed = await imports.propose(tenant, { namespace: 'foreign', ...command }, deadline);
    expect(proposed).toMatchObject({ error: { code: 'command_forbidden' } });
    expect(upstream.asked).toEqual([]);
  });

  it('rejects confirming a command that another organisation owns now', async () => {
    const { house, imports, propose } = await setUp();
    await house.identities.addNamespace(
      aNamespace({ name: 'foreign', organisationId: 'org-other', owners: ['principal-eve'] }),
    );
    await house.feed.caughtUp();
    const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);
    const { id } = await propose({ namespace: 'foreign', server: 'up' }, tenant);
    const server = house.catalogue.server('foreign/up') as Server;
    await house.tools.changeServer({ ...server, mcp: { command: 'sh' } });
    await house.feed.caughtUp();
    expect(await imports.confirm(tenant, id, {})).toMatchObject({ error: { code: 'command_forbidden' } });
  });
});

describe('ImportServer.propose', () => {
  it('registers the server under the upstream’s own name made fit, and publishes nothing', async () => {
    const { house, upstream, propose, tools, deadline } = await setUp();
    const proposed = await propose();
    expect(proposed).toMatchObject({
      server: 'acme/Up_Stream',
      organisationId: 'org-acme',
      principalId: 'principal-ann',
      removed: [],
      proposals: [
        {
          state: 'new',
          manifest: { name: 'acme/Up_Stream.read', endpoint: { server: 'acme/Up_Stream', tool: 'read' } },
        },
        { state: 'new', manifest: { name: 'acme/Up_Stream.write' } },
      ],
    });
    expect(house.catalogue.server('acme/Up_Stream')?.mcp).toEqual(source.mcp);
    expect(upstream.deadline).toBe(deadline);
    expect(tools()).toEqual([]);
  });

  it('moves the server when it is registered with another address, and otherwise does not change it', async () => {
    const { house, propose } = await setUp();
    await propose({ server: 'up', stateless: true });
    await propose({ server: 'up' });
    expect(house.actions).toEqual(['server.create acme/up']);
    const moved = { mcp: { url: 'https://elsewhere.example/mcp' } };
    await propose({ server: 'up', source: moved });
    expect(house.catalogue.server('acme/up')).toMatchObject({ ...moved, stateless: true });
    expect(house.actions).toEqual(['server.create acme/up', 'server.change acme/up']);
  });

  it('adds a number to colliding names, and truncates long ones', async () => {
    const long = 'x'.repeat(200);
    const { propose } = await setUp([
      aTool('get item'),
      aTool('get/item'),
      aTool('get:item'),
      aTool(long),
      aTool(`${long}y`),
    ]);
    const names = (await propose({ server: 'up' })).proposals.map((it) => it.manifest.name);
    expect(names.slice(0, 3)).toEqual(['acme/up.get_item', 'acme/up.get_item_2', 'acme/up.get_item_3']);
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name.split('/')[1]?.length).toBeLessThanOrEqual(128);
  });

  it('proposes a tool once even if the upstream lists it several times', async () => {
    const { propose } = await setUp([aTool('read'), aTool('read', { description: 'Again.' })]);
    expect((await propose({ server: 'up' })).proposals.map((it) => it.manifest.name)).toEqual(['acme/up.read']);
  });

  it('contacts no upstream for strangers, starts no command without permission, and registers no dead server', async () => {
    const { house, imports, upstream, deadline } = await setUp();
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    const body = { namespace: 'acme', source };
    expect(await imports.propose(stranger, body, deadline)).toMatchObject({ error: { code: 'namespace_forbidden' } });
    const command = { namespace: 'acme', source: { mcp: { command: 'node' } } };
    expect(await imports.propose(ann, command, deadline)).toMatchObject({ error: { code: 'forbidden' } });
    expect(upstream.asked).toEqual([]);
    upstream.broken = true;
    expect(await imports.propose(ann, body, deadline)).toMatchObject({ error: { code: 'upstream_unavailable' } });
    expect([...house.catalogue.servers()]).toEqual([]);
  });
});

describe('a draft', () => {
  it('registers its server with the confirmation, not before, and once', async () => {
    const { house, imports, propose, tools, upstream } = await setUp();
    const { id, server, draft } = await propose({ draft: true, server: 'up' });
    expect([server, draft?.mcp, house.catalogue.server(server)]).toEqual(['acme/up', source.mcp, undefined]);
    expect(await imports.find(aCaller({ id: 'principal-bob' }), id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await imports.confirm(ann, id, { include: ['acme/up.read'] })).toMatchObject({ ok: true });
    expect(tools()).toEqual(['acme/up.read@1.0.0']);
    const registered = house.catalogue.server(server);
    expect(registered).toMatchObject({ name: 'up', mcp: source.mcp });
    expect(await imports.confirm(ann, id, {})).toMatchObject({ ok: true });
    expect([tools().length, house.catalogue.server(server)]).toEqual([2, registered]);
    expect((await propose({ draft: true, server: 'up' })).draft).toBeNull();
    expect(upstream.asked).toHaveLength(2);
  });

  it('that cannot be confirmed leaves no server', async () => {
    const { house, imports, propose } = await setUp([aTool('read')]);
    const { id, server } = await propose({ draft: true, server: 'up' });
    expect(await imports.confirm(ann, id, { include: ['acme/up.none'] })).toMatchObject({ ok: false });
    const edits = { 'acme/up.read': { name: 'elsewhere/read' } };
    expect(await imports.confirm(ann, id, { edits })).toMatchObject({ ok: false });
    await house.feed.caughtUp();
    expect(house.catalogue.server(server)).toBeUndefined();
    expect(await imports.confirm(ann, id, {})).toMatchObject({ ok: true });
  });

  it('of a command is confirmed by a caller who may start it', async () => {
    const { house, imports, propose } = await setUp();
    house.machine.has('folder', '/data');
    const body = { source: { mcp: { command: 'serve', args: ['/data'] } }, server: 'up', draft: true };
    const host = aCaller({}, ['registry:publish', 'hosts:command']);
    const { id, draft } = await propose(body, host);
    expect(draft).toMatchObject({ isolation: { folders: [{ path: '/data', mode: 'rw' }] } });
    expect(await imports.confirm(ann, id, {})).toMatchObject({ error: { code: 'forbidden' } });
    expect(house.catalogue.server('acme/up')).toBeUndefined();
    expect(await imports.confirm(host, id, { isolation: { folders: [] } })).toMatchObject({ ok: true });
    expect(house.catalogue.server('acme/up')).toMatchObject({ isolation: { folders: [] } });
  });
});

describe('ImportServer.confirm', () => {
  it('publishes everything new or changed, pinned to the upstream’s definition', async () => {
    const { house, importAll, tools } = await setUp();
    expect(await importAll()).toMatchObject({ ok: true });
    expect(tools()).toEqual(['acme/Up_Stream.read@1.0.0', 'acme/Up_Stream.write@1.0.0']);
    for (const tool of house.catalogue.tools()) expect(tool.versions[0]?.upstreamDigest).toMatch(/^sha256:/);
    expect(house.audit.records.at(-1)).toMatchObject({ action: 'import.confirm', details: { published: 2 } });
  });

  it('publishes the selection as edited, and recognises it under its new name', async () => {
    const { house, imports, upstream, propose, tools } = await setUp([
      aTool('read', { annotations: {} }),
      aTool('write'),
    ]);
    const { id } = await propose();
    const edit = {
      name: 'acme/reader',
      version: '3.0.0',
      annotations: { readOnlyHint: true },
      visibility: 'public' as const,
    };
    const confirmed = await imports.confirm(ann, id, {
      include: ['acme/Up_Stream.read', 'acme/Up_Stream.read'],
      edits: { 'acme/Up_Stream.read': edit, 'acme/Up_Stream.write': { version: '9.0.0' } },
    });
    expect(confirmed.ok && confirmed.value.versions.map((it) => it.manifest)).toMatchObject([edit]);
    expect(tools()).toEqual(['acme/reader@3.0.0']);
    upstream.tools = [aTool('read', { annotations: {}, description: 'Reads better.' }), aTool('write')];
    const again = await propose();
    expect(again.proposals.map((it) => [it.state, it.manifest.name, it.manifest.version])).toEqual([
      ['changed', 'acme/reader', '3.0.1'],
      ['new', 'acme/Up_Stream.write', '1.0.0'],
    ]);
    expect(again.proposals[0]?.manifest).toMatchObject({ annotations: { readOnlyHint: true }, visibility: 'public' });
    expect(house.catalogue.version('acme/reader', '3.0.0')?.manifest.description).toBe('Does read.');
  });

  it("declares suggested annotations once a person accepts them, with the person's own first", async () => {
    const silent = ['get_order', 'delete_order', 'get_all', 'order'].map((name) => aTool(name, { annotations: {} }));
    const { imports, propose } = await setUp(silent);
    const found = await propose();
    const [get, remove, all, order] = found.proposals.map(({ manifest }) => manifest.name) as [
      string,
      string,
      string,
      string,
    ];
    expect(found.proposals.map(({ proposedAnnotations }) => proposedAnnotations?.destructiveHint)).toEqual([
      false,
      true,
      false,
      undefined,
    ]);
    expect(found.proposals.every(({ manifest }) => manifest.annotations === undefined)).toBe(true);
    expect(await imports.confirm(ann, found.id, { acceptAnnotations: ['acme/none'] })).toMatchObject({
      error: { issues: [{ path: '/acceptAnnotations' }] },
    });
    const edits = { [all]: { annotations: { readOnlyHint: false } } };
    const accepted = { include: [get, remove, all, order], edits, acceptAnnotations: [get, all] };
    const confirmed = await imports.confirm(ann, found.id, accepted);
    if (!confirmed.ok) throw new Error(confirmed.error.message);
    const annotations = new Map(confirmed.value.versions.map(({ manifest }) => [manifest.name, manifest.annotations]));
    expect([get, remove, all, order].map((it) => annotations.get(it))).toEqual([
      { readOnlyHint: true, destructiveHint: false },
      undefined,
      { readOnlyHint: false, destructiveHint: false },
      undefined,
    ]);
  });

  it('shows unchanged, changed, new and removed tools on a re-import, and publishes the difference', async () => {
    const { upstream, imports, propose, importAll, tools } = await setUp([aTool('a'), aTool('b'), aTool('c')]);
    await importAll();
    upstream.tools = [aTool('a'), aTool('b', { inputSchema: { type: 'object', required: ['x'] } }), aTool('renamed')];
    const again = await propose();
    expect(again.proposals.map((it) => it.state)).toEqual(['unchanged', 'changed', 'new']);
    expect(again.removed).toEqual(['acme/Up_Stream.c']);
    const confirmed = await imports.confirm(ann, again.id, {});
    expect(confirmed.ok && confirmed.value.versions.map((it) => `${it.tool}@${it.version}`)).toEqual([
      'Up_Stream.b@2.0.0',
      'Up_Stream.renamed@1.0.0',
    ]);
    expect(tools()).toHaveLength(4);
  });

  it('endorses for the administrator’s organisation, once, and not for others’ imports', async () => {
    const { house, importAll } = await setUp();
    await importAll();
    expect(house.directory.isEndorsed('acme/Up_Stream.read', 'org-acme')).toBe(false);
    const other = await setUp();
    await other.importAll(admin);
    expect(other.house.directory.isEndorsed('acme/Up_Stream.read', 'org-acme')).toBe(true);
    expect(other.house.actions.filter((it) => it.startsWith('endorsement.create'))).toHaveLength(2);
    other.upstream.tools = [aTool('read', { description: 'Changed.' }), aTool('write')];
    await other.importAll(admin);
    expect(other.house.actions.filter((it) => it.startsWith('endorsement.create'))).toHaveLength(2);
  });

  it('endorses no shipped tool that acts: its kit is enabled for that', async () => {
    const acts = { readOnlyHint: false, destructiveHint: true };
    const reads = { readOnlyHint: true, openWorldHint: false };
    const { house, imports, propose } = await setUp([
      aTool('read', { annotations: reads }),
      aTool('write', { annotations: acts }),
    ]);
    await house.identities.addNamespace(aNamespace({ id: 'n-assay', name: 'assay', owners: [] }));
    await house.feed.caughtUp();
    const { id } = await propose({ namespace: 'assay', server: 'files' }, admin);
    expect((await imports.confirm(admin, id, {})).ok).toBe(true);
    const isEndorsed = (tool: string) => house.directory.isEndorsed(`assay/files.${tool}`, 'org-acme');
    expect([isEndorsed('read'), isEndorsed('write')]).toEqual([true, false]);
  });

  it.each<[string, object, string, string]>([
    ['a choice that was not proposed', { include: ['acme/none'] }, 'invalid_request', '"acme/none"'],
    ['an edit of what was not proposed', { edits: { 'acme/none': {} } }, 'invalid_request', '"acme/none"'],
    [
      'an edit that breaks the manifest',
      { edits: { 'acme/Up_Stream.write': { version: 'x' } } },
      'invalid_manifest',
      'acme/Up_Stream.write:',
    ],
    [
      'an edit into a foreign namespace',
      { edits: { 'acme/Up_Stream.write': { name: 'globex/w' } } },
      'namespace_forbidden',
      'globex',
    ],
    [
      'one name for two tools',
      { edits: { 'acme/Up_Stream.write': { name: 'acme/Up_Stream.read' } } },
      'invalid_request',
      'Two tools',
    ],
    [
      'a number that is taken',
      { edits: { 'acme/Up_Stream.write': { name: 'acme/taken' } } },
      'version_conflict',
      'new number',
    ],
  ])('publishes nothing at all for %s', async (_, body, code, words) => {
    const { house, imports, publish, propose, tools } = await setUp();
    const { id } = await propose();
    await publish.run(ann, aManifest({ name: 'acme/taken', endpoint: { server: 'acme/Up_Stream', tool: 'old' } }));
    const refused = await imports.confirm(ann, id, body);
    expect(refused).toMatchObject({ error: { code, message: expect.stringContaining(words) } });
    expect(tools()).toEqual(['acme/taken@1.0.0']);
    expect(house.actions).not.toContain('import.confirm acme/Up_Stream');
  });

  it('omits an invalid proposal, unless it is requested by name', async () => {
    const { imports, propose, tools } = await setUp([
      aTool('fine'),
      aTool('broken', { inputSchema: { type: 'string' } }),
    ]);
    const { id, proposals } = await propose();
    expect(proposals.map((it) => it.state)).toEqual(['new', 'invalid']);
    expect(await imports.confirm(ann, id, { include: ['acme/Up_Stream.broken'] })).toMatchObject({
      error: { code: 'invalid_manifest', issues: [{ path: '/inputSchema/type' }] },
    });
    await imports.confirm(ann, id, {});
    expect(tools()).toEqual(['acme/Up_Stream.fine@1.0.0']);
  });

  it('belongs to the owners of the namespace', async () => {
    const { imports, propose } = await setUp();
    const { id } = await propose();
    expect(await imports.find(ann, id)).toMatchObject({ ok: true });
    const missing = { error: { code: 'not_found' } };
    expect(await imports.find(aCaller({ id: 'principal-bob' }), id)).toMatchObject(missing);
    expect(await imports.confirm(aCaller({ id: 'principal-bob' }), id, {})).toMatchObject(missing);
    expect(await imports.find(ann, 'none')).toMatchObject(missing);
  });
});

describe('an import and what published versions are pinned to', () => {
  const changed = aTool('read', { description: 'Reads, and tells others.' });

  it('quarantines drifted versions immediately, before any confirmation', async () => {
    const { house, upstream, propose, importAll } = await setUp();
    await importAll(admin);
    house.clock.advance(1_000);
    upstream.tools = [changed, aTool('write')];
    await propose({}, admin);
    const version = house.catalogue.tool('acme/Up_Stream.read')?.versions[0];
    expect(version?.quarantined?.finding).toContain('(/description)');
    const [kept] = await house.quarantines.openOf([version?.id ?? '']);
    expect(kept).toMatchObject({ diff: [{ path: '/description', before: 'Does read.' }], diffIsComplete: true });
    expect(house.catalogue.tool('acme/Up_Stream.write')?.versions[0]?.quarantined).toBeNull();
  });

  it('proposes again from the address of the record, for its owners only', async () => {
    const { house, imports, upstream, importAll, deadline } = await setUp();
    await importAll(admin);
    house.clock.advance(1_000);
    upstream.tools = [changed, aTool('write')];
    const again = await imports.proposeAgain(admin, 'acme/Up_Stream', deadline);
    expect(again).toMatchObject({ ok: true, value: { proposals: [{ state: 'changed' }, { state: 'unchanged' }] } });
    expect(upstream.asked.at(-1)).toMatchObject({ name: 'Up_Stream', mcp: source.mcp });
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(await imports.proposeAgain(stranger, 'acme/Up_Stream', deadline)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    upstream.broken = true;
    expect(await imports.proposeAgain(admin, 'acme/Up_Stream', deadline)).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable' },
    });
  });
});
