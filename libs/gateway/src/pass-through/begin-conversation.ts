import type { Directory } from '@assay/identity';
import { type Clock, type Failure, ok, type Result, startDeadline } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import { type Credentials, hiding, type Provided } from '@assay/vault';
import type { ClientEnd, Conversation, Conversations } from './conversation.js';
import type { Entered } from './enter-server.js';
import { type ExamineAnswer, examinedConversation } from './examined-conversation.js';
import { type PassedTool, passedTools } from './passed-tools.js';
import { RenewedConversation } from './renewed-conversation.js';
import { cleanConversation, cleanEnd } from './without-secrets.js';

export interface BeginPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly conversations: Conversations;
  readonly credentials: Pick<Credentials, 'of'>;
  readonly clock: Clock;
  /** What in prompts and resources looks like an attack. */
  readonly examine: ExamineAnswer;
  /** Called for an answer that could not be examined; it is returned unmarked. */
  readonly onProblem: (cause: unknown) => void;
}

/** How long finding, and maybe renewing, a credential may take, in ms. */
const credentialMs = 15_000;

/**
 * Begins a caller's conversation with a server, with the credential that the server's tools want for this caller: it goes
 * into the conversation and never to the client. The conversation keeps it as long as it lasts, and lasts no longer than
 * the connection it came from.
 */
export class BeginConversation {
  readonly #ports: BeginPorts;
  /** By connection, what ends each conversation that carries it. */
  readonly #carrying = new Map<string, Set<() => void>>();

  constructor(ports: BeginPorts) {
    this.#ports = ports;
  }

  async run(entered: Entered, client: ClientEnd, signal: AbortSignal): Promise<Result<Conversation, Failure>> {
    const opened = await this.#open(entered, client, signal);
    if (!opened.ok) return opened;
    // The client already knows that its conversation ended; it need not hear of the replacement's.
    const again = { ...client, ended: () => {} };
    return ok(new RenewedConversation(opened.value, (ending) => this.#open(entered, again, ending)));
  }

  async #open(entered: Entered, client: ClientEnd, signal: AbortSignal): Promise<Result<Conversation, Failure>> {
    const { examine, onProblem } = this.#ports;
    const opened = await this.#openUnexamined(entered, client, signal);
    return opened.ok ? ok(examinedConversation(opened.value, examine, onProblem)) : opened;
  }

  async #openUnexamined(
    entered: Entered,
    client: ClientEnd,
    signal: AbortSignal,
  ): Promise<Result<Conversation, Failure>> {
    const { conversations } = this.#ports;
    const provided = await this.#provided(entered, signal);
    if (!provided.ok) return provided;
    const { credential } = provided.value;
    const server = provided.value.server ?? entered.server;
    if (credential === undefined) return conversations.open(server, client, signal);
    const hide = hiding(credential.secrets);
    const end = cleanEnd(client, hide);
    let forget = () => {};
    const ended = (why: string): void => {
      forget();
      end.ended(why);
    };
    const opened = await conversations.open(server, { ...end, ended }, signal, credential);
    if (!opened.ok) return opened;
    const clean = cleanConversation(opened.value, credential.secrets, this.#ports.clock);
    const close = (): Promise<void> => {
      forget();
      return clean.close();
    };
    forget = this.#remember(credential.connectionId, () => {
      ended('its credential was replaced or removed');
      void close();
    });
    return ok({ ...clean, close });
  }

  /** Ends what goes with the credential of a connection that was replaced or removed. */
  endSessionsOf(connectionId: string): void {
    for (const end of [...(this.#carrying.get(connectionId) ?? [])]) end();
  }

  #remember(connectionId: string, end: () => void): () => void {
    const ends = this.#carrying.get(connectionId) ?? new Set();
    this.#carrying.set(connectionId, ends.add(end));
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#carrying.get(connectionId) === ends) this.#carrying.delete(connectionId);
    };
  }

  async #provided({ caller, server }: Entered, signal: AbortSignal): Promise<Result<Provided, Failure>> {
    const { catalogue, directory, credentials, clock } = this.#ports;
    const tools = passedTools(caller, server, catalogue, directory);
    const upstreamOf = ({ version }: PassedTool) => version.manifest.auth?.upstream;
    // One that says whose credential it wants speaks for those that say nothing.
    const wanting =
      tools.find((it) => upstreamOf(it) === 'caller' || upstreamOf(it) === 'shared') ??
      tools.find((it) => upstreamOf(it) === undefined);
    if (wanting === undefined) return ok({ server, credential: undefined });
    const deadline = startDeadline(clock, credentialMs, signal);
    try {
      return await credentials.of({ caller, version: wanting.version, server, deadline });
    } finally {
      deadline.end();
    }
  }
}
