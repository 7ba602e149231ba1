import type { Invoke } from '@assay/contracts';
import type { CallContext } from './call-context.js';
import type { Invoked } from './invoked.js';

/** Makes calls for a composition. */
export interface Invoker {
  run(request: Invoke, context: CallContext): Promise<Invoked>;
}
