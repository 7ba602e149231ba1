import type { Account, Caller } from '@assay/identity';
import type { Notices } from '@assay/kernel';

/** Tells a person that somebody else can set their credentials now. */
export const notifyReset =
  (notices: Notices) =>
  async ({ id, organisationId, resetAt }: Account, by: Caller): Promise<void> => {
    const text = `${by.name} reset your credentials: your sessions ended, and a one-time link that sets new credentials was issued. If you did not ask for this, tell your administrators now. For an hour after new credentials are set, decisions on your own calls are blocked.`;
    await notices.send([
      {
        key: `account.reset ${id} ${resetAt ?? 0} ${by.principalId ?? ''}`,
        kind: 'account.reset',
        subject: by.name,
        text,
        details: { account: id, by: by.principalId },
        to: [{ organisationId, principalId: id }],
      },
    ]);
  };
