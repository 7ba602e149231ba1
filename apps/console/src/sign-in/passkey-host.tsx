import { Anchor, Text } from '@mantine/core';
import type { Session } from '../frame/session.js';

/** Passkeys need a host name: at an IP address, the way to the address at which they work. */
export function PasskeyHost({ session }: { readonly session: Session }) {
  if (session.passkeyHost === undefined) return null;
  const { pathname, search } = window.location;
  return (
    <Text size="sm">
      Passkeys do not work at an IP address. Open{' '}
      <Anchor href={session.passkeyHost + pathname + search}>{session.passkeyHost}</Anchor> to use one.
    </Text>
  );
}
