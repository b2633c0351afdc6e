import type { Address } from 'viem'
import { getAddress } from 'viem/utils'

/** Parses an asset's text; undefined for the native coin. */
export type Asset = {
  readonly standard: string
  /** In lower case. */
  readonly contract: string
  /** With its checksum. */
  readonly address: Address
  readonly tokenId: string | undefined
}

/** Splits an asset such as `erc721:0x…/7`. @returns undefined for the native coin */
export function parseAsset(asset: string): Asset | undefined {
  const [, standard, contract, tokenId] = /^(\w+):(0x[0-9a-f]{40})(?:\/(\d+))?$/.exec(asset) ?? []
  if (standard === undefined || contract === undefined) return undefined
  return { standard, contract, address: getAddress(contract), tokenId }
}
