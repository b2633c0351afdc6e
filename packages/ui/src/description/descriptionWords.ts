import type { ActionCode, FactLabel, TitleCode, WarningCode } from '@foyer/decode'

/** Texts of a description in one language. Placeholders are in braces: `{what}`. */
export type DescriptionWords = {
  /** BCP 47, for numbers and dates. */
  readonly locale: string
  /** Headings. `{what}` is the first outgoing asset; the second text is for requests without one. */
  readonly titles: Readonly<Record<TitleCode, readonly [words: string, bare?: string]>>
  /** Lines of a list of calls. */
  readonly actions: Readonly<Record<ActionCode, string>>
  readonly warnings: Readonly<Record<WarningCode, string>>
  /** Instead of `long-deadline` for a missing end. */
  readonly neverEnds: string
  /** Names of rows. */
  readonly labels: Readonly<Record<FactLabel, string>>
  readonly words: Readonly<Record<DescriptionWord, string>>
}

type DescriptionWord =
  | 'leaves'
  | 'comes'
  | 'tried'
  | 'unknownAsset'
  | 'account'
  | 'network'
  | 'fee'
  | 'own'
  | 'unlimited'
  | 'never'
  | 'signInMoves'
  | 'text'
  | 'hex'
  | 'calls'
  | 'instructions'
  | 'steps'
  | 'inner'
  | 'callTo'
  | 'typed'
  | 'typedDomain'
  | 'details'
  | 'showWhole'
  | 'bytes'
  | 'units'
  | 'mayCall'
  | 'every'
