import { SigningKey } from '@assay/authentication';
import { StartError } from '../system/start-error.js';

/** @throws StartError when the operator's text is no key. */
export function signingKeyOf(secret: string): SigningKey {
  try {
    return new SigningKey(secret);
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}
