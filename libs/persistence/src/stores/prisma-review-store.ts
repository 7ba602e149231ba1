import type { Issue } from '@assay/contracts';
import type { Held, Review, ReviewDecision, ReviewKind, ReviewQuery, ReviewState, ReviewStore } from '@assay/registry';
import type { Prisma, PrismaClient, Review as ReviewRow } from '../generated/client.js';
import { milliseconds } from './identity-rows.js';

/** Of one tool more are not shown. */
const maxWaiting = 50;

/** Reviews in PostgreSQL. A partial unique index lets one a subject be open. */
export class PrismaReviewStore implements ReviewStore {
  constructor(private readonly prisma: PrismaClient) {}

  async open(review: Review): Promise<Review> {
    const { count } = await this.prisma.review.createMany({ data: fromReview(review), skipDuplicates: true });
    if (count === 1) return review;
    const present = await this.prisma.review.findFirst({ where: { subject: review.subject, state: 'open' } });
    // Decided between the two statements: the subject is free again.
    return present === null ? this.open(review) : toReview(present);
  }

  async find(id: string): Promise<Review | undefined> {
    const row = await this.prisma.review.findUnique({ where: { id } });
    return row ? toReview(row) : undefined;
  }

  async isApproved(subject: string, heldDigest: string): Promise<boolean> {
    return (await this.prisma.review.count({ where: { subject, heldDigest, state: 'approved' } })) > 0;
  }

  async waiting(tool: string): Promise<Review[]> {
    const rows = await this.prisma.review.findMany({
      where: { state: 'open', subject: { startsWith: `${tool.replaceAll(/[\\%_]/g, '\\$&')}@` } },
      orderBy: { id: 'desc' },
      take: maxWaiting,
    });
    return rows.map(toReview).filter((it) => it.subject.startsWith(`${tool}@`));
  }

  async list({ organisationId, submittedBy, namespaces, state, before, limit }: ReviewQuery): Promise<Review[]> {
    const rows = await this.prisma.review.findMany({
      where: {
        OR: [{ submittedBy, ...about(namespaces) }, ...(organisationId === null ? [] : [{ organisationId }])],
        ...(state && { state }),
        ...(before && { id: { lt: before } }),
      },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toReview);
  }

  async decide(id: string, { state, decidedBy, decidedAt, reason }: ReviewDecision): Promise<boolean> {
    const { count } = await this.prisma.review.updateMany({
      where: { id, state: 'open' },
      data: { state, decidedBy, decidedAt: new Date(decidedAt), reason },
    });
    return count === 1;
  }
}

/** Names of namespaces contain no wildcards of a pattern. */
const about = (namespaces: readonly string[] | null): Prisma.ReviewWhereInput =>
  namespaces === null
    ? {}
    : {
        OR: [{ subject: { in: [...namespaces] } }, ...namespaces.map((it) => ({ subject: { startsWith: `${it}/` } }))],
      };

const fromReview = (review: Review): Prisma.ReviewCreateManyInput => ({
  ...review,
  held: review.held as unknown as Prisma.InputJsonValue,
  findings: review.findings as unknown as Prisma.InputJsonValue,
  submittedAt: new Date(review.submittedAt),
  decidedAt: null,
});

const toReview = (row: ReviewRow): Review => ({
  ...row,
  kind: row.kind as ReviewKind,
  held: row.held as unknown as Held,
  findings: row.findings as unknown as readonly Issue[],
  submittedAt: row.submittedAt.getTime(),
  state: row.state as ReviewState,
  decidedAt: milliseconds(row.decidedAt),
});
