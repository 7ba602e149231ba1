import type { RegistryStatusBody, ServerJson } from '@assay/contracts';
import { ChangeServerStatus, PublishServer, publisherOfCaller, type RegistryServer } from '@assay/importing';
import { InMemoryRegistryServerStore } from '@assay/importing/testing';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { SmallHouse } from './small-house.js';

/** A server.json that every registry takes. */
export const aServerJson = (parts: Partial<ServerJson> = {}): ServerJson => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.example/server',
  description: 'A server to test with.',
  version: '1.0.0',
  ...parts,
});

/** The part of it that names one remote address. */
export const aRemote = (url: string) => ({ remotes: [{ type: 'streamable-http', url }] });

/** The registry's use cases over in-memory stores; ann owns `com.example`. */
export async function smallRegistry() {
  const house = await SmallHouse.open();
  const store = new InMemoryRegistryServerStore(house.clock.now);
  await house.identities.addNamespace(aNamespace({ name: 'com.example' }));
  const { directory, audit, random, catalogue } = house;
  const ports = { store, directory, revocations: catalogue.revocations, audit, random, hostRule: 'enforce' as const };
  const found = publisherOfCaller(directory, aCaller());
  if (!found.ok) throw new Error(found.error.message);
  const ann = found.value;
  const publish = new PublishServer(ports);
  const status = new ChangeServerStatus(ports);
  const must = async (parts: Partial<ServerJson> = {}): Promise<RegistryServer> => {
    const published = await publish.run(ann, aServerJson(parts));
    if (!published.ok) throw new Error(JSON.stringify(published.error));
    return published.value;
  };
  const setStatus = (version: string, body: RegistryStatusBody) =>
    status.one(ann, { name: 'com.example/server', version }, body);
  /** Every version of `com.example/server` with its status, the latest marked. */
  const shown = async () =>
    (await store.versions('com.example/server'))
      .map((it) => `${it.version} ${it.status}${it.isLatest ? ' latest' : ''}`)
      .toSorted();
  return { house, store, ports, ann, publish, status, must, setStatus, shown };
}
