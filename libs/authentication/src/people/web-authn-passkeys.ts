import type { PasskeyOptions, PasskeyResponse } from '@assay/contracts';
import type { Passkey, PasskeyCeremonies, PasskeyPerson, RelyingParty } from '@assay/identity';
import { err, ok, type Result } from '@assay/kernel';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

const rpName = 'Assay';
const timeoutMs = 300_000;

/** Loaded when the first passkey is used: most of a server's life needs none. */
const load = () => import('@simplewebauthn/server');

/** WebAuthn through SimpleWebAuthn. The person is always verified by the authenticator, because it is the only factor. */
export class WebAuthnPasskeys implements PasskeyCeremonies {
  challengeOf({ response }: PasskeyResponse): string | undefined {
    try {
      const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
        challenge?: unknown;
      };
      return typeof data.challenge === 'string' && data.challenge.length <= 100 ? data.challenge : undefined;
    } catch {
      return undefined;
    }
  }

  async creationOptions(
    { rpId }: RelyingParty,
    challenge: string,
    { id, name, displayName }: PasskeyPerson,
    existing: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
  ): Promise<PasskeyOptions> {
    const { generateRegistrationOptions } = await load();
    const options = await generateRegistrationOptions({
      rpName,
      rpID: rpId,
      userName: name,
      userID: new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex')),
      userDisplayName: displayName ?? name,
      challenge: bytesOf(challenge),
      timeout: timeoutMs,
      attestationType: 'none',
      excludeCredentials: existing.map(descriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  }

  async requestOptions(
    { rpId }: RelyingParty,
    challenge: string,
    allowed: readonly Pick<Passkey, 'credentialId' | 'transports'>[] = [],
  ): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await load();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      challenge: bytesOf(challenge),
      timeout: timeoutMs,
      userVerification: 'required',
      allowCredentials: allowed.map(descriptor),
    });
    return { ...options };
  }

  async created({ rpId, origin }: RelyingParty, challenge: string, response: PasskeyResponse) {
    const { verifyRegistrationResponse } = await load();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      });
      if (!verified || registrationInfo === undefined) return err('The passkey could not be verified.');
      const { id, publicKey, counter } = registrationInfo.credential;
      return ok({ credentialId: id, publicKey, counter, transports: transportsOf(response) });
    } catch {
      return err('The passkey could not be verified.');
    }
  }

  async asserted(
    { rpId, origin }: RelyingParty,
    challenge: string,
    response: PasskeyResponse,
    { credentialId, publicKey, counter, transports }: Passkey,
  ): Promise<Result<number, string>> {
    const { verifyAuthenticationResponse } = await load();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: {
          id: credentialId,
          publicKey: new Uint8Array(publicKey),
          counter,
          transports: transports as AuthenticatorTransport[],
        },
      });
      return verified ? ok(authenticationInfo.newCounter) : err('The passkey could not be verified.');
    } catch {
      return err('The passkey could not be verified.');
    }
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

const descriptor = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/** Hints of the browser about how the authenticator is reached; at most ten short words are kept. */
function transportsOf({ response }: PasskeyResponse): string[] {
  const { transports } = response as { transports?: unknown };
  if (!Array.isArray(transports)) return [];
  return transports.filter((it): it is string => typeof it === 'string' && /^[a-z-]{1,20}$/.test(it)).slice(0, 10);
}
