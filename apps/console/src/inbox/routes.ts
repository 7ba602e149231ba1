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

export const inboxRoutes = [inboxRoute, approvalRoute];
