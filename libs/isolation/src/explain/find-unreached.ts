/** A host that a program could not reach, as its error names it; port 0 when it names none. */
export interface UnreachedHost {
  readonly host: string;
  readonly port: number;
}

const host = `([A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|::1)`;

/** How drivers and runtimes report it; each with the host first and the port second, if there is one. */
const reports: readonly RegExp[] = [
  new RegExp(String.raw`\bE(?:CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT) \[?${host}\]?:(\d{1,5})\b`),
  new RegExp(String.raw`\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) ${host}`),
  new RegExp(String.raw`connection to server at "${host}"[^\n]{0,100}, port (\d{1,5}) failed`),
  new RegExp(`could not translate host name "${host}" to address`),
  new RegExp(String.raw`host='${host}', port=(\d{1,5})`),
  new RegExp(String.raw`Can't connect to [A-Za-z]{1,20} server on '${host}(?::(\d{1,5}))?'`),
  new RegExp(String.raw`Error \d+ connecting to ${host}:(\d{1,5})\.`),
  new RegExp(`Could not resolve host: ${host}`),
  new RegExp(String.raw`dial tcp:? (?:lookup )?${host}(?::(\d{1,5}))?`),
];

/** The host in an error of a connection; null when the text reports none. */
export function findUnreached(text: string): UnreachedHost | null {
  for (const report of reports) {
    const [, name, port] = report.exec(text) ?? [];
    if (name !== undefined) return { host: name, port: Number(port ?? 0) };
  }
  return null;
}
