import { type RouteName, wire } from '@assay/sdk';

/** The command that does what a route does; `{id}` and the like are the parameters of the route's path. */
const commands = {
  listTools: 'list',
  publishTool: 'publish <file>',
  checkTool: 'check <file>',
  showTool: 'show {ns}/{tool}',
  listVersions: 'versions {ns}/{tool}',
  discover: 'search <words>',
  invoke: 'call <tool>',
  listInvocations: 'calls list',
  showInvocation: 'calls show {id}',
  cancelInvocation: 'calls cancel {id}',
  showQuestion: 'questions show {id}',
  compactSession: 'sessions compact {id}',
  sendFeedback: 'feedback {id} <verdict>',
  listApprovals: 'approvals list',
  showApproval: 'approvals show {id}',
  takeBackApproval: 'approvals take-back {id}',
  listDelegates: 'approvals delegates {id}',
  setApprovalSettings: 'approvals settings',
  listPolicies: 'policy list',
  listMemory: 'memory list',
  readMemory: 'memory show {id}',
  forgetMemory: 'memory forget {id}',
  listOutputs: 'outputs list',
  deleteOutput: 'outputs delete {id}',
  setFallback: 'fallbacks put {capability}',
  listBreakers: 'breakers list',
  showEscalation: 'escalations show {id}',
  createKey: 'keys create <name>',
  listAccounts: 'accounts list',
  resetAccount: 'accounts reset {id}',
  createGrant: 'grants create <tool>',
  createEndorsement: 'endorse <tool>',
  listEndorsements: 'endorsements list',
  createNamespace: 'namespaces create <name>',
  listNamespaces: 'namespaces list',
  addMember: 'namespaces add-member {ns} <principal>',
  acceptTransfer: 'namespaces accept {ns}',
  addPublisherKey: 'publisher-keys add {ns} <file>',
  listConnections: 'connections list',
  authorizeConnection: 'connections authorize {id}',
  listWebhooks: 'webhooks list',
  listNotifications: 'notifications',
  listServers: 'servers list',
  createServer: 'servers add <server>',
  changeServer: 'servers change {ns}/{server}',
  listFindings: 'findings list',
  showFinding: 'findings show {id}',
  resolveFinding: 'findings dismiss {id}',
  listQuarantines: 'quarantines list',
  listMirrors: 'mirror list',
  syncMirror: 'mirror sync {id}',
  listRevocations: 'revocations list',
  liftRevocation: 'revocations lift {id}',
  appealRevocation: 'revocations appeal {id}',
  listPins: 'pins list',
  listToolsets: 'toolsets list',
  listReviews: 'reviews list',
  showReview: 'reviews show {id}',
  decideReview: 'reviews approve {id}',
  withdrawReview: 'reviews withdraw {id}',
  showRun: 'plan show {id}',
  listRuns: 'plan list',
  listSagas: 'saga list',
  showSaga: 'saga show {id}',
  cancelSaga: 'saga cancel {id}',
} as const satisfies Partial<Record<RouteName, string>>;

interface Reading {
  readonly pattern: RegExp;
  readonly command: string;
}

/** A path's parameter is a value, or its own name in braces. */
function readingOf(route: RouteName, command: string): Reading {
  const source = wire[route].replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>\\{\\w+\\}|[\\w.:~%-]*[\\w%])`);
  return {
    pattern: new RegExp(`\`?${source}(?<query>\\?[\\w=&.…-]*[\\w…])?(?![/\\w{])\`?(?: (?<body>\\{"[^{}]*\\}))?`, 'g'),
    command,
  };
}

const readings = Object.entries(commands).map(([route, command]) => readingOf(route as RouteName, command));

/** A member of the body that a sentence shows behind a route. */
const memberOf = (body: string | undefined, name: string): string | undefined =>
  body === undefined ? undefined : new RegExp(`"${name}": ?"([^"]+)"`).exec(body)?.[1];

function filled(command: string, found: Readonly<Record<string, string | undefined>>): string {
  const words = command
    .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      found[name]?.startsWith('{') === false ? (found[name] ?? '') : `<${name}>`,
    )
    .replaceAll(/<(\w+)>/g, (left, name: string) => memberOf(found.body, name) ?? left);
  const options = [...new URLSearchParams(found.query ?? '')].map(([name, value]) => ` --${name} ${value}`).join('');
  return `\`assay ${words}${options}\``;
}

/** A sentence of the server with the commands for the routes that it names, as far as there are any. */
export function routesAsCommands(text: string): string {
  if (!/ \/v1\//.test(text)) return text;
  return readings.reduce(
    (said, { pattern, command }) =>
      said.replaceAll(pattern, (...match) => filled(command, match.at(-1) as Record<string, string>)),
    text,
  );
}
