import { expect, it } from '@jest/globals';
import { errorPage, pageHeaders } from './error-page.js';

it('shows what a client or a stranger sent as text', () => {
  const page = errorPage('invalid_client', '<script>alert("1")</script>');
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;');
  expect(pageHeaders['content-security-policy']).toContain("default-src 'none'");
});
