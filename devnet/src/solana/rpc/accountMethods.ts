import * as v from 'valibot'
import { solanaAccounts, solanaFaucetAccount } from '../solanaAccounts.ts'
import { accountFilters, isFitting } from './accountFilters.ts'
import { accountEntries, encodeAccount } from './encodeAccount.ts'
import { method, type RpcMethod } from './method.ts'
import { address, bankEntries, config, readBank, withContext } from './params.ts'

/** @source https://solana.com/docs/rpc/http/getmultipleaccounts */
const mostAccounts = 100

/** Methods that return accounts. */
export const accountMethods: Readonly<Record<string, RpcMethod>> = {
  getBalance: method(v.tuple([address, config(bankEntries)]), (ledger, [owner, options]) => {
    const bank = readBank(ledger, options)
    return withContext(bank.slot, bank.account(owner)?.lamports ?? 0n)
  }),
  getAccountInfo: method(v.tuple([address, config(accountEntries)]), (ledger, [at, options]) => {
    const bank = readBank(ledger, options)
    const account = bank.account(at)
    return withContext(bank.slot, account ? encodeAccount(account, options, bank) : null)
  }),
  getMultipleAccounts: method(
    v.tuple([
      v.pipe(
        v.array(address),
        v.maxLength(mostAccounts, `Too many inputs provided; max ${mostAccounts}`),
      ),
      config(accountEntries),
    ]),
    (ledger, [addresses, options]) => {
      const bank = readBank(ledger, options)
      const accounts = addresses.map((at) => {
        const account = bank.account(at)
        return account ? encodeAccount(account, { encoding: 'base64', ...options }, bank) : null
      })
      return withContext(bank.slot, accounts)
    },
  ),
  getProgramAccounts: method(
    v.tuple([
      address,
      config({
        ...accountEntries,
        filters: accountFilters,
        withContext: v.optional(v.nullable(v.boolean())),
        sortResults: v.optional(v.nullable(v.boolean())),
      }),
    ]),
    (ledger, [program, options]) => {
      const bank = readBank(ledger, options)
      const found = bank
        .accountsOf(program)
        .filter(({ account }) => isFitting(account, options.filters))
        .map(({ account, address: pubkey }) => ({
          pubkey,
          account: encodeAccount(account, options, bank),
        }))
      return options.withContext ? withContext(bank.slot, found) : found
    },
  ),
  getSupply: method(
    v.tuple([
      config({ ...bankEntries, excludeNonCirculatingAccountsList: v.optional(v.boolean()) }),
    ]),
    (ledger, [options]) => {
      const bank = readBank(ledger, options)
      const held = (at: typeof solanaFaucetAccount.address) => bank.account(at)?.lamports ?? 0n
      const circulating = solanaAccounts.reduce((sum, one) => sum + held(one.address), 0n)
      const nonCirculating = held(solanaFaucetAccount.address)
      return withContext(bank.slot, {
        total: circulating + nonCirculating,
        circulating,
        nonCirculating,
        nonCirculatingAccounts: options.excludeNonCirculatingAccountsList
          ? []
          : [solanaFaucetAccount.address],
      })
    },
  ),
}
