import { describe, expect, it } from '@jest/globals';
import { OtherLanguages } from './other-languages.js';

const vector = Float32Array.of(1, 0);
const embedder = {
  space: 'table:1',
  dimensions: 2,
  languages: ['de'],
  embed: async (text: string) => (text.includes('Wetter') ? vector : null),
};
const warningFor = (language: string) =>
  `the query seems to be ${language}, and most tools are described in English: ask in English if nothing fits`;

describe('OtherLanguages', () => {
  it('places a query of a language that the embedder knows', async () => {
    expect(await new OtherLanguages(embedder).read('wie wird das Wetter')).toEqual({ language: 'de', vector });
  });

  it('leaves English alone', async () => {
    expect(await new OtherLanguages(embedder).read('weather forecast')).toBeUndefined();
  });

  it.each([
    ['a language that the embedder does not know', 'lire un fichier', 'fr', 'French'],
    ['a text that the embedder knows nothing of', 'lies die Datei', 'de', 'German'],
  ])('warns about %s', async (_, text, language, name) => {
    expect(await new OtherLanguages(embedder).read(text)).toEqual({ language, warning: warningFor(name) });
  });

  it('warns when there is no embedder', async () => {
    expect(await new OtherLanguages(undefined).read('wie wird das Wetter')).toEqual({
      language: 'de',
      warning: warningFor('German'),
    });
  });
});
