import type { Manifest } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { ok } from '@assay/kernel';
import { Catalogue, type ToolVersion } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import { aCall } from '../testing/a-call.js';
import { noFallbacks } from '../testing/standing-alone.js';
import { Validators } from '../validators.js';
import { findCorroborators } from './find-corroborators.js';

const reading = (name: string, parts: Partial<Manifest> = {}, version: Partial<ToolVersion> = {}) =>
  aVersion(aManifest({ name, capabilities: ['a.b'], annotations: { readOnlyHint: true }, ...parts }), version);

async function found(versions: readonly ToolVersion[], standIns: readonly FallbackLevel[] = []) {
  const directory = new Directory();
  const catalogue = new Catalogue();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const other = aNamespace({ id: 'n2', name: 'other', organisationId: 'org-other', visibility: 'public', owners: [] });
  directory.apply({ kind: 'namespace', id: 'n2', state: other });
  directory.apply({ kind: 'namespace', id: 'n3', state: aNamespace({ id: 'n3', name: 'beside' }) });
  const own = reading('acme/own');
  for (const version of [own, ...versions]) catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  const call = aCall({ caller: aCaller(), standIns }, own);
  const mapInput = async () => ok({ item: 'mapped' });
  const ports = { catalogue, directory, fallbacks: noFallbacks, mapInput };
  const all = await findCorroborators(call, ports, new Validators());
  return all.map(({ reference, input }) => `${reference} ${JSON.stringify(input)}`);
}

describe('findCorroborators', () => {
  it('finds tools that share a capability, only read, and take the input; those of other providers first', async () => {
    const foreign = reading('other/a', {}, { organisationId: 'org-other', stage: 'GENERAL_AVAILABILITY' });
    const strict = { type: 'object', required: ['else'] };
    const names = await found([
      reading('acme/z'),
      reading('beside/b'),
      foreign,
      reading('acme/acting', { annotations: {} }),
      reading('acme/strict', { inputSchema: strict }),
      reading('acme/elsewhere', { capabilities: ['c.d'] }),
    ]);
    const tea = '{"item":"tea"}';
    expect(names).toEqual([`beside/b@1.0.0 ${tea}`, `other/a@1.0.0 ${tea}`, `acme/z@1.0.0 ${tea}`]);
  });

  it('asks one tool of each provider before the second of any', async () => {
    const foreign = (name: string) => reading(name, {}, { organisationId: 'org-other', stage: 'GENERAL_AVAILABILITY' });
    const names = await found([foreign('other/a'), foreign('other/b'), foreign('other/c'), reading('beside/b')]);
    expect(names.map((it) => it.split('@')[0])).toEqual(['beside/b', 'other/a', 'other/b', 'other/c']);
  });

  it('asks the levels of a hierarchy with their own input, and nobody twice', async () => {
    const level = { level: 2, tool: 'acme/z', accuracy: 1, versionId: 'v', pace: { p50Ms: 1, p99Ms: 1 }, mapping: '$' };
    expect(await found([reading('acme/z')], [level])).toEqual(['acme/z@1.0.0 {"item":"mapped"}']);
  });

  it('leaves out what the caller may not call', async () => {
    expect(await found([reading('other/a', {}, { organisationId: 'org-other', stage: 'SANDBOX' })])).toEqual([]);
    expect(await found([reading('acme/z', {}, { status: 'YANKED' })])).toEqual([]);
  });
});
