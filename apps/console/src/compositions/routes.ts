import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

export const compositionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compositions',
  component: lazyRouteComponent(() => import('./compositions-page.js'), 'CompositionsPage'),
});

export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compositions/runs/$id',
  component: lazyRouteComponent(() => import('./run-page.js'), 'RunPage'),
});

export const sagaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compositions/sagas/$id',
  component: lazyRouteComponent(() => import('./saga-page.js'), 'SagaPage'),
});

export const compositionsRoutes = [compositionsRoute, runRoute, sagaRoute];
