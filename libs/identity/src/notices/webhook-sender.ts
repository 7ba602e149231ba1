/** Sends signed messages to webhooks. */
export interface WebhookSender {
  /** Why nothing may be sent to an address, in a sentence; null when it may, or cannot be told yet. */
  objection(url: string): Promise<string | null>;
  /** One attempt, bounded in time. Never throws for what the receiver or the network does. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SendOutcome>;
}

export interface WebhookMessage {
  readonly id: string;
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
  readonly body: string;
  /** Of the attempt, in ms since the epoch; receivers refuse what is old. */
  readonly at: number;
}

export type SendOutcome =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status: number | null; readonly error: string };
