import type { ServerJson } from '@assay/contracts';
import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkIcons, checkRepository, checkWebsite } from './check-addresses.js';

const server = (parts: Partial<ServerJson>): ServerJson => ({ ...aServerJson(), ...parts });
const references = (issues: readonly { reference: string }[]) => issues.map(({ reference }) => reference);

describe('the repository', () => {
  const check = (url: string, source: string, subfolder?: string) =>
    references(checkRepository(server({ repository: { url, source, ...(subfolder !== undefined && { subfolder }) } })));

  it.each([
    ['https://github.com/a/b', 'github', undefined],
    ['https://www.github.com/a/b.c/', 'github', 'servers/one'],
    ['https://gitlab.com/a/b/c/d', 'gitlab', ''],
    ['', '', undefined],
  ])('accepts %s of "%s" with the folder %s', (url, source, folder) => expect(check(url, source, folder)).toEqual([]));

  it.each([
    ['https://github.com/a', 'github'],
    ['https://github.com/a/b/c', 'github'],
    ['https://github.com.evil.org/a/b', 'github'],
    ['https://gitlab.com/a/b', 'github'],
    ['https://github.com/a/b', 'toString'],
  ])('refuses %s of "%s"', (url, source) => expect(check(url, source)).toEqual(['invalid-repository-url']));

  it.each(['/abs', '../up', 'a/./b', 'a//b', 'a b', 'a/'])('refuses the folder %s', (folder) => {
    expect(check('https://github.com/a/b', 'github', folder)).toEqual(['invalid-subfolder-path']);
  });
});

describe('the website', () => {
  const check = (websiteUrl: string) => references(checkWebsite(server({ websiteUrl })));

  it.each(['', 'https://example.com', 'HTTPS://example.com/a%20b'])('accepts "%s"', (url) => {
    expect(check(url)).toEqual([]);
  });

  it.each([
    ['example.com', 'website-url-must-be-absolute'],
    ['http://example.com', 'website-url-invalid-scheme'],
    ['https://example.com/\u0007', 'invalid-website-url'],
    ['https://example.com/"onload', 'invalid-website-url'],
    ['https://', 'invalid-website-url'],
  ])('refuses %j', (url, reference) => expect(check(url)).toEqual([reference]));
});

it('an icon needs an https address', () => {
  const icons = ['https://example.com/a.png', 'http://example.com/a.png', 'data:image/png;base64,', 'a.png'];
  expect(checkIcons(server({ icons: icons.map((src) => ({ src })) })).map(({ path }) => path)).toEqual([
    'icons[1].src',
    'icons[2].src',
    'icons[3].src',
  ]);
});
