import { describe, expect, it } from '@jest/globals';
import { type Encoding, encodeSegment, formText, queryText, toPairs, toSegment, toText } from './serialise.js';

const list = ['blue', 'black brown'];
const object = { R: 100, G: null, B: undefined };

describe('a query parameter', () => {
  // value, encoding, what is sent
  it.each<[unknown, Encoding, string]>([
    ['a b&c=d', {}, 'c=a%20b%26c%3Dd'],
    [false, {}, 'c=false'],
    [0, {}, 'c=0'],
    [null, {}, ''],
    [list, {}, 'c=blue&c=black%20brown'],
    [[], {}, ''],
    [[], { style: 'form', explode: false }, ''],
    [list, { style: 'form', explode: false }, 'c=blue%2Cblack%20brown'],
    [list, { style: 'pipeDelimited', explode: false }, 'c=blue%7Cblack%20brown'],
    [list, { style: 'spaceDelimited' }, 'c=blue%20black%20brown'],
    [list, { style: 'json' }, 'c=%5B%22blue%22%2C%22black%20brown%22%5D'],
    [object, {}, 'c=%7B%22R%22%3A100%2C%22G%22%3Anull%7D'],
    [object, { style: 'form', explode: true }, 'R=100&G='],
    [object, { style: 'form', explode: false }, 'c=R%2C100%2CG%2C'],
    [object, { style: 'deepObject', explode: true }, 'c%5BR%5D=100'],
    [{ a: { b: [1, 2] } }, { style: 'deepObject' }, 'c%5Ba%5D%5Bb%5D=1&c%5Ba%5D%5Bb%5D=2'],
  ])('%j as %j is %s', (value, encoding, text) => {
    expect(queryText(toPairs('c', value, encoding))).toBe(text);
  });

  it('travels in a form with plus signs for spaces', () => {
    expect(formText([['a b', 'c+d e']])).toBe('a+b=c%2Bd+e');
  });
});

describe('a path parameter', () => {
  it.each<[unknown, Encoding, string]>([
    ['a/b', {}, 'a%2Fb'],
    [list, {}, 'blue,black%20brown'],
    [{ R: 1 }, { style: 'simple', explode: true }, 'R=1'],
    [{ R: 1 }, { style: 'simple' }, 'R,1'],
    [{ R: 1 }, {}, '%7B%22R%22%3A1%7D'],
    ['a', { style: 'label' }, '.a'],
    [list, { style: 'label', explode: true }, '.blue.black%20brown'],
    ['a', { style: 'matrix' }, ';c=a'],
    [list, { style: 'matrix' }, ';c=blue,black%20brown'],
    [list, { style: 'matrix', explode: true }, ';c=blue;c=black%20brown'],
    [{ R: 1, G: 2 }, { style: 'matrix', explode: true }, ';R=1;G=2'],
    ['a', { style: 'matrix', explode: true }, ';c=a'],
    [{ R: 1 }, { style: 'json' }, '%7B%22R%22%3A1%7D'],
  ])('%j as %j is %s', (value, encoding, text) => {
    expect(toSegment('c', value, encoding)).toBe(text);
  });
});

describe('texts', () => {
  it('encode everything that could end them', () => {
    expect(encodeSegment("é!'()*~-._\ud800")).toBe('%C3%A9%21%27%28%29%2A~-._%EF%BF%BD');
    expect(toText([1, 'a,b'], {}, (it) => it)).toBe('1,a,b');
  });
});
