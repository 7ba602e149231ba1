import type { Manifest } from '@assay/contracts';
import type { Catalogue } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { previousOf } from './previous-version.js';

const tool = (version: string, code: string, description = 'Doubles a number'): Manifest =>
  aManifest({ version, description, protocol: 'sandbox', endpoint: { code, tier: 0 } });
const catalogueOf = (...manifests: Manifest[]) =>
  ({ tool: () => ({ versions: manifests.map((it) => aVersion(it)) }) }) as unknown as Catalogue;

describe('the version before', () => {
  it('is the nearest one below, with what changed since in definition and code', () => {
    const catalogue = catalogueOf(tool('0.1.0', 'old'), tool('0.2.0', 'a\nb\nc'), tool('0.3.0', 'a\nB\nc', 'Twice'));
    const { previous } = previousOf(tool('0.3.0', 'a\nB\nc', 'Twice'), catalogue) ?? {};
    expect(previous?.version).toBe('0.2.0');
    const lines = previous?.diff.split('\n').filter((line) => /^[-+]/.test(line));
    expect(lines).toEqual([
      ...['--- definition 0.2.0', '+++ definition 0.3.0'],
      ...['-  "description": "Doubles a number",', '+  "description": "Twice",'],
      ...['--- code 0.2.0', '+++ code 0.3.0', '-b', '+B'],
    ]);
  });

  it('has nothing changed where both say the same', () => {
    expect(previousOf(tool('0.2.0', 'a'), catalogueOf(tool('0.1.0', 'a')))?.previous.diff).toBe('');
  });

  it('is none for a first version', () => {
    expect(previousOf(tool('0.1.0', 'a'), catalogueOf(tool('0.1.0', 'a')))).toBeUndefined();
  });

  it('is shown as a replacement where little is the same', () => {
    const many = (mark: string) => Array.from({ length: 3_000 }, (_, at) => `${mark}${at}`).join('\n');
    const { previous } = previousOf(tool('0.2.0', many('b')), catalogueOf(tool('0.1.0', many('a')))) ?? {};
    expect(previous?.diff).toMatch(/^-a0$/m);
    expect(previous?.diff).toMatch(/^\+b2999$/m);
  });
});
