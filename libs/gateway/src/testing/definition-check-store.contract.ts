import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Definition, DefinitionCheckStore, Look } from '@assay/importing';
import { aServerRow } from '@assay/registry/testing';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';

export interface LookFixture extends CatalogueFixture {
  readonly looks: DefinitionCheckStore;
}

export interface LookContractCase {
  readonly name: string;
  readonly check: (fixture: LookFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);

async function withServer(fixture: LookFixture) {
  const { catalogue, namespace } = await withNamespace(fixture);
  const server = aServerRow(namespace);
  await catalogue.addServer(server);
  const look = (parts: Partial<Look> = {}): Look => ({
    serverId: server.id,
    organisationId: server.organisationId,
    lookedAt: at,
    dueAt: at + 1_000,
    failures: 0,
    problem: null,
    ...parts,
  });
  return { catalogue, looks: fixture.looks, server, look };
}

/** What every DefinitionCheckStore promises. */
export const definitionCheckStoreContract: readonly LookContractCase[] = [
  {
    name: 'the later of two looks at a server stays',
    check: async (fixture) => {
      const { looks, look, server } = await withServer(fixture);
      equal(await looks.look(server.id), undefined);
      const later = look({ lookedAt: at + 5, failures: 2, problem: 'it does not answer' });
      await looks.keepLook(look());
      await looks.keepLook(later);
      await looks.keepLook(look({ lookedAt: at + 4 }));
      deepEqual(await looks.look(server.id), later);
      deepEqual(await looks.looks(), [later]);
    },
  },
  {
    name: 'a look at a server that is gone is forgotten',
    check: async (fixture) => {
      const { looks, look } = await withServer(fixture);
      await looks.keepLook(look({ serverId: randomUUID() }));
      deepEqual(await looks.looks(), []);
    },
  },
  {
    name: 'definitions are kept by their digest as they were first seen',
    check: async (fixture) => {
      const { looks, server } = await withServer(fixture);
      const definition: Definition = {
        name: 'create',
        description: 'a \u0000, an é, a 🧾',
        inputSchema: { type: 'object', properties: { z: {}, a: {} } },
      };
      const seen = { organisationId: server.organisationId, at };
      await looks.keepDefinitions(new Map(), seen);
      await looks.keepDefinitions(new Map([['sha256:one', definition]]), seen);
      await looks.keepDefinitions(
        new Map([
          ['sha256:one', { ...definition, name: 'other' }],
          ['sha256:two', { ...definition, name: 'second' }],
        ]),
        seen,
      );
      deepEqual(await looks.definitions(['sha256:one', 'sha256:three']), new Map([['sha256:one', definition]]));
      equal((await looks.definitions(['sha256:two'])).get('sha256:two')?.name, 'second');
      deepEqual(await looks.definitions([]), new Map());
    },
  },
];
