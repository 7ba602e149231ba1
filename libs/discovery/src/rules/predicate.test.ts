import { describe, expect, it } from '@jest/globals';
import { readPredicate, type Situation } from './predicate.js';

const situation: Situation = {
  query: 'send an invoice',
  capabilities: ['mail.send'],
  task: 'monthly invoices',
  state: { country: 'DE', amount: 12.5, items: [{ sku: 'a' }, { sku: 'b' }] },
  now: new Date(Date.UTC(2026, 5, 1)),
};

function holds(text: string): boolean {
  const read = readPredicate(text);
  if (!read.ok) throw new Error(read.error.message);
  return read.value(situation);
}

describe('readPredicate', () => {
  it.each([
    ['query.contains("invoice")', true],
    ['"mail.send" in capabilities && task.startsWith("monthly")', true],
    ['has(state.country) && state.country == "DE"', true],
    ['has(state.missing) && state.missing == 1', false],
    ['state.amount > 10.0', true],
    ['state.items.exists(it, it.sku == "b")', true],
    ['["spam", "invoice"].exists(word, query.contains(word))', true],
    ['now.getFullYear() == 2026 && size(state.items) + 1 == 3', true],
    ['state.items.filter(it, it.sku != "a").all(it, it.sku == "b")', true],
    ['now < timestamp("2026-01-01T00:00:00Z")', false],
  ])('%s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it.each([
    ['not CEL', 'query ==', /Unexpected/],
    ['no yes or no', 'size(query)', /gives a int/],
    ['about something there is not', 'input.x == 1', /Unknown variable/],
    ['a pattern', 'query.matches("a+")', /matches\(\) is not offered/],
    ['a pattern inside another', 'state.items.all(it, it.sku.matches("a"))', /matches\(\) is not offered/],
    ['lists made of lists', 'state.a.map(x, state.a).map(x, x + x).size() > 0', /map\(\) is not offered/],
    ['texts made of texts', 'state.a.join(state.a.join("x")).size() > 0', /join\(\) is not offered/],
    ['a name for what grows', 'cel.bind(x, state.a + state.a, size(x + x) > 0)', /bind\(\) is not offered/],
    ['growth while walking', 'state.a.exists(x, size(state.a + state.a) > x)', /"\+" stands where a list is walked/],
    ['growth of what is walked', '(state.a + state.a).exists(x, x == 1)', /"\+" stands where a list is walked/],
    [
      'a search for each entry, often',
      `state.a.all(x, ${Array.from({ length: 5 }, () => '!(x in state.a)').join(' && ')})`,
      /looks into 5 texts or lists for each entry/,
    ],
    ['lists within lists', 'state.a.all(x, state.b.exists(y, y == x))', /exists\(\) stands within another/],
    [
      'many lists',
      Array.from({ length: 5 }, () => 'state.a.exists(x, x == 1)').join(' || '),
      /walks 5 lists: at most 4/,
    ],
    ['too long', Array.from({ length: 300 }, () => 'query == "x"').join(' || '), /not a predicate/],
  ])('refuses what is %s', (_, text, message) => {
    const read = readPredicate(text);
    expect(read).toMatchObject({ ok: false, error: { code: 'invalid_request', issues: [{ path: '/when' }] } });
    expect(read.ok ? '' : read.error.message).toMatch(message);
  });

  it('throws when it cannot be evaluated', () => {
    expect(() => holds('state.missing == 1')).toThrow(/No such key/);
    expect(() => holds('1 / 0 == 1')).toThrow(/zero/);
  });
});
