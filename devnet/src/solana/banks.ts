import type { Address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { type AccountState, readAccountState } from './accountState.ts'

/** Accounts at the end of a slot. */
export type Bank = {
  readonly slot: bigint
  account: (address: Address) => AccountState | undefined
  /** Returns all accounts of a program. */
  accountsOf: (program: Address) => { address: Address; account: AccountState }[]
}

/** The state of slots that are not final yet: keeps what each write replaced as long as it can be requested. */
export function createBanks(svm: LiteSVM) {
  const replaced = new Map<Address, { slot: bigint; before: AccountState | undefined }[]>()
  const account = (address: Address, slot: bigint) => {
    const later = replaced.get(address)?.find((write) => write.slot > slot)
    return later ? later.before : readAccountState(svm, address)
  }
  return {
    /** Stores an account's state before a transaction of this slot. */
    keep(address: Address, slot: bigint, before: AccountState | undefined): void {
      const writes = replaced.get(address) ?? []
      if (writes.at(-1)?.slot !== slot) replaced.set(address, [...writes, { slot, before }])
    },
    /** Drops the states that only slots up to this one need. */
    forget(slot: bigint): void {
      for (const [address, writes] of replaced) {
        const needed = writes.filter((write) => write.slot > slot)
        if (needed.length === 0) replaced.delete(address)
        else if (needed.length < writes.length) replaced.set(address, needed)
      }
    },
    at(slot: bigint): Bank {
      return {
        slot,
        account: (address) => account(address, slot),
        accountsOf(program) {
          const addresses = new Set([
            ...svm.getProgramAccounts(program).map(({ address }) => address),
            ...replaced.keys(),
          ])
          return [...addresses].flatMap((address) => {
            const found = account(address, slot)
            return found?.owner === program ? [{ address, account: found }] : []
          })
        },
      }
    },
  }
}
