import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore, Mirror, MirrorStore } from '@assay/core';
import { anOrganisationRow } from './store-samples.js';

export interface MirrorFixture {
  readonly identities: IdentityStore;
  readonly mirrors: MirrorStore;
}

export interface MirrorContractCase {
  readonly name: string;
  readonly check: (fixture: MirrorFixture) => Promise<void>;
}

const at = 1_700_000_000_000;

async function aMirrorIn({ identities }: MirrorFixture, url: string, parts: Partial<Mirror> = {}): Promise<Mirror> {
  const organisation = anOrganisationRow(`owner-${randomUUID().slice(0, 8)}`);
  await identities.addOrganisation(organisation);
  return {
    id: randomUUID(),
    organisationId: organisation.id,
    url,
    everyMs: 600_000,
    createdAt: at,
    createdBy: null,
    syncedTo: null,
    walk: null,
    lastSuccessAt: null,
    lastAttemptAt: null,
    nextAt: at,
    failures: 0,
    error: null,
    skipped: 0,
    skippedExample: null,
    ...parts,
  };
}

export const mirrorStoreContract: readonly MirrorContractCase[] = [
  {
    name: 'a mirror is found as it was added; an address is followed once; lists are by age',
    check: async (fixture) => {
      const { mirrors } = fixture;
      const first = await aMirrorIn(fixture, 'https://one.example');
      const second = await aMirrorIn(fixture, 'https://two.example', { createdAt: at - 1 });
      equal(await mirrors.addMirror(first), 'added');
      equal(await mirrors.addMirror(second), 'added');
      equal(await mirrors.addMirror({ ...first, id: randomUUID() }), 'taken');
      deepEqual(await mirrors.findMirror(first.id), first);
      deepEqual(await mirrors.mirrors(), [second, first]);
      equal(await mirrors.findMirror(randomUUID()), undefined);
    },
  },
  {
    name: 'progress is kept whole, and that of a mirror given up is nothing',
    check: async (fixture) => {
      const { mirrors } = fixture;
      const mirror = await aMirrorIn(fixture, 'https://one.example');
      await mirrors.addMirror(mirror);
      const progress = {
        syncedTo: '2026-01-01T00:00:00.123456Z',
        walk: { since: '2026-01-01T00:00:00Z', cursor: 'a/b:1.0.0', newest: null },
        lastSuccessAt: at + 1,
        lastAttemptAt: at + 2,
        nextAt: at + 3,
        failures: 4,
        error: 'away',
        skipped: 5,
        skippedExample: 'x: no name',
      };
      await mirrors.saveProgress(mirror.id, progress);
      deepEqual(await mirrors.findMirror(mirror.id), { ...mirror, ...progress });
      await mirrors.saveProgress(mirror.id, { ...progress, walk: null });
      equal((await mirrors.findMirror(mirror.id))?.walk, null);
      equal(await mirrors.removeMirror(mirror.id), true);
      equal(await mirrors.removeMirror(mirror.id), false);
      await mirrors.saveProgress(mirror.id, progress);
      equal(await mirrors.findMirror(mirror.id), undefined);
    },
  },
  {
    name: 'a mirror is claimed by one at a time, until the claim ends or is given back',
    check: async (fixture) => {
      const { mirrors } = fixture;
      const mirror = await aMirrorIn(fixture, 'https://one.example');
      await mirrors.addMirror(mirror);
      const claims = await Promise.all([1, 2, 3].map(() => mirrors.claimMirror(mirror.id, at, at + 100)));
      equal(claims.filter((it) => it !== undefined).length, 1);
      equal(await mirrors.claimMirror(mirror.id, at + 99, at + 200), undefined);
      equal(await mirrors.extendClaim(mirror.id, at + 300), true);
      equal(await mirrors.claimMirror(mirror.id, at + 200, at + 400), undefined);
      deepEqual(await mirrors.claimMirror(mirror.id, at + 300, at + 400), mirror);
      await mirrors.releaseMirror(mirror.id, at + 310);
      deepEqual(await mirrors.claimMirror(mirror.id, at + 310, at + 400), mirror);
      await mirrors.removeMirror(mirror.id);
      equal(await mirrors.extendClaim(mirror.id, at + 500), false);
      equal(await mirrors.claimMirror(mirror.id, at + 900, at + 990), undefined);
    },
  },
];
