import { type Option, unwrapOption } from '@solana/kit'
import type { AccountState } from '../accountState.ts'
import type { Bank } from '../banks.ts'
import { token2022Program } from '../programs.ts'
import { toUiAmount } from '../tokenBalances.ts'
import { readMint, readTokenAccount } from '../tokenState.ts'
import { parseExtensions } from './parseExtensions.ts'

const states = ['uninitialized', 'initialized', 'frozen']

/** Parses a token account or a mint to named fields; undefined for any other account. */
export function parseAccount(account: AccountState, bank: Bank) {
  const { data, owner } = account
  const program = owner === token2022Program ? 'spl-token-2022' : 'spl-token'
  const extensions = owner === token2022Program ? parseExtensions(data) : []
  const more = extensions.length > 0 ? { extensions } : {}
  const token = readTokenAccount(account)
  if (token) {
    const { amount, closeAuthority, delegate, delegatedAmount, isNative, mint, state } = token
    const mintState = bank.account(mint)
    const decimals = (mintState && readMint(mintState)?.decimals) ?? 0
    const reserve = unwrapOption(isNative)
    const info = {
      mint,
      owner: token.owner,
      state: states[state],
      isNative: reserve !== null,
      tokenAmount: toUiAmount(amount, decimals),
      ...(reserve === null ? {} : { rentExemptReserve: toUiAmount(reserve, decimals) }),
      ...named('delegate', delegate),
      ...(unwrapOption(delegate) === null
        ? {}
        : { delegatedAmount: toUiAmount(delegatedAmount, decimals) }),
      ...named('closeAuthority', closeAuthority),
      ...more,
    }
    return { program, parsed: { type: 'account', info }, space: data.length }
  }
  const mint = readMint(account)
  if (!mint) return undefined
  const info = {
    decimals: mint.decimals,
    supply: String(mint.supply),
    isInitialized: mint.isInitialized,
    mintAuthority: unwrapOption(mint.mintAuthority),
    freezeAuthority: unwrapOption(mint.freezeAuthority),
    ...more,
  }
  return { program, parsed: { type: 'mint', info }, space: data.length }
}

const named = (name: string, value: Option<unknown>) => {
  const inner = unwrapOption(value)
  return inner === null ? {} : { [name]: inner }
}
