import type { ServerJson } from '@assay/contracts';

/**
 * The addresses of a document's remotes in a normal form for comparison, without duplicates: host in lower case, no
 * default port. A template that is not yet a valid address stays unchanged.
 */
export const remoteUrlsOf = (server: Pick<ServerJson, 'remotes'>): string[] => [
  ...new Set((server.remotes ?? []).flatMap(({ url }) => (url === undefined ? [] : [normalised(url)]))),
];

const normalised = (url: string): string => (!url.includes('{') && URL.canParse(url) ? new URL(url).href : url);
