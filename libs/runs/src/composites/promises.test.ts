import type { Manifest } from '@assay/contracts';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { KnownTool } from '../known-tool.js';
import { promises } from './promises.js';

type Annotations = NonNullable<Manifest['annotations']>;
const part = (annotations?: Annotations): KnownTool => ({
  manifest: aManifest({ name: 'acme/part', ...(annotations && { annotations }) }),
  nesting: 0,
});
const broken = (own: Annotations, ...parts: KnownTool[]) =>
  promises(aManifest({ annotations: own }), parts).map(({ path }) => path);

it.each<Annotations>([
  { readOnlyHint: true },
  { destructiveHint: false },
  { idempotentHint: true },
  { honoursKey: true },
])('a composition cannot promise %j when a part does not', (own) => {
  const path = `/annotations/${Object.keys(own)[0]}`;
  expect(broken(own, part({ readOnlyHint: true }), part())).toEqual([path]);
  expect(broken(own, part({ readOnlyHint: true }))).toEqual([]);
  expect(broken(own)).toEqual([]);
});

it('a part that holds a promise keeps it, but a part that acts never only reads', () => {
  expect(broken({ idempotentHint: true, honoursKey: true }, part({ idempotentHint: true, honoursKey: true }))).toEqual(
    [],
  );
  expect(broken({ readOnlyHint: true }, part({ destructiveHint: false }))).toEqual(['/annotations/readOnlyHint']);
});

it('a composition that promises nothing breaks nothing', () => expect(broken({}, part())).toEqual([]));
