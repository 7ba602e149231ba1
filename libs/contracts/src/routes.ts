import { auditRoutes } from './routes/audit.js';
import { catalogueRoutes } from './routes/catalogue.js';
import { discoveryRoutes } from './routes/discovery.js';
import { gatewayRoutes } from './routes/gateway.js';
import { identityRoutes } from './routes/identity.js';
import { reviewsRoutes } from './routes/reviews.js';
import { define } from './routes/route.js';
import { serversRoutes } from './routes/servers.js';

export type { Route } from './routes/route.js';

/** Every REST route, one file a topic. */
export const routes = define({
  ...catalogueRoutes,
  ...discoveryRoutes,
  ...gatewayRoutes,
  ...serversRoutes,
  ...identityRoutes,
  ...reviewsRoutes,
  ...auditRoutes,
});

export type RouteName = keyof typeof routes;
