import { aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { isProviderKnown } from './provider-identity.js';

const version = aVersion();
const attested = (identityOf: string | null) =>
  aVersion(undefined, { assurance: { ...version.assurance, identityOf } });
const known = (...versions: ReturnType<typeof aVersion>[]) =>
  isProviderKnown(
    { toolsIn: () => [{ versions: [version] }, { versions }] } as unknown as Parameters<typeof isProviderKnown>[0],
    version,
  );

it('one attested version in the namespace makes its provider known', () => {
  expect(known(version)).toBe(false);
  expect(known(version, attested('org-acme'))).toBe(true);
});

it('the identity of a former owner does not count', () => expect(known(attested('org-former'))).toBe(false));
