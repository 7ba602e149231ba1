import { alertsRoutes } from './routes/alerts.js';
import { approvalsRoutes } from './routes/approvals.js';
import { assuranceRoutes } from './routes/assurance.js';
import { auditRoutes } from './routes/audit.js';
import { authorizationRoutes } from './routes/authorization.js';
import { capabilitiesRoutes } from './routes/capabilities.js';
import { catalogueRoutes } from './routes/catalogue.js';
import { commandLineRoutes } from './routes/command-lines.js';
import { compositionsRoutes } from './routes/compositions.js';
import { connectionsRoutes } from './routes/connections.js';
import { dashboardRoutes } from './routes/dashboard.js';
import { discoveryRoutes } from './routes/discovery.js';
import { evaluationsRoutes } from './routes/evaluations.js';
import { findingsRoutes } from './routes/findings.js';
import { gapsRoutes } from './routes/gaps.js';
import { gatewayRoutes } from './routes/gateway.js';
import { hierarchiesRoutes } from './routes/hierarchies.js';
import { identityRoutes } from './routes/identity.js';
import { inboxRoutes } from './routes/inbox.js';
import { installationRoutes } from './routes/installation.js';
import { kitsRoutes } from './routes/kits.js';
import { learningRoutes } from './routes/learning.js';
import { limitsRoutes } from './routes/limits.js';
import { madeToolsRoutes } from './routes/made-tools.js';
import { mirrorsRoutes } from './routes/mirrors.js';
import { modelRoutes } from './routes/models.js';
import { noticesRoutes } from './routes/notices.js';
import { outputsRoutes } from './routes/outputs.js';
import { ownershipRoutes } from './routes/ownership.js';
import { policiesRoutes } from './routes/policies.js';
import { quarantinesRoutes } from './routes/quarantines.js';
import { questionsRoutes } from './routes/questions.js';
import { reviewsRoutes } from './routes/reviews.js';
import { revocationsRoutes } from './routes/revocations.js';
import { define } from './routes/route.js';
import { rulesRoutes } from './routes/rules.js';
import { sagasRoutes } from './routes/sagas.js';
import { serversRoutes } from './routes/servers.js';
import { signInRoutes } from './routes/sign-in.js';
import { signaturesRoutes } from './routes/signatures.js';
import { toolsetsRoutes } from './routes/toolsets.js';
import { trustRoutes } from './routes/trust.js';

export { itemOfPage, type Route } from './routes/route.js';
export { type Tag, tags } from './routes/tags.js';

/** Every REST route, one file a topic. */
export const routes = define({
  ...catalogueRoutes,
  ...trustRoutes,
  ...discoveryRoutes,
  ...modelRoutes,
  ...learningRoutes,
  ...rulesRoutes,
  ...toolsetsRoutes,
  ...capabilitiesRoutes,
  ...gatewayRoutes,
  ...evaluationsRoutes,
  ...compositionsRoutes,
  ...madeToolsRoutes,
  ...gapsRoutes,
  ...sagasRoutes,
  ...approvalsRoutes,
  ...dashboardRoutes,
  ...inboxRoutes,
  ...hierarchiesRoutes,
  ...outputsRoutes,
  ...serversRoutes,
  ...kitsRoutes,
  ...connectionsRoutes,
  ...identityRoutes,
  ...signInRoutes,
  ...commandLineRoutes,
  ...authorizationRoutes,
  ...ownershipRoutes,
  ...signaturesRoutes,
  ...assuranceRoutes,
  ...quarantinesRoutes,
  ...findingsRoutes,
  ...alertsRoutes,
  ...reviewsRoutes,
  ...mirrorsRoutes,
  ...revocationsRoutes,
  ...noticesRoutes,
  ...limitsRoutes,
  ...policiesRoutes,
  ...questionsRoutes,
  ...auditRoutes,
  ...installationRoutes,
});

export type RouteName = keyof typeof routes;
