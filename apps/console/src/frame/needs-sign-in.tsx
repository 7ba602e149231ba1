import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageLink } from './links.js';
import { may, sessionQuery } from './session.js';
import { Loading } from './states.js';

interface NeedsSignInProps {
  /** The scope that the page's requests need; any signed-in person when absent. */
  readonly scope?: string;
  readonly children: ReactNode;
}

/** Shows its content to those whose requests the server will answer; others learn what is missing. */
export function NeedsSignIn({ scope, children }: NeedsSignInProps) {
  const { href } = useLocation();
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined) return <Loading />;
  if (session.signedIn && (scope === undefined || may(session, scope))) return <>{children}</>;
  return session.signedIn ? (
    <Alert color="yellow" title="Not for your account">
      <Text size="sm">It needs the scope {scope}. An administrator can give it to you.</Text>
    </Alert>
  ) : (
    <Alert color="yellow" title="Sign in to continue">
      <PageLink to="/sign-in" search={{ next: href }} size="sm">
        Sign in
      </PageLink>
    </Alert>
  );
}
