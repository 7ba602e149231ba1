import type { NoticeKind } from '@assay/contracts';

/** Whoever a notice reaches: a principal, and through its organisation that organisation's webhooks. */
export interface Recipient {
  readonly organisationId: string;
  readonly principalId: string;
}

/** One thing people should know. */
export interface Notice {
  /** The same key reaches the same recipient once, however often and by however many replicas it is sent. */
  readonly key: string;
  readonly kind: NoticeKind;
  /** What it is about: `ns/tool@version`, `ns/tool` or a namespace. */
  readonly subject: string;
  /** A sentence that says what happened and what to do. */
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly to: readonly Recipient[];
}

/** Tells people, in the application and through webhooks. A notice sent is durable; its delivery goes on by itself. */
export interface Notices {
  send(notices: readonly Notice[]): Promise<void>;
}
