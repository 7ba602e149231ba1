import type { PasskeyResponse } from '@assay/contracts';
import { err, ok } from '@assay/kernel';
import type { PasskeyCeremonies, RelyingParty } from '../sign-in/passkey-ceremonies.js';

/** The page at which tests use passkeys. */
export const aParty: RelyingParty = Object.freeze({ rpId: 'localhost', origin: 'http://localhost:3000' });

/** What `FakePasskeys` takes for the answer of an authenticator: `challenge` answers it, `isRight: false` is a forgery. */
export const aPasskeyResponse = (
  credentialId: string,
  challenge: string,
  { counter = 1, isRight = true }: { readonly counter?: number; readonly isRight?: boolean } = {},
): PasskeyResponse => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: { clientDataJSON: challenge, counter, isRight },
});

type FakeAnswer = { readonly clientDataJSON: string; readonly counter: number; readonly isRight: boolean };

/** Ceremonies without cryptography: the challenge stands in `clientDataJSON`. */
export class FakePasskeys implements PasskeyCeremonies {
  challengeOf = ({ response }: PasskeyResponse): string => response.clientDataJSON;

  async creationOptions(
    { rpId }: RelyingParty,
    challenge: string,
    user: object,
    existing: readonly { readonly credentialId: string }[],
  ) {
    return { challenge, rp: { id: rpId }, user, excludeCredentials: existing.map((it) => ({ id: it.credentialId })) };
  }

  async requestOptions(
    { rpId }: RelyingParty,
    challenge: string,
    allowed: readonly { readonly credentialId: string }[] = [],
  ) {
    return { challenge, rpId, allowCredentials: allowed.map((it) => ({ id: it.credentialId })) };
  }

  async created(_: RelyingParty, challenge: string, { id, response }: PasskeyResponse) {
    const { clientDataJSON, isRight } = response as FakeAnswer;
    if (!isRight || clientDataJSON !== challenge) return err('The passkey could not be verified.');
    return ok({ credentialId: id, publicKey: new Uint8Array([1, 2, 3]), counter: 0, transports: ['internal'] });
  }

  async asserted(_: RelyingParty, challenge: string, { response }: PasskeyResponse) {
    const { clientDataJSON, counter, isRight } = response as FakeAnswer;
    return isRight && clientDataJSON === challenge ? ok(counter) : err('The passkey could not be verified.');
  }
}
