import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-route.js';
import { SearchPage } from './search-page.js';
import { readSearch } from './search-state.js';
import { toolRoute } from './tool-routes.js';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readSearch,
  // Part of the first file: most visitors come here first, and one round trip less shows the page sooner.
  component: SearchPage,
});

export const marketplaceRoutes = [searchRoute, toolRoute];
