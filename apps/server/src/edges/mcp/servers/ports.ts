import type { BeginConversation, EnterServer } from '@assay/gateway';
import type { Directory } from '@assay/identity';
import type { Clock, Random } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { CallsAtClients } from '../calls-at-clients.js';
import type { ResponseCeiling } from '../results/response-ceiling.js';
import type { TaskCalls } from '../tasks/task-calls.js';

/** What serving a registered server takes. */
export interface ServersEdgePorts {
  readonly enterServer: Pick<EnterServer, 'run'>;
  readonly beginConversation: Pick<BeginConversation, 'run'>;
  readonly calls: Pick<CallsAtClients, 'run'>;
  readonly taskCalls: TaskCalls;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly ceiling: ResponseCeiling;
  /** Where clients reach this installation. */
  readonly ownUrl: () => string;
  readonly clock: Clock;
  readonly random: Random;
}
