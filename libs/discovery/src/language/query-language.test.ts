import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { languageNames, queryLanguage } from './query-language.js';

describe('queryLanguage', () => {
  it.each([
    ['Wie wird das Wetter morgen in Berlin?', 'de'],
    ['Datei lesen', 'de'],
    ['ÜBERSETZE DIESEN TEXT', 'de'],
    ['lire un fichier', 'fr'],
    ['última versión de una dependencia de Maven', 'es'],
    ['enviar correo', 'es'],
    ['cerca un ristorante', 'it'],
    ['procurar arquivos do projeto', 'pt'],
    ['zoek een bestand', 'nl'],
    ['pokaż pogodę na jutro', 'pl'],
    ['yarın hava nasıl', 'tr'],
    ['明天天气怎么样', 'zh'],
    ['查找 npm 软件包', 'zh'],
    ['ファイルを読む', 'ja'],
    ['파일 읽기', 'ko'],
    ['прочитать файл', 'ru'],
    ['اقرأ الملف', 'ar'],
    ['อ่านไฟล์', 'th'],
  ])('%j is %s', (text, language) => {
    expect(queryLanguage(text)).toBe(language);
    expect(languageNames).toHaveProperty(language);
  });

  it.each([
    ...['', '12 + 3', 'read a file', 'sql query', 'pdf to text', 'git diff', 'mkdir', 'send email', 'list pods'],
    ...['weather in München', 'find hotels near the Champs-Élysées', 'translate "guten Morgen" to English for me'],
    ...['post to Slack', 'create_entities', 'what does 天气 mean in English'],
  ])('%j counts as English', (text) => {
    expect(queryLanguage(text)).toBeUndefined();
  });

  it('never throws, and knows the name of what it finds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const found = queryLanguage(text);
        if (found !== undefined) expect(languageNames).toHaveProperty(found);
      }),
    );
  });
});
