import { describe, expect, it } from '@jest/globals';
import { type BodyField, writeFields, writeWhole } from './request-body.js';

const field = (name: string, value: unknown, encoding: BodyField['encoding'] = {}): BodyField => ({
  name,
  value,
  encoding,
});
const whole = (type: string, value: unknown) => writeWhole(type, value).bytes.toString();
const fields = (type: string, ...them: BodyField[]) => writeFields(type, them);

describe('a whole body', () => {
  it('is written by its media type', () => {
    expect(whole('application/json', [1, 'é'])).toBe('[1,"é"]');
    expect(whole('application/vnd.a+json', null)).toBe('null');
    expect(whole('text/plain', 'a\r\nb')).toBe('a\r\nb');
    expect(whole('application/octet-stream', Buffer.from([0, 255]).toString('base64'))).toBe(
      Buffer.from([0, 255]).toString(),
    );
    expect(whole('application/x-www-form-urlencoded', { a: [1, 2], b: 'c d' })).toBe('a=1&a=2&b=c+d');
    expect(whole('multipart/form-data', 'no object')).toMatch(/^--assay-.*--\r\n$/);
  });
});

describe('a body of properties', () => {
  it('is a JSON object, or a form', () => {
    expect(fields('application/json', field('a', 1), field('__proto__', 2)).bytes.toString()).toBe(
      '{"a":1,"__proto__":2}',
    );
    const form = fields(
      'application/x-www-form-urlencoded',
      field('a', [1, 2], { style: 'form', explode: false }),
      field('b', { c: 1 }),
    );
    expect(form.bytes.toString()).toBe('a=1%2C2&b=%7B%22c%22%3A1%7D');
  });

  it('is a multipart form whose parts nothing can end early', async () => {
    const bytes = Buffer.from([0, 13, 10, 255]);
    const { contentType, bytes: body } = fields(
      'multipart/form-data',
      field('text', 'a\r\n--b'),
      field('tags', ['x', 'y']),
      field('more', { a: 1 }),
      field('file', bytes.toString('base64'), { style: 'file' }),
      field('odd"\r\nname', 'v'),
      field('none', null),
    );
    const read = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    expect([...read.keys()]).toEqual(['text', 'tags', 'tags', 'more', 'file', 'odd"\r\nname']);
    expect([read.get('text'), read.getAll('tags')]).toEqual(['a\r\n--b', ['x', 'y']]);
    expect(JSON.parse(read.get('more') as string)).toEqual({ a: 1 });
    expect(Buffer.from(await (read.get('file') as File).arrayBuffer())).toEqual(bytes);
  });
});
