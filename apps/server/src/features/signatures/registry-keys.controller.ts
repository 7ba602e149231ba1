import { createPublicKey } from 'node:crypto';
import type { RegistryKeys, RegistryKeyView } from '@assay/contracts';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { RegistryKey, RegistryKeyStore } from '@assay/registry';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { KEY_STORE } from '../../platform/ports.js';

/** The registry's public keys at their well-known address: everybody may check what it signed. */
@Controller()
export class RegistryKeysController {
  constructor(@Inject(KEY_STORE) private readonly store: RegistryKeyStore) {}

  @Get('.well-known/assay-keys.json')
  @Header('cache-control', 'public, max-age=300')
  @Header('access-control-allow-origin', '*')
  async keys(): Promise<RegistryKeys> {
    return { keys: (await this.store.registryKeys()).map(registryKeyView) };
  }
}

/** A JSON Web Key (RFC 7517 and 8037), whose further members name it and say when it signs. */
export function registryKeyView(key: RegistryKey): RegistryKeyView {
  const { x = '' } = createPublicKey(key.publicKey).export({ format: 'jwk' });
  return {
    keyId: key.keyId,
    algorithm: 'Ed25519',
    publicKey: key.publicKey,
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: key.keyId,
    use: 'sig',
    alg: 'EdDSA',
    validFrom: isoTime(key.validFrom),
    validUntil: isoTimeOrNull(key.validUntil),
  };
}
