import type { DescribedNetwork } from '../approvalInput.ts'
import { cleanName } from '../cleanName.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { Asset, Warning } from '../description.ts'
import { imitatedSymbol, knownSymbol } from '../knownTokens.ts'
import { encodeBase58 } from './base58.ts'
import { decodeBase64 } from './base64.ts'
import { readExtensions } from './mintExtensions.ts'
import { isTokenProgram, programs } from './solanaPrograms.ts'

/** An account's state on the chain. `owner` is the program that owns it. */
export type SolanaAccountState = { owner: string; lamports: bigint; data: Uint8Array }

/** An owner's tokens of one kind. */
export type TokenHolding = { mint: string; owner: string; amount: bigint }

/** Cache of the accounts that a request names. */
export type AccountBook = {
  native: Asset
  state(address: string): SolanaAccountState | undefined
  /** Returns whether the chain has answered for this account, even that it does not exist. */
  knows(address: string): boolean
  holding(address: string): TokenHolding | undefined
  /** Returns a token by its mint; only its address when the mint is unknown. */
  token(mint: string): Asset
  warnings(mint: string): readonly Warning[]
  /** Loads accounts that are not known yet. Those that the chain does not answer stay unknown. */
  load(rpc: DescribeServices['rpc'], addresses: readonly string[]): Promise<void>
}

/** Maximum of accounts in one call. @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const maxAccounts = 100

function readU64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(at, true)
}

/** Parses an account in an answer; `undefined` when it is missing or malformed. */
export function parseAccountState(value: unknown): SolanaAccountState | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { data, lamports, owner } = value as Record<string, unknown>
  const [text, form] = Array.isArray(data) ? (data as unknown[]) : []
  if (typeof owner !== 'string' || owner.length > 44 || typeof text !== 'string') return undefined
  if (form !== 'base64' || text.length > 262_144) return undefined
  const whole = typeof lamports === 'number' && Number.isFinite(lamports) && lamports >= 0
  if (!whole && typeof lamports !== 'bigint') return undefined
  try {
    const coins = typeof lamports === 'bigint' ? lamports : BigInt(Math.floor(lamports as number))
    return { owner, lamports: coins, data: decodeBase64(text) }
  } catch {
    return undefined
  }
}

/** Reads a token account: mint, owner and amount come first. @source spl-token state.rs `Account` */
export function readHolding(state: SolanaAccountState | undefined): TokenHolding | undefined {
  if (!state || !isTokenProgram(state.owner)) return undefined
  const { data } = state
  // A Token-2022 mint can be as long; byte 165 gives the type: 2 for an account.
  if (data.length !== 165 && !(data.length > 165 && data[165] === 2)) return undefined
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: readU64(data, 64),
  }
}

/** Makes an empty book. */
export function createAccountBook(network: DescribedNetwork): AccountBook {
  const states = new Map<string, SolanaAccountState>()
  const requested = new Set<string>()
  const mintOf = (address: string) => {
    const state = states.get(address)
    if (!state || !isTokenProgram(state.owner) || readHolding(state)) return undefined
    return state.data.length >= 82 ? state.data : undefined
  }
  const taxes = (data: Uint8Array) => readExtensions(data).taxes
  const symbolOf = (mint: string, data: Uint8Array | undefined) =>
    knownSymbol(network.id, mint) ??
    cleanName((data && readExtensions(data).metadata?.symbol) ?? '', 16)

  return {
    native: { kind: 'native', symbol: network.symbol, decimals: network.decimals, known: true },
    state: (address) => states.get(address),
    knows: (address) => requested.has(address),
    holding: (address) => readHolding(states.get(address)),
    token(mint) {
      const data = mintOf(mint)
      const name = cleanName((data && readExtensions(data).metadata?.name) ?? '', 40)
      const decimals = data?.[44]
      return {
        kind: 'token',
        symbol: symbolOf(mint, data),
        ...(name === '' ? {} : { name }),
        ...(decimals === undefined || decimals > 36 ? {} : { decimals }),
        address: mint,
        known: knownSymbol(network.id, mint) !== undefined,
      }
    },
    warnings(mint) {
      const data = mintOf(mint)
      if (!data) return [{ code: 'token-unreadable' }]
      const symbol = imitatedSymbol(network, { address: mint, symbol: symbolOf(mint, data) })
      return [
        ...(symbol === undefined ? [] : [{ code: 'token-imitates', values: { symbol } } as const]),
        ...taxes(data).map(
          (extension) => ({ code: 'token-taxed', values: { extension } }) as const,
        ),
      ]
    },
    async load(rpc, addresses) {
      const missing = [...new Set(addresses)].filter((address) => !states.has(address))
      const parts: string[][] = []
      for (let at = 0; at < Math.min(missing.length, maxAccounts * 4); at += maxAccounts)
        parts.push(missing.slice(at, at + maxAccounts))
      const ask = async (part: readonly string[]) => {
        try {
          const answer = await rpc('getMultipleAccounts', [
            part,
            // The simulation's commitment: finalized state would be half a minute older.
            { encoding: 'base64', commitment: 'confirmed' },
          ])
          const { value } = (answer ?? {}) as { value?: unknown }
          if (!Array.isArray(value) || value.length !== part.length) return
          part.forEach((address, index) => {
            const state = parseAccountState(value[index])
            if (state) states.set(address, state)
            if (state || value[index] === null) requested.add(address)
          })
        } catch {
          // Safe to ignore: an unknown account never removes a warning.
        }
      }
      await Promise.all(parts.map(ask))
    },
  }
}

/** Reads the addresses in a lookup table. @source https://docs.rs/solana-address-lookup-table-interface */
export function readLookupTable(state: SolanaAccountState | undefined): string[] | undefined {
  if (state?.owner !== programs.lookupTable || state.data.length < 56 || state.data[0] !== 1)
    return undefined
  const rest = state.data.subarray(56)
  return Array.from({ length: Math.floor(rest.length / 32) }, (_, index) =>
    encodeBase58(rest.subarray(index * 32, index * 32 + 32)),
  )
}
