import { wallClock } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.js';

const { signal } = new AbortController();
const context = { label: 'acme/api', invocationId: 'call-1', maxNesting: 4, clock: wallClock, signal };
const read = (body: string | Buffer, type?: string, more: Record<string, string> = {}) =>
  readAnswer(
    { status: 200, headers: { ...(type !== undefined && { 'content-type': type }), ...more }, body: Buffer.from(body) },
    context,
  );
const source = 'http:acme/api';

describe('readAnswer', () => {
  it('reads large JSON in slices, no deeper than allowed and no longer than somebody waits', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: at }));
    const large = JSON.stringify({ rows });
    expect(await read(large, 'application/json')).toMatchObject({ ok: true, value: { structured: { rows } } });
    expect(await read(large.replace(']}', ',[[[]]]]}'), 'application/json')).toMatchObject({
      error: { code: 'output_too_large' },
    });
    expect(await read(`${large}!`, 'application/json')).toMatchObject({ error: { code: 'upstream_error' } });
    const late = { ...context, signal: AbortSignal.abort('deadline') };
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(large) };
    expect(await readAnswer(answer, late)).toMatchObject({ error: { code: 'deadline_exceeded', outcome: 'done' } });
  });

  it('takes JSON as the output', () => {
    expect(read('{"a":1}', 'application/json')).toEqual({
      ok: true,
      value: { content: [], structured: { a: 1 }, isError: false, source },
    });
    expect(read('\ufeffnull', 'application/problem+json; charset=utf-8')).toMatchObject({
      value: { structured: null },
    });
    expect(read('', 'application/json')).toMatchObject({ value: { structured: null } });
  });

  it('takes text as text, in its character set', () => {
    expect(read('a<b', 'text/html')).toMatchObject({ value: { content: [{ type: 'text', text: 'a<b' }] } });
    expect(read(Buffer.from([0xe9]), 'text/plain; charset=ISO-8859-1')).toMatchObject({
      value: { content: [{ text: 'é' }] },
    });
    expect(read('é', 'text/plain; charset=klingon')).toMatchObject({ value: { content: [{ text: 'é' }] } });
    expect(read('{"a":1}')).toMatchObject({ value: { content: [{ type: 'text', text: '{"a":1}' }] } });
  });

  it('takes bytes as blocks', () => {
    const bytes = Buffer.from([0, 1, 255]);
    const data = bytes.toString('base64');
    expect(read(bytes, 'image/png')).toMatchObject({
      value: { content: [{ type: 'image', data, mimeType: 'image/png' }] },
    });
    expect(read(bytes, 'audio/ogg; codecs=opus')).toMatchObject({
      value: { content: [{ type: 'audio', mimeType: 'audio/ogg' }] },
    });
    const resource = { uri: 'urn:assay:invocation:call-1', mimeType: 'application/octet-stream', blob: data };
    expect(read(bytes)).toMatchObject({ value: { content: [{ type: 'resource', resource }] } });
  });

  it('refuses what is not what it says, too deep or compressed', () => {
    expect(read('<html>', 'application/json')).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('no JSON') },
    });
    expect(read('[[[[[1]]]]]', 'application/json')).toMatchObject({
      error: { code: 'output_too_large', outcome: 'done' },
    });
    expect(read('x', 'text/plain', { 'content-encoding': 'gzip' })).toMatchObject({
      error: { code: 'upstream_error' },
    });
  });
});
