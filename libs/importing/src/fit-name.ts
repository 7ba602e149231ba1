/** The upstream's name converted to a valid part of an imported tool's name. */
export const fitName = (name: string, cap = 128): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, cap) || 'tool';
