import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BuiltRequest, buildRequest } from './build-request.js';
import type { HttpCall } from './serialise.js';

const server = { url: 'https://api.example/v1', headers: { Authorization: 'Bearer secret' }, query: { key: 's3cret' } };

function build(
  call: HttpCall,
  input: Record<string, unknown> = {},
  address: typeof server | null = null,
): BuiltRequest {
  const built = buildRequest(call, input, address);
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  return built.value;
}
const refusal = (call: HttpCall, input: Record<string, unknown>) => {
  const built = buildRequest(call, input, null);
  return built.ok ? built.value.path : built.error.issues?.map((it) => it.path);
};

describe('buildRequest', () => {
  it('POSTs the input as JSON where a URL is all there is', () => {
    expect(build({ url: 'https://api.example/orders?v=2' }, { a: 1 })).toEqual({
      origin: 'https://api.example',
      path: '/orders?v=2',
      method: 'POST',
      headers: { accept: expect.any(String), 'accept-encoding': 'identity', 'content-type': 'application/json' },
      body: Buffer.from('{"a":1}'),
    });
    expect(build({ url: 'https://api.example' }).body?.toString()).toBe('{}');
  });

  it('places what is not placed: in the path, else in the query or the body by the method', () => {
    const url = 'https://api.example/{id}';
    expect(build({ url, method: 'GET' }, { id: 7, q: 'x' })).toMatchObject({ path: '/7?q=x', body: null });
    expect(build({ url, method: 'DELETE' }, { id: 7, q: 'x' })).toMatchObject({ path: '/7?q=x' });
    expect(build({ url, method: 'PUT' }, { id: 7, q: 'x' })).toMatchObject({
      path: '/7',
      body: Buffer.from('{"q":"x"}'),
    });
  });

  it('places what is placed, under its name on the wire', () => {
    const call: HttpCall = {
      url: '/orders/{id}',
      method: 'PATCH',
      parameters: { id: 'path', query_id: 'query', trace: 'header', theme: 'cookie', lang: 'cookie', item: 'body' },
      encodings: { query_id: { name: 'id' }, trace: { name: 'X-Trace' } },
    };
    const input = { id: 'a/b', query_id: [1, 2], trace: ['x', 'y'], theme: 'dark; a=b', lang: 'de', item: 'tea' };
    expect(build(call, input, { ...server, headers: { ...server.headers } })).toMatchObject({
      origin: 'https://api.example',
      path: '/v1/orders/a%2Fb?id=1&id=2&key=s3cret',
      headers: { authorization: 'Bearer secret', 'x-trace': 'x,y', cookie: 'theme=dark%3B%20a%3Db; lang=de' },
      body: Buffer.from('{"item":"tea"}'),
    });
  });

  it('lets no input replace a credential of the server', () => {
    const call: HttpCall = {
      url: '/',
      method: 'GET',
      parameters: { authorization: 'header', key: 'query', c: 'cookie' },
    };
    const own = { ...server, headers: { ...server.headers, cookie: 'session=1' } };
    const request = build(call, { authorization: 'Bearer mine', key: 'mine', c: 2 }, own as never);
    expect(request.headers).toMatchObject({ authorization: 'Bearer secret', cookie: 'session=1; c=2' });
    expect(request.path).toBe('/v1/?key=s3cret');
  });

  it('gives credentials to their own origin only', () => {
    const elsewhere = build({ url: 'https://upload.example/x', method: 'GET' }, {}, server);
    expect(JSON.stringify(elsewhere)).not.toContain('secret');
    expect(build({ url: 'https://api.example/v9/x', method: 'GET' }, {}, server).headers.authorization).toBe(
      'Bearer secret',
    );
  });

  it('sends a whole body, and none where it is left out', () => {
    const call: HttpCall = {
      url: 'https://a.example/',
      parameters: { body: 'body' },
      body: 'body',
      bodyType: 'text/plain',
    };
    expect(build(call, { body: 'hi' })).toMatchObject({
      body: Buffer.from('hi'),
      headers: { 'content-type': 'text/plain' },
    });
    expect(build(call, {})).toMatchObject({ body: null });
    expect(build({ url: 'https://a.example/', parameters: { q: 'query' } }, { q: 1 }).body).toBeNull();
  });

  it('refuses what cannot be sent, and says which property', () => {
    const path: HttpCall = { url: 'https://a.example/x/{id}/y', method: 'GET' };
    expect(refusal(path, {})).toEqual(['/input/id']);
    for (const id of ['', '.', '..', null, []])
      expect({ id, refused: refusal(path, { id }) }).toEqual({ id, refused: ['/input/id'] });
    expect(refusal({ url: 'https://a.example/{a}{b}', method: 'GET' }, { a: '.', b: '.' })).toEqual(['/input/a']);
    const header: HttpCall = { url: 'https://a.example/', method: 'GET', parameters: { h: 'header', host: 'header' } };
    for (const h of ['a\r\nb: c', 'a\nb', '💡', '\0']) expect(refusal(header, { h })).toEqual(['/input/h']);
    expect(refusal(header, { host: 'evil.example' })).toEqual(['/input/host']);
  });

  it('keeps every value in its place, whatever it is', () => {
    const call: HttpCall = {
      url: 'https://a.example/x/{id}/y',
      method: 'GET',
      parameters: { id: 'path', q: 'query', list: 'query' },
    };
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((it) => it.toWellFormed());
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 4 }), (id, q, list) => {
        const built = buildRequest(call, { id, q, list }, null);
        if (!built.ok) {
          expect(['', '.', '..']).toContain(id);
          return;
        }
        const { path, origin } = built.value;
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        const url = new URL(path, origin);
        expect(url.origin).toBe('https://a.example');
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'x', id, 'y']);
        expect([url.searchParams.get('q'), url.searchParams.getAll('list')]).toEqual([q, list]);
      }),
    );
  });
});
