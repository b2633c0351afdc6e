import type { en } from './en.ts'

/** The same keys, with any text; functions take the same values. */
type TextsOf<part> = part extends string
  ? string
  : part extends (...values: infer values) => infer result
    ? (...values: values) => TextsOf<result>
    : { readonly [key in keyof part]: TextsOf<part[key]> }

/** All texts of the pages `/security` and `/export` in one language. */
export type AccountWords = TextsOf<typeof en>
