import type { Account, CredentialStore, Credentials, NewCredential, Passkey, SignInLink } from '@assay/identity';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import { type LinkRow, type PasskeyRow, toPasskey, toSignInLink } from './account-rows.js';

/** Passwords, passkeys and one-time links in PostgreSQL. */
export class PostgresCredentialStore implements CredentialStore {
  constructor(private readonly pool: pg.Pool) {}

  async of(accountId: string): Promise<Credentials> {
    const [passwords, passkeys] = await Promise.all([
      this.pool.query<{ hash: string; set_at: Date }>(
        'SELECT hash, set_at FROM account_passwords WHERE account_id = $1',
        [accountId],
      ),
      this.pool.query<PasskeyRow>('SELECT * FROM passkeys WHERE account_id = $1 ORDER BY created_at, id', [accountId]),
    ]);
    const [password] = passwords.rows;
    return {
      password: password === undefined ? null : { hash: password.hash, setAt: password.set_at.getTime() },
      passkeys: passkeys.rows.map(toPasskey),
    };
  }

  async counts(accountIds: readonly string[]) {
    const { rows } = await this.pool.query<{ id: string; password: boolean; passkeys: number }>(
      `SELECT id, EXISTS (SELECT FROM account_passwords WHERE account_id = id) AS password,
         (SELECT count(*)::int FROM passkeys WHERE account_id = accounts.id) AS passkeys
       FROM accounts WHERE id = ANY ($1)`,
      [accountIds],
    );
    return new Map(rows.map(({ id, password, passkeys }) => [id, { password, passkeys }]));
  }

  async setPassword(account: Pick<Account, 'id' | 'organisationId'>, hash: string, at: number): Promise<void> {
    await setPassword(this.pool, account.id, account.organisationId, hash, at);
  }

  async passkey(credentialId: string): Promise<Passkey | undefined> {
    const { rows } = await this.pool.query<PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = $1', [
      credentialId,
    ]);
    return rows[0] && toPasskey(rows[0]);
  }

  async addPasskey(passkey: Passkey): Promise<'added' | 'taken'> {
    return (await insertPasskey(this.pool, passkey)) ? 'added' : 'taken';
  }

  async usePasskey(id: string, counter: { readonly from: number; readonly to: number }, at: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE passkeys SET counter = $3, last_used_at = to_timestamp($4 / 1000.0) WHERE id = $1 AND counter = $2`,
      [id, counter.from, counter.to, at],
    );
    return rowCount === 1;
  }

  async removePasskey(accountId: string, id: string): Promise<'removed' | 'missing' | 'last'> {
    let refused: 'missing' | 'last' = 'missing';
    const removed = await inTransaction(this.pool, async (client) => {
      // Two removals at once would each see the other's passkey remain.
      await lockAccount(client, accountId);
      const { rowCount } = await client.query('DELETE FROM passkeys WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
      ]);
      if (rowCount === 0) return undefined;
      refused = 'last';
      return (await hasCredential(client, accountId)) ? ('removed' as const) : undefined;
    });
    return removed ?? refused;
  }

  async addLink({ id, organisationId, accountId, purpose, digest, createdAt, createdBy, expiresAt }: SignInLink) {
    await inTransaction(this.pool, async (client) => {
      // A reset replaces the links before it; replicas that start together each print one for the first credential.
      if (purpose !== 'first-credential')
        await client.query('DELETE FROM sign_in_links WHERE account_id = $1', [accountId]);
      await client.query(
        `INSERT INTO sign_in_links
           (id, organisation_id, account_id, purpose, digest, created_at, created_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), $7, to_timestamp($8 / 1000.0))`,
        [id, organisationId, accountId, purpose, digest, createdAt, createdBy, expiresAt],
      );
      return true;
    });
  }

  async link(digest: string, at: number): Promise<SignInLink | undefined> {
    const { rows } = await this.pool.query<LinkRow>(
      'SELECT * FROM sign_in_links WHERE digest = $1 AND expires_at > to_timestamp($2 / 1000.0)',
      [digest, at],
    );
    return rows[0] && toSignInLink(rows[0]);
  }

  async redeem(digest: string, credential: NewCredential, at: number): Promise<SignInLink | 'taken' | undefined> {
    let isTaken = false;
    const link = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<LinkRow>(
        'DELETE FROM sign_in_links WHERE digest = $1 AND expires_at > to_timestamp($2 / 1000.0) RETURNING *',
        [digest, at],
      );
      const used = rows[0] && toSignInLink(rows[0]);
      if (used === undefined) return undefined;
      const { accountId, organisationId } = used;
      await lockAccount(client, accountId);
      await client.query('DELETE FROM sign_in_links WHERE account_id = $1', [accountId]);
      isTaken = used.purpose !== 'reset' && (await hasCredential(client, accountId));
      if (isTaken) return undefined;
      await client.query('DELETE FROM passkeys WHERE account_id = $1', [accountId]);
      await client.query('DELETE FROM account_passwords WHERE account_id = $1', [accountId]);
      if (credential.kind === 'password') await setPassword(client, accountId, organisationId, credential.hash, at);
      else isTaken = !(await insertPasskey(client, credential.passkey));
      return isTaken ? undefined : used;
    });
    return isTaken ? 'taken' : link;
  }

  async pruneLinks(before: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM sign_in_links WHERE expires_at < to_timestamp($1 / 1000.0)',
      [before],
    );
    return rowCount ?? 0;
  }
}

type Connection = Pick<pg.Pool, 'query'>;

const lockAccount = (client: pg.PoolClient, id: string) =>
  client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [id]);

async function hasCredential(client: pg.PoolClient, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM account_passwords WHERE account_id = $1)
       OR EXISTS (SELECT FROM passkeys WHERE account_id = $1) AS found`,
    [accountId],
  );
  return rows[0]?.found === true;
}

async function setPassword(on: Connection, accountId: string, organisationId: string, hash: string, at: number) {
  await on.query(
    `INSERT INTO account_passwords (account_id, organisation_id, hash, set_at)
     VALUES ($1, $2, $3, to_timestamp($4 / 1000.0))
     ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`,
    [accountId, organisationId, hash, at],
  );
}

async function insertPasskey(on: Connection, passkey: Passkey): Promise<boolean> {
  const { id, organisationId, accountId, credentialId, publicKey, counter, transports, rpId, name } = passkey;
  const { rowCount } = await on.query(
    `INSERT INTO passkeys
       (id, organisation_id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10 / 1000.0))
     ON CONFLICT (credential_id) DO NOTHING`,
    [
      ...[id, organisationId, accountId, credentialId, Buffer.from(publicKey), counter, transports, rpId, name],
      passkey.createdAt,
    ],
  );
  return rowCount === 1;
}
