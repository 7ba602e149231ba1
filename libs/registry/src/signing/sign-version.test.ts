import { FakeSigner } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aVersion } from '../testing/builders.js';
import { entryText } from './entry-text.js';
import { hasRegistrySignature, registrySignature } from './sign-version.js';

const signer = new FakeSigner();

describe('registrySignature', () => {
  it('is the registry’s key over the version’s text', () => {
    const version = aVersion();
    const signature = registrySignature(signer, version, 17);
    expect(signature).toMatchObject({ by: 'registry', keyId: signer.keyId, signedAt: 17 });
    expect(signer.verify(signer.pem, entryText(version), signature.signature)).toBe(true);
  });

  it('is part of the version; a publisher’s own is separate', () => {
    const signature = registrySignature(signer, aVersion(), 0);
    expect(hasRegistrySignature({ ...aVersion(), signatures: [signature] })).toBe(true);
    expect(hasRegistrySignature({ ...aVersion(), signatures: [{ ...signature, by: 'publisher' }] })).toBe(false);
  });
});
