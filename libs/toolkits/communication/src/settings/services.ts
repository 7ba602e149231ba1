import { isIP } from 'node:net';
import { Refusal } from '@assay/kit';

/** A service that is reached by HTTP: what has to be set, and where it is. */
interface ServiceSettings {
  /** Settings that are all needed. */
  readonly needs: readonly string[];
  /** Its address when the setting `<NAME>_URL` is absent; null when that is needed. */
  readonly url: string | null;
  /** Settings that a caller's own connection may fill instead. */
  readonly perCaller: readonly string[];
}

/** Every service, by the name that tools take. */
export const services = Object.freeze({
  slack: { needs: ['SLACK_TOKEN'], url: 'https://slack.com/api', perCaller: ['SLACK_TOKEN'] },
  github: { needs: ['GITHUB_TOKEN'], url: 'https://api.github.com', perCaller: ['GITHUB_TOKEN'] },
  gitlab: { needs: ['GITLAB_TOKEN'], url: 'https://gitlab.com/api/v4', perCaller: ['GITLAB_TOKEN'] },
  jira: { needs: ['JIRA_USER', 'JIRA_TOKEN'], url: null, perCaller: ['JIRA_USER', 'JIRA_TOKEN'] },
  linear: { needs: ['LINEAR_TOKEN'], url: 'https://api.linear.app', perCaller: ['LINEAR_TOKEN'] },
  jenkins: { needs: ['JENKINS_USER', 'JENKINS_TOKEN'], url: null, perCaller: ['JENKINS_USER', 'JENKINS_TOKEN'] },
  pagerduty: { needs: ['PAGERDUTY_KEY'], url: 'https://events.pagerduty.com', perCaller: [] },
  opsgenie: { needs: ['OPSGENIE_KEY'], url: 'https://api.opsgenie.com', perCaller: [] },
} satisfies Record<string, ServiceSettings>);
export type Service = keyof typeof services;

/** Addresses that hold their own secret, one for each name: `TEAMS_WEBHOOK_OPS` is the channel `teams:ops`. */
export const webhooks = Object.freeze({
  teams: 'TEAMS_WEBHOOK_',
  discord: 'DISCORD_WEBHOOK_',
  webhook: 'PIPELINE_WEBHOOK_',
});
export type WebhookKind = keyof typeof webhooks;

type Variables = Readonly<Record<string, string>>;

export const serviceNames = Object.keys(services) as Service[];
export const callerVariables: readonly string[] = [
  ...serviceNames.flatMap((it) => services[it].perCaller),
  'MAIL_OAUTH_ACCESS_TOKEN',
];
const urlSetting = (service: Service): string => `${service.toUpperCase()}_URL`;

/** Names of all settings of services. */
export const serviceSettings: readonly string[] = serviceNames.flatMap((it) => [urlSetting(it), ...services[it].needs]);

const isHere = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

/** Whether an address is one that credentials may be sent to: https, or on this machine. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url));
}

export const webhookKindOf = (setting: string): WebhookKind | null =>
  (Object.keys(webhooks) as WebhookKind[]).find((it) =>
    new RegExp(`^${webhooks[it]}[A-Z][A-Z0-9_]{0,40}$`).test(setting),
  ) ?? null;

const baseOf = (service: Service, variables: Variables): string | null =>
  (variables[urlSetting(service)] || services[service].url)?.replace(/\/{1,8}$/, '') ?? null;

/** An administrator configures a service by its address or by one of its settings; a caller's own token does not. */
const isConfigured = (service: Service, variables: Variables): boolean =>
  [urlSetting(service), ...services[service].needs].some((it) => Boolean(variables[it]));

/** Names of the services and webhooks that are configured. */
export function servicesOf(variables: Variables): string[] {
  const hooks = Object.keys(variables).flatMap((name) => {
    const kind = variables[name] ? webhookKindOf(name) : null;
    return kind === null ? [] : [`${kind}:${name.slice(webhooks[kind].length).toLowerCase()}`];
  });
  return [...serviceNames.filter((it) => isConfigured(it, variables)), ...hooks.sort()];
}

/** `host:port` of everything that is configured. */
export function webHostsOf(variables: Variables): string[] {
  const addresses = [
    ...serviceNames.filter((it) => isConfigured(it, variables)).map((it) => baseOf(it, variables)),
    ...Object.entries(variables).flatMap(([name, value]) => (webhookKindOf(name) === null ? [] : [value])),
  ];
  return [...new Set(addresses.flatMap((it) => (it !== null && isWebAddress(it) ? [hostAndPort(new URL(it))] : [])))];
}

export const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

export interface Connected {
  /** Without a slash at the end. */
  readonly url: string;
  /** The values of what the service needs, in its order. */
  readonly secrets: readonly string[];
}

/** @throws Refusal that names what is missing, and how the administrator or the caller gives it. */
export function connect(service: Service, variables: Variables): Connected {
  const { needs, perCaller } = services[service];
  const url = baseOf(service, variables);
  const missing = [...(url === null ? [urlSetting(service)] : []), ...needs.filter((it) => !variables[it])];
  if (url === null || missing.length > 0) {
    const own =
      perCaller.length === 0
        ? ''
        : `, or you connect your own: assay connections add assay/communication --kind api-key --in env --name ${perCaller.at(-1)}`;
    throw new Refusal(
      `${service} is not configured: ${missing.join(', ')} missing. An administrator sets it: assay kits set communication ${missing[0]}${own}`,
    );
  }
  return { url, secrets: needs.map((it) => variables[it] as string) };
}

/** The address of a webhook. */
export function webhook(kind: WebhookKind, name: string, variables: Variables): string {
  const setting = `${webhooks[kind]}${name.toUpperCase().replaceAll('-', '_')}`;
  const url = /^[A-Za-z][A-Za-z0-9_-]{0,40}$/.test(name) ? variables[setting] : undefined;
  if (!url)
    throw new Refusal(
      `There is no webhook ${kind}:${name.slice(0, 40)}. An administrator sets it: assay kits set communication ${webhooks[kind]}<NAME>`,
    );
  return url;
}
