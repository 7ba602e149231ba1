import type { PasskeyResponse } from '@assay/contracts';
import { type Clock, type Failure, fail, ok, type Random, type Result } from '@assay/kernel';
import type { Passkey } from './account.js';
import type { AttemptStore, Challenge, CredentialStore } from './account-store.js';
import type { PasskeyCeremonies, RelyingParty } from './passkey-ceremonies.js';
import { signInDefaults } from './sign-in-defaults.js';

export interface AnswerChallengePorts {
  readonly credentials: Pick<CredentialStore, 'passkey' | 'usePasskey'>;
  readonly attempts: Pick<AttemptStore, 'keep' | 'take'>;
  readonly passkeys: PasskeyCeremonies;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'token'>;
}

type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Challenges and their answers. A challenge serves one purpose at one address and is taken by its first answer, right or
 * wrong, so that no answer counts twice.
 */
export class AnswerChallenge {
  readonly #ports: AnswerChallengePorts;

  constructor(ports: AnswerChallengePorts) {
    this.#ports = ports;
  }

  /** A new challenge, stored. */
  async open(purpose: string, accountId: string | null, { rpId }: RelyingParty): Promise<string> {
    const { attempts, random, clock } = this.#ports;
    const challenge = random.token(32);
    await attempts.keep({ challenge, purpose, accountId, rpId, expiresAt: clock.now() + signInDefaults.challengeMs });
    return challenge;
  }

  /** The passkey that signed; with `accountId`, only one of that account. Its counter is stored. */
  async asserted(
    purpose: string,
    response: PasskeyResponse,
    party: RelyingParty,
    accountId: string | null = null,
  ): Promise<Result<Passkey, Failure>> {
    const { credentials, passkeys, clock } = this.#ports;
    const taken = await this.#take(purpose, response, party, accountId);
    if (!taken.ok) return taken;
    const passkey = await credentials.passkey(response.id);
    if (passkey === undefined || passkey.rpId !== party.rpId) return refused('This passkey is not known here.');
    if (accountId !== null && passkey.accountId !== accountId) return refused('This passkey is not one of yours.');
    const counter = await passkeys.asserted(party, taken.value.challenge, response, passkey);
    if (!counter.ok) return refused(counter.error);
    const change = { from: passkey.counter, to: counter.value };
    const isStored = await credentials.usePasskey(passkey.id, change, clock.now());
    return isStored ? ok(passkey) : refused('The passkey was used at the same time elsewhere: try again.');
  }

  /** What an authenticator created. */
  async created(
    purpose: string,
    response: PasskeyResponse,
    party: RelyingParty,
    accountId: string,
  ): Promise<Result<NewPasskey, Failure>> {
    const taken = await this.#take(purpose, response, party, accountId);
    if (!taken.ok) return taken;
    const created = await this.#ports.passkeys.created(party, taken.value.challenge, response);
    return created.ok ? created : refused(created.error);
  }

  async #take(
    purpose: string,
    response: PasskeyResponse,
    { rpId }: RelyingParty,
    accountId: string | null,
  ): Promise<Result<Challenge, Failure>> {
    const { passkeys, attempts, clock } = this.#ports;
    const challenge = passkeys.challengeOf(response);
    const taken = challenge === undefined ? undefined : await attempts.take(challenge, clock.now());
    if (taken?.purpose === purpose && taken.accountId === accountId && taken.rpId === rpId) return ok(taken);
    return refused('The challenge was used, has expired, or belongs to something else: begin again.');
  }
}

const refused = (message: string) => fail('unauthenticated', message);
