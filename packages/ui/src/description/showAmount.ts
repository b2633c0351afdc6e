import type { Asset, AssetChange } from '@foyer/decode'
import { quoteName } from '../format/quoteName.ts'
import type { DescriptionWords } from './descriptionWords.ts'
import { enDescription } from './enDescription.ts'

/** Formats an amount with all its digits: `1.500000000000000001`. */
export function exactAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/**
 * Formats an amount with few digits. Rounds outgoing amounts up and incoming amounts down.
 * @param amount - Smallest units.
 * @param locale - BCP 47.
 */
export function showAmount(
  amount: bigint,
  decimals: number,
  direction: 'leaves' | 'comes',
  locale = 'en',
): string {
  const exact = exactAmount(amount, decimals)
  const [whole = '', fraction = ''] = exact.split('.')
  if (whole === '0' && /^0{6}/.test(fraction)) return '<0.000001'
  const roundingMode = direction === 'leaves' ? 'expand' : 'trunc'
  const shape: Intl.NumberFormatOptions =
    whole.length > 15
      ? { notation: 'scientific', maximumFractionDigits: 3 }
      : { maximumFractionDigits: whole.length > 6 ? 2 : 6 }
  return new Intl.NumberFormat(locale, { ...shape, roundingMode }).format(
    exact as Intl.StringNumericLiteral,
  )
}

/** Returns an asset's symbol, else its name or shortened address. */
export function assetName({ address, name, symbol }: Asset): string {
  if (symbol !== '') return symbol
  if (name) return name
  return address === undefined ? '' : shorten(address)
}

/** Returns an asset's name for a sentence: a foreign one that could be read as part of the number before it is quoted. */
export function quotedName(asset: Asset): string {
  const name = assetName(asset)
  const isOwn = asset.known || (asset.symbol === '' && !asset.name)
  // The name of a collection has several words.
  return isOwn ? name : quoteName(name, asset.kind === 'nft' ? name.replaceAll(' ', '') : name)
}

/** Shortens a text in the middle: `0x1234…abcd`, with the given number of characters at each end. */
export function shorten(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** Formats an asset change: `1.5 ETH`, `#12 of Apes`, `1500 units` when decimals are unknown. */
export function showChange(
  { amount, asset, tokenId }: Pick<AssetChange, 'amount' | 'asset' | 'tokenId'>,
  direction: 'leaves' | 'comes',
  { locale, words }: DescriptionWords = enDescription,
): string {
  const name = quotedName(asset)
  if (asset.kind === 'nft') {
    const id = tokenId === undefined ? '' : ` #${shorten(String(tokenId), 6, 4)}`
    const count = amount === 1n ? '' : `${new Intl.NumberFormat(locale).format(amount)} × `
    return `${count}${name}${id}`
  }
  const number =
    asset.decimals === undefined
      ? `${new Intl.NumberFormat(locale).format(amount)} ${words.units}`
      : showAmount(amount, asset.decimals, direction, locale)
  return `${number} ${name}`.trim()
}
