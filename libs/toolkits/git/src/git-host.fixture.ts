import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A repository host on the loopback: bare repositories over HTTP, and the requests that its API received. */
export interface GitHost {
  readonly url: string;
  readonly calls: ApiCall[];
  answer: (call: ApiCall) => { status: number; body: unknown };
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Hands a request to `git http-backend` and its answer back. */
async function backend(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['-c', 'http.receivepack=true', '-c', 'safe.directory=*', 'http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'test',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  // The program may answer, and end, before it has read everything: its answer says what there is to say.
  child.stdin.on('error', () => {});
  child.stdin.end(await bodyOf(request));
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\r\n\r\n');
  const headers = all
    .subarray(0, end)
    .toString()
    .split('\r\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
  response.end(all.subarray(end + 4));
}

/** Requires `secret` as the password of Git's basic authentication when it is given. */
export async function startGitHost(folder: string, secret?: string): Promise<GitHost> {
  const host: Omit<GitHost, 'url' | 'close'> = {
    calls: [],
    answer: () => ({ status: 404, body: { message: 'Not Found' } }),
  };
  const server: Server = createServer((request, response) => {
    void (async () => {
      if (request.url?.startsWith('/api/') === true) {
        const text = (await bodyOf(request)).toString();
        const call = {
          method: request.method ?? '',
          path: request.url,
          headers: request.headers,
          body: text === '' ? null : JSON.parse(text),
        };
        host.calls.push(call);
        const { status, body } = host.answer(call);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
        return;
      }
      const expected = `Basic ${Buffer.from(`x-access-token:${secret}`).toString('base64')}`;
      if (secret !== undefined && request.headers.authorization !== expected) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' });
        response.end();
        return;
      }
      await backend(request, response, folder);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
