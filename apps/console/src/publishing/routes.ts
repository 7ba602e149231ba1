import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

export const publishingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publishing',
  component: lazyRouteComponent(() => import('./publishing-page.js'), 'PublishingPage'),
});

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publishing/import',
  component: lazyRouteComponent(() => import('./import-page.js'), 'ImportPage'),
});

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./setup-page.js'), 'SetupPage'),
});

export const evaluationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publishing/evaluations',
  component: lazyRouteComponent(() => import('./evaluations-page.js'), 'EvaluationsPage'),
});

export const publishingRoutes = [publishingRoute, importRoute, setupRoute, evaluationsRoute];
