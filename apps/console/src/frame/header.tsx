import { Burger, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { areas } from './areas.js';
import mark from './icon.svg';
import { PageButton } from './links.js';
import { may, type Session, useSession } from './session.js';

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

/** Menus are a third of the first load: this one comes after the page. */
const AccountMenu = lazy(() => import('./account-menu.js').then((it) => ({ default: it.AccountMenu })));

const AccountName = () => (
  <Button variant="subtle" color="gray" className="on-dark" size="compact-sm">
    {useSession().principal?.name ?? 'Appearance'}
  </Button>
);

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
          <Suspense fallback={<AccountName />}>
            <AccountMenu />
          </Suspense>
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
