import { describe, expect, it } from '@jest/globals';
import { type Audience, readRecipients, requireAudience } from './audience.js';
import { reasonOf } from './describe-audience.js';

const rules = {
  internalDomains: ['acme.example', '*.lab.example'],
  allowed: ['ann@partner.example', '@supplier.example'],
  broadcast: ['team@acme.example'],
};
const of = (...to: string[]) => readRecipients({ to }, rules);

describe('readRecipients', () => {
  it.each<[string, Audience]>([
    ['bob@acme.example', 'internal'],
    ['Bob <bob@ACME.example>', 'internal'],
    ['bob@one.lab.example', 'internal'],
    ['bob@lab.example', 'external'],
    ['bob@sub.acme.example', 'external'],
    ['bob@notacme.example', 'external'],
    ['ann@partner.example', 'allowed'],
    ['ANN@partner.example', 'allowed'],
    ['bob@partner.example', 'external'],
    ['anybody@supplier.example', 'allowed'],
    ['anybody@sub.supplier.example', 'external'],
    ['team@acme.example', 'broadcast'],
    ['all-staff@acme.example', 'broadcast'],
    ['o’@acme.example'.replace('’', "'neil"), 'internal'],
  ])('%s is %s', (address, audience) => {
    expect(of(address).audience).toBe(audience);
  });

  it('judges a message by its strictest recipient, wherever it stands', () => {
    const to = ['bob@acme.example'];
    expect(readRecipients({ to, cc: ['ann@partner.example'] }, rules).audience).toBe('allowed');
    expect(readRecipients({ to, cc: ['ann@partner.example'], bcc: ['x@other.example'] }, rules).audience).toBe(
      'external',
    );
    const many = Array.from({ length: 11 }, (_, it) => `p${it}@acme.example`);
    expect(of(...many).audience).toBe('broadcast');
    expect(reasonOf(of(...many), rules)).toBe('it has more than 10 recipients');
    expect(reasonOf(of('x@other.example'), rules)).toBe('x@other.example outside of the organisation');
  });

  it.each([
    ['a line break', 'bob@acme.example\r\nBcc: eve@evil.example'],
    ['a line separator', 'bob@acme.example\u2028'],
    ['an invisible character', 'bob@acme\u200b.example'],
    ['an overridden direction', '\u202ebob@acme.example'],
    ['two addresses', 'bob@acme.example, eve@evil.example'],
    ['two addresses by semicolon', 'bob@acme.example;eve@evil.example'],
    ['a group', 'team: bob@acme.example;'],
    ['a route', '<@evil.example:bob@acme.example>'],
    ['a percent route', 'bob%evil.example@acme.example'],
    ['a bang route', 'evil!bob@acme.example'],
    ['a quoted local part', '"bob@evil.example "@acme.example'],
    ['a comment', 'bob(comment)@acme.example'],
    ['an address in angle brackets twice', '<bob@acme.example> <eve@evil.example>'],
    ['an IP address', 'bob@[127.0.0.1]'],
    ['a number as top-level domain', 'bob@127.0.0.1'],
    ['no domain', 'bob@'],
    ['a domain without a dot', 'bob@localhost'],
    ['a dot at the end of the local part', 'bob.@acme.example'],
    ['a letter outside of ASCII in the local part', 'bоb@acme.example'],
    ['a display name that is another address', '"boss@acme.example" <eve@evil.example>'],
    ['a display name with a full-width at sign', 'boss＠acme.example <eve@evil.example>'],
    ['an argument of a command', ' -oQ/tmp@acme.example -X <x>'],
  ])('refuses %s', (_, address) => {
    expect(() => of(address)).toThrow(/recipient|address|display name/i);
  });

  it.each([
    ['Cyrillic letters', 'bob@аcme.example'],
    ['the same in ASCII', 'bob@xn--cme-5cd.example'],
    ['r and n for m', 'bob@acrne.example'],
    ['a capital I for l', 'bob@suppIier.example'],
    ['an accent', 'bob@ácme.example'],
    ['a subdomain of a lookalike', 'bob@mail.аcme.example'],
    ['full-width letters of another word', 'bob@ɑcme.example'],
    ['a display name with the own domain', 'acme.example Support <help@evil.example>'],
    ['a display name that imitates it', 'Аcmе.example <help@evil.example>'],
  ])('refuses a recipient that imitates a known domain by %s', (_, address) => {
    expect(() => of(address)).toThrow(/looks like|mixes scripts|shows acme\.example|is not one mail address/);
  });

  it('does not refuse other domains in other scripts', () => {
    expect(of('info@münchen.example').all[0]?.address).toBe('info@xn--mnchen-3ya.example');
    expect(of('info@日本.example').audience).toBe('external');
  });

  it('refuses no recipient and too many', () => {
    expect(() => of()).toThrow('no recipient');
    expect(() => of(...Array.from({ length: 51 }, (_, it) => `p${it}@acme.example`))).toThrow('at most 50');
  });
});

describe('requireAudience', () => {
  it('takes a stricter audience, and refuses a milder one with the right value', () => {
    expect(() => requireAudience('broadcast', 'external', 'x')).not.toThrow();
    expect(() => requireAudience('internal', 'external', 'x@y.example is outside')).toThrow(
      'The audience is external, not internal: x@y.example is outside. Call again with audience: "external".',
    );
  });
});
