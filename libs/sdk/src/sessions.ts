import type { SessionTokensView } from '@assay/contracts';
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
}
