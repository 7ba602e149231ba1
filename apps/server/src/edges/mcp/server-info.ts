import type { Members } from '@assay/gateway';
import { isObject } from '@assay/kernel';

/** How a server names itself to clients. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** How the gateway names itself. */
export const serverInfo = (version: string): ServerInfo => ({ name: 'assay', title: 'Assay', version });

const infoKey = 'io.modelcontextprotocol/serverInfo';

/** What a result of the stateless revision says beside its own members. */
export const statelessMembers = (info: ServerInfo) => ({ resultType: 'complete', _meta: { [infoKey]: info } });

/** A result with those members, where it does not have them already. */
export function statelessResult<R extends Members>(result: R, info: Members | ServerInfo): R {
  const { resultType = 'complete', _meta } = result;
  const meta = isObject(_meta) ? _meta : {};
  return { ...result, resultType, _meta: { ...meta, [infoKey]: meta[infoKey] ?? info } };
}
