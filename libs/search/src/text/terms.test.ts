import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TermReader } from './terms.js';

const terms = (text: string): string[] => [...new TermReader().distinct(text).keys()];

describe('TermReader', () => {
  it('leaves out stop words and stems the rest', () => {
    expect(terms('Can you please list the running pipelines for me?')).toEqual(['list', 'run', 'pipelin']);
  });

  it('brings forms of a word together', () => {
    expect(terms('create creates created creating')).toEqual(['creat']);
  });

  it('leaves words of other alphabets and numbers alone', () => {
    expect(terms('заказы 2026')).toEqual(['заказы', '2026']);
  });

  it('gives repeats one by one to who counts, and once to who searches', () => {
    const counted: string[] = [];
    new TermReader().each('order orders', (term) => counted.push(term));
    expect(counted).toEqual(['order', 'order']);
    expect(terms('order orders')).toEqual(['order']);
  });

  it('leaves out what is too long to be a word', () => {
    expect(terms(`order ${'x'.repeat(49)}`)).toEqual(['order']);
  });

  it('answers alike with a full cache and without one', () => {
    const used = new TermReader();
    for (let n = 0; n < 70_000; n += 1) used.distinct(`w${n.toString(36).replace(/\d/g, 'q')}`);
    fc.assert(fc.property(fc.lorem(), (text) => expect([...used.distinct(text).keys()]).toEqual(terms(text))));
  });
});
