import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
const keyId = createHash('sha256')
  .update(publicKey.export({ format: 'der', type: 'spki' }))
  .digest('hex')
  .slice(0, 16);
const sha256 = (of: string | Buffer) => `sha256:${createHash('sha256').update(of).digest('hex')}`;
const signed = (text: string) => ({
  keyId,
  signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
});

const id = '0192f0c1-7a3b-7c55-8d2e-4f5a6b7c8d9e';
const [chain, at] = ['replica/1', '2026-11-22T08:00:00.000Z'];
const hashedParts = {
  ...{ chain, sequence: 1, organisationId: null, principalId: null, action: 'tool.call', subject: 'acme/x@1.0.0' },
  details: { invocationId: id, status: 'succeeded', argumentsDigest: 'sha256:a', resultDigest: 'sha256:b' },
};
const previous = sha256(`assay audit chain ${chain}`);
const hash = sha256(`${previous}\n${canonicalJson({ ...hashedParts, at: Date.parse(at) })}`);
const record = { ...hashedParts, at, previous, hash };
const root = sha256(Buffer.from(`00${hash.slice('sha256:'.length)}`, 'hex'));
const group = {
  chain,
  first: 1,
  last: 1,
  root,
  signedAt: at,
  ...signed(`assay-receipts-v1\n${chain}\n1-1\n${root}\n${at}`),
};
const receipt = { invocationId: id, record, proof: { ...group, index: 0, path: [] } };
const mark = { type: 'mark', cursor: 'goes-on' };
const exportLines = [
  { type: 'export', version: 1, organisation: 'acme', at, from: null, until: null, checkpoints: 0 },
  { type: 'record', ...record },
  { type: 'group', ...group },
  { type: 'end', records: 1, hidden: 0 },
];
const ndjson = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const streamed = (text: string) => new Response(text, { headers: { 'content-type': 'application/x-ndjson' } });

const keysLine = 'GET /.well-known/assay-keys.json';
const keysDocument = { keys: [{ keyId, publicKey: pem, validUntil: null }] };
const verifyLine = 'GET /v1/audit/verify';
const exportLine = 'GET /v1/audit/export';
const receiptLine = `GET /v1/invocations/${id}/receipt`;
const verdict = { ok: true, length: 3, chains: 1, groups: 2, checkpoints: 4, unsigned: 0, uncovered: 1, pruned: 0 };

let folder: string;
beforeAll(async () => {
  folder = await emptyFolder();
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keysDocument));
  await writeFile(join(folder, 'export.ndjson'), ndjson(...exportLines));
  await writeFile(join(folder, 'receipt.json'), JSON.stringify(receipt));
});

describe('audit verify', () => {
  it('says what holds it, and pins the keys that signed', async () => {
    const answers = { [verifyLine]: { ...verdict, keys: [keyId] }, [keysLine]: keysDocument };
    const { code, out, asked, home } = await assay(['audit', 'verify'], { answers });
    expect(code).toBe(0);
    expect(out).toContain('Audit log intact: 3 records, 1 chain.');
    expect(out).toContain('2 signatures over records; last checkpoint: 4;');
    expect(asked.map(({ line }) => line)).toEqual([verifyLine, keysLine]);
    const again = await assay(['audit', 'verify'], { answers, env: { HOME: home } });
    expect(again.asked.map(({ line }) => line)).toEqual([verifyLine]);
  });

  it('pins keys in the folder of the server it runs beside, so that another installation may have its address', async () => {
    const answers = { [verifyLine]: { ...verdict, keys: [keyId] }, [keysLine]: keysDocument };
    const [first, second] = await Promise.all([emptyFolder(), emptyFolder()]);
    const user = await emptyFolder();
    for (const home of [first, second]) await writeFile(join(home, 'admin.key'), 'assay_test_key');
    const env = (home: string) => ({ HOME: user, ASSAY_HOME: home });
    expect((await assay(['audit', 'verify'], { answers, env: env(first) })).code).toBe(0);
    expect(JSON.parse(await readFile(join(first, 'trusted-keys.json'), 'utf8'))).toHaveProperty([
      'http://127.0.0.1:3000',
    ]);
    const other = { ...answers, [verifyLine]: { ...verdict, keys: ['e'.repeat(16)] } };
    // The first installation's keys hold for it alone: the second is asked for its own.
    const asked = (await assay(['audit', 'verify'], { answers: other, env: env(second) })).asked.map(
      ({ line }) => line,
    );
    expect(asked).toEqual([verifyLine, keysLine]);
    expect((await assay(['audit', 'verify'], { answers: other, env: env(first) })).code).toBe(1);
  });

  it('trusts no key that appears later', async () => {
    const answers = { [verifyLine]: { ...verdict, keys: [keyId] }, [keysLine]: keysDocument };
    const { home } = await assay(['audit', 'verify'], { answers });
    const forged = { ...answers, [verifyLine]: { ...verdict, keys: [keyId, 'f'.repeat(16)] } };
    const { code, out, err } = await assay(['audit', 'verify'], { answers: forged, env: { HOME: home } });
    expect(code).toBe(1);
    expect(out).toContain(`signed by a key you do not trust: ${'f'.repeat(16)}`);
    expect(err).toContain('--refresh-keys');
  });

  it('shows a person how far it has come', async () => {
    const events = [
      { kind: 'progress', checked: 5_000, expected: 10_000 },
      { kind: 'verdict', verdict },
    ];
    const text = events.map((event) => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    const answers = { 'GET /v1/audit/verify/events': new Response(text) };
    const { code, out } = await assay(['audit', 'verify'], { answers, tty: true });
    expect(code).toBe(0);
    expect(out).toContain('Audit log intact');
  });

  it('checks an export on this machine, asking nobody', async () => {
    const argv = ['audit', 'verify', '--file', 'export.ndjson', '--keys', 'keys.json'];
    const { code, out, asked } = await assay(argv, { cwd: folder });
    expect({ code, asked }).toEqual({ code: 0, asked: [] });
    expect(out).toContain('The export is valid: 1 record, and 0 hashes of others, in 1 chain.');
    const text = ndjson(...exportLines).replace('acme/x@1.0.0', 'acme/y@1.0.0');
    const changed = await assay(['audit', 'verify', '--file', '-', '--keys', 'keys.json', '--json'], {
      cwd: folder,
      stdin: text,
    });
    expect(changed.code).toBe(1);
    expect(JSON.parse(changed.out)).toMatchObject({ ok: false, problem: { line: 2 } });
  });

  it.each([
    [['--file', 'none.ndjson', '--keys', 'keys.json'], 2, 'File not found: none.ndjson'],
    [['--file', 'keys.json', '--keys', 'keys.json'], 1, 'Line 1 is none of an export'],
    [['--file', 'export.ndjson', '--keys', 'export.ndjson'], 2, 'has no Ed25519 public keys'],
  ])('refuses %j', async (argv, code, message) => {
    const found = await assay(['audit', 'verify', ...argv], { cwd: folder });
    expect(found.code).toBe(code);
    expect(found.err).toContain(message);
  });
});

describe('audit receipt', () => {
  it('checks the receipt of a call, and keeps it for later with --json', async () => {
    const answers = { [receiptLine]: receipt, [keysLine]: keysDocument };
    const { code, out } = await assay(['audit', 'receipt', id], { answers });
    expect(code).toBe(0);
    expect(out).toContain(`The registry signed this record of ${id}.`);
    expect(out).toMatch(new RegExp(`signed +${at}, key ${keyId}`));
    const kept = await assay(['audit', 'receipt', id, '--json'], { answers });
    await writeFile(join(folder, 'kept.json'), kept.out);
    const later = await assay(['audit', 'receipt', 'kept.json', '--keys', 'keys.json'], { cwd: folder });
    expect({ code: later.code, asked: later.asked }).toEqual({ code: 0, asked: [] });
  });

  it('fails with what differs', async () => {
    await writeFile(
      join(folder, 'answer.json'),
      JSON.stringify({ id: 'x', status: 'failed', tool: 'a', provenance: null, receipt: null }),
    );
    const argv = ['audit', 'receipt', 'receipt.json', '--keys', 'keys.json', '--envelope', 'answer.json'];
    const { code, out } = await assay(argv, { cwd: folder });
    expect(code).toBe(1);
    expect(out).toContain(`The receipt of ${id} is NOT valid.`);
    expect(out).toContain("The envelope's id is not the recorded one.");
  });

  it('refuses files that hold none, and tells what the server refuses', async () => {
    const none = await assay(['audit', 'receipt', 'keys.json', '--keys', 'keys.json'], { cwd: folder });
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('is not a receipt') });
    const answers = { [receiptLine]: problem(404, 'not_found', 'No finished call of yours has this id.') };
    expect(await assay(['audit', 'receipt', id], { answers })).toMatchObject({
      code: 1,
      err: expect.stringContaining('No finished call of yours'),
    });
  });
});

describe('audit export', () => {
  it('writes lines to standard output or to a file', async () => {
    const answers = { [exportLine]: streamed(ndjson(...exportLines)) };
    expect((await assay(['audit', 'export'], { answers })).out).toBe(ndjson(...exportLines));
    const { code, out, err } = await assay(['audit', 'export', '--out', 'all.ndjson'], { answers, cwd: folder });
    expect({ code, out }).toEqual({ code: 0, out: '4 lines written to all.ndjson, which is now complete.\n' });
    expect(err).toContain('assay audit verify --file all.ndjson');
    expect(await readFile(join(folder, 'all.ndjson'), 'utf8')).toBe(ndjson(...exportLines));
  });

  it('says how to go on when the connection breaks', async () => {
    const [header] = exportLines as [object];
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from(ndjson(header, mark)));
      },
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const answers = { [exportLine]: new Response(body) };
    const { code, err } = await assay(['audit', 'export', '--out', 'cut.ndjson'], { answers, cwd: folder });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('The export broke off') });
  });

  it('goes on from the last mark of one that broke off', async () => {
    const [header, ...rest] = exportLines as [object, ...object[]];
    const broken = { [exportLine]: streamed(ndjson(header, mark, rest[0] as object)) };
    const first = await assay(['audit', 'export', '--out', 'broken.ndjson'], { answers: broken, cwd: folder });
    expect(first).toMatchObject({ code: 1, err: expect.stringContaining('continue with --resume') });
    const answers = { [`${exportLine}?cursor=goes-on`]: streamed(ndjson(...rest)) };
    const argv = ['audit', 'export', '--out', 'broken.ndjson', '--resume'];
    expect((await assay(argv, { answers, cwd: folder })).code).toBe(0);
    expect(await readFile(join(folder, 'broken.ndjson'), 'utf8')).toBe(ndjson(header, mark, ...rest));
    expect((await assay(argv, { cwd: folder })).out).toBe('broken.ndjson is already complete.\n');
  });

  it.each([
    [['--resume'], '--resume goes on with --out'],
    [['--resume', '--out', 'none.ndjson'], 'Cannot read none.ndjson (ENOENT)'],
    [['--resume', '--out', 'keys.json'], 'has no mark to resume from'],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await assay(['audit', 'export', ...argv], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
