import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

const ranges = [1, 7, 30, 90] as const;
const sides = ['caller', 'provider'] as const;

export interface DashboardSearch {
  readonly days?: (typeof ranges)[number];
  readonly side?: (typeof sides)[number];
}

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: ({ days, side }: Record<string, unknown>): DashboardSearch => {
    const range = ranges.find((it) => it === days);
    const known = sides.find((it) => it === side);
    return { ...(range !== undefined && { days: range }), ...(known !== undefined && { side: known }) };
  },
  component: lazyRouteComponent(() => import('./dashboard-page.js'), 'DashboardPage'),
});

export const dashboardRoutes = [dashboardRoute];
