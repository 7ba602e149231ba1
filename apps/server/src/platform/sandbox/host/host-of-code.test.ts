import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostFunctions, HostRequest } from '@assay/creation';
import { hostFunctionsContract } from '@assay/creation/testing';
import { EgressGuard } from '@assay/transports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesOfCode } from './files-of-code.js';
import { HostOfCode } from './host-of-code.js';
import { HttpOfCode } from './http-of-code.js';

let root: string;
let folder: string;
let server: Server;
let http: HttpOfCode;
let host: HostFunctions;
let at: string;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-host-')));
  folder = join(root, 'data');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  mkdirSync(join(root, 'home'));
  writeFileSync(join(folder, 'a.txt'), 'A');
  writeFileSync(join(folder, 'large.txt'), Buffer.alloc(1024 * 1024 + 1));
  writeFileSync(join(root, 'beside.txt'), 'B');
  writeFileSync(join(root, 'home', 'admin.key'), 'secret');
  symlinkSync(join(root, 'beside.txt'), join(folder, 'link.txt'));
  symlinkSync('a.txt', join(folder, 'own-link.txt'));
  symlinkSync('/proc/self', join(folder, 'self'));
  server = createServer((request, response) => {
    if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(1024 * 1024 + 1));
    else if (request.url === '/never') return;
    else
      request
        .toArray()
        .then((parts: Buffer[]) =>
          response.end(`${request.method} ${request.headers['x-of'] ?? ''} ${Buffer.concat(parts).toString()}`),
        );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = new HttpOfCode(new EgressGuard({ allow: [], loopback: true, except: [] }), 'assay/test');
  host = new HostOfCode({
    access: { folders: [folder], hosts: [at], variables: { REGION: 'eu' } },
    files: new FilesOfCode([folder], [join(root, 'home')]),
    http,
  });
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = async (name: HostRequest['name'], argument: unknown, signal = new AbortController().signal) => {
  const reach = { folders: [folder], hosts: [at], variables: ['REGION'] };
  const answer = await host.call({ name, argument, reach, signal });
  return answer.ok ? answer.value : answer.error.code;
};

describe('the host of generated code', () => {
  it.each(hostFunctionsContract)('$name', ({ check }) =>
    check({ host, folder, beside: join(root, 'beside.txt'), variable: 'REGION' }),
  );

  it('lists a folder', async () => {
    expect(await ask('files.list', { path: folder })).toEqual([
      ...['a.txt', 'inner/', 'large.txt', 'link.txt', 'own-link.txt', 'self'],
    ]);
    expect(await ask('files.list', `${folder}/a.txt`)).toBe('invalid_input');
    expect(host.lists).toEqual({ folders: [folder], hosts: [at], variables: ['REGION'] });
  });

  it.each([
    ['a link that leads out', 'link.txt', 'denied'],
    ['a link to processes', 'self/environ', 'denied'],
    ['a link that stays', 'own-link.txt', 'A'],
    ['a folder', 'inner', 'invalid_input'],
    ['a large file', 'large.txt', 'output_too_large'],
    ['a path that leads out', '../beside.txt', 'denied'],
    ['a path with a NUL', 'a.txt\0', 'invalid_input'],
  ])('answers for %s', async (_what, path, answer) =>
    expect(await ask('files.read', `${folder}/${path}`)).toBe(answer),
  );

  it('reads nothing of the installation or the system, whatever a call names', async () => {
    const reach = { folders: ['/'], hosts: [], variables: [] };
    const { signal } = new AbortController();
    for (const path of [join(root, 'home', 'admin.key'), '/proc/self/environ', '/dev/zero'])
      expect(await host.call({ name: 'files.read', argument: path, reach, signal })).toMatchObject({
        error: { code: 'denied' },
      });
    expect(await host.call({ name: 'files.read', argument: join(root, 'beside.txt'), reach, signal })).toEqual({
      ok: true,
      value: 'B',
    });
  });

  it('makes requests to hosts of the run', async () => {
    expect(await ask('http.get', `http://${at}/a`)).toMatchObject({ status: 200, body: 'GET  ' });
    const sent = await ask('http.send', { url: `http://${at}/`, headers: { 'x-of': 'code' }, body: { a: 1 } });
    expect(sent).toMatchObject({ status: 200, body: 'POST code {"a":1}' });
    expect(await ask('http.send', { url: `http://${at}/`, method: 'put', body: 'x' })).toMatchObject({
      body: 'PUT  x',
    });
  });

  it.each([
    ['a redirect', 'http.get', { url: '/elsewhere' }, 'unavailable'],
    ['a large answer', 'http.get', { url: '/large' }, 'output_too_large'],
    ['a header that names another host', 'http.get', { url: '/', headers: { Host: 'other' } }, 'invalid_input'],
    ['a header that splits', 'http.get', { url: '/', headers: { a: 'b\r\nc: d' } }, 'invalid_input'],
    ['headers of another shape', 'http.get', { url: '/', headers: 'a' }, 'invalid_input'],
    ['an unknown method', 'http.send', { url: '/', method: 'CONNECT' }, 'invalid_input'],
  ] as const)('refuses %s', async (_what, name, { url, ...more }, code) =>
    expect(await ask(name, { url: `http://${at}${url}`, ...more })).toBe(code),
  );

  it('refuses a user in an address, another protocol, and addresses that are not public', async () => {
    expect(await ask('http.get', `http://me:word@${at}/`)).toBe('invalid_input');
    expect(await ask('http.get', 'file:///etc/passwd')).toBe('invalid_input');
    const closed = new HttpOfCode(new EgressGuard({ allow: [], loopback: false, except: [] }), 'assay/test');
    await expect(closed.get(`http://${at}/`, [at], new AbortController().signal)).rejects.toMatchObject({
      code: 'denied',
    });
    await closed.close();
  });

  it('ends a request with its run', async () => {
    const run = new AbortController();
    const asked = ask('http.get', `http://${at}/never`, run.signal);
    run.abort();
    expect(await asked).toBe('unavailable');
  });
});
