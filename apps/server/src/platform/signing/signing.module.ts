import { AesSealer, Ed25519Verifier } from '@assay/authentication';
import { Global, Module } from '@nestjs/common';
import { Home, newSecret } from '../home/home.js';
import { HomeModule } from '../home/home.module.js';
import { CONFIG, RANDOM, SEALER, SIGNATURE_VERIFIER, SIGNER } from '../ports.js';
import { provide } from '../provide.js';
import { signingKeyOf } from './signing.js';

const keys = { config: CONFIG, home: Home, random: RANDOM };

const providers = [
  provide(
    SEALER,
    keys,
    ({ config, home, random }) =>
      new AesSealer(
        config.encryptionKey ?? home.secret('encryption.key', () => newSecret(random)),
        config.formerEncryptionKey,
      ),
  ),
  provide(SIGNER, keys, ({ config, home, random }) =>
    signingKeyOf(config.signingKey ?? home.secret('signing.key', () => newSecret(random))),
  ),
  provide(SIGNATURE_VERIFIER, {}, () => new Ed25519Verifier()),
];

/** The keys of the installation: one that seals secrets, and one that signs entries and audit records. */
@Global()
@Module({ imports: [HomeModule], providers, exports: providers })
export class SigningModule {}
