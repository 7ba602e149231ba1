import type { ServerJson } from '@assay/contracts';

/**
 * The addresses of a document's remotes, each once, in the form in which two are compared: host in lower case, no
 * default port. A template that is no address yet stays as it is written.
 */
export const remoteUrlsOf = (server: Pick<ServerJson, 'remotes'>): string[] => [
  ...new Set((server.remotes ?? []).flatMap(({ url }) => (url === undefined ? [] : [normalised(url)]))),
];

const normalised = (url: string): string => (!url.includes('{') && URL.canParse(url) ? new URL(url).href : url);
