import { createRootRoute, type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Header } from './header.js';
import { PageLink } from './links.js';
import { Page } from './page.js';
import { Empty, Failure } from './states.js';

/** After a navigation the keyboard and the screen reader continue at the new page's heading. */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

function Frame() {
  useFocusOnNavigation();
  return (
    <>
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="foot">
        <a href="/docs">API</a>
        <span>Figures and names come from publishers and callers. Assay shows them as text.</span>
      </footer>
    </>
  );
}

export const NotFound = () => (
  <Page title="Page not found">
    <Empty title="Nothing is at this address.">
      <PageLink to="/">Search the marketplace</PageLink>
    </Empty>
  </Page>
);

/** A part of the page that could not be loaded or shown. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown">
      <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
    </Page>
  );
}

export const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });
