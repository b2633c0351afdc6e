import type { DrainSign } from '@foyer/decode/preview'
import type { DescriptionWords } from '../../description/descriptionWords.ts'

/** Texts of the view, apart from the description's. */
type ScreenWords = {
  readonly checking: string
  /** `{wallet}` asks again. */
  readonly next: string
  readonly more: string
  readonly proceed: string
  readonly hold: string
  readonly release: string
  readonly again: string
  readonly holdHow: string
  readonly cancel: string
  readonly drainTitle: string
  readonly failedTitle: string
  readonly understand: string
  readonly understandUnread: string
  /** Instead of the description's label: the wallet chooses the fee. */
  readonly fee: string
  readonly contract: string
  readonly unused: string
  readonly typedUntried: string
  readonly signs: Readonly<Record<DrainSign, string>>
  /** By error code; `other` for all others. */
  readonly failures: { readonly other: string } & Readonly<Record<string, string>>
}

/** All texts of the view in one language. */
export type PreviewWords = {
  readonly screen: ScreenWords
  /** @default the description's own English, which loads with its code */
  readonly description?: DescriptionWords | undefined
}
