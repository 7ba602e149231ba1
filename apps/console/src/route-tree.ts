import { rootRoute } from './frame/root-route.js';
import { marketplaceRoutes } from './marketplace/routes.js';
import { signInRoutes } from './sign-in/routes.js';

/** Every area's pages. */
export const routeTree = rootRoute.addChildren([...marketplaceRoutes, ...signInRoutes]);
