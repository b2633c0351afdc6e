import { isAddress } from './isAddress.ts'
import { toChainId } from './standardChains.ts'

/** A function of a wallet's feature; callers validate its result. */
type Ask = (...inputs: readonly object[]) => unknown
type Signing<name extends string> = { readonly [key in name]: Ask } & {
  readonly supportedTransactionVersions?: unknown
}

/** The wallet features that Foyer uses. */
type Features = {
  'standard:connect': { readonly connect: Ask }
  'standard:disconnect': { readonly disconnect: Ask }
  'standard:events': {
    readonly on: (event: 'change', listener: (change: unknown) => void) => unknown
  }
  'solana:signIn': { readonly signIn: Ask }
  'solana:signMessage': { readonly signMessage: Ask }
  'solana:signTransaction': Signing<'signTransaction'>
  'solana:signAndSendTransaction': Signing<'signAndSendTransaction'>
}
export type FeatureName = keyof Features

/** The function that each feature requires. */
const functionOf = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signIn': 'signIn',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const satisfies Record<FeatureName, string>

/** An untrusted wallet: each read may throw or change. */
export type StandardWallet = {
  readonly features: unknown
  readonly accounts: unknown
}

/** An account of a wallet, with the wallet's own object, which its features require. */
export type StandardAccount = {
  readonly address: string
  /** CAIP-2. */
  readonly chainIds: readonly `${'solana'}:${string}`[]
  readonly features: readonly string[]
  readonly own: object
}

/**
 * Returns a feature of a wallet, if it has its functions.
 *
 * @returns undefined otherwise, even if the wallet throws on access.
 */
export function readFeature<name extends FeatureName>(
  wallet: StandardWallet,
  name: name,
): Features[name] | undefined {
  try {
    const own = (wallet.features as Record<string, Record<string, unknown> | undefined>)[name]
    // Pass the wallet's own object: its functions may need it as `this`.
    return typeof own?.[functionOf[name]] === 'function' ? (own as Features[name]) : undefined
  } catch {
    // A getter of an untrusted object threw.
    return undefined
  }
}

/** Returns a wallet's accounts for Solana, each once; drops invalid ones. */
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
    if (!isAddress(address) || chainIds.length === 0) return undefined
    return {
      address,
      chainIds: chainIds as StandardAccount['chainIds'],
      features: textsOf(features),
      own: own as object,
    }
  } catch {
    // Not an object, or a getter of an untrusted object threw.
    return undefined
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? [...new Set(value.slice(0, 100).filter((one) => typeof one === 'string'))]
    : []
}
