import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { assay } from '../frame/api.js';
import { PageLink } from '../frame/links.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Loading } from '../frame/states.js';
import { approvalLinkRoute } from './routes.js';

/** Uses the link, once: a page that is shown again does not ask again. */
function Opened({ token }: { readonly token: string }) {
  const { data, error } = useQuery({
    queryKey: ['openApprovalLink', token],
    queryFn: ({ signal }) => assay.request('openApprovalLink', { body: { token } }, { signal }),
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  if (data !== undefined) return <Navigate to="/approvals/$id" params={{ id: data.id }} replace />;
  if (error === null) return <Loading />;
  return (
    <Alert color="yellow" title="The link does not open an approval">
      <Stack gap="xs">
        <Text size="sm">{error.message}</Text>
        <PageLink to="/inbox" size="sm">
          All that waits for you
        </PageLink>
      </Stack>
    </Alert>
  );
}

/** Where the link of a message leads: after signing in, to the approval. */
export function LinkPage() {
  const { token } = approvalLinkRoute.useParams();
  return (
    <Page title="Approval">
      <NeedsSignIn>
        <Opened token={token} />
      </NeedsSignIn>
    </Page>
  );
}
