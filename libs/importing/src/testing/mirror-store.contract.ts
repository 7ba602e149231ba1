import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow } from '@assay/registry/testing';
import type { Mirror, MirrorStore } from '../mirrors/mirror.js';

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
      equal(await mirrors.saveProgress(mirror.id, progress), true);
      deepEqual(await mirrors.findMirror(mirror.id), { ...mirror, ...progress });
      await mirrors.saveProgress(mirror.id, { ...progress, walk: null });
      equal((await mirrors.findMirror(mirror.id))?.walk, null);
      equal(await mirrors.removeMirror(mirror.id), true);
      equal(await mirrors.removeMirror(mirror.id), false);
      equal(await mirrors.saveProgress(mirror.id, progress), false);
      equal(await mirrors.findMirror(mirror.id), undefined);
    },
  },
];
