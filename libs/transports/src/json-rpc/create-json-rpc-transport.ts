import { HttpReach, type HttpReachOptions, type ReachedServers } from '../http/http-reach.js';
import { JsonRpcTransport } from './json-rpc-transport.js';

/** Everything that reaches JSON-RPC services, as one thing to start and to close. */
export function createJsonRpcTransport(options: HttpReachOptions): ReachedServers {
  const reach = new HttpReach(options);
  return reach.servers(new JsonRpcTransport(reach));
}
