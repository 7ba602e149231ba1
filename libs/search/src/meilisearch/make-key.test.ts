import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { minActions } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../make-key.mjs');
const folder = mkdtempSync(join(tmpdir(), 'assay-key-'));
const file = join(folder, 'key');

interface Key {
  readonly uid: string;
  readonly key: string;
  readonly actions: readonly string[];
  readonly indexes: readonly string[];
}

/** The routes of Meilisearch for keys. */
const keys = new Map<string, Key>();
const asked: string[] = [];
/** Whether keys that were made before are shown. */
let areShown = true;
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  asked.push(`${request.method} ${request.headers.authorization}`);
  const uid = request.url?.split('/')[2] ?? '';
  if (request.method === 'POST') {
    const made = JSON.parse(Buffer.concat(parts).toString()) as Key;
    keys.set(made.uid, { ...made, key: `key-${keys.size + 1}-${asked.length}` });
    response.writeHead(201).end(JSON.stringify(keys.get(made.uid)));
  } else if (!keys.has(uid)) {
    response.writeHead(404).end(JSON.stringify({ code: 'api_key_not_found' }));
  } else if (request.method === 'DELETE') {
    keys.delete(uid);
    response.writeHead(204).end();
  } else {
    const { key, ...rest } = keys.get(uid) as Key;
    response.writeHead(200).end(JSON.stringify(areShown ? { key, ...rest } : rest));
  }
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

const makeKey = async (): Promise<string> => {
  const MEILI_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await run(process.execPath, [script, file], { env: { MEILI_URL, MEILI_MASTER_KEY: 'the-master-key' } });
  return readFileSync(file, 'utf8');
};

describe('make-key.mjs', () => {
  it('creates a key with sufficient rights, finds it again, and recreates it when the rights differ', async () => {
    const key = await makeKey();
    const [made] = keys.values();
    expect(made).toMatchObject({ key, indexes: ['assay_tools', 'assay_tools_next'] });
    expect([...(made?.actions ?? [])].sort()).toEqual([...minActions].sort());
    expect(asked).toEqual(['GET Bearer the-master-key', 'POST Bearer the-master-key']);
    expect(await makeKey()).toBe(key);
    keys.set(made?.uid ?? '', { ...(made as Key), actions: ['*'] });
    expect(await makeKey()).not.toBe(key);
    expect(keys.size).toBe(1);
  });

  it('recreates the key where it is only shown at its creation', async () => {
    areShown = false;
    const key = await makeKey();
    expect(key).toBe([...keys.values()][0]?.key);
  });

  it('says what is wrong when none can be made, and writes nothing', async () => {
    const env = { MEILI_URL: 'http://127.0.0.1:1', MEILI_MASTER_KEY: 'the-master-key' };
    const failed = await run(process.execPath, [script, join(folder, 'none')], { env }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No key was made: /) });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
