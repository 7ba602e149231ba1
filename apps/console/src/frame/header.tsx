import { Burger, Button, Group, Menu, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { sessionFetch } from './api.js';
import { areas } from './areas.js';
import mark from './icon.svg';
import { PageButton } from './links.js';
import { forgetEverything, may, type Session, useSession } from './session.js';

const shown = (session: Session) =>
  areas.filter(
    ({ scope, signedIn }) => (scope === undefined || may(session, scope)) && (!signedIn || session.signedIn),
  );

function Navigation({ onFollow }: { readonly onFollow: () => void }) {
  return (
    <ul>
      {shown(useSession()).map(({ label, to }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: to === '/' }} onClick={onFollow}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

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

function AccountMenu() {
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

/** The bar at the top: the areas, the account, and on a phone the button that opens the areas. */
export function Header() {
  const [open, { toggle, close }] = useDisclosure(false);
  const { href, pathname } = useLocation();
  const session = useSession();
  return (
    <header className="bar">
      <div className="bar-inner">
        <Burger
          className="bar-burger on-dark"
          opened={open}
          onClick={toggle}
          size="sm"
          aria-label="Areas"
          aria-expanded={open}
          aria-controls="areas"
        />
        <Link to="/" className="brand" onClick={close}>
          <img src={mark} alt="" width={28} height={28} />
          Assay
        </Link>
        <nav id="areas" aria-label="Areas" className={open ? 'areas areas-open' : 'areas'}>
          <Navigation onFollow={close} />
        </nav>
        <Group gap="xs" wrap="nowrap" className="bar-end">
          <AccountMenu />
          {session.signedIn || pathname === '/sign-in' ? null : (
            <PageButton to="/sign-in" search={{ next: href }} size="compact-sm">
              Sign in
            </PageButton>
          )}
        </Group>
      </div>
    </header>
  );
}
