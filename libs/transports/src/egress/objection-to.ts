import { AddressForbiddenError, type EgressGuard } from './egress-guard.js';
import { hostAndPort } from './host-and-port.js';

/**
 * Why nothing may be sent to an http or https address, in a sentence; null when it may. A host that does not resolve now
 * may do so tomorrow, and is not objected to.
 */
export async function objectionTo(guard: Pick<EgressGuard, 'permitted'>, url: string): Promise<string | null> {
  const { host, port } = hostAndPort(new URL(url));
  try {
    await guard.permitted(host, port);
    return null;
  } catch (error) {
    return error instanceof AddressForbiddenError ? error.message : null;
  }
}
