import type { Address } from '@solana/kit'
import type { AccountState } from './accountState.ts'
import { readMint, readTokenAccount } from './tokenState.ts'

/** An amount in the JSON-RPC's four formats. */
export type UiAmount = {
  /** In the smallest unit. */
  amount: string
  decimals: number
  uiAmount: number | null
  uiAmountString: string
}

/** The balance of a token account before or after a transaction. */
export type TokenBalance = {
  accountIndex: number
  mint: Address
  owner: Address
  programId: Address
  uiTokenAmount: UiAmount
}

export function toUiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = part === '' ? whole : `${whole}.${part}`
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** Reads the current balances of a transaction's token accounts. */
export function readTokenBalances(
  accounts: readonly Address[],
  read: (address: Address) => AccountState | undefined,
): TokenBalance[] {
  return accounts.flatMap((address, accountIndex) => {
    const account = read(address)
    const token = account && readTokenAccount(account)
    if (!token) return []
    const { amount, mint, owner } = token
    const state = read(mint)
    const decimals = (state && readMint(state)?.decimals) ?? 0
    const uiTokenAmount = toUiAmount(amount, decimals)
    return [{ accountIndex, mint, owner, programId: account.owner, uiTokenAmount }]
  })
}
