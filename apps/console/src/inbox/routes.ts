import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

export const inboxTabs = ['approvals', 'tickets', 'reviews', 'findings', 'notices'] as const;
export type InboxTab = (typeof inboxTabs)[number];

export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: ({ list }: Record<string, unknown>): { readonly list?: InboxTab } => {
    const known = inboxTabs.find((it) => it === list);
    return known === undefined ? {} : { list: known };
  },
  component: lazyRouteComponent(() => import('./inbox-page.js'), 'InboxPage'),
});

/** The address in notices and answers of calls. */
export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('./approval-page.js'), 'ApprovalPage'),
});

/** The address in links of messages outside the application. */
export const approvalLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/links/$token',
  component: lazyRouteComponent(() => import('./link-page.js'), 'LinkPage'),
});

export const inboxRoutes = [inboxRoute, approvalRoute, approvalLinkRoute];
