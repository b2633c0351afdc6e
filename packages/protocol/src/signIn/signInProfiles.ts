import { readOwn } from '../readOwn.ts'

/**
 * The form of a sign-in in each namespace. ERC-4361 is the standard of eip155, Sign In With Solana that of solana; the others
 * have none, and follow ERC-4361 with their own name.
 */
const profiles = {
  eip155: { name: 'Ethereum', address: /^0x[0-9a-f]{40}$/i },
  solana: { name: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ },
  bip122: {
    name: 'Bitcoin',
    address: /^(?:[a-z]{2,4}1[02-9ac-hj-np-z]{6,86}|[1-9A-HJ-NP-Za-km-z]{26,35})$/,
  },
  tron: { name: 'Tron', address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
  polkadot: { name: 'Polkadot', address: /^[1-9A-HJ-NP-Za-km-z]{46,49}$/ },
} as const
export type SignInNamespace = keyof typeof profiles

export const signInProfiles: Readonly<
  Record<SignInNamespace, { readonly name: string; readonly address: RegExp }>
> = profiles

/** True for a namespace whose accounts can sign in. */
export function isSignInNamespace(namespace: string): namespace is SignInNamespace {
  return Object.hasOwn(profiles, namespace)
}

/** Names of clusters in Sign In With Solana. @source https://github.com/phantom/sign-in-with-solana */
const clusters: Readonly<Record<string, string>> = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  localnet: 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

/** Writes the line `Chain ID`: the reference of the CAIP-2 id, or the name of a public cluster of Solana. */
export function writeChain(chainId: string): string {
  const known = Object.entries(clusters).find(([, id]) => id === chainId)
  return known ? known[0] : chainId.slice(chainId.indexOf(':') + 1)
}

/** Reads the line `Chain ID`. @returns A CAIP-2 id, which may be none of a known network. */
export function readChain(namespace: SignInNamespace, text: string): string {
  const plain = text.startsWith(`${namespace}:`) ? text.slice(namespace.length + 1) : text
  return (namespace === 'solana' && readOwn(clusters, plain)) || `${namespace}:${plain}`
}
