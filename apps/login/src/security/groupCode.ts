import { decodeAscii } from '../account/SecretText.tsx'

/** Formats a recovery code in seven groups of four letters. */
export const groupCode = (code: Uint8Array): string =>
  (decodeAscii(code).match(/.{1,4}/g) ?? []).join(' ')
