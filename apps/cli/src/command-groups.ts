import type { Command } from 'commander';

/** Headings of the help, in its order, and the commands below each; the ten everyday ones come first. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Everyday commands:': [
    ...['search', 'list', 'show', 'call', 'plan', 'import', 'check', 'publish', 'connect', 'doctor'],
  ],
  'Find and understand tools:': [
    ...['versions', 'resolve', 'trust', 'capabilities', 'gaps', 'rules', 'learning', 'pins', 'index'],
  ],
  'Calls and their results:': [
    ...[
      'calls',
      'evaluate',
      'evaluations',
      'examples',
      'recordings',
      'candidates',
      'saga',
      'code',
      'make',
      'outputs',
      'memory',
      'sessions',
      'rate',
      'feedback',
    ],
    ...['approvals', 'approve', 'deny', 'questions', 'escalations', 'notifications', 'mcp'],
  ],
  'Tools you publish:': [
    ...[
      'namespaces',
      'servers',
      'toolsets',
      'kits',
      'databases',
      'verify',
      'verifications',
      'promote',
      'attest',
      'attestations',
    ],
    ...['deprecate', 'yank', 'restore', 'rename', 'publisher-keys', 'registry', 'mirror'],
  ],
  'Access and control:': [
    ...[
      'login',
      'logout',
      'completion',
      'me',
      'keys',
      'accounts',
      'organisations',
      'teams',
      'grants',
      'endorse',
      'endorsements',
    ],
    ...['connections', 'policy', 'limits', 'usage', 'fallbacks', 'breakers'],
  ],
  'Safety and operation:': [
    ...['revoke', 'revocations', 'reviews', 'quarantines', 'findings', 'alerts', 'audit', 'webhooks'],
    'replicas',
    ...['backup', 'erase'],
  ],
};

const rest = 'More:';

/** Puts a program's commands below headings, in the order of the table above; one that it does not name comes last. */
export function groupCommands(program: Command): void {
  const places = Object.entries(groups).flatMap(([heading, names]) => names.map((name) => [name, heading] as const));
  const headings = new Map(places);
  const order = new Map(places.map(([name], at) => [name, at]));
  for (const command of program.commands) command.helpGroup(headings.get(command.name()) ?? rest);
  const at = (command: Command) => order.get(command.name()) ?? places.length;
  (program.commands as Command[]).sort((a, b) => at(a) - at(b));
  program.commandsGroup(rest).helpCommand('help [command]', 'Show the help of a command');
}
