import type { AuthorizationRecords, DelegateAccess } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
import type { Adapter, AdapterPayload } from 'oidc-provider';

export interface RecordAdapterPorts {
  readonly records: AuthorizationRecords;
  readonly access: Pick<DelegateAccess, 'addToken' | 'removeToken' | 'revoke' | 'isInForce'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Makes the error of a code, token or consent that is no longer valid. */
  readonly invalidGrant: (description: string) => Error;
}

/** A registered client that nobody consents to is forgotten after a day; one in use a year after its last tokens. */
const clientUnusedMs = dayMs;
const clientIdleMs = 365 * dayMs;

/**
 * What the authorization server keeps of one model. An access token is a secret of the key that the consent gave the
 * client; everything else is a record. People are signed in by Assay's own sessions, so the model Session is not kept.
 */
export class RecordAdapter implements Adapter {
  readonly #kind: string;
  readonly #ports: RecordAdapterPorts;

  constructor(kind: string, ports: RecordAdapterPorts) {
    this.#kind = kind;
    this.#ports = ports;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS?: number): Promise<void> {
    if (this.#kind === 'Session') return;
    const { records, clock } = this.#ports;
    const now = clock.now();
    if (this.#kind === 'AccessToken') await this.#addToken(id, payload);
    const expiresAt =
      this.#kind === 'Client' ? now + clientUnusedMs : expiresInS === undefined ? null : now + expiresInS * 1_000;
    await records.save(
      {
        kind: this.#kind,
        id,
        grantId: this.#kind === 'Grant' ? id : (payload.grantId ?? null),
        principalId: payload.accountId ?? null,
        payload: JSON.stringify(payload),
        expiresAt,
      },
      now,
    );
    if ((this.#kind === 'Grant' || this.#kind === 'RefreshToken') && payload.clientId !== undefined)
      await records.extend('Client', payload.clientId, now + clientIdleMs);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'Session') return undefined;
    if (this.#kind === 'Grant' && !this.#ports.access.isInForce(id)) return undefined;
    const found = await this.#ports.records.find(this.#kind, id, this.#ports.clock.now());
    if (found === undefined) return undefined;
    const payload = JSON.parse(found.payload) as AdapterPayload;
    return found.consumedAt === null ? payload : { ...payload, consumed: Math.floor(found.consumedAt / 1_000) };
  }

  /** Of concurrent uses of a code or refresh token one succeeds; another is what a theft looks like, and ends the consent. */
  async consume(id: string): Promise<void> {
    const { records, clock, invalidGrant } = this.#ports;
    if (await records.consume(this.#kind, id, clock.now())) return;
    const payload = await this.find(id);
    if (payload?.grantId !== undefined) await this.revokeByGrantId(payload.grantId);
    throw invalidGrant('it was used already');
  }

  async destroy(id: string): Promise<void> {
    const { records, access } = this.#ports;
    if (this.#kind === 'AccessToken') {
      const payload = await this.find(id);
      if (payload?.grantId !== undefined) await access.removeToken(payload.grantId, id);
    }
    if (this.#kind === 'Grant') await access.revoke(id, 'the client or a repeated use of a token ended it');
    await records.remove(this.#kind, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#ports.access.revoke(grantId, 'the client or a repeated use of a token ended it');
    await this.#ports.records.removeOfGrant(grantId);
  }

  /** Sessions and device codes are not kept. */
  findByUid = async (): Promise<undefined> => undefined;
  findByUserCode = async (): Promise<undefined> => undefined;

  async #addToken(token: string, { grantId, scope = '', exp = 0 }: AdapterPayload): Promise<void> {
    const { access, invalidGrant } = this.#ports;
    const scopes = scope.split(' ').filter((it) => it !== '');
    const isAdded = grantId !== undefined && (await access.addToken(grantId, token, scopes, exp * 1_000));
    if (!isAdded) throw invalidGrant('what the person allowed has been revoked');
  }
}
