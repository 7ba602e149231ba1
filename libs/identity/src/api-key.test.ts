import { digestText } from '@assay/kernel';
import { FakeRandom } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { issueKey, prefixOf } from './api-key.js';

it('issues keys of a public prefix and a secret, each its own', () => {
  const random = new FakeRandom();
  const [first, second] = [issueKey(random), issueKey(random)];
  expect(first.key).toMatch(/^assay_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  expect(first.hash).toBe(digestText(first.key));
  expect(prefixOf(first.key)).toBe(first.prefix);
  expect(second.prefix).not.toBe(first.prefix);
});

it('creates a prefix of the right form for all random values', () => {
  const odd = { uuid: () => '', token: (bytes: number) => '-_'.repeat(bytes).slice(0, Math.ceil((bytes * 4) / 3)) };
  expect(issueKey(odd).key).toMatch(/^assay_0{12}_/);
});

it("finds an operator's own key by its digest, which does not reveal the key", () => {
  const chosen = 'correct horse battery staple';
  expect(prefixOf(chosen)).toBe(`~${digestText(chosen).slice('sha256:'.length, 27)}`);
  expect(prefixOf(chosen)).toHaveLength(21);
  expect(prefixOf(`${chosen}!`)).not.toBe(prefixOf(chosen));
});
