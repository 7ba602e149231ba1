import { readFile } from 'node:fs/promises';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { checkAction, effectOfClick } from '../effects/check-action.js';
import { plainName } from '../session/downloads.js';
import { attempt, within } from '../session/page-errors.js';
import { findTarget } from '../session/target.js';
import { actedShape, actsOnPages, browserTool, pageShape, pageState, untrusted } from './browser-tool.js';
import { actionFields, performOn, refusedInTime } from './perform.js';

const maxContent = 8_000_000;
const inlineBytes = 100_000;
const downloadWithinMs = 60_000;

const uploadShape = z.strictObject({
  name: z.string().min(1).max(200),
  type: z.string().max(100).default('application/octet-stream'),
  text: z.string().max(maxContent).optional(),
  base64: z.base64().max(maxContent).optional(),
  download: z.uuid().optional().describe('The id of a download of this browser'),
});

export const upload = browserTool({
  name: 'upload',
  title: 'Choose files for upload',
  description:
    'Give files to a file field. Their content is in the call, or they are downloads of this browser: nothing is read from the machine.',
  annotations: actsOnPages,
  input: z.strictObject({ ...actionFields, files: z.array(uploadShape).max(10) }),
  output: actedShape,
  run: async (input, context) => {
    const files = await Promise.all(
      input.files.map(async ({ name, type: mimeType, text, base64, download }) => {
        if ([text, base64, download].filter((it) => it !== undefined).length !== 1)
          throw new Refusal(`Give the content of "${name}" in one way: text, base64 or download.`);
        const buffer =
          download !== undefined
            ? await readFile(context.downloads.find(download).path)
            : Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8');
        return { name: plainName(name), mimeType, buffer };
      }),
    );
    return performOn(
      context,
      input,
      () => ({ real: 'input', why: 'Choosing files changes the page' }),
      async (_, { locator, facts }) => {
        if (locator === null || facts.what !== 'input[file]')
          throw new Refusal('This is not a file field: name one by mark or selector.');
        await locator.setInputFiles(files);
      },
    );
  },
});

export const download = browserTool({
  name: 'download',
  title: 'Download a file',
  description:
    'Click what downloads a file, and take it: at most 50 MB, and no programs. Small text is in the answer; upload takes the id.',
  annotations: actsOnPages,
  input: z.strictObject({ ...actionFields }),
  output: z.object({
    untrusted,
    page: pageShape,
    id: z.string(),
    name: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    text: z.string().optional().describe('The content, when it is text of at most 100,000 bytes'),
  }),
  run: (input, context) =>
    context.session.use(async (tab) => {
      const target = await findTarget(tab, input);
      checkAction(tab, target, { ...input, ...effectOfClick(target) });
      if (input.effect === 'submit') tab.gate.open();
      else tab.gate.hold();
      const file = await attempt(
        () =>
          tab.expectingDownload(async () => {
            const began = tab.page.waitForEvent('download', { timeout: 10_000 });
            began.catch(() => {});
            if (target.locator !== null) await target.locator.click();
            else if (target.point !== null) await tab.page.mouse.click(target.point.x, target.point.y);
            const got = await began;
            const path = await within(got.path(), downloadWithinMs).catch(async (error: unknown) => {
              await got.cancel().catch(() => {});
              throw error;
            });
            return context.downloads.take(path, got.suggestedFilename());
          }),
        `No download began within 10 s. ${refusedInTime}`,
      );
      const content = file.bytes <= inlineBytes ? await readFile(file.path) : null;
      const text = content !== null && isText(content) ? content.toString('utf8') : undefined;
      const { id, name, bytes, sha256 } = file;
      const page = await pageState(context, tab);
      const structured = {
        untrusted: true as const,
        page,
        id,
        name,
        bytes,
        sha256,
        ...(text !== undefined && { text }),
      };
      return { structured, text: `${name}: ${bytes} bytes, SHA-256 ${sha256}, id ${id}` };
    }),
});

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
