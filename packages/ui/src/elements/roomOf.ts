import type { ButtonLook } from './buttonLook.ts'

/** px, as in `button.css`; `text` is everything beside the text, gaps and border included. */
const sizes = {
  md: { fontSize: 16, height: 44, connect: 42, account: 61, network: 80 },
  sm: { fontSize: 14, height: 36, connect: 34, account: 50, network: 69 },
} as const
/** Width of a letter in font sizes: above most fonts, since a button must not grow on hydration. */
const letter = { narrow: 0.65, wide: 1.05 } as const
/** Texts of accounts and networks are truncated to 18 digits' width. */
const longestText = 18
/** Gap, margin, padding and line of a loading balance, px. */
const aside = { empty: 72, around: 25 } as const

/** Estimates a button's width in px, since a server has no fonts to measure. */
export function roomOf(
  { aside: balance, kind, text }: ButtonLook,
  size: string | undefined,
): { fontSize: number; height: number; width: number } {
  const { fontSize, height, ...around } = sizes[size === 'sm' ? 'sm' : 'md']
  const textWidth = widthOf(text) * fontSize
  const shown = kind === 'connect' ? textWidth : Math.min(textWidth, longestText * fontSize)
  const balanceWidth =
    balance === undefined ? 0 : aside.around + (widthOf(balance) * fontSize || aside.empty)
  return { fontSize, height, width: Math.ceil(around[kind] + shown + balanceWidth) }
}

/** In font sizes. */
function widthOf(text: string): number {
  const letters = [...text].map((one) => ((one.codePointAt(0) ?? 0) < 0x1100 ? 'narrow' : 'wide'))
  return letters.reduce((sum, kind) => sum + letter[kind], 0)
}
