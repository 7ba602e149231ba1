import { SmallHouse } from '@assay/gateway/testing';
import { anonymousCaller } from '@assay/identity';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { namespaceOfServer, publisherOfCaller, publisherOfToken } from './publisher.js';

describe('who may publish', () => {
  it('a caller: into the namespaces it owns', async () => {
    const house = await SmallHouse.open();
    await house.identities.addNamespace(aNamespace({ name: 'com.example' }));
    await house.identities.addNamespace(aNamespace({ name: 'acme', owners: ['principal-bob'] }));
    const ann = publisherOfCaller(house.directory, aCaller());
    expect(ann).toMatchObject({ ok: true, value: { resources: ['com.example/*'], method: 'key', subject: 'ann' } });
    if (!ann.ok) return;
    expect(['com.example', 'acme', 'com.example.sub', ''].map(ann.value.mayPublish)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('administrators of the installation edit everywhere, and publish into namespaces they own', async () => {
    const { directory } = await SmallHouse.open();
    const root = publisherOfCaller(directory, aCaller({}, ['registry:publish', 'admin']));
    expect(root.ok && [root.value.mayEdit('com.example'), root.value.mayPublish('com.example')]).toEqual([true, false]);
    const other = publisherOfCaller(directory, aCaller({ organisationId: 'org-other' }, ['registry:publish', 'admin']));
    expect(other.ok && other.value.mayEdit('com.example')).toBe(false);
  });

  it('no publisher without a key, or with a key without the scope', async () => {
    const { directory } = await SmallHouse.open();
    expect(publisherOfCaller(directory, anonymousCaller(true))).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(publisherOfCaller(directory, aCaller({}, ['registry:read']))).toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('a token: exactly what it grants', () => {
    const token = publisherOfToken('dns', 'example.com', [
      { action: 'publish', resource: 'com.Example/*' },
      { action: 'edit', resource: 'com.Example/*' },
      { action: 'publish', resource: 'org.example.*' },
      { action: 'publish', resource: '*' },
    ]);
    expect(token.resources).toEqual(['com.Example/*', 'org.example.*', '*']);
    const may = ['com.example', 'org.example.sub', 'org.example', 'com.example.sub', 'com.examples', 'org.examples.x'];
    expect(may.map(token.mayPublish)).toEqual([true, true, false, false, false, false]);
  });

  it('namespaces are read in lower case', () => {
    expect(namespaceOfServer('com.Example/Server')).toBe('com.example');
    expect(namespaceOfServer('')).toBe('');
  });
});
