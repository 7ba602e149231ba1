import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';
import { readSearch } from './search-state.js';
import { toolRoute } from './tool-routes.js';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./search-page.js'), 'SearchPage'),
});

export const marketplaceRoutes = [searchRoute, toolRoute];
