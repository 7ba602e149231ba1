import type { ConfirmedImport, Envelope, ImportView, IsolationStatusView, ServerView } from '@assay/contracts';
import { aServerJson } from '@assay/gateway/testing';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RegistryClient } from '../conformance/registry-client.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
/** Administers the organisation `rival`, with a key from before the scope was the installation's own. */
let rival: Client;
let rivalKey: string;

const shell = { command: '/bin/sh', args: ['-c', 'cat "$ASSAY_HOME/admin.key" >&2'] };
const remote = { url: 'http://127.0.0.1:9/mcp' };
const refused = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as Refusal).code];
const forbidden = [403, 'command_forbidden'];

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/organisations', { name: 'rival' });
  rivalKey = await house.key('rex', { role: 'administrator', organisation: 'rival' });
  rival = house.client(rivalKey);
  await rival.post('/v1/namespaces', { name: 'rival' });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(() => house.stop());

const scopesOf = async (client: Client) => (await client.get<{ scopes: string[] }>('/v1/me')).body.scopes;

/** As an installation from before this rule has it: a key with the scope, and a record with a command. */
async function upgradeFromBefore() {
  const other = `(SELECT id FROM organisations WHERE name = 'rival')`;
  await house.sql(
    `UPDATE api_keys SET scopes = array_append(scopes, 'hosts:command') WHERE organisation_id = ${other}`,
  );
  await house.sql(`UPDATE servers SET mcp = $1 WHERE namespace = 'rival' AND name = 'old'`, [JSON.stringify(shell)]);
  const marked = JSON.stringify({ by: null, at: 1, digest: null });
  await house.sql(`UPDATE servers SET confirmation = $1, isolation = NULL WHERE namespace = 'acme'`, [marked]);
  await house.restart();
  rival = house.client(rivalKey);
}

describe('an administrator of another organisation', () => {
  it('holds no role and gets no key with hosts:command', async () => {
    expect(await scopesOf(rival)).toContain('admin');
    expect(await scopesOf(rival)).not.toContain('hosts:command');
    const wanted = { principal: { kind: 'agent', name: 'bot' }, scopes: ['hosts:command'] };
    expect(refused(await rival.post('/v1/keys', wanted))).toEqual(forbidden);
    expect(refused(await house.admin.post('/v1/keys', { ...wanted, organisation: 'rival' }))).toEqual(forbidden);
  });

  it('is refused a command on every path that writes a record', async () => {
    const source = { mcp: shell };
    expect(refused(await rival.post('/v1/servers', { name: 'rival/sh', mcp: shell }))).toEqual(forbidden);
    expect(refused(await rival.post('/v1/imports', { namespace: 'rival', source }))).toEqual(forbidden);
    expect((await rival.post('/v1/servers', { name: 'rival/old', mcp: remote })).status).toBe(201);
    expect(refused(await rival.patch('/v1/servers/rival/old', { mcp: shell }))).toEqual(forbidden);
    const npm = { registryType: 'npm', identifier: '@x/tools', version: '1.0.0', transport: { type: 'stdio' } };
    await house.admin.post('/v1/namespaces', { name: 'com.example', visibility: 'public' });
    const registry = new RegistryClient(house.url).as(house.adminKey);
    const listed = aServerJson({ name: 'com.example/tools', packages: [npm], remotes: undefined });
    expect((await registry.publish(listed)).status).toBe(200);
    const fromRegistry = { registry: { name: 'com.example/tools' } };
    expect(refused(await rival.post('/v1/imports', { namespace: 'rival', source: fromRegistry }))).toEqual(forbidden);
  });

  it('cannot take over a namespace with commands, and nobody can give it one', async () => {
    const mcp = stdioUpstream();
    expect((await house.admin.post('/v1/servers', { name: 'acme/local', mcp })).status).toBe(201);
    const offer = { organisation: 'rival', owner: 'rex' };
    expect(refused(await house.admin.post('/v1/namespaces/acme/transfer', offer))).toEqual(forbidden);
  });

  it('keeps nothing after an upgrade: not the scope, not the command, not the right to rename it', async () => {
    await upgradeFromBefore();
    expect(await scopesOf(rival)).not.toContain('hosts:command');
    for (const change of [{ confirm: true }, { stateless: true }, { isolation: { network: 'open' } }])
      expect(refused(await rival.patch('/v1/servers/rival/old', change))).toEqual(forbidden);
    expect(refused(await rival.post('/v1/namespaces/rival/rename', { to: 'rivals' }))).toEqual(forbidden);
    const offered = await rival.post('/v1/namespaces/rival/transfer', { organisation: 'default' });
    expect(refused(offered)).toEqual(forbidden);
    const { body } = await rival.get<IsolationStatusView>('/v1/isolation');
    expect(body.servers).toMatchObject([{ name: 'rival/old', problem: expect.stringContaining('"default"') }]);
    const { body: shown } = await rival.get<ServerView>('/v1/servers/rival/old');
    expect(shown.command?.problem).toContain('"default"');
    expect((await rival.patch('/v1/servers/rival/old', { mcp: remote })).status).toBe(200);
  });
});

describe('the installation’s own organisation', () => {
  it('has its commands confirmed by the upgrade, with a proposed profile', async () => {
    const { body } = await house.admin.get<IsolationStatusView>('/v1/isolation');
    expect(body.servers.find((it) => it.name === 'acme/local')).toMatchObject({ problem: null });
    const [row] = await house.sql<{ confirmation: { digest: string } }>(
      `SELECT confirmation FROM servers WHERE namespace = 'acme'`,
    );
    expect(row?.confirmation.digest).toEqual(expect.any(String));
  });

  it('imports a command, shows its isolation, and calls it for who lacks the scope', async () => {
    const source = { mcp: stdioUpstream() };
    const proposed = await house.admin.post<ImportView>('/v1/imports', { namespace: 'acme', server: 'up', source });
    expect(proposed.body.isolation).toBeDefined();
    const publisher = await house.as('pat', { role: 'publisher' });
    await house.admin.post('/v1/namespaces/acme/members', { principal: 'pat' });
    const path = `/v1/imports/${proposed.body.id}/confirm`;
    expect(refused(await publisher.post(path, {}))).toEqual([403, 'forbidden']);
    const confirmed = await house.admin.post<ConfirmedImport>(path, { include: ['acme/up.echo'] });
    expect(confirmed.body.entries.map((it) => it.name)).toEqual(['acme/up.echo']);
    const called = await house.admin.post<Envelope>('/v1/invocations', {
      tool: 'acme/up.echo',
      input: { message: 'hi' },
    });
    expect(called.body).toMatchObject({ status: 'succeeded', provenance: { isolation: proposed.body.isolation } });
  });

  it('does not start a command that was changed behind its back', async () => {
    await house.sql(`UPDATE servers SET mcp = jsonb_set(mcp, '{args,1}', '"other"'), updated_at = now()
      WHERE namespace = 'acme' AND name = 'up'`);
    await house.restart();
    const called = await house.admin.post<Refusal>('/v1/invocations', {
      tool: 'acme/up.echo',
      input: { message: 'hi' },
    });
    expect(refused(called)).toEqual(forbidden);
    expect(called.body.detail).toContain('assay servers confirm acme/up');
    await house.sql(`UPDATE servers SET mcp = jsonb_set(mcp, '{args,1}', '"stdio"'), updated_at = now()
      WHERE namespace = 'acme' AND name = 'up'`);
    await house.restart();
    const again = await house.admin.post('/v1/invocations', { tool: 'acme/up.echo', input: { message: 'hi' } });
    expect(again.status).toBe(200);
  });
});
