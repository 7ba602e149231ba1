import type { PasskeyOptions, PasskeyResponse } from '@assay/contracts';
import type { Result } from '@assay/kernel';
import type { Passkey } from './account.js';

/** The address whose passkeys are used. */
export interface RelyingParty {
  /** Its host name, which passkeys are bound to. */
  readonly rpId: string;
  readonly origin: string;
}

export interface PasskeyPerson {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
}

type Authenticator = Pick<Passkey, 'credentialId' | 'transports'>;

/** The ceremonies of WebAuthn Level 3. Failures are one sentence that reveals nothing of the server. */
export interface PasskeyCeremonies {
  /** The challenge that a response answers; undefined when it cannot be read. */
  challengeOf(response: PasskeyResponse): string | undefined;
  /** `challenge` is 32 random bytes in base64url; the authenticators of `existing` are not registered twice. */
  creationOptions(
    party: RelyingParty,
    challenge: string,
    person: PasskeyPerson,
    existing: readonly Authenticator[],
  ): Promise<PasskeyOptions>;
  /** Without `allowed`, the browser offers every passkey it has for the host. */
  requestOptions(party: RelyingParty, challenge: string, allowed?: readonly Authenticator[]): Promise<PasskeyOptions>;
  created(
    party: RelyingParty,
    challenge: string,
    response: PasskeyResponse,
  ): Promise<Result<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>, string>>;
  /** The counter that the authenticator reports. */
  asserted(
    party: RelyingParty,
    challenge: string,
    response: PasskeyResponse,
    passkey: Passkey,
  ): Promise<Result<number, string>>;
}
