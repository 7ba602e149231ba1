import type { Command } from 'commander';
import type { Host } from '../command.js';
import { addList } from '../route-commands.js';

const time = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

export function addReplicaCommands(program: Command, host: Host): void {
  const group = program.command('replicas').description('Servers that share the database (operators only)');
  addList(group, host, {
    route: 'listReplicas',
    description: 'List replicas, the latest started first; * marks the one that answers',
    examples: ['replicas'],
    isDefault: true,
    layout: {
      headings: ['REPLICA', 'STATE', 'VERSION', 'NODE', 'STARTED', 'LAST SEEN'],
      row: (it) => [
        `${it.name ?? it.id}${it.current ? ' *' : ''}`,
        it.state,
        it.version,
        it.node,
        time(it.startedAt),
        time(it.seenAt),
      ],
      empty: 'No replica has announced itself in the last day.',
    },
  });
}
