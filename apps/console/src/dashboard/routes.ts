import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';
import { searchOf } from './search.js';

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./dashboard-page.js'), 'DashboardPage'),
});

export const dashboardRoutes = [dashboardRoute];
