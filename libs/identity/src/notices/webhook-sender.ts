/** Sends signed messages to webhooks. */
export interface WebhookSender {
  /** Why an address is forbidden, in a sentence; null when it is allowed, or cannot be resolved yet. */
  objection(url: string): Promise<string | null>;
  /** One attempt with a time limit. Never throws for failures of the receiver or the network. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SendOutcome>;
}

export interface WebhookMessage {
  readonly id: string;
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
  readonly body: string;
  /** Time of the attempt, in ms since the epoch; receivers reject old messages. */
  readonly at: number;
}

export type SendOutcome =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status: number | null; readonly error: string };
