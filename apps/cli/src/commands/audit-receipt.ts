import { type Envelope, type ReceiptVerification, type SignedReceipt, verifyReceipt } from '@assay/sdk';
import { type Context, outcome } from '../command.js';
import { readJsonObject } from '../input/read-json.js';
import { type KeyOptions, keyAdvice, registryKeysFor } from '../input/registry-keys.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { UsageError } from '../usage-error.js';

export interface ReceiptOptions extends KeyOptions {
  readonly envelope?: string;
}

/** The receipt itself, so that what --json prints can be kept and checked again; and what was found. */
interface Checked extends SignedReceipt {
  readonly verification: ReceiptVerification & { readonly keysFrom: string };
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export async function receipt(context: Context<ReceiptOptions>, of: string) {
  const { io, options, assay, request } = context;
  const found = isId.test(of)
    ? await (await assay()).invocations.receipt(of, request)
    : await savedReceipt(context, of);
  const envelope =
    options.envelope === undefined ? undefined : ((await readJsonObject(io, options.envelope)) as unknown as Envelope);
  const trusted = await registryKeysFor(context);
  const verification = { ...(await verifyReceipt(found, trusted.keys, envelope)), keysFrom: trusted.from };
  const { invocationId, record, proof } = found;
  return outcome<Checked>({
    data: { invocationId, record, proof, verification },
    failed: !verification.ok,
    text: verdict,
    notes: () => (verification.problems.some((it) => it.includes('those you trust')) ? [keyAdvice(context)] : []),
  });
}

async function savedReceipt({ io }: Context<ReceiptOptions>, file: string): Promise<SignedReceipt> {
  const saved = (await readJsonObject(io, file)) as unknown as SignedReceipt;
  if (typeof saved.record?.hash !== 'string' || typeof saved.invocationId !== 'string' || saved.proof === undefined)
    throw new UsageError(`${file} is not a receipt printed by \`assay audit receipt <id> --json\`.`);
  return saved;
}

function verdict({ invocationId, record, proof, verification }: Checked, page: Page): string {
  const { ok, problems, keysFrom } = verification;
  const head = ok
    ? page.good(`The registry signed this record of ${invocationId}.`)
    : page.bad(`The receipt of ${invocationId} is NOT valid.`);
  const facts = pairs(page, [
    ['call', record.subject],
    ['at', record.at],
    ['status', String(record.details.status ?? '')],
    ['arguments', String(record.details.argumentsDigest ?? '')],
    ['result', String(record.details.resultDigest ?? '')],
    ['record', `${record.sequence} of ${record.chain}`],
    ['signed', proof === null ? 'no' : `${proof.signedAt}, key ${proof.keyId}`],
    ['keys', keysFrom],
  ]);
  return [head, facts, ...problems.map((problem) => `  ${problem}`)].join('\n');
}
