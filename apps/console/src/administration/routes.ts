import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

/** Sections in the order of the page's own navigation. */
export const sections = {
  people: 'People',
  keys: 'Keys and grants',
  kits: 'Kits',
  policies: 'Policies',
  fallbacks: 'Fallbacks',
  limits: 'Limits and budgets',
  revocations: 'Revocations',
  quarantines: 'Quarantines',
  audit: 'Audit log',
  system: 'System',
} as const;
export type Section = keyof typeof sections;

export const administrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administration/{-$section}',
  component: lazyRouteComponent(() => import('./administration-page.js'), 'AdministrationPage'),
});

export const administrationRoutes = [administrationRoute];
