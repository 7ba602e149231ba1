import { embedText, tokenTable } from '@assay/meaning';
import { describe, expect, it } from '@jest/globals';
import { embedMultilingual } from './embed-multilingual.js';
import { loadMultilingualTable } from './multilingual-table.js';

const english = tokenTable();
const table = await loadMultilingualTable();
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
const place = (text: string) => embedMultilingual(text, table) as Float32Array;
const cosine = (query: string, tool: string) => dot(place(query), embedText(tool, english) as Float32Array);

describe('embedMultilingual', () => {
  it('gives a vector of length 1, the same whatever the case and the spaces', () => {
    expect(Math.hypot(...place('Datei lesen'))).toBeCloseTo(1, 5);
    expect(place('  datei   LESEN ')).toEqual(place('Datei lesen'));
  });

  it.each(['', ' \n ', '\u{1F9FF}'])('gives null for %j, which has no known piece', (text) => {
    expect(embedMultilingual(text, table)).toBeNull();
  });

  it('reads the beginning of a long text, in time that grows with what it reads', () => {
    expect(place(`${'wetter '.repeat(200)}${'datei '.repeat(100_000)}`)).toEqual(place('wetter '.repeat(200)));
  });

  it.each([
    ['Wie wird das Wetter morgen?', 'weather forecast', 'read a file'],
    ['lis le fichier', 'read a file', 'weather forecast'],
    ['envía un correo electrónico', 'send an email', 'weather forecast'],
    ['明天天气怎么样', 'weather forecast', 'read a file'],
    ['скачать файл', 'download a file', 'weather forecast'],
    ['ファイルを読む', 'read a file', 'weather forecast'],
  ])('places %j nearer to %j than to %j', (query, near, far) => {
    expect(cosine(query, near)).toBeGreaterThan(cosine(query, far) + 0.1);
  });
});
