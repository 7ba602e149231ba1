import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hiddenAnswer, hiding } from './hide-secrets.js';

const secret = 'planted-4f8a91c2d7';
const hide = hiding([secret, 'abc']);

describe('hiding', () => {
  it('takes exact secrets out at any depth, in keys and values', () => {
    const value = { a: [`x ${secret} y ${secret}`, { [`k-${secret}`]: [secret] }], n: 1, z: null };
    expect(hide(value)).toEqual({ a: ['x [hidden] y [hidden]', { 'k-[hidden]': ['[hidden]'] }], n: 1, z: null });
  });

  it('leaves texts without secrets unchanged, and secrets too short to be distinguished from words', () => {
    const value = { a: ['abc', { b: 'abcd' }] };
    expect(hide(value)).toBe(value);
  });

  it('hides the longer of two that begin alike', () => {
    expect(hiding(['secret', 'secret-two'])('secret-two secret')).toBe('[hidden] [hidden]');
  });

  it('hides the beginning of one where a text was cut, or ends', () => {
    for (let length = 8; length < secret.length; length += 1) {
      const part = secret.slice(0, length);
      expect(hide(`said: bad token ${part}`)).toBe('said: bad token [hidden]');
      expect(hide(`said: ${part}… The connection was carried, ${part}…`)).toBe(
        'said: [hidden]… The connection was carried, [hidden]…',
      );
    }
    for (const text of ['planted', 'planted-4 is a word', 'planted-x…', `planted-…planted-4x`])
      expect(hide(text)).toBe(text.replace('planted-…', '[hidden]…'));
    expect(hide('planted-planted-4f')).toBe('planted-[hidden]');
  });

  it('leaves no secret in any JSON value', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(json, fc.array(fc.string()), (value, texts) => {
        const planted = { value, texts: texts.map((it) => `${it}${secret}${it}`), [secret]: value };
        expect(JSON.stringify(hide(planted))).not.toContain(secret);
      }),
    );
  });

  it('takes what a tool echoes out of its answer', () => {
    const content = [{ type: 'text', text: `token=${secret}` }];
    const meta = { 'example.com/echo': secret };
    const answer = { content, structured: { token: secret }, meta, isError: false, source: 'mcp:acme/orders' };
    expect(hiddenAnswer(answer, hide)).toEqual({
      ...answer,
      content: [{ type: 'text', text: 'token=[hidden]' }],
      structured: { token: '[hidden]' },
      meta: { 'example.com/echo': '[hidden]' },
    });
  });
});
