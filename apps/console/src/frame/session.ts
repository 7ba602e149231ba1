import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient, sessionFetch, setCsrfToken } from './api.js';

export interface Session {
  readonly signedIn: boolean;
  readonly principal?: { readonly id: string; readonly kind: string; readonly name: string };
  readonly organisation?: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly csrfToken?: string;
  readonly methods: {
    readonly password: boolean;
    readonly passkey: boolean;
    readonly oidc: readonly { readonly name: string; readonly url: string }[];
  };
  /** The address at which passkeys work, when they do not at this one. */
  readonly passkeyHost?: string;
  readonly reauthenticatedUntil?: string;
}

const anonymous: Session = {
  signedIn: false,
  roles: [],
  scopes: [],
  methods: { password: false, passkey: false, oidc: [] },
};

async function readSession(signal: AbortSignal): Promise<Session> {
  const answer = await sessionFetch('/v1/session', { signal, headers: { accept: 'application/json' } });
  const session = answer.ok ? ((await answer.json()) as Session) : anonymous;
  setCsrfToken(session.csrfToken);
  return session;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 60_000,
});

/** Who is signed in; an anonymous visitor until the answer is here. */
export const useSession = (): Session => useQuery(sessionQuery).data ?? anonymous;

/** Whether the visitor has a scope; what is hidden by it is refused by the server as well. */
export const may = (session: Session, scope: string): boolean =>
  session.scopes.includes(scope) || session.scopes.includes('admin');

/** After a sign-in or sign-out nothing that was read before counts. */
export async function forgetEverything(): Promise<void> {
  setCsrfToken(undefined);
  queryClient.clear();
  await queryClient.fetchQuery(sessionQuery);
}
