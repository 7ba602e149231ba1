import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';

export const administrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administration',
  component: lazyRouteComponent(() => import('./administration-page.js'), 'AdministrationPage'),
});

export const administrationRoutes = [administrationRoute];
