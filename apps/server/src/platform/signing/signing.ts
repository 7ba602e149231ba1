import { SigningKey } from '@assay/authentication';
import type { Caller } from '@assay/identity';
import type { PublicKey } from '@assay/kernel';
import { type RegistryKeyStore, signUnsigned, useKey } from '@assay/registry';
import type { Logger } from 'pino';
import { StartError } from '../system/start-error.js';
import type { Domain } from '../../domain.js';

/** @throws StartError when the operator's text is no key. */
export function signingKeyOf(secret: string): SigningKey {
  try {
    return new SigningKey(secret);
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** Tells the world the key the registry signs with, and signs what was published before there was one. */
export async function startSigning(
  domain: Pick<Domain, 'catalogue' | 'clock' | 'identityPorts' | 'signer'>,
  keys: RegistryKeyStore,
  key: PublicKey,
  administrator: Caller,
  log: Logger,
): Promise<void> {
  const ended = await useKey(keys, key, administrator.organisationId as string, domain.clock);
  if (ended.length > 0) {
    log.warn(
      { keyId: key.keyId, former: ended },
      'this registry signs with another key than before; replicas that share a database must be given the same ASSAY_SIGNING_KEY',
    );
  }
  const signed = await signUnsigned(keys, domain.catalogue, domain.signer, domain.clock);
  if (signed > 0) log.info({ signed }, 'versions published before entries were signed have their signature now');
  await domain.identityPorts.feed.caughtUp();
}
