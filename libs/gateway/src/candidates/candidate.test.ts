import { isUuid } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { candidateOf } from './candidate.js';

const place = { key: 'toolset 1 find', label: 'desk/find', organisationId: 'org', ownerId: 'olga' };

it('is the same under another percentage, and another one for another tool, kind or place', () => {
  const canary = candidateOf({ tool: 'acme/x@2.0.0', canary: 10 }, place);
  expect(isUuid(canary.id)).toBe(true);
  expect(canary).toMatchObject({ kind: 'canary', percent: 10, place: 'desk/find', ownerId: 'olga' });
  expect(candidateOf({ tool: 'acme/x@2.0.0', canary: 20 }, place).id).toBe(canary.id);
  const others = [
    candidateOf({ tool: 'acme/x@2.0.1', canary: 10 }, place),
    candidateOf({ tool: 'acme/x@2.0.0', shadow: 10 }, place),
    candidateOf({ tool: 'acme/x@2.0.0', canary: 10 }, { ...place, key: 'toolset 2 find' }),
  ];
  expect(new Set([canary, ...others].map(({ id }) => id)).size).toBe(4);
});
