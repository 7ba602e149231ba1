import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dataFiles, readDataFiles } from './data-files.js';
import { inWords } from './finding.js';
import { type Breach, expectCaught, expectFine } from './planted-breaches.js';

const path = 'libs/search/src/text/words.json';

describe('data files name their source', () => {
  it.each<Breach>([
    [path, '{"about": "x", "licence": "MIT", "words": []}', 'no source'],
    [path, '{"about": "x", "source": "", "licence": "MIT"}', 'no source'],
    [path, '{"about": "x", "source": "y", "words": []}', 'no licence'],
  ])('catches %s with %s', (...breach) => expectCaught(dataFiles, breach));

  it('leaves a complete one alone', () =>
    expectFine(dataFiles, [path, '{"about": "x", "source": "y", "licence": "MIT", "words": []}']));

  it('holds in this repository', () => {
    const files = readDataFiles(join(import.meta.dirname, '..', '..'));
    expect(files.length).toBeGreaterThan(10);
    expect(inWords(dataFiles(files))).toEqual([]);
  });
});
