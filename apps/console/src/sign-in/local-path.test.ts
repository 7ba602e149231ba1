import { describe, expect, it } from '@jest/globals';
import { localPath } from './local-path.js';

describe('where a person continues after signing in', () => {
  it.each(['/', '/tools/acme/mail.send?version=1.0.0', '/approvals/0198f2a1#arguments'])('keeps %s', (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'tools/acme',
    '/sign-in?next=/',
    '',
    7,
    undefined,
  ])('refuses %s', (value) => {
    expect(localPath(value)).toBeUndefined();
  });
});
