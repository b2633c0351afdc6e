import { type Address, unwrapOption } from '@solana/kit'
import type { Token } from '@solana-program/token'
import * as v from 'valibot'
import type { Bank } from '../banks.ts'
import { isTokenProgram, token2022Program, tokenProgram } from '../programs.ts'
import { toUiAmount } from '../tokenBalances.ts'
import { readMint, readTokenAccount } from '../tokenState.ts'
import { accountEntries, encodeAccount } from './encodeAccount.ts'
import { method, type RpcMethod } from './method.ts'
import { address, bankEntries, config, readBank, withContext } from './params.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

const invalid = (message: string) =>
  new RpcError(rpcCodes.invalidParams, `Invalid param: ${message}`)
const whichTokens = v.union(
  [v.object({ mint: address }), v.object({ programId: address })],
  'expected { mint } or { programId }, an address each',
)

const byHolder = (isHolder: (token: Token, holder: Address) => boolean) =>
  method(
    v.tuple([address, whichTokens, config(accountEntries)]),
    (ledger, [holder, which, options]) => {
      const bank = readBank(ledger, options)
      const mint = 'mint' in which ? which.mint : undefined
      const program = 'mint' in which ? mintOf(bank, which.mint).program : which.programId
      if (!isTokenProgram(program)) throw invalid('unrecognized Token program id')
      const found = tokenAccounts(bank, program)
        .filter(({ token }) => (mint ? token.mint === mint : true) && isHolder(token, holder))
        .map(({ account, address: pubkey }) => ({
          pubkey,
          account: encodeAccount(account, options, bank),
        }))
      return withContext(bank.slot, found)
    },
  )

/** Methods about tokens. */
export const tokenMethods: Readonly<Record<string, RpcMethod>> = {
  getTokenAccountsByOwner: byHolder((token, holder) => token.owner === holder),
  getTokenAccountsByDelegate: byHolder((token, holder) => unwrapOption(token.delegate) === holder),
  getTokenAccountBalance: method(
    v.tuple([address, config(bankEntries)]),
    (ledger, [at, options]) => {
      const bank = readBank(ledger, options)
      const account = bank.account(at)
      if (!account) throw invalid('could not find account')
      const token = readTokenAccount(account)
      if (!token) throw invalid('not a Token account')
      return withContext(bank.slot, toUiAmount(token.amount, mintOf(bank, token.mint).decimals))
    },
  ),
  getTokenSupply: method(v.tuple([address, config(bankEntries)]), (ledger, [at, options]) => {
    const bank = readBank(ledger, options)
    const { decimals, supply } = mintOf(bank, at)
    return withContext(bank.slot, toUiAmount(supply, decimals))
  }),
  getTokenLargestAccounts: method(
    v.tuple([address, config(bankEntries)]),
    (ledger, [mint, options]) => {
      const bank = readBank(ledger, options)
      const { decimals, program } = mintOf(bank, mint)
      const largest = tokenAccounts(bank, program)
        .filter(({ token }) => token.mint === mint)
        .sort((one, two) => (two.token.amount > one.token.amount ? 1 : -1))
        .slice(0, 20)
        .map(({ address: at, token }) => ({ address: at, ...toUiAmount(token.amount, decimals) }))
      return withContext(bank.slot, largest)
    },
  ),
}

const tokenAccounts = (bank: Bank, program: Address) =>
  [tokenProgram, token2022Program]
    .filter((one) => one === program)
    .flatMap((one) => bank.accountsOf(one))
    .flatMap((found) => {
      const token = readTokenAccount(found.account)
      return token ? [{ ...found, token }] : []
    })

/** @throws RpcError -32602 */
function mintOf(bank: Bank, address: Address) {
  const account = bank.account(address)
  if (!account) throw invalid('could not find mint')
  const mint = readMint(account)
  if (!mint) throw invalid('not a Token mint')
  return { ...mint, program: account.owner }
}
