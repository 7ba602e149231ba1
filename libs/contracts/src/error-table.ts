/** What a caller can do about a failure; SPEC section 5 names the classes. */
export type ErrorClass =
  | 'transient'
  | 'rate_limited'
  | 'invalid_input'
  | 'unauthorised'
  | 'semantic'
  | 'not_found'
  | 'server'
  | 'timeout'
  | 'cancelled'
  | 'denied';

export interface ErrorRow {
  readonly title: string;
  readonly class: ErrorClass;
  readonly http: number;
  /** JSON-RPC 2.0 code. */
  readonly jsonRpc: number;
  /** Canonical gRPC status code. */
  readonly grpc: number;
  readonly retryable: boolean;
  /** Level at which the edge logs it, once. */
  readonly log: 'debug' | 'info' | 'warn' | 'error';
}

const row = (
  title: string,
  errorClass: ErrorClass,
  http: number,
  jsonRpc: number,
  grpc: number,
  retryable = false,
  log: ErrorRow['log'] = 'debug',
): ErrorRow =>
  Object.freeze({
    title,
    class: errorClass,
    http,
    jsonRpc,
    grpc,
    retryable,
    log,
  });

/**
 * The one table of expected failures. Every edge translates a code through this table and nowhere else.
 * Each comment says when the code is raised.
 */
export const errorTable = Object.freeze({
  /** The body is not JSON, or the request line, header or path parameter cannot be parsed. */
  malformed_request: row('The request cannot be parsed', 'invalid_input', 400, -32700, 3),
  /** The request parses but does not fit the route's schema; `errors` lists every problem. */
  invalid_request: row('The request is not valid', 'invalid_input', 422, -32602, 3),
  /** A manifest breaks a rule of publishing; `errors` lists every problem with its JSON pointer. */
  invalid_manifest: row('The manifest is not valid', 'invalid_input', 422, -32602, 3),
  /** The version's number promises less change than there is; `differences` lists each, `requiredVersion` would do. */
  understated_version: row('Version bump too small for the change', 'invalid_input', 422, -32602, 3),
  /** A publisher's signature is of an unknown or retired key, or does not fit the manifest. */
  invalid_signature: row('Invalid signature', 'invalid_input', 422, -32602, 3),
  /** A tool's input does not fit its input schema; `errors` lists every problem with its JSON pointer. */
  invalid_input: row("Input does not match the tool's schema", 'invalid_input', 422, -32602, 3),
  /** No credential, or one that is unknown, expired or revoked. */
  unauthenticated: row('Authentication required', 'unauthorised', 401, -32001, 16),
  /** The credential lacks a scope, or the caller has no right to this action. */
  forbidden: row('Permission denied', 'unauthorised', 403, -32003, 7),
  /** The step belongs to a signed-in person, and the request carries an API key or a token. */
  session_required: row('Sign-in required', 'unauthorised', 403, -32003, 7),
  /** The step needs the person's password or passkey within the last minutes. */
  reauthentication_required: row('Re-authentication required', 'unauthorised', 403, -32003, 7),
  /** A request with a session cookie does not come from a page of this server, or lacks its x-assay-csrf header. */
  cross_site_request: row('Not sent by a page of this server', 'unauthorised', 403, -32003, 7, false, 'info'),
  /** A command on the server's machine, for an organisation or record that may have none, or that nobody confirmed. */
  command_forbidden: row('Starting this command is not allowed', 'unauthorised', 403, -32003, 7, false, 'warn'),
  /** ASSAY_ISOLATION is `required`, and this command's isolation is off or this machine cannot isolate it. */
  isolation_required: row('This command requires isolation', 'denied', 403, -32003, 7, false, 'warn'),
  /** The namespace belongs to somebody else. */
  namespace_forbidden: row('You do not own this namespace', 'unauthorised', 403, -32003, 7),
  /** A stage, grant or policy refuses the call. */
  denied: row('The call is denied', 'denied', 403, -32003, 7, false, 'info'),
  /** The tool ships with Assay and acts, and no administrator has enabled its kit; the message has the command. */
  kit_not_enabled: row('The kit is not enabled', 'denied', 403, -32003, 7, false, 'info'),
  /** The address is private, link-local, a metadata service or Assay's own, and nobody allowed it. */
  address_forbidden: row('Address not allowed by the egress rules', 'denied', 403, -32003, 7, false, 'warn'),
  /** The tool is called with a credential that the caller, or the organisation, has not connected, or that is broken. */
  connection_needed: row('Connection required', 'unauthorised', 403, -32003, 7),
  /** The upstream refuses the credential a call carried. Never 401: an MCP client would sign in again at Assay. */
  credential_refused: row('The upstream rejected the credential', 'unauthorised', 424, -32003, 7, false, 'info'),
  /** Nothing of this name exists, or the caller may not see it. */
  not_found: row('Not found', 'not_found', 404, -32004, 5),
  /** The tool ran and what the arguments name does not exist there: an upstream's 404 or 410, gRPC NOT_FOUND, or such a text. */
  upstream_not_found: row('Not found at the upstream', 'not_found', 404, -32004, 5),
  /** No version satisfies the range for this caller; `rejected` says why, version by version. */
  version_not_found: row('No matching version', 'not_found', 404, -32004, 5),
  /** The path exists under another method. */
  method_not_allowed: row('Method not allowed', 'invalid_input', 405, -32601, 12),
  /** The client accepts none of the media types this route produces. */
  not_acceptable: row('Not acceptable', 'invalid_input', 406, -32600, 3),
  /** The version was published before with other content; both digests are given. */
  version_conflict: row('The version already exists with different content', 'invalid_input', 409, -32009, 6),
  /** The name is taken, or the thing is not in a state that allows this. */
  conflict: row('Conflict', 'invalid_input', 409, -32009, 6),
  /** The idempotency key was used by this caller for another call, with another tool or other arguments. */
  idempotency_conflict: row('Idempotency key already used for a different call', 'invalid_input', 409, -32009, 6),
  /** What is to change has changed since it was read; the answer says what it is now. */
  precondition_failed: row('Changed in the meantime', 'invalid_input', 412, -32009, 9),
  /** The version has reached its sunset. */
  version_sunset: row('The version has been sunset', 'not_found', 410, -32010, 9),
  /** A revocation covers the version. */
  version_revoked: row('The version has been revoked', 'denied', 410, -32010, 9, false, 'info'),
  /** The request body exceeds its limit. */
  payload_too_large: row('The request is too large', 'invalid_input', 413, -32013, 11),
  /** The body's media type is not one the route takes. */
  unsupported_media_type: row('Unsupported media type', 'invalid_input', 415, -32600, 3),
  /** A branch of a chain gives a value that none of its cases takes, and has no default. */
  no_branch: row('No branch matches the value', 'semantic', 422, -32022, 9),
  /** Code that was run threw, or waits for something that never happens; the message has its error and line. */
  code_failed: row('The code failed', 'semantic', 422, -32023, 9),
  /** Code reached a limit of its run: CPU time, memory, time, calls or the size of its value. */
  code_limit: row('The code exceeded a limit', 'semantic', 422, -32024, 9),
  /** A tool that an agent made did not pass its validation; `reason` and `report` say why. */
  made_tool_refused: row('The made tool was refused', 'semantic', 422, -32026, 9),
  /** Code that continues after a pause or a restart made other calls than before. */
  code_diverged: row('The code made other calls than before', 'semantic', 409, -32025, 9),
  /** Nobody answered the question of a composition's step in time. */
  ask_expired: row('Nobody answered in time', 'timeout', 504, -32042, 4, true),
  /** A range of a kept result begins behind its end, or counts in a unit the result does not have. */
  range_not_satisfiable: row('Range not satisfiable', 'invalid_input', 416, -32602, 11),
  /** A rate or quota is spent; Retry-After says when. */
  rate_limited: row('Too many requests', 'rate_limited', 429, -32029, 8, true),
  /** The caller cancelled, or its connection closed. */
  cancelled: row('The call was cancelled', 'cancelled', 499, -32800, 1),
  /** The tool works and did not accept the request: most other 4xx, and error results that name no failure of the tool. */
  upstream_rejected: row('The upstream rejected the request', 'semantic', 422, -32020, 9),
  /** The tool answered that it failed itself: an internal error, a stack trace, its database or disk. */
  tool_error: row('The tool reported an error', 'server', 502, -32020, 2, false, 'info'),
  /** The upstream answered something that is not its protocol, or a protocol error. */
  upstream_error: row('Invalid response from the upstream', 'server', 502, -32020, 14, false, 'info'),
  /** The upstream cannot be reached, or died in mid-call. */
  upstream_unavailable: row('Upstream unreachable', 'transient', 502, -32020, 14, true, 'info'),
  /** Who made a keyed call ended before the tool's answer was known, and asking again might do it a second time. */
  outcome_unknown: row('The outcome of the call is unknown', 'server', 502, -32035, 2, false, 'warn'),
  /** The tool's output does not fit its output schema. */
  bad_output: row("Output does not match the tool's schema", 'server', 502, -32021, 13, false, 'info'),
  /** Tools that were asked the same disagree about what matters, and nothing decides between them. */
  outputs_conflict: row('The tools disagree', 'semantic', 502, -32023, 10, false, 'info'),
  /** The answer exceeds the size or nesting limit. */
  output_too_large: row('The output is too large', 'server', 502, -32022, 8, false, 'info'),
  /** The version waits for its owner because of a finding or because its definition drifted. */
  quarantined: row('The version is quarantined', 'denied', 503, -32030, 9, false, 'info'),
  /** The circuit breaker of the version is open: too many of its last calls failed; Retry-After says when one is tried. */
  circuit_open: row('Circuit breaker open', 'transient', 503, -32033, 14, true, 'info'),
  /** Every level of a hierarchy was tried or passed over; `escalation` names the ticket when one was opened. */
  nothing_available: row('Nothing is available', 'transient', 503, -32034, 14, true, 'info'),
  /** The server has no transport for the tool's protocol. */
  protocol_unavailable: row('Protocol not available', 'server', 503, -32031, 12, false, 'info'),
  /** The server is starting or stopping, or something it depends on is away. */
  unavailable: row('Server not ready', 'transient', 503, -32032, 14, true, 'warn'),
  /** The deadline passed before an answer came. */
  deadline_exceeded: row('Deadline exceeded', 'timeout', 504, -32040, 4, true, 'info'),
  /** The request's body stopped arriving before it was whole. */
  request_stalled: row('The request could not be delivered', 'timeout', 408, -32041, 4, true),
  /** The address belongs to an interface of which this server does not offer every part. */
  not_implemented: row('Not supported', 'server', 501, -32601, 12),
  /** A bug. The log has the details under the trace id; the answer has none. */
  internal: row('Internal error', 'server', 500, -32603, 13, false, 'error'),
});

export type ErrorCode = keyof typeof errorTable;

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

export const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errorTable, value);
