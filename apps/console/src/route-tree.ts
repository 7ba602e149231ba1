import { administrationRoutes } from './administration/routes.js';
import { compositionsRoutes } from './compositions/routes.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { rootRoute } from './frame/root-route.js';
import { inboxRoutes } from './inbox/routes.js';
import { marketplaceRoutes } from './marketplace/routes.js';
import { publishingRoutes } from './publishing/routes.js';
import { signInRoutes } from './sign-in/routes.js';

/** Every area's pages. */
export const routeTree = rootRoute.addChildren([
  ...marketplaceRoutes,
  ...inboxRoutes,
  ...publishingRoutes,
  ...compositionsRoutes,
  ...dashboardRoutes,
  ...administrationRoutes,
  ...signInRoutes,
]);
