import type { CompactedSession, CompactSession, SessionTokensView, SessionWindow } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import type { QueryOf } from './wire.js';

/** Calls that belong together, by the name their caller gave them. */
export class Sessions {
  constructor(private readonly connection: Connection) {}

  /** How many tokens its calls took; with `window`, whether they fit a model's window beside what else is in it. */
  tokens(
    session: string,
    query: NonNullable<QueryOf<'showSessionTokens'>> = {},
    options?: RequestOptions,
  ): Promise<SessionTokensView> {
    return this.connection.request('showSessionTokens', { path: { id: session }, query }, options);
  }

  /** Sets the model's window that the session is measured against, and what else is in it. */
  setWindow(session: string, window: SessionWindow, options?: RequestOptions): Promise<SessionTokensView> {
    return this.connection.request('setSessionWindow', { path: { id: session }, body: window }, options);
  }

  /** Shorter forms of its earlier results, to replace them in a model's history; what was whole stays behind a pointer. */
  compact(session: string, wish: CompactSession = {}, options?: RequestOptions): Promise<CompactedSession> {
    return this.connection.request('compactSession', { path: { id: session }, body: wish }, options);
  }
}
