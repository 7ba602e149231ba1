import { compositionsRoutes } from './compositions/routes.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { rootRoute } from './frame/root-route.js';
import { marketplaceRoutes } from './marketplace/routes.js';
import { publishingRoutes } from './publishing/routes.js';
import { signInRoutes } from './sign-in/routes.js';

/** Every area's pages. */
export const routeTree = rootRoute.addChildren([
  ...marketplaceRoutes,
  ...publishingRoutes,
  ...compositionsRoutes,
  ...dashboardRoutes,
  ...signInRoutes,
]);
