import type { PasskeyOptions, PasskeyResponse, SignInPasskeyOptions, SignInPassword } from '@assay/contracts';
import { type Clock, type Failure, fail, ok, type Random, type Result } from '@assay/kernel';
import type { Directory } from '../directory.js';
import { defaultOrganisation } from '../installation.js';
import type { Principal } from '../records.js';
import type { Account } from './account.js';
import type { AttemptStore, CredentialStore } from './account-store.js';
import { AnswerChallenge } from './answer-challenge.js';
import type { LimitPasswords } from './limit-passwords.js';
import type { PasskeyCeremonies, RelyingParty } from './passkey-ceremonies.js';
import type { PasswordHasher } from './password-hasher.js';
import { normalPassword } from './password-rules.js';
import type { RequestOrigin, StartedSession, StartSession } from './start-session.js';

export interface SignInPorts {
  readonly directory: Directory;
  readonly credentials: CredentialStore;
  readonly attempts: AttemptStore;
  readonly passwords: PasswordHasher;
  readonly passkeys: PasskeyCeremonies;
  readonly limit: Pick<LimitPasswords, 'refuses' | 'failed' | 'succeeded'>;
  readonly starting: Pick<StartSession, 'run'>;
  /** A keyed digest, 32 bytes in base64url. */
  readonly mac: (text: string) => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'token'>;
}

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** People sign in with a password or a passkey. Neither answers nor times reveal which names exist. */
export class SignIn {
  readonly #ports: SignInPorts;
  readonly #answering: AnswerChallenge;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#answering = new AnswerChallenge(ports);
  }

  async withPassword(
    { name, password, organisation = defaultOrganisation }: SignInPassword,
    origin: RequestOrigin,
  ): Promise<Result<StartedSession, Failure>> {
    const { credentials, passwords, limit, starting } = this.#ports;
    const refused = await limit.refuses(organisation, name, origin.address);
    if (refused !== undefined) return { ok: false, error: refused };
    const account = this.#account(organisation, name);
    const stored = (await credentials.of(account?.id ?? nobody)).password;
    const isRight = await passwords.matches(normalPassword(password), stored?.hash ?? null);
    if (!isRight || stored === null || account === undefined) {
      await limit.failed(organisation, name, origin.address);
      return wrong;
    }
    await limit.succeeded(organisation, name, origin.address);
    if (passwords.isOutdated(stored.hash))
      await credentials.setPassword(account, await passwords.hash(normalPassword(password)), stored.setAt);
    return ok(await starting.run(account, 'password', origin));
  }

  /** With a name, a person's passkeys; an unknown name gets one that always looks the same and that nobody has. */
  async passkeyOptions(
    { name, organisation = defaultOrganisation }: SignInPasskeyOptions,
    party: RelyingParty,
  ): Promise<PasskeyOptions> {
    const { credentials, passkeys, mac } = this.#ports;
    const challenge = await this.#answering.open('sign-in', null, party);
    if (name === undefined) return passkeys.requestOptions(party, challenge);
    const account = this.#account(organisation, name);
    const found = (await credentials.of(account?.id ?? nobody)).passkeys.filter((it) => it.rpId === party.rpId);
    const decoy = {
      credentialId: mac(`passkey of ${organisation}/${name} at ${party.rpId}`),
      transports: ['internal'],
    };
    return passkeys.requestOptions(party, challenge, found.length > 0 ? found : [decoy]);
  }

  async withPasskey(
    response: PasskeyResponse,
    party: RelyingParty,
    origin: RequestOrigin,
  ): Promise<Result<StartedSession, Failure>> {
    const asserted = await this.#answering.asserted('sign-in', response, party);
    if (!asserted.ok) return asserted;
    const account = this.#ports.directory.accounts.of(asserted.value.accountId);
    if (account === undefined || account.disabledAt !== null)
      return fail('unauthenticated', 'This passkey is not valid.');
    return ok(await this.#ports.starting.run(account, 'passkey', origin));
  }

  /** One that may sign in. */
  #account(organisation: string, name: string): Account | undefined {
    const { directory } = this.#ports;
    const id = directory.organisationNamed(organisation)?.id;
    const principal: Principal | undefined = id === undefined ? undefined : directory.principalNamed(id, name);
    const account = principal && directory.accounts.of(principal.id);
    return account?.disabledAt === null ? account : undefined;
  }
}

const wrong = fail('unauthenticated', 'The name or the password is wrong.');
