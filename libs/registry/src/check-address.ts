import type { GrpcAddress, HttpAddress, Issue, McpAddress } from '@assay/contracts';
import { pointerOf } from '@assay/kernel';
import { hasUserinfo, secretsIn } from './address-secrets.js';
import { grpcTarget, noGrpcAddress } from './grpc/grpc-address.js';

type Rule = readonly [fits: RegExp, message: string];

/** The address is public; credentials belong into headers, which are encrypted and never shown. */
const noUserinfo = 'must not contain a user name or password: send them as the header authorization';

const noSecret =
  "contains what looks like a credential, which would be visible to everyone: put it into the server's headers or query, or into a connection";

const text: Rule = [/^[^\0]*$/, 'must not contain a NUL character'];
/** A token of RFC 9110. */
const headerName: Rule = [
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
  'is not a valid header name: use letters, digits and hyphens',
];
const headerValue: Rule = [/^[\t\x20-\x7e\x80-\xff]*$/, 'cannot be used in a header: use one line of plain characters'];
const variableName: Rule = [/^[^=\0]+$/, 'is not a valid environment variable name'];
/** Headers that the connection needs for itself. */
const ownHeader =
  /^(?:host|connection|keep-alive|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i;

/** Whether a header is free for a tool or a server to set. */
export const isFreeHeader = (name: string): boolean => headerName[0].test(name) && !ownHeader.test(name);

/** Whether a text can be the value of a header. */
export const isHeaderValue = (value: string): boolean => headerValue[0].test(value);

/**
 * Problems of an address that could not be stored or sent, with pointers below `at`. Values are secret and not
 * repeated.
 */
export function checkAddress(address: McpAddress, at: string): Issue[] {
  const { check, checkAll } = checksBelow(at);
  if ('url' in address) {
    return [
      ...check(text, address.url, 'url'),
      ...(hasUserinfo(address.url) ? [{ path: `${at}/url`, message: noUserinfo }] : []),
      ...checkAll('headers', address.headers, headerName, headerValue),
    ];
  }
  return [
    ...check(text, address.command, 'command'),
    ...(address.args ?? []).flatMap((it, index) => check(text, it, 'args', index)),
    ...checkAll('env', address.env, variableName, text),
  ];
}

/** Same as `checkAddress`, for an HTTP API. */
export function checkHttpAddress(address: HttpAddress, at: string): Issue[] {
  const { check, checkAll } = checksBelow(at);
  return [
    ...check(text, address.url, 'url'),
    ...checkAll('headers', address.headers, headerName, headerValue),
    ...Object.keys(address.headers ?? {})
      .filter((name) => ownHeader.test(name))
      .map((name) => ({ path: `${at}${pointerOf(['headers', name])}`, message: 'is set by the connection itself' })),
    ...checkAll('query', address.query, text, text),
    ...(address.openapi === undefined ? [] : checkShown(address.openapi, `${at}/openapi`)),
    ...checkShown(address.url, `${at}/url`),
  ];
}

/** A publicly shown address must not contain secrets. */
export function checkShown(address: string, path: string): Issue[] {
  if (!text[0].test(address)) return [{ path, message: text[1] }];
  if (hasUserinfo(address)) return [{ path, message: noUserinfo }];
  return secretsIn(address).length === 0 ? [] : [{ path, message: noSecret }];
}

/** Names of metadata; those that end in -bin carry bytes. */
const metadataName: Rule = [
  /^(?!grpc-)[0-9A-Za-z_.-]+$/i,
  "is not a valid metadata name: use letters, digits, '_', '-' and '.', without the reserved prefix grpc-",
];
const metadataText: Rule = [/^[\x20-\x7e]*$/, 'cannot be used in metadata: use one line of printable ASCII'];
const metadataBytes: Rule = [
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,4}={0,2})?$/,
  'must be base64, since its name ends in -bin',
];

/** Same as `checkAddress`, for a gRPC server. */
export function checkGrpcAddress({ address, metadata = {} }: GrpcAddress, at: string): Issue[] {
  const { check } = checksBelow(at);
  return [
    ...(grpcTarget(address) === undefined ? [{ path: `${at}/address`, message: noGrpcAddress }] : []),
    ...Object.entries(metadata).flatMap(([name, value]) => [
      ...check(metadataName, name, 'metadata', name),
      ...check(/-bin$/i.test(name) ? metadataBytes : metadataText, value, 'metadata', name),
    ]),
    ...Object.keys(metadata)
      .filter((name) => ownHeader.test(name) || name.toLowerCase() === 'user-agent')
      .map((name) => ({ path: `${at}${pointerOf(['metadata', name])}`, message: 'is set by the connection itself' })),
  ];
}

function checksBelow(at: string) {
  const check = ([fits, message]: Rule, value: string, ...path: (string | number)[]): Issue[] =>
    fits.test(value) && value.isWellFormed() ? [] : [{ path: `${at}${pointerOf(path)}`, message }];
  const checkAll = (part: string, values: Readonly<Record<string, string>> = {}, name: Rule, value: Rule) =>
    Object.entries(values).flatMap(([key, it]) => [...check(name, key, part, key), ...check(value, it, part, key)]);
  return { check, checkAll };
}
