import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamespaceView, TeamView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { type Asked, assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const namespace: NamespaceView = {
  name: 'com.example',
  organisation: 'default',
  visibility: 'public',
  owners: [{ id: '0198f000-0000-7000-8000-000000000003', kind: 'user', name: 'ann' }],
  teams: ['payments'],
  proven: { method: 'dns', domain: 'example.com', at: '2026-11-21T00:00:00Z' },
  transfer: { organisation: 'globex', owner: null, offeredAt: '2026-11-21T00:00:00Z' },
  formerNames: ['com.old'],
  createdAt: '2026-11-21T00:00:00Z',
};
const team: TeamView = {
  name: 'payments',
  organisation: 'default',
  members: namespace.owners,
  namespaces: ['com.example'],
  createdAt: '2026-11-21T00:00:00Z',
};

/** The raw key within `v=MCPv1; k=…; p=…`. */
const published = (text: string) => /v=MCPv1; k=(\w+); p=(\S+)/.exec(text)?.slice(1) as [string, string];

describe('namespaces proof', () => {
  it('makes a key for its owner alone, says what to publish, and never overwrites', async () => {
    const cwd = await emptyFolder();
    const made = await assay(['namespaces', 'proof', 'com.example', '--key-file', 'key.pem', '--generate'], { cwd });
    expect(made).toMatchObject({ code: 0, asked: [] });
    const file = join(cwd, 'key.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [algorithm, key] = published(made.out);
    const own = createPublicKey(createPrivateKey(await readFile(file, 'utf8')));
    const raw = own.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
    expect([algorithm, key]).toEqual(['ed25519', raw]);
    expect(made.out).toContain('TXT record of example.com');
    expect(made.err).toContain('namespaces claim com.example --dns --key-file key.pem');
    const again = await assay(['namespaces', 'proof', 'com.example', '--key-file', 'key.pem', '--generate'], { cwd });
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('not overwritten') });
    const shown = await assay(['--json', 'namespaces', 'proof', 'com.example', '--key-file', 'key.pem'], { cwd });
    expect(JSON.parse(shown.out)).toMatchObject({ domain: 'example.com', record: `v=MCPv1; k=ed25519; p=${raw}` });
  });

  it.each([
    [['namespaces', 'proof', 'acme', '--key-file', 'k.pem'], 'is not a domain'],
    [['namespaces', 'proof', 'com.example', '--key-file', 'k.pem'], 'is not a private key'],
    [['namespaces', 'proof', 'com.example', '--key-file', 'none.pem'], 'File not found: none.pem'],
    [['namespaces', 'proof', 'com.example'], '--key-file'],
    [['namespaces', 'claim', 'com.example', '--dns'], '--key-file <file>'],
    [['namespaces', 'claim', 'com.example', '--key-file', 'k.pem'], 'either --dns or --http'],
    [['namespaces', 'claim', 'com.example', '--dns', '--http', '--key-file', 'k.pem'], 'either --dns or --http'],
    [['namespaces', 'prove', 'com.example'], '--dns or --http'],
  ])('%j is wrong usage', async (argv, words) => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'k.pem'), 'not a key');
    expect(await assay(argv, { cwd })).toMatchObject({ code: 2, asked: [], err: expect.stringContaining(words) });
  });
});

describe('namespaces claim', () => {
  it.each([
    ['ed25519', () => generateKeyPairSync('ed25519'), null],
    ['P-384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha384'],
  ])('signs the present time with a key of %s', async (_, generate, digest) => {
    const cwd = await emptyFolder();
    const { privateKey, publicKey } = generate();
    await writeFile(join(cwd, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const argv = [
      'namespaces',
      'claim',
      'com.example.api',
      '--dns',
      '--domain',
      'example.com',
      '--key-file',
      'key.pem',
    ];
    const { code, asked } = await assay(argv, { cwd, answers: { 'POST /v1/namespaces': namespace } });
    expect(code).toBe(0);
    const { name, proof } = (asked[0] as Asked).body as { name: string; proof: Record<string, string> };
    expect({ name, method: proof.method, domain: proof.domain, at: proof.timestamp }).toEqual({
      ...{ name: 'com.example.api', method: 'dns', domain: 'example.com', at: '2026-11-21T00:00:00.000Z' },
    });
    const signature = Buffer.from(proof.signedTimestamp as string, 'hex');
    expect(verify(digest, Buffer.from(proof.timestamp as string), publicKey, signature)).toBe(true);
  });

  it('without a proof is a plain claim, and prove sends the proof alone', async () => {
    const plain = await assay(['namespaces', 'claim', 'acme', '--visibility', 'public'], {
      answers: { 'POST /v1/namespaces': namespace },
    });
    expect(plain.asked[0]?.body).toEqual({ name: 'acme', visibility: 'public' });
    const cwd = await emptyFolder();
    await assay(['namespaces', 'proof', 'com.example', '--key-file', 'key.pem', '--generate'], { cwd });
    const proven = await assay(['namespaces', 'prove', 'com.example', '--http', '--key-file', 'key.pem'], {
      ...{ cwd, answers: { 'POST /v1/namespaces/com.example/proof': namespace } },
    });
    expect(proven.asked[0]?.body).toMatchObject({ method: 'http', timestamp: '2026-11-21T00:00:00.000Z' });
    expect(proven.out).toContain('example.com, by dns');
  });
});

describe('ownership', () => {
  const at = '/v1/namespaces/acme';

  // words, request, body
  it.each([
    [['namespaces', 'rename', 'acme', 'apex'], `POST ${at}/rename`, { to: 'apex' }],
    [['namespaces', 'add-team', 'acme', 'payments'], `POST ${at}/members`, { team: 'payments' }],
    [['namespaces', 'remove-team', 'acme', 'payments'], `DELETE ${at}/teams/payments`, undefined],
    [['teams', 'create', 'payments'], 'POST /v1/teams', { name: 'payments' }],
    [['teams', 'show', 'payments'], 'GET /v1/teams/payments', undefined],
    [['teams', 'add', 'payments', 'ann'], 'POST /v1/teams/payments/members', { principal: 'ann' }],
    [['teams', 'remove', 'payments', 'ann'], 'DELETE /v1/teams/payments/members/ann', undefined],
  ])('%j asks %s', async (argv, line, body) => {
    const answer = argv[0] === 'teams' ? team : namespace;
    const { code, asked, out } = await assay(argv, { answers: { [line]: answer } });
    expect(code).toBe(0);
    expect(asked).toMatchObject([{ line, ...(body && { body }) }]);
    expect(out).toContain(answer.name);
  });

  it('shows owners, teams, offer and former names', async () => {
    const { out } = await assay(['namespaces', 'show', 'com.old'], {
      answers: { 'GET /v1/namespaces/com.old': namespace },
    });
    for (const words of ['user ann, team payments', 'globex', 'com.old']) expect(out).toContain(words);
    const listed = await assay(['teams'], {
      answers: { 'GET /v1/teams?limit=50': { items: [team], nextCursor: null } },
    });
    expect(listed.out).toMatch(/payments +user ann +com\.example/);
  });

  it('tells what a transfer left behind', async () => {
    const transferred = { ...namespace, transfer: null, warnings: ['The secrets of acme/up were dropped.'] };
    const offered = await assay(['namespaces', 'transfer', 'acme', 'globex', '--owner', 'ann'], {
      answers: { [`POST ${at}/transfer`]: transferred },
    });
    expect(offered).toMatchObject({ code: 0, err: 'Note: The secrets of acme/up were dropped.\n' });
    expect(offered.asked[0]?.body).toEqual({ organisation: 'globex', owner: 'ann' });
    const accepted = await assay(['namespaces', 'accept', 'acme'], {
      answers: { [`POST ${at}/transfer/accept`]: transferred },
    });
    expect(accepted.code).toBe(0);
    const none = new Response(null, { status: 204 });
    const withdrawn = await assay(['namespaces', 'withdraw', 'acme'], { answers: { [`DELETE ${at}/transfer`]: none } });
    expect(withdrawn).toMatchObject({ code: 0, out: 'Offer withdrawn: acme.\n' });
    const deleted = await assay(['teams', 'delete', 'payments'], { answers: { 'DELETE /v1/teams/payments': none } });
    expect(deleted.out).toBe('Deleted: the team payments.\n');
  });

  it('renames a tool, and fails with the server’s reason', async () => {
    const line = 'POST /v1/tools/acme/orders.create/rename';
    const renamed = await assay(['rename', 'acme/orders.create', 'acme/orders.place'], {
      answers: { [line]: { ...entry, name: 'acme/orders.place', publishedAs: 'acme/orders.create' } },
    });
    expect(renamed).toMatchObject({ code: 0, asked: [{ body: { to: 'acme/orders.place' } }] });
    expect(renamed.out).toContain('The old name keeps working');
    const loop = problem(409, 'conflict', '"acme/old" is a former name.');
    const refused = await assay(['rename', 'acme/orders.create', 'acme/old'], { answers: { [line]: loop } });
    expect(refused).toMatchObject({ code: 1, err: '"acme/old" is a former name.\n' });
    expect((await assay(['rename', 'acme', 'x'])).code).toBe(2);
  });
});
