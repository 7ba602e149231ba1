import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { sessionFetch } from './api.js';
import { forgetEverything, useSession } from './session.js';

const schemes = { auto: 'Same as the system', light: 'Light', dark: 'Dark' } as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      {Object.entries(schemes).map(([scheme, label]) => (
        <Menu.Item
          key={scheme}
          onClick={() => setColorScheme(scheme as keyof typeof schemes)}
          rightSection={colorScheme === scheme ? '✓' : null}
          aria-current={colorScheme === scheme}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}

/** The account, and how pages look. */
export function AccountMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const signOut = async () => {
    await sessionFetch('/v1/session', { method: 'DELETE' });
    await forgetEverything();
    await navigate({ to: '/' });
  };
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" className="on-dark" size="compact-sm">
          {session.principal?.name ?? 'Appearance'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SchemeItems />
        {session.signedIn ? (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to="/account">
              Your account
            </Menu.Item>
            <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
