import * as v from 'valibot'
import { hasAddressShape } from './hasAddressShape.ts'
import { toChainId } from './standardChains.ts'

/** A function of a wallet's feature; what it gives is judged where it is asked. */
type Ask = (...inputs: readonly object[]) => unknown
const ask = v.custom<Ask>((value) => typeof value === 'function')

/** The functions of a wallet that Foyer uses, by feature. */
const features = {
  'standard:connect': v.looseObject({ connect: ask }),
  'standard:disconnect': v.looseObject({ disconnect: ask }),
  'standard:events': v.looseObject({
    on: v.custom<(event: 'change', listener: (change: unknown) => void) => unknown>(
      (value) => typeof value === 'function',
    ),
  }),
  'solana:signMessage': v.looseObject({ signMessage: ask }),
  'solana:signTransaction': v.looseObject({
    signTransaction: ask,
    supportedTransactionVersions: v.optional(v.array(v.unknown())),
  }),
  'solana:signAndSendTransaction': v.looseObject({
    signAndSendTransaction: ask,
    supportedTransactionVersions: v.optional(v.array(v.unknown())),
  }),
} as const
export type FeatureName = keyof typeof features

/** A wallet as the page sees it: of a stranger, each read may throw or change. */
export type StandardWallet = {
  readonly features: unknown
  readonly accounts: unknown
}

/** An account that a wallet gave, with the wallet's own object of it, which its features want back. */
export type StandardAccount = {
  readonly address: string
  /** CAIP-2. */
  readonly chainIds: readonly `${'solana'}:${string}`[]
  readonly features: readonly string[]
  readonly own: object
}

/**
 * A feature of a wallet, when it is there and has its functions.
 *
 * @returns undefined otherwise, whatever the wallet does when it is read.
 */
export function readFeature<name extends FeatureName>(
  wallet: StandardWallet,
  name: name,
): v.InferOutput<(typeof features)[name]> | undefined {
  try {
    const own = (wallet.features as Record<string, unknown>)[name]
    // The wallet's own object goes on: its functions may need it as `this`.
    return v.is(features[name], own) ? (own as v.InferOutput<(typeof features)[name]>) : undefined
  } catch {
    // A getter of a stranger threw.
    return undefined
  }
}

/** The accounts for a Solana chain among those that a wallet named, each once; what is none is dropped. */
export function parseStandardAccounts(value: unknown): readonly StandardAccount[] {
  if (!Array.isArray(value)) return []
  const accounts = value.slice(0, 100).flatMap((own) => parseStandardAccount(own) ?? [])
  return accounts.filter(
    ({ address }, index) => accounts.findIndex((one) => one.address === address) === index,
  )
}

function parseStandardAccount(own: unknown): StandardAccount | undefined {
  try {
    const { address, chains, features } = own as Record<string, unknown>
    const chainIds = textsOf(chains).flatMap((chain) => toChainId(chain) ?? [])
    if (!hasAddressShape(address) || chainIds.length === 0) return undefined
    return {
      address,
      chainIds: chainIds as StandardAccount['chainIds'],
      features: textsOf(features),
      own: own as object,
    }
  } catch {
    // No object, or a getter of a stranger threw.
    return undefined
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? [...new Set(value.slice(0, 100).filter((one) => typeof one === 'string'))]
    : []
}
