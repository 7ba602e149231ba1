import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { Hierarchy } from '../hierarchies/hierarchy.js';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import type { Candidate, CandidateArm } from './candidate.js';
import { placeOfHierarchy, tryOutLevels } from './try-out-levels.js';

const hierarchy: Hierarchy = {
  ...{ id: 'h', organisationId: 'org', capability: 'geo', levels: [], escalates: false, revision: 1, changedAt: 0 },
  ...{
    changedBy: 'olga',
    candidates: [
      { tool: 'acme/c', accuracy: 1, canary: 5 },
      { tool: 'acme/s', accuracy: 1, shadow: 9 },
    ],
  },
};
const level = (tool: string, at = 1, parts: Partial<FallbackLevel> = {}): FallbackLevel => ({
  ...{ level: at, tool, accuracy: 1, versionId: tool, pace: { p50Ms: 1, p99Ms: 1 } },
  ...parts,
});
const levels = [level('acme/a'), level('acme/b', 2)];

const tried = (arm: CandidateArm | undefined, canary: FallbackLevel | undefined = level('acme/c'), from = levels) =>
  tryOutLevels(hierarchy, from, {
    ...{ caller: aCaller(), session: 's', levelOf: () => canary },
    book: { markOf: (candidate: Candidate) => arm && { candidate, epoch: 1, arm } },
  });
const toolsOf = (found: readonly FallbackLevel[]) => found.map(({ tool }) => tool);

it('puts a canary before the level that takes over when it fails', () => {
  const found = tried('candidate');
  expect(toolsOf(found)).toEqual(['acme/c', 'acme/a', 'acme/b']);
  expect(found.map(({ candidate, shadow }) => [candidate?.arm, shadow])).toEqual([
    ['candidate', undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('counts the primary beside it, with the shadow', () => {
  const [first, second] = tried('primary');
  expect([first?.tool, first?.candidate?.arm, first?.shadow?.candidate.tool]).toEqual(['acme/a', 'primary', 'acme/s']);
  expect(second).toEqual(levels[1]);
});

it('leaves the levels alone without a primary, or a canary that may be called', () => {
  expect(tried('candidate', level('acme/c'), [level('acme/b', 2)])).toEqual([level('acme/b', 2)]);
  expect(tried('candidate', level('acme/c', 1, { unfit: 'forbidden' }))[0]?.candidate).toBeUndefined();
  expect(tried(undefined)[0]?.tool).toBe('acme/a');
  expect(placeOfHierarchy(hierarchy)).toMatchObject({ label: 'geo', ownerId: 'olga' });
});
