import type { Address } from '@solana/kit'
import * as v from 'valibot'
import type { Commitment, Ledger, LedgerEvent } from './createLedger.ts'
import type { LandedTransaction } from './history.ts'
import { accountFilters, isFitting } from './rpc/accountFilters.ts'
import { accountEntries, encodeAccount } from './rpc/encodeAccount.ts'
import { readParams } from './rpc/method.ts'
import { address, commitment, config, signature, withContext } from './rpc/params.ts'

/** Sends a notification; `isLast` ends the subscription. */
export type Notify = (result: unknown, options?: { isLast: boolean }) => void
/** A running subscription; receives every event of the ledger. */
type Watcher = (event: LedgerEvent) => void
/** Starts a subscription. @throws RpcError -32602 */
type Subscribe = (ledger: Ledger, params: unknown, notify: Notify) => Watcher

const sureness = { commitment: v.optional(commitment, 'finalized') }
const nothing = v.tuple([])
const pushed = { isPushed: true }
const logsFilter = v.union(
  [
    v.picklist(['all', 'allWithVotes']),
    v.object({ mentions: v.pipe(v.array(address), v.length(1, 'mentions takes one address')) }),
  ],
  'expected "all", "allWithVotes" or { mentions: [address] }',
)

/** By the part of the name before `Subscribe`. */
export const subscriptions: ReadonlyMap<string, Subscribe> = new Map<string, Subscribe>([
  [
    'account',
    (ledger, params, notify) => {
      const [at, options] = readParams(v.tuple([address, config(accountEntries)]), params)
      readAccount(ledger, at, options)
      return onReached(options.commitment, ({ written }) => {
        if (written.includes(at)) notify(readAccount(ledger, at, options))
      })
    },
  ],
  [
    'program',
    (ledger, params, notify) => {
      const schema = v.tuple([address, config({ ...accountEntries, filters: accountFilters })])
      const [program, options] = readParams(schema, params)
      return onReached(options.commitment, ({ written }) => {
        const bank = ledger.bank(options.commitment)
        for (const pubkey of new Set(written)) {
          const account = bank.account(pubkey)
          if (account?.owner !== program || !isFitting(account, options.filters)) continue
          notify(
            withContext(bank.slot, {
              pubkey,
              account: encodeAccount(account, options, bank, pushed),
            }),
          )
        }
      })
    },
  ],
  [
    'logs',
    (ledger, params, notify) => {
      const [filter, options] = readParams(v.tuple([logsFilter, config(sureness)]), params)
      const isMeant = ({ accounts }: LandedTransaction) =>
        typeof filter === 'string' || accounts.includes(filter.mentions[0] as Address)
      return onReached(options.commitment, ({ transactions }) => {
        for (const { error, logs, signature } of transactions.filter(isMeant))
          notify(withContext(ledger.slot(options.commitment), { signature, err: error, logs }))
      })
    },
  ],
  [
    'signature',
    (ledger, params, notify) => {
      const received = { enableReceivedNotification: v.optional(v.nullable(v.boolean())) }
      const [one, options] = readParams(
        v.tuple([signature, config({ ...sureness, ...received })]),
        params,
      )
      const tell = () => {
        const found = ledger.history.get(one)
        const slot = ledger.slot(options.commitment)
        if (found && BigInt(found.slot) <= slot)
          notify(withContext(slot, { err: found.error }), { isLast: true })
      }
      // It may have happened already.
      setImmediate(tell)
      return onReached(options.commitment, tell)
    },
  ],
  [
    'slot',
    (_, params, notify) => {
      readParams(nothing, params)
      return (event) => {
        if (event.kind === 'slot')
          notify({ parent: event.slot - 1n, root: event.root, slot: event.slot })
      }
    },
  ],
  [
    'root',
    (_, params, notify) => {
      readParams(nothing, params)
      return (event) => {
        if (event.kind === 'slot') notify(event.root)
      }
    },
  ],
])

const onReached =
  (wanted: Commitment, run: (event: Extract<LedgerEvent, { kind: 'reached' }>) => void): Watcher =>
  (event) => {
    if (event.kind === 'reached' && event.commitment === wanted) run(event)
  }

/** A deleted account is notified as an empty account of the system program. */
function readAccount(
  ledger: Ledger,
  at: Address,
  options: v.InferOutput<v.ObjectSchema<typeof accountEntries, undefined>>,
) {
  const bank = ledger.bank(options.commitment)
  const gone = {
    lamports: 0n,
    owner: '11111111111111111111111111111111' as Address,
    data: new Uint8Array(),
    executable: false,
  }
  return withContext(bank.slot, encodeAccount(bank.account(at) ?? gone, options, bank, pushed))
}
