import type { Manifest } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { aManifest } from '../testing/builders.js';
import { termDifferences } from './manifest-terms.js';

const bare = { annotations: undefined, auth: undefined, compensation: undefined, capabilities: undefined };
const reportOf = (older: Partial<Manifest>, newer: Partial<Manifest>): string[] =>
  termDifferences(aManifest({ ...bare, ...older }), aManifest({ ...bare, ...newer })).map(
    ({ path, kind }) => `${kind} ${path}`,
  );

it.each<[Partial<Manifest>, Partial<Manifest>, string[]]>([
  [{}, {}, []],
  [{ title: 'A' }, { title: 'B' }, ['text /title']],
  [{}, { examples: [{ name: 'one', input: {} }] }, ['text /examples']],
  [{ capabilities: ['a.b'] }, { capabilities: ['a.b', 'c.d'] }, ['additive /capabilities']],
  [{ costPerCallUsd: 0.1 }, { costPerCallUsd: 0.2 }, ['additive /costPerCallUsd']],
  [{}, { cache: { ttlSeconds: 60, scope: 'caller' } }, ['additive /cache']],
  [{ sla: { p95Ms: 100 } }, { sla: { p95Ms: 900 } }, ['additive /sla']],
  [{ endpoint: { server: 'acme/a', tool: 'x' } }, { endpoint: { server: 'acme/b', tool: 'x' } }, ['text /endpoint']],
  [{ annotations: {} }, { annotations: { destructiveHint: true, openWorldHint: true } }, []],
  [
    { annotations: { readOnlyHint: true } },
    { annotations: { readOnlyHint: false } },
    [
      'breaking /annotations/readOnlyHint',
      'breaking /annotations/destructiveHint',
      'breaking /annotations/idempotentHint',
      'breaking /compensation/class',
    ],
  ],
  [{ annotations: { idempotentHint: true } }, {}, ['breaking /annotations/idempotentHint']],
  [{}, { annotations: { idempotentHint: true } }, ['additive /annotations/idempotentHint']],
  [{ annotations: { destructiveHint: false } }, {}, ['breaking /annotations/destructiveHint']],
  [{ annotations: { honoursKey: true } }, {}, ['breaking /annotations/honoursKey']],
  [{ annotations: { openWorldHint: false } }, {}, ['additive /annotations/openWorldHint']],
  [{}, { auth: { scopes: ['orders:write'] } }, ['breaking /auth/scopes']],
  [{ auth: { scopes: ['a', 'b'] } }, { auth: { scopes: ['b'] } }, ['additive /auth/scopes']],
  [{ auth: { scopes: ['a', 'b'] } }, { auth: { scopes: ['b', 'a'] } }, []],
  [{}, { auth: { upstream: 'caller' } }, ['breaking /auth/upstream']],
  [{ auth: { upstream: 'shared' } }, { auth: { upstream: 'none' } }, ['additive /auth/upstream']],
  [
    { auth: { upstream: 'caller', scheme: { type: 'bearer' } } },
    { auth: { upstream: 'caller', scheme: { type: 'basic' } } },
    ['breaking /auth/scheme'],
  ],
  [{ compensation: { class: 'full' } }, { compensation: { class: 'semantic' } }, ['breaking /compensation/class']],
  [{ compensation: { class: 'side-effects' } }, {}, ['breaking /compensation/class']],
  [{}, { compensation: { class: 'full' } }, ['additive /compensation/class']],
  [
    { compensation: { class: 'full', input: 'a' } },
    { compensation: { class: 'full', input: 'b' } },
    ['text /compensation'],
  ],
  [{ visibility: 'public' }, { visibility: 'organisation' }, ['breaking /visibility']],
  [{ visibility: 'private' }, { visibility: undefined }, ['additive /visibility']],
  [
    { compatibility: { platform: '>=1 <3' } },
    { compatibility: { platform: '>=1 <4' } },
    ['additive /compatibility/platform'],
  ],
  [
    { visibility: undefined },
    { visibility: undefined, compatibility: { platform: '>=2' } },
    ['breaking /compatibility/platform'],
  ],
])('%j → %j', (older, newer, differences) => {
  expect(reportOf(older, newer)).toEqual(differences);
});
