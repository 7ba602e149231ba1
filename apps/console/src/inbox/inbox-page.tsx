import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { may, type Session, useSession } from '../frame/session.js';
import { Approvals } from './approvals.js';
import { Findings } from './findings.js';
import { Notices } from './notices.js';
import { Reviews } from './reviews.js';
import { type InboxTab, inboxRoute, inboxTabs } from './routes.js';
import { Tickets } from './tickets.js';
import { useInboxEvents } from './use-inbox-events.js';

const labels: Readonly<Record<InboxTab, string>> = {
  approvals: 'Approvals',
  tickets: 'Tickets',
  reviews: 'Reviews',
  findings: 'Findings',
  notices: 'Notices',
};

const panels: Readonly<Record<InboxTab, () => ReactNode>> = {
  approvals: () => <Approvals />,
  tickets: () => <Tickets />,
  reviews: () => <Reviews />,
  findings: () => <Findings />,
  notices: () => <Notices />,
};

/** Scopes without which the lists of a tab are refused. */
const scopeOf: Partial<Record<InboxTab, string>> = { reviews: 'tools:call', findings: 'registry:publish' };

const shownTabs = (session: Session): InboxTab[] =>
  inboxTabs.filter((tab) => {
    const scope = scopeOf[tab];
    return scope === undefined || may(session, scope);
  });

function Inbox() {
  const { list: tab = 'approvals' } = inboxRoute.useSearch();
  const navigate = useNavigate();
  const session = useSession();
  useInboxEvents(session.signedIn);
  return (
    <Tabs
      value={tab}
      onChange={(value) => void navigate({ to: '/inbox', search: { list: value as InboxTab } })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {shownTabs(session).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{panels[tab]()}</Tabs.Panel>
    </Tabs>
  );
}

/** What waits for this person. */
export function InboxPage() {
  return (
    <Page title="Inbox" lead="What waits for you. Every decision is recorded with your name.">
      <NeedsSignIn>
        <Inbox />
      </NeedsSignIn>
    </Page>
  );
}
