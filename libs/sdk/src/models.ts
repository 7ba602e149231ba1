import type { ModelsView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** The language model and the embedder of the installation, for its administrators. */
export class Models {
  constructor(private readonly connection: Connection) {}

  /** Asks each a short question. */
  ask(options?: RequestOptions): Promise<ModelsView> {
    return this.connection.request('showModels', {}, options);
  }
}
