/** The part of an imported tool's name that stands for the upstream's own, made to fit. */
export const fitName = (name: string, cap = 128): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, cap) || 'tool';
