import { describe, expect, it } from '@jest/globals';
import { browserMark, isMarked } from './browser-mark.js';

const sealer = { mac: (text: string) => `mac-of-${text.replaceAll(' ', '-')}` };
const request = (cookie?: string) => ({ headers: cookie === undefined ? {} : { cookie } });

describe('the browser that began a request', () => {
  const { name, value, path } = browserMark(sealer, 'one');

  it('is marked by a cookie for the addresses of that request', () => {
    expect(path).toBe('/v1/authorization/interactions/one');
    expect(isMarked(sealer, 'one', request(`other=1; ${name}=${value}`))).toBe(true);
  });

  it('is no other one, and for no other request', () => {
    expect(isMarked(sealer, 'one', request())).toBe(false);
    expect(isMarked(sealer, 'one', request(`${name}=one`))).toBe(false);
    expect(isMarked(sealer, 'two', request(`${name}=${value}`))).toBe(false);
  });
});
