import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

describe('template', () => {
  it('fills in variables, loops and conditions', async () => {
    const template =
      'Dear {{ name }},{% for it in items %} {{ it.sku }}={{ it.price | round: 2 }}{% endfor %}{% if paid %} paid{% endif %}';
    const data = { name: 'Ann', items: [{ sku: 'tea', price: 2.345 }], paid: true };
    expect(await compute('template', { template, data })).toMatchObject({
      text: 'Dear Ann, tea=2.35 paid',
      characters: 23,
    });
  });

  it('calls any other JSON data', async () => {
    expect(await compute('template', { template: '{{ data | join: "+" }}', data: [1, 2] })).toMatchObject({
      text: '1+2',
    });
  });

  it('escapes as asked', async () => {
    const data = { a: '<b>"' };
    expect(await compute('template', { template: '{{ a }}', data, escape: 'html' })).toMatchObject({
      text: '&lt;b&gt;&#34;',
    });
    expect(await compute('template', { template: '{"a": {{ a }}}', data, escape: 'json' })).toMatchObject({
      text: '{"a": "<b>\\""}',
    });
  });

  it.each([
    ['{{ a.constructor.name }}', ''],
    ['{{ a.__proto__ }}', ''],
    ['{{ absent }}', ''],
  ])('reads own members only: %s', async (template, text) => {
    expect(await compute('template', { template, data: { a: {} } })).toMatchObject({ text });
  });

  it.each([
    [{ template: '{{ absent }}', missing: 'error' }, /undefined variable/],
    [{ template: '{% include "/etc/passwd" %}' }, /failed/],
    [{ template: '{% render "../../secret" %}' }, /failed/],
    [{ template: '{% layout "x" %}' }, /failed/],
    [{ template: '{{ "now" | date: "%Y" }}' }, /present time/],
    [{ template: '{{ data | sample }}' }, /sample/],
    [{ template: '{{ 1 | no_such }}' }, /undefined filter/],
    [{ template: '{% if %}' }, /failed/],
    [{ template: '{% for i in (1..100000000) %}{{ i }}{% endfor %}' }, /failed|large/],
  ])('refuses %j', async (input, message) => {
    await expect(compute('template', { data: {}, ...input })).rejects.toThrow(message);
  });
});
