/** What people and webhooks are told of. A webhook may choose among these. */
export const noticeKinds = [
  'version.deprecated',
  'version.sunset-soon',
  'version.sunset',
  'version.yanked',
  'version.restored',
  'version.quarantined',
  'version.released',
  'tool.revoked',
  'tool.reinstated',
  'namespace.transferred',
  'namespace.renamed',
  'tool.renamed',
  'review.opened',
  'review.decided',
  'mirror.failing',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
