import type { Issue, JsonRpcEndpoint } from '@assay/contracts';

/**
 * Problems of a JSON-RPC endpoint beyond its shape that would prevent calls; pointers are below the endpoint. Names
 * that start with `rpc.` are reserved by the protocol (JSON-RPC 2.0, section 8).
 */
export function checkJsonRpcEndpoint(
  { url, server, method, positional }: JsonRpcEndpoint,
  inputSchema: unknown,
): Issue[] {
  const isPath = url.startsWith('/');
  const issues: Issue[] = [];
  if (isPath && server === undefined)
    issues.push({ path: '/url', message: 'must be an address: a path needs a server whose base it is added to' });
  else if (!URL.canParse(isPath ? `http://localhost${url}` : url))
    issues.push({ path: '/url', message: 'is not a valid address' });
  if (method?.startsWith('rpc.'))
    issues.push({ path: '/method', message: 'starts with "rpc.", which the protocol reserves' });
  return [...issues, ...checkPositions(positional ?? [], inputSchema)];
}

/** Each position names a different property, and every property has a position. */
function checkPositions(positional: readonly string[], inputSchema: unknown): Issue[] {
  const properties = (inputSchema as { properties?: object } | undefined)?.properties ?? {};
  const issues: Issue[] = positional.flatMap((name, index) => {
    const path = `/positional/${index}`;
    if (positional.indexOf(name) !== index) return [{ path, message: `names "${name}" twice` }];
    return Object.hasOwn(properties, name)
      ? []
      : [{ path, message: `names "${name}", which is not a property of the input schema` }];
  });
  const without = positional.length === 0 ? [] : Object.keys(properties).filter((it) => !positional.includes(it));
  if (without.length > 0)
    issues.push({ path: '/positional', message: `gives no position to ${without.slice(0, 5).join(', ')}` });
  return issues;
}
