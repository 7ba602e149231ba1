import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOperations, proposeManifest } from '@assay/importing';
import { describe, expect, it } from '@jest/globals';
import { parseDocument } from './parse-document.js';
import { validateDocument } from './validate-document.js';

const folder = process.env.ASSAY_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const documents = ['tmdb_oas.json', 'spotify_oas.json'].map((name) => join(folder, 'plans', name)).filter(existsSync);

describe('real OpenAPI documents', () => {
  if (documents.length === 0) {
    it(`are not here: none in ${join(folder, 'plans')}, so nothing was read`, () => expect(documents).toEqual([]));
    return;
  }
  it.each(documents)('%s is read whole, and every operation could be published', async (file) => {
    const parsed = parseDocument(readFileSync(file, 'utf8'));
    if ('problem' in parsed) throw new Error(parsed.problem);
    const { frame, problems } = await validateDocument(parsed.root);
    expect(frame).toEqual([]);
    const listing = await listOperations({ root: parsed.root, address: null, problems }, async () => undefined);
    if (!listing.ok) throw new Error(listing.error.message);
    const invalid = listing.value.tools
      .map((tool) => proposeManifest('acme/api', `acme/api.${tool.name.replaceAll(/\W/g, '_')}`, tool, undefined))
      .filter(({ state }) => state === 'invalid');
    expect(invalid.map(({ manifest, problems: why }) => [manifest.name, why])).toEqual([]);
    expect(listing.value.tools.length).toBeGreaterThan(30);
  });
});
