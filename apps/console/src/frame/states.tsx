import { AssayError } from '@assay/sdk';
import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageLink } from './links.js';

/** Widths of the lines that stand where text will be, in percent. */
const placeholders = [62, 100, 94, 97, 88, 99, 91, 70];

/** What a page shows while its data is on the way. */
export function Loading({ lines = 4, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <Stack gap="sm" role="status" aria-label={label}>
      {placeholders.slice(0, lines).map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} radius="sm" />
      ))}
    </Stack>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : <div className="lead">{children}</div>}
    </div>
  );
}

function Issues({ error }: { readonly error: Error }) {
  const issues = error instanceof AssayError ? (error.problem?.errors ?? []) : [];
  if (issues.length === 0) return null;
  return (
    <List size="sm" mt="xs">
      {issues.map(({ path, message }) => (
        <List.Item key={`${path} ${message}`}>
          {path === '' ? null : <code>{path}</code>} {message}
        </List.Item>
      ))}
    </List>
  );
}

/** A request that failed: the server's own words, and the way on. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const { href } = useLocation();
  const known = error instanceof AssayError ? error : undefined;
  const needsSignIn = known?.code === 'unauthenticated';
  return (
    <Alert color="red" title={needsSignIn ? 'Sign in to see this' : 'This did not work'} role="alert">
      <Text size="sm">{known ? known.message : 'The server could not be reached.'}</Text>
      <Issues error={error} />
      <Group gap="md" mt="xs">
        {needsSignIn ? (
          <PageLink to="/sign-in" search={{ next: href }} size="sm">
            Sign in
          </PageLink>
        ) : null}
        {retry === undefined || needsSignIn ? null : (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
        {known?.problem?.traceId ? <Text size="xs">Trace {known.problem.traceId}</Text> : null}
      </Group>
    </Alert>
  );
}

interface AwaitedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** The states of a request in one place: loading, failed, there. */
export function Awaited<T>({ query, lines, children }: AwaitedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(lines !== undefined && { lines })} />;
}
