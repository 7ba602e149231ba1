import { describe, expect, it } from '@jest/globals';
import { readQuestion, typeA, writeAnswer } from './dns-message.js';
import { readTarget } from './http-proxy.js';
import { forwardsFor, readHostPort } from './listen-list.js';

const query = (name: string, type = typeA): Buffer => {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, type, 0, 1]);
};

describe('hosts of a profile', () => {
  it.each([
    ['127.0.0.1:5432', { host: '127.0.0.1', port: 5432 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['DB.lan:1', { host: 'db.lan', port: 1 }],
    ['db.lan', null],
    ['*.lan:80', null],
    ['10.0.0.0/8', null],
    ['db.lan:70000', null],
  ])('%s is read as %j', (entry, expected) => {
    expect(readHostPort(entry)).toEqual(expected);
  });

  it('get addresses of the sandbox for names, the same for two ports of one', () => {
    const { forwards, names } = forwardsFor(['db.lan:5432', 'db.lan:5433', 'localhost:80', '10.0.0.5:1', '*.org']);
    expect(names).toEqual([{ name: 'db.lan', address: '127.100.0.1' }]);
    expect(forwards).toEqual([
      { address: '127.100.0.1', port: 5432, host: 'db.lan' },
      { address: '127.100.0.1', port: 5433, host: 'db.lan' },
      { address: '127.0.0.1', port: 80, host: 'localhost' },
      { address: '::1', port: 80, host: 'localhost' },
    ]);
  });
});

describe('the name server of a sandbox', () => {
  it('reads a question and answers with addresses', () => {
    const question = readQuestion(query('Api.Example.com'));
    expect(question).toMatchObject({ id: 0x1234, name: 'api.example.com', type: typeA });
    const answer = writeAnswer(question as NonNullable<typeof question>, 'ok', ['93.184.216.34']);
    expect(answer.readUInt16BE(6)).toBe(1);
    expect([...answer.subarray(-4)]).toEqual([93, 184, 216, 34]);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['cut', query('example.com').subarray(0, 20)],
    ['an answer', Buffer.from(query('example.com').map((byte, index) => (index === 2 ? 0x81 : byte)))],
    ['a label that points beyond the end', Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 63, 97, 0, 0, 1, 0, 1])],
    ['large', Buffer.alloc(60_000, 1)],
  ])('leaves out a message that is %s', (_, message) => {
    expect(readQuestion(message)).toBeNull();
  });
});

describe('the proxy of a sandbox', () => {
  it('reads tunnels and http addresses, and passes no header on that is for itself', () => {
    expect(readTarget('CONNECT api.example.com:443 HTTP/1.1\r\nHost: x')).toEqual({
      host: 'api.example.com',
      port: 443,
      head: null,
    });
    expect(
      readTarget(
        'GET http://a.lan:81/x?y HTTP/1.1\r\nHost: a.lan:81\r\nProxy-Authorization: z\r\nConnection: keep-alive',
      ),
    ).toEqual({ host: 'a.lan', port: 81, head: 'GET /x?y HTTP/1.1\r\nHost: a.lan:81\r\nConnection: close\r\n\r\n' });
  });

  it.each(['GET / HTTP/1.1', 'GET https://a/ HTTP/1.1', 'CONNECT a HTTP/1.1', 'nonsense', ''])('refuses %j', (head) => {
    expect(readTarget(head)).toBeNull();
  });
});
