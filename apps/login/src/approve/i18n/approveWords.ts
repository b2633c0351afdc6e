import type { en } from './en.ts'

/** The same keys, with any text. */
type TextsOf<part> = part extends string
  ? string
  : { readonly [key in keyof part]: TextsOf<part[key]> }

/** All texts of the approval, unlock and passkey screens in one language. */
export type ApproveWords = TextsOf<typeof en>
