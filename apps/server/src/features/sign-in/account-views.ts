import type { AccountDetail, AccountSessionView, AccountView, PasskeyView } from '@assay/contracts';
import {
  type Account,
  type AccountSession,
  type Credentials,
  type Directory,
  endOfSession,
  type Passkey,
} from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';

export const passkeyView = ({ id, name, rpId, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  host: rpId,
  createdAt: isoTime(createdAt),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
});

export const sessionView = (session: AccountSession, currentId: string | undefined): AccountSessionView => ({
  id: session.id,
  current: session.id === currentId,
  method: session.method,
  client: session.client,
  address: session.address,
  createdAt: isoTime(session.createdAt),
  lastSeenAt: isoTime(session.lastSeenAt),
  expiresAt: isoTime(endOfSession(session)),
});

export const accountDetail = (
  account: Account,
  { password, passkeys }: Credentials,
  directory: Directory,
): AccountDetail => ({
  principal: { id: account.id, kind: 'user', name: directory.principal(account.id)?.name ?? account.id },
  displayName: account.displayName,
  roles: [...account.roles],
  teams: teamsOf(account, directory),
  password: password && { setAt: isoTime(password.setAt) },
  passkeys: passkeys.map(passkeyView),
  issuer: account.external?.issuer ?? null,
  createdAt: isoTime(account.createdAt),
  resetAt: isoTimeOrNull(account.resetAt),
});

export interface CountedCredentials {
  readonly password: boolean;
  readonly passkeys: number;
}

export function accountView(
  account: Account,
  { password, passkeys }: CountedCredentials,
  lastSeenAt: number | null,
  directory: Directory,
): AccountView {
  const canSignIn = password || passkeys > 0 || account.external !== null;
  return {
    id: account.id,
    name: directory.principal(account.id)?.name ?? account.id,
    displayName: account.displayName,
    roles: [...account.roles],
    teams: teamsOf(account, directory),
    status: account.disabledAt !== null ? 'disabled' : canSignIn ? 'active' : 'invited',
    credentials: { password, passkeys, issuer: account.external?.issuer ?? null },
    createdAt: isoTime(account.createdAt),
    resetAt: isoTimeOrNull(account.resetAt),
    lastSeenAt: isoTimeOrNull(lastSeenAt),
  };
}

const teamsOf = ({ id }: Account, directory: Directory): string[] =>
  directory.teams
    .of(id)
    .map((it) => directory.teams.get(it)?.name ?? it)
    .sort();
