import { describe, expect, it } from '@jest/globals';
import type { Audience } from '../recipients/audience.js';
import { inspect, namesOf, type Piece } from './inspect.js';
import { requireOneLine, requireVisible, withoutInvisible } from './plain-text.js';
import { redact } from './redact.js';

/** Not one in the sources, where scanners would report it. */
const token = ['ghp', '_', '1234567890abcdefghijABCDEFGHIJ123456'].join('');
const phone = '+49 30 901820';
const options = {
  rules: { confidential: ['Project Bluebird'] },
  known: ['ann@partner.example'],
  personalIntended: false,
};
const found = async (audience: Audience, pieces: readonly Piece[], more: object = {}) =>
  (await inspect(pieces, { ...options, audience, ...more })).map((it) => `${it.class} in ${it.place}`);
const body = (text: string): Piece[] => [{ place: 'body', text }];

describe('inspect', () => {
  it('finds secrets for every audience, wherever they are', async () => {
    for (const audience of ['internal', 'allowed', 'external', 'broadcast'] as const)
      expect(await found(audience, body(`Use ${token}.`))).toContain('secret.github in body');
    expect(await found('internal', body('The password: hunter-22'))).toEqual(['secret.password in body']);
    const pieces = [
      { place: 'subject', text: token },
      { place: 'attachment "a"', text: `x ${token}` },
    ];
    expect(await found('internal', pieces)).toEqual(['secret.github in subject', 'secret.github in attachment "a"']);
  });

  it('finds a secret that is split over two parts, in either order', async () => {
    const halves = [token.slice(0, 15), token.slice(15)] as [string, string];
    const split = [
      { place: 'body', text: `The first half: ${halves[0]}\n` },
      { place: 'attachment "b"', text: halves[1] },
    ];
    expect(await found('internal', split)).toEqual(['secret.github in body together with attachment "b"']);
    expect(await found('internal', [...split].reverse())).toEqual([
      'secret.github in body together with attachment "b"',
    ]);
  });

  it('finds one at the end of a long text', async () => {
    expect(await found('internal', body(`${'word '.repeat(30_000)}${token}`))).toEqual(['secret.github in body']);
  });

  it('keeps personal and confidential data inside, unless personal data is intended', async () => {
    const text = `Call ${phone} about project  bluebird: Project Bluebird.`;
    expect(await found('internal', body(text))).toEqual([]);
    expect(await found('allowed', body(text))).toEqual(['personal.phone in body', 'confidential in body']);
    expect(await found('external', body(text), { personalIntended: true })).toEqual(['confidential in body']);
    expect(await found('external', body('Internal use only'))).toEqual(['confidential in body']);
  });

  it('does not count addresses that the message names anyway', async () => {
    expect(await found('external', body('Write to Ann@partner.example.'))).toEqual([]);
    expect(await found('external', body('Write to eve@company.com.'))).toEqual(['personal.email in body']);
  });

  it('names what was found, never the value', async () => {
    const all = await inspect(body(`${token} ${phone}`), { ...options, audience: 'external' });
    expect(namesOf(all)).toBe('secret.github in the body, personal.phone in the body');
  });
});

describe('redact', () => {
  it('replaces each passage once, overlapping ones together', () => {
    const passages = [
      { class: 'personal.phone', start: 5, end: 9 },
      { class: 'secret.token', start: 7, end: 12 },
      { class: 'confidential', start: 14, end: 16 },
    ];
    expect(redact('call 1234567 ab end', passages)).toBe(
      'call [phone removed][token removed] a[confidential removed]end',
    );
    expect(redact('nothing', [])).toBe('nothing');
  });
});

describe('plain text', () => {
  it('shows what is sent: no invisible characters, no second line in a header', () => {
    for (const text of ['a\u200bb', 'a\u202eb', 'a\u0000b', 'a\u00adb'])
      expect(() => requireVisible(text, 'body')).toThrow('invisible');
    for (const text of ['a\nBcc: x', 'a\rb', 'a\u2028b'])
      expect(() => requireOneLine(text, 'subject')).toThrow('more than one line');
    expect(() => requireVisible('Grüße 👩‍💻\n\t日本', 'body')).not.toThrow();
    expect(withoutInvisible('pa\u200bss')).toBe('pass');
  });
});
