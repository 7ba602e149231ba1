import { Refusal } from '@assay/kit';
import { z } from 'zod';

export const services = ['github', 'gitlab'] as const;
export type Service = (typeof services)[number];

export interface NewRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface OpenedRequest {
  readonly number: number;
  readonly url: string;
}

/** Pull or merge requests of one repository. Each method throws a Refusal with the host's own reason. */
export interface RequestHost {
  open(request: NewRequest): Promise<OpenedRequest>;
  /** Closes it when it is open and of this branch; false when it is neither. */
  close(number: number, branch: string): Promise<boolean>;
}

const withinMs = 30_000;
const maxAnswer = 1_000_000;

interface Ask {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

async function ask({ url, method, headers, body, signal }: Ask): Promise<unknown> {
  const sent = await globalThis
    .fetch(url, {
      method,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        'user-agent': 'assay-git',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    })
    .catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new Refusal(`The repository host cannot be reached: ${new URL(url).host}.`);
    });
  const text = (await sent.text()).slice(0, maxAnswer);
  if (!sent.ok) throw new Refusal(`${new URL(url).host} answered ${sent.status}: ${reasonOf(text)}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${new URL(url).host} did not answer with JSON.`);
  }
}

const errorSchema = z.object({
  message: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

function reasonOf(text: string): string {
  try {
    const { message, errors = [] } = errorSchema.parse(JSON.parse(text));
    const more = errors.map((it) => it.message).filter(Boolean);
    return [typeof message === 'string' ? message : JSON.stringify(message ?? ''), ...more].join(' ').slice(0, 400);
  } catch {
    return 'no reason given';
  }
}

/** `owner/name` of an address such as https://host/owner/name.git. */
const projectOf = (url: URL): string =>
  url.pathname
    .split('/')
    .filter(Boolean)
    .join('/')
    .replace(/\.git$/, '');

interface HostOptions {
  readonly url: URL;
  readonly token: string;
  readonly signal: AbortSignal;
}

const githubRequest = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  head: z.object({ ref: z.string() }),
});

function github({ url, token, signal }: HostOptions): RequestHost {
  const api = url.host === 'github.com' ? 'https://api.github.com' : `${url.origin}/api/v3`;
  const pulls = `${api}/repos/${projectOf(url)}/pulls`;
  const headers = { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
  return {
    async open({ branch, base, title, body, draft }) {
      const answer = await ask({
        url: pulls,
        method: 'POST',
        headers,
        signal,
        body: { title, body, draft, head: branch, base },
      });
      const { number, html_url } = githubRequest.parse(answer);
      return { number, url: html_url };
    },
    async close(number, branch) {
      const found = githubRequest.parse(await ask({ url: `${pulls}/${number}`, method: 'GET', headers, signal }));
      if (found.state !== 'open' || found.head.ref !== branch) return false;
      await ask({ url: `${pulls}/${number}`, method: 'PATCH', headers, signal, body: { state: 'closed' } });
      return true;
    },
  };
}

const gitlabRequest = z.object({ iid: z.int(), web_url: z.string(), state: z.string(), source_branch: z.string() });

function gitlab({ url, token, signal }: HostOptions): RequestHost {
  const merges = `${url.origin}/api/v4/projects/${encodeURIComponent(projectOf(url))}/merge_requests`;
  const headers = { 'private-token': token };
  return {
    async open({ branch, base, title, body, draft }) {
      const sent = {
        source_branch: branch,
        target_branch: base,
        title: draft ? `Draft: ${title}` : title,
        description: body,
      };
      const { iid, web_url } = gitlabRequest.parse(
        await ask({ url: merges, method: 'POST', headers, signal, body: sent }),
      );
      return { number: iid, url: web_url };
    },
    async close(number, branch) {
      const found = gitlabRequest.parse(await ask({ url: `${merges}/${number}`, method: 'GET', headers, signal }));
      if (found.state !== 'opened' || found.source_branch !== branch) return false;
      await ask({ url: `${merges}/${number}`, method: 'PUT', headers, signal, body: { state_event: 'close' } });
      return true;
    },
  };
}

const hosts: Readonly<Record<Service, (options: HostOptions) => RequestHost>> = { github, gitlab };

/** The service behind an address, by its host's name when it is not given. Throws a Refusal when neither says it. */
export function requestHost(
  service: Service | undefined,
  url: URL,
  token: string | undefined,
  signal: AbortSignal,
): RequestHost {
  const found = service ?? services.find((it) => url.hostname.split('.').includes(it));
  if (found === undefined)
    throw new Refusal(`Which service ${url.host} runs is not known. Give service: github or gitlab.`);
  if (token === undefined)
    throw new Refusal(
      `Opening a request needs your own token for ${url.host}: assay connections add assay/git --kind api-key --in env --name GIT_TOKEN`,
    );
  return hosts[found]({ url, token, signal });
}
