import type { Manifest } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { Catalogue, type ToolVersion } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aRevocation, aServer, aVersion } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { passedTools } from './passed-tools.js';

let directory: Directory;
let catalogue: Catalogue;
const server = aServer();

const publish = (name: string, tool: string, parts: Partial<Manifest> = {}, more: Partial<ToolVersion> = {}) => {
  const manifest = aManifest({ name, endpoint: { server: 'acme/orders', tool }, ...parts });
  const id = `${name}@${manifest.version}`;
  catalogue.apply({ kind: 'tool-version', id, state: aVersion(manifest, { id, ...more }) });
};
const listed = (caller = aCaller(), only?: string) =>
  passedTools(caller, server, catalogue, directory, only).map(
    ({ upstreamName, tool, version }) => `${upstreamName}=${tool}@${version.version}`,
  );

beforeEach(() => {
  directory = new Directory();
  catalogue = new Catalogue(directory.aliases);
  directory.apply({ kind: 'namespace', id: 'namespace-acme', state: aNamespace() });
  catalogue.apply({ kind: 'server', id: server.id, state: server });
});

describe('the tools of a server that pass', () => {
  it('are those published of it, by its own names, in the newest version', () => {
    publish('acme/orders.create', 'create_order');
    publish('acme/orders.create', 'create_order', { version: '1.1.0' });
    publish('acme/orders.all', 'all');
    publish('acme/elsewhere', 'other', { endpoint: { server: 'acme/others', tool: 'other' } });
    expect(listed()).toEqual(['all=acme/orders.all@1.0.0', 'create_order=acme/orders.create@1.1.0']);
    expect(listed(aCaller(), 'all')).toEqual(['all=acme/orders.all@1.0.0']);
    expect(listed(aCaller(), 'unheard')).toEqual([]);
  });

  it('are named as in the version that is called', () => {
    publish('acme/orders.create', 'old_name');
    publish('acme/orders.create', 'new_name', { version: '2.0.0' });
    expect(listed()).toEqual(['new_name=acme/orders.create@2.0.0']);
    expect(listed(aCaller(), 'old_name')).toEqual([]);
  });

  it('leave out what is revoked, quarantined, or not for this caller', () => {
    publish('acme/orders.create', 'create_order');
    publish('acme/orders.all', 'all', {}, { quarantined: { since: 0, finding: 'It has changed.', id: 'q' } as never });
    catalogue.apply({ kind: 'revocation', id: 'r', state: aRevocation() });
    expect(listed()).toEqual([]);
    catalogue.apply({ kind: 'revocation', id: 'r', state: null });
    expect(listed()).toEqual(['create_order=acme/orders.create@1.0.0']);
    expect(listed(aCaller({ id: 'principal-cid', name: 'cid' }))).toEqual([]);
  });

  it('of two under one name are the one called after the server', () => {
    publish('acme/alpha', 'same');
    publish('acme/orders.same', 'same');
    expect(listed()).toEqual(['same=acme/orders.same@1.0.0']);
  });
});

describe('listeners to servers', () => {
  it('are notified of each change of a version on one, and of none after they stopped', () => {
    const reported: string[] = [];
    const stop = catalogue.listenToServers((name) => reported.push(name));
    publish('acme/orders.create', 'create_order');
    publish('acme/api', 'x', { protocol: 'composite', endpoint: { notation: 'plan', definition: {} } } as never);
    catalogue.apply({ kind: 'tool-version', id: 'acme/orders.create@1.0.0', state: null });
    stop();
    publish('acme/orders.create', 'create_order');
    expect(reported).toEqual(['acme/orders', 'acme/orders']);
  });
});
