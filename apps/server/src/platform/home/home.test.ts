import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeRandom } from '@assay/kernel/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '../system/start-error.js';
import { Home, newSecret } from './home.js';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'assay-home-')), 'nested', 'home');
});
afterEach(() => rmSync(join(path, '..', '..'), { recursive: true, force: true }));

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const lock = () => join(path, 'server.pid');

describe('Home', () => {
  it('makes its folder, which others may pass through only, and takes and gives back the lock', () => {
    const home = new Home(path);
    expect(modeOf(path)).toBe('711');
    expect(readFileSync(lock(), 'utf8')).toBe(String(process.pid));
    home.release();
    expect(readdirSync(path)).toEqual([]);
    home.release();
  });

  it('stores the address while the server runs, and drops one that a dead server left', () => {
    const file = join(path, 'server.json');
    const home = new Home(path);
    home.listensAt('http://127.0.0.1:4000');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      url: 'http://127.0.0.1:4000',
      pid: process.pid,
      host: hostname(),
    });
    expect(modeOf(file)).toBe('644');
    writeFileSync(lock(), '4194305');
    const next = new Home(path);
    expect(readdirSync(path)).toEqual(['server.pid']);
    next.listensAt('http://127.0.0.1:4001');
    next.release();
    expect(readdirSync(path)).toEqual([]);
  });

  it('belongs to one living server', () => {
    new Home(path);
    // The process that started this test is a Node program too.
    writeFileSync(lock(), String(process.ppid));
    expect(() => new Home(path)).toThrow(StartError);
    expect(() => new Home(path)).toThrow(`process ${process.ppid}`);
    expect(readFileSync(lock(), 'utf8')).toBe(String(process.ppid));
  });

  // 4194305 is above the highest process id of Linux.
  it.each(['4194305', '', 'no number', String(process.pid)])(
    'takes over the lock of a server that is gone (%j)',
    (text) => {
      new Home(path);
      writeFileSync(lock(), text);
      new Home(path);
      expect(readFileSync(lock(), 'utf8')).toBe(String(process.pid));
    },
  );

  it('says what to do about a folder that cannot be', () => {
    new Home(path);
    expect(() => new Home(join(lock(), 'below-a-file'))).toThrow(/ENOTDIR.*ASSAY_HOME/);
  });

  it('keeps key files for their owner only, made once and read afterwards', () => {
    const home = new Home(path);
    let made = 0;
    const make = () => `secret-${++made}`;
    expect(home.secret('admin.key', make)).toBe('secret-1');
    expect(home.secret('admin.key', make)).toBe('secret-1');
    expect(new Home(path).secret('admin.key', make)).toBe('secret-1');
    expect(modeOf(join(path, 'admin.key'))).toBe('600');
    expect(readdirSync(path).sort()).toEqual(['admin.key', 'server.pid']);
  });

  it('takes a key file an editor has written, and no empty one', () => {
    const home = new Home(path);
    writeFileSync(join(path, 'admin.key'), '  mine \r\n\n');
    expect(home.secret('admin.key', () => 'other')).toBe('mine');
    writeFileSync(join(path, 'signing.key'), '\n');
    expect(() => home.secret('signing.key', () => 'other')).toThrow(/signing\.key is empty/);
  });
});

it('makes secrets of 256 bits', () => {
  expect(newSecret(new FakeRandom())).toHaveLength(43);
});
