import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../frame/api.js';
import { PageLink } from '../frame/links.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { useSession } from '../frame/session.js';
import { Awaited } from '../frame/states.js';
import { ApprovalCard } from './approval-card.js';
import { approvalRoute } from './routes.js';
import { useInboxEvents } from './use-inbox-events.js';

function Approval({ id }: { readonly id: string }) {
  const query = useQuery(apiQuery('showApproval', { path: { id } }));
  return <Awaited query={query}>{(approval) => <ApprovalCard approval={approval} />}</Awaited>;
}

/** One approval, at the address that notices name. */
export function ApprovalPage() {
  const { id } = approvalRoute.useParams();
  useInboxEvents(useSession().signedIn);
  return (
    <Page title="Approval" lead={<PageLink to="/inbox">All that waits for you</PageLink>}>
      <NeedsSignIn>
        <Approval id={id} />
      </NeedsSignIn>
    </Page>
  );
}
