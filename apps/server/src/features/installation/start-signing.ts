import type { Caller } from '@assay/identity';
import type { ChangeFeed, Clock, PublicKey, Signer } from '@assay/kernel';
import { type Catalogue, type RegistryKeyStore, signUnsigned, useKey } from '@assay/registry';
import type { Logger } from 'pino';

export interface StartSigningPorts {
  readonly catalogue: Catalogue;
  readonly keys: RegistryKeyStore;
  readonly signer: SignerWithKey;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly log: Logger;
}

type SignerWithKey = Signer & { readonly public: PublicKey };

/** Publishes the key the registry signs with, and signs what was published before there was one. */
export async function startSigning(
  { catalogue, keys, signer, feed, clock, log }: StartSigningPorts,
  administrator: Caller,
): Promise<void> {
  const key = signer.public;
  const ended = await useKey(keys, key, administrator.organisationId as string, clock);
  if (ended.length > 0) {
    log.warn(
      { keyId: key.keyId, former: ended },
      'this registry signs with another key than before; replicas that share a database must be given the same ASSAY_SIGNING_KEY',
    );
  }
  const signed = await signUnsigned(keys, catalogue, signer, clock);
  if (signed > 0) log.info({ signed }, 'versions published before entries were signed have their signature now');
  await feed.caughtUp();
}
