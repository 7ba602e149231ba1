import type { NoticeKind } from '@assay/contracts';

/** The recipient of a notice: a principal, and the webhooks of the principal's organisation. */
export interface Recipient {
  readonly organisationId: string;
  readonly principalId: string;
  /** Where this person reads more; sent to webhooks, not shown in the application. */
  readonly link?: string;
}

/** One notification to people. */
export interface Notice {
  /**
   * Deduplicates: the same key reaches the same recipient once, regardless of how often and by how many replicas it is
   * sent.
   */
  readonly key: string;
  readonly kind: NoticeKind;
  /** The subject: `ns/tool@version`, `ns/tool` or a namespace. */
  readonly subject: string;
  /** A sentence that states what happened and what to do. */
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly to: readonly Recipient[];
}

/**
 * Notifies people in the application and through webhooks. A sent notice is durable; delivery continues in the
 * background.
 */
export interface Notices {
  send(notices: readonly Notice[]): Promise<void>;
}
