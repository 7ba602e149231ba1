import { Refusal } from '@assay/kit';

/** Format characters, but for the joiner inside an emoji. They hide text from a reader and from the rules. */
const invisible = /(?<!\p{Extended_Pictographic}\ufe0f?)[\p{Cf}]|[\p{Cf}](?!\p{Extended_Pictographic})/gu;
const control = /[^\P{Cc}\t\n\r]/u;

/** A text without invisible characters. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '');

/** Refuses what a person who approves the text could not see. */
export function requireVisible(text: string, place: string): void {
  if (withoutInvisible(text) !== text || control.test(text))
    throw new Refusal(`The ${place} contains invisible or control characters. draft returns the text without them.`);
}

/** Refuses what would begin another header. */
export function requireOneLine(text: string, place: string): void {
  if (/[\r\n\p{Zl}\p{Zp}\p{Cc}]/u.test(text)) throw new Refusal(`The ${place} has more than one line.`);
}
