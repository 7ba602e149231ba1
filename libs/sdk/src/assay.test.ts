import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { fromEnvironment } from './environment.js';
import type { AssayError } from './error.js';
import { localServer, type Reply, type Seen } from './local-server.fixture.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serving(reply: (seen: Seen) => Reply) {
  const server = await localServer(reply);
  open.push(server);
  return server;
}

const manifest = {
  name: 'acme/echo',
  version: '1.0.0',
  description: 'Says it again',
  inputSchema: {},
  protocol: 'mcp' as const,
  endpoint: { server: 'acme/up', tool: 'echo' },
};
const id = '0198f000-0000-7000-8000-000000000000';

const requests: readonly [string, (assay: Assay) => PromiseLike<unknown>, string, unknown?][] = [
  [
    'revoke',
    (a) => a.revocations.create({ target: 'acme/*', reason: 'Why' }),
    'POST /v1/revocations',
    { target: 'acme/*', reason: 'Why' },
  ],
  ['list revocations', (a) => a.revocations.list({ state: 'active' }).page(), 'GET /v1/revocations?state=active'],
  ['appeal', (a) => a.revocations.appeal(id, 'Mended'), `POST /v1/revocations/${id}/appeal`, { reason: 'Mended' }],
  [
    'raise an alert',
    (a) => a.alerts.raise({ target: 'acme/x', reason: 'It spies', severity: 'high' }),
    'POST /v1/alerts',
    { target: 'acme/x', reason: 'It spies', severity: 'high' },
  ],
  [
    'withdraw an attestation',
    (a) => a.assurance.withdrawAttestation('acme/x', '1.0.0', id, 'Void'),
    `POST /v1/tools/acme/x/versions/1.0.0/attestations/${id}/withdraw`,
    { reason: 'Void' },
  ],
  ['list alerts', (a) => a.alerts.list({ limit: 3 }).page(), 'GET /v1/alerts?limit=3'],
  ['lift a revocation', (a) => a.revocations.lift(id, 'Fixed'), `DELETE /v1/revocations/${id}?reason=Fixed`],
  ['lift a revocation without a word', (a) => a.revocations.lift(id), `DELETE /v1/revocations/${id}`],
  [
    'start an evaluation',
    (a) => a.evaluations.start({ tool: 'acme/x', against: 'acme/y' }),
    'POST /v1/evaluations',
    { tool: 'acme/x', against: 'acme/y' },
  ],
  ['show an evaluation', (a) => a.evaluations.show(id), `GET /v1/evaluations/${id}`],
  [
    'save an example',
    (a) => a.evaluations.saveExample(id, { match: 'exact' }),
    `POST /v1/invocations/${id}/example`,
    { match: 'exact' },
  ],
  [
    'list saved examples',
    (a) => a.evaluations.examples('acme/x', '1.0.0').page(),
    'GET /v1/tools/acme/x/versions/1.0.0/examples',
  ],
  [
    'remove a saved example',
    (a) => a.evaluations.removeExample('acme/x', '1.0.0', id),
    `DELETE /v1/tools/acme/x/versions/1.0.0/examples/${id}`,
  ],
  ['list recordings', (a) => a.evaluations.recordings().page(), 'GET /v1/recordings'],
  ['record', (a) => a.evaluations.record('acme/x', { keep: 5 }), 'PUT /v1/recordings/acme/x', { keep: 5 }],
  ['stop recording', (a) => a.evaluations.stopRecording('acme/x'), 'DELETE /v1/recordings/acme/x'],
  ['list candidates', (a) => a.evaluations.candidates().page(), 'GET /v1/candidates'],
  ['resume a candidate', (a) => a.evaluations.resumeCandidate(id), `POST /v1/candidates/${id}/resume`],
  ['publish', (a) => a.tools.publish(manifest), 'POST /v1/tools', manifest],
  ['check', (a) => a.tools.check(manifest), 'POST /v1/tools/check', manifest],
  ['list', (a) => a.tools.list({ namespace: 'acme', limit: 5 }).page(), 'GET /v1/tools?namespace=acme&limit=5'],
  ['show', (a) => a.tools.show('acme/files.read'), 'GET /v1/tools/acme/files.read'],
  ['versions', (a) => a.tools.versions('acme/x').page('c'), 'GET /v1/tools/acme/x/versions?cursor=c'],
  ['version', (a) => a.tools.version('acme/x', '1.0.0+b'), 'GET /v1/tools/acme/x/versions/1.0.0%2Bb'],
  ['resolve', (a) => a.tools.resolve('acme/x'), 'GET /v1/tools/acme/x/resolve'],
  ['resolve a range', (a) => a.tools.resolve('acme/x@>=1 <3'), 'GET /v1/tools/acme/x/resolve?range=%3E%3D1+%3C3'],
  ['discover', (a) => a.discover({ query: 'q' }), 'POST /v1/discover', { query: 'q' }],
  ['show a call', (a) => a.invocations.show(id), `GET /v1/invocations/${id}`],
  [
    'judge a call',
    (a) => a.invocations.feedback(id, { verdict: 'accepted' }),
    `POST /v1/invocations/${id}/feedback`,
    { verdict: 'accepted' },
  ],
  ['cancel a call', (a) => a.invocations.cancel(id), `DELETE /v1/invocations/${id}`],
  ['list outputs', (a) => a.outputs.list({ limit: 3 }).page(), 'GET /v1/outputs?limit=3'],
  ['read an output', (a) => a.outputs.read(id), `GET /v1/outputs/${id}`],
  [
    'read a part of an output',
    (a) => a.outputs.read(id, { range: 'items=0-9', at: '/rows' }),
    `GET /v1/outputs/${id}?range=items%3D0-9&at=%2Frows`,
  ],
  ['delete an output', (a) => a.outputs.delete(id), `DELETE /v1/outputs/${id}`],
  ['list memory', (a) => a.memory.list({ layer: 'session' }).page(), 'GET /v1/memory?layer=session'],
  ['read a memory', (a) => a.memory.read(id, { range: 'lines=0-9' }), `GET /v1/memory/${id}?range=lines%3D0-9`],
  ['forget a memory', (a) => a.memory.forget(id), `DELETE /v1/memory/${id}`],
  ['forget all', (a) => a.memory.forgetAll(), 'DELETE /v1/memory'],
  [
    'tokens of a session',
    (a) => a.sessions.tokens('trip', { window: 8_000 }),
    'GET /v1/sessions/trip/tokens?window=8000',
  ],
  ['list servers', (a) => a.servers.list().page(), 'GET /v1/servers'],
  ['show a server', (a) => a.servers.show('acme/up'), 'GET /v1/servers/acme/up'],
  ['delete a server', (a) => a.servers.delete('acme/up'), 'DELETE /v1/servers/acme/up'],
  [
    'change a server',
    (a) => a.servers.change('acme/up', { stateless: true }),
    'PATCH /v1/servers/acme/up',
    { stateless: true },
  ],
  ['confirm', (a) => a.imports.confirm(id), `POST /v1/imports/${id}/confirm`, {}],
  ['me', (a) => a.me(), 'GET /v1/me'],
  ['revoke a key', (a) => a.keys.revoke(id), `DELETE /v1/keys/${id}`],
  ['show a namespace', (a) => a.namespaces.show('acme'), 'GET /v1/namespaces/acme'],
  ['add', (a) => a.namespaces.addMember('acme', 'ann'), 'POST /v1/namespaces/acme/members', { principal: 'ann' }],
  ['remove', (a) => a.namespaces.removeMember('acme', 'a@b'), 'DELETE /v1/namespaces/acme/members/a%40b'],
  ['add a team', (a) => a.namespaces.addTeam('acme', 'pay'), 'POST /v1/namespaces/acme/members', { team: 'pay' }],
  ['remove a team', (a) => a.namespaces.removeTeam('acme', 'pay'), 'DELETE /v1/namespaces/acme/teams/pay'],
  ['rename', (a) => a.namespaces.rename('acme', 'apex'), 'POST /v1/namespaces/acme/rename', { to: 'apex' }],
  ['rename a tool', (a) => a.tools.rename('acme/x', 'acme/y'), 'POST /v1/tools/acme/x/rename', { to: 'acme/y' }],
  ['accept', (a) => a.namespaces.acceptTransfer('acme'), 'POST /v1/namespaces/acme/transfer/accept'],
  ['withdraw', (a) => a.namespaces.withdrawTransfer('acme'), 'DELETE /v1/namespaces/acme/transfer'],
  ['show a team', (a) => a.teams.show('pay'), 'GET /v1/teams/pay'],
  ['join a team', (a) => a.teams.addMember('pay', 'ann'), 'POST /v1/teams/pay/members', { principal: 'ann' }],
  ['leave a team', (a) => a.teams.removeMember('pay', 'ann'), 'DELETE /v1/teams/pay/members/ann'],
  ['list endorsements', (a) => a.endorsements.list().page(), 'GET /v1/endorsements'],
  ['endorse', (a) => a.endorsements.create({ tool: 'acme/x' }), 'POST /v1/endorsements', { tool: 'acme/x' }],
  ['audit', (a) => a.audit.list({ action: 'tool.called' }).page(), 'GET /v1/audit?action=tool.called'],
  ['verify', (a) => a.audit.verify(), 'GET /v1/audit/verify'],
];

describe('requests', () => {
  it.each(requests)('%s', async (...[, ask, line, body]) => {
    const server = await serving(() => ({ body: {} }));
    await ask(new Assay({ url: server.url }));
    const [seen] = server.seen;
    expect(`${seen?.method} ${seen?.url}`).toBe(line);
    expect(seen?.body).toEqual(body);
  });

  it('carry the key, the client and a path in front of the API', async () => {
    const server = await serving(() => ({ body: { scopes: [] } }));
    await new Assay({ url: `${server.url}/assay/`, apiKey: ' key ', userAgent: 'agent/1' }).me();
    expect(server.seen[0]).toMatchObject({
      url: '/assay/v1/me',
      headers: { authorization: 'Bearer key', 'user-agent': 'agent/1' },
    });
  });

  it('ask for an early answer when a call is only begun', async () => {
    const server = await serving(() => ({ status: 202, body: { id, status: 'running' } }));
    const begun = await new Assay({ url: server.url }).invocations.start({ tool: 'acme/x', input: {} });
    expect(begun).toEqual({ id, status: 'running' });
    expect(server.seen[0]).toMatchObject({ method: 'POST', headers: { prefer: 'respond-async' } });
  });

  it('answer undefined where there is no body', async () => {
    const server = await serving(() => ({ status: 204 }));
    expect(await new Assay({ url: server.url }).keys.revoke(id)).toBeUndefined();
  });

  it('never leave the path a name is put into', () => {
    const assay = new Assay();
    expect(() => assay.tools.show('acme')).toThrow('write namespace/name');
    return expect(assay.namespaces.show('..')).rejects.toMatchObject({ code: 'invalid_option' });
  });
});

describe('lists', () => {
  const pages: Record<string, unknown> = {
    '/v1/keys': { items: [1, 2], nextCursor: 'b' },
    '/v1/keys?cursor=b': { items: [3], nextCursor: null },
  };

  it('are read page by page', async () => {
    const server = await serving(({ url }) => ({ body: pages[url] }));
    expect(await new Assay({ url: server.url }).keys.list().toArray()).toEqual([1, 2, 3]);
  });

  it('are read no further than wanted', async () => {
    const server = await serving(({ url }) => ({ body: pages[url] }));
    const list = new Assay({ url: server.url }).keys.list();
    expect(await list.toArray(2)).toEqual([1, 2]);
    for await (const item of list) if (Number(item) === 1) break;
    expect(server.seen).toHaveLength(2);
  });
});

describe('options', () => {
  it.each([
    [{ url: 'localhost:3000' }, 'not a valid server address'],
    [{ url: 'http://me:secret@localhost' }, 'not contain a user name or password'],
    [{ apiKey: 'two words' }, 'no key has'],
    [{ timeoutMs: 0 }, 'between 1 and'],
  ])('%j is refused', (options, message) => {
    expect(() => new Assay(options)).toThrow(message);
  });

  it('come from the environment when asked for, and given ones come first', async () => {
    const variables = { ASSAY_URL: 'http://a.test', ASSAY_API_KEY: '' };
    expect(fromEnvironment({}, variables).url).toBe('http://a.test');
    expect(fromEnvironment({ url: 'http://b.test' }, variables).url).toBe('http://b.test');
    expect(fromEnvironment({}, {}).url).toBe('http://127.0.0.1:3000');
  });

  it('take another fetch', async () => {
    const assay = new Assay({ fetch: async () => Response.json({ scopes: ['admin'] }) });
    expect(await assay.me()).toEqual({ scopes: ['admin'] });
  });
});

describe('health', () => {
  it('tells a ready server from one that is not', async () => {
    const ready = await serving(() => ({ body: { status: 'ready', checks: { database: 'ok' } } }));
    const health = await new Assay({ url: ready.url, apiKey: 'revoked' }).health();
    expect(health).toEqual({ ready: true, problems: [] });
    expect(ready.seen[0]?.headers.authorization).toBeUndefined();
    const checks = { database: 'cannot be reached', search: 'ok' };
    const starting = await serving(() => ({ status: 503, body: { status: 'not ready', checks } }));
    expect(await new Assay({ url: starting.url }).health()).toEqual({
      ready: false,
      problems: ['database: cannot be reached'],
    });
  });

  it('throws when nothing answers', async () => {
    const gone = await serving(() => ({}));
    await gone.close();
    const failure = await new Assay({ url: gone.url }).health().catch((error: AssayError) => error);
    expect(failure).toMatchObject({ name: 'AssayError', code: 'unreachable' });
  });
});
