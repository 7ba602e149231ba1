import type { LinkPurpose, Role, SignInWay } from '@assay/contracts';
import type { Account, AccountSession, Passkey, SignInLink } from '@assay/identity';
import type { Account as AccountRow, AccountSession as AccountSessionRow } from '../generated/client.js';
import { milliseconds } from '../stores/identity-rows.js';

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  organisationId: row.organisationId,
  displayName: row.displayName,
  roles: row.roles as Role[],
  external: row.issuer === null || row.subject === null ? null : { issuer: row.issuer, subject: row.subject },
  disabledAt: milliseconds(row.disabledAt),
  resetAt: milliseconds(row.resetAt),
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});

export const toAccountSession = (row: AccountSessionRow): AccountSession => ({
  id: row.id,
  organisationId: row.organisationId,
  accountId: row.accountId,
  digest: row.digest,
  method: row.method as SignInWay,
  client: row.client,
  address: row.address,
  createdAt: row.createdAt.getTime(),
  lastSeenAt: row.lastSeenAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  reauthenticatedAt: milliseconds(row.reauthenticatedAt),
});

export interface PasskeyRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly account_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: string[];
  readonly rp_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  organisationId: row.organisation_id,
  accountId: row.account_id,
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: Number(row.counter),
  transports: row.transports,
  rpId: row.rp_id,
  name: row.name,
  createdAt: row.created_at.getTime(),
  lastUsedAt: milliseconds(row.last_used_at),
});

export interface LinkRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly account_id: string;
  readonly purpose: string;
  readonly digest: string;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly expires_at: Date;
}

export const toSignInLink = (row: LinkRow): SignInLink => ({
  id: row.id,
  organisationId: row.organisation_id,
  accountId: row.account_id,
  purpose: row.purpose as LinkPurpose,
  digest: row.digest,
  createdAt: row.created_at.getTime(),
  createdBy: row.created_by,
  expiresAt: row.expires_at.getTime(),
});
