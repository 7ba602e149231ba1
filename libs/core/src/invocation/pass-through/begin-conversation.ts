import type { Catalogue } from '../../catalog/catalogue.js';
import type { Directory } from '../../identity/directory.js';
import type { Clock } from '../../kernel/clock.js';
import { startDeadline } from '../../kernel/deadline.js';
import type { Failure } from '../../kernel/failure.js';
import { ok, type Result } from '../../kernel/result.js';
import type { Credentials } from '../credentials/credentials.js';
import { hiding } from '../credentials/hide-secrets.js';
import type { Provided } from '../credentials/provide-credential.js';
import type { ClientEnd, Conversation, Conversations } from './conversation.js';
import type { Entered } from './enter-server.js';
import { passedTools } from './passed-tools.js';
import { cleanConversation, cleanEnd } from './without-secrets.js';

export interface BeginPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly conversations: Conversations;
  readonly credentials: Pick<Credentials, 'of'>;
  readonly clock: Clock;
}

/** How long finding, and maybe renewing, a credential may take, in ms. */
const credentialMs = 15_000;

/**
 * Begins a caller's conversation with a server, with the credential that the server's tools want for this caller: it goes
 * into the conversation and never to the client. The conversation keeps it as long as it lasts.
 */
export class BeginConversation {
  readonly #ports: BeginPorts;

  constructor(ports: BeginPorts) {
    this.#ports = ports;
  }

  async run(entered: Entered, client: ClientEnd, signal: AbortSignal): Promise<Result<Conversation, Failure>> {
    const { conversations } = this.#ports;
    const provided = await this.#provided(entered, signal);
    if (!provided.ok) return provided;
    const { credential } = provided.value;
    const server = provided.value.server ?? entered.server;
    if (credential === undefined) return conversations.open(server, client, signal);
    const hide = hiding(credential.secrets);
    const opened = await conversations.open(server, cleanEnd(client, hide), signal);
    return opened.ok ? ok(cleanConversation(opened.value, hide)) : opened;
  }

  async #provided({ caller, server }: Entered, signal: AbortSignal): Promise<Result<Provided, Failure>> {
    const { catalogue, directory, credentials, clock } = this.#ports;
    const wanting = passedTools(caller, server, catalogue, directory).find(
      ({ version }) => (version.manifest.auth?.upstream ?? 'none') !== 'none',
    );
    if (wanting === undefined) return ok({ server, credential: undefined });
    const deadline = startDeadline(clock, credentialMs, signal);
    try {
      return await credentials.of({ caller, version: wanting.version, server, deadline });
    } finally {
      deadline.end();
    }
  }
}
