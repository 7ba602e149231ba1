import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.js';

const context = { label: 'acme/api', invocationId: 'call-1', maxNesting: 4 };
const read = (body: string | Buffer, type?: string, more: Record<string, string> = {}) =>
  readAnswer(
    { status: 200, headers: { ...(type !== undefined && { 'content-type': type }), ...more }, body: Buffer.from(body) },
    context,
  );
const source = 'http:acme/api';

describe('readAnswer', () => {
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
