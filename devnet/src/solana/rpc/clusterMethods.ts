import * as v from 'valibot'
import { blockhashWindow, identity, slotsPerEpoch, solanaDevnet } from '../cluster.ts'
import { method, type RpcMethod } from './method.ts'
import { apiVersion, bankEntries, config, readBank, whole, withContext } from './params.ts'

const nothing = v.tuple([])
const onlyConfig = v.tuple([config(bankEntries)])
const featureSet = 3_640_012_085

/** Methods about the chain and its progress. */
export const clusterMethods: Readonly<Record<string, RpcMethod>> = {
  getHealth: method(nothing, () => 'ok'),
  getVersion: method(nothing, () => ({ 'solana-core': apiVersion, 'feature-set': featureSet })),
  getIdentity: method(nothing, () => ({ identity })),
  getGenesisHash: method(nothing, () => solanaDevnet.genesisHash),
  getSlot: method(onlyConfig, (ledger, [options]) => readBank(ledger, options).slot),
  // No slot is ever skipped.
  getBlockHeight: method(onlyConfig, (ledger, [options]) => readBank(ledger, options).slot),
  getSlotLeader: method(onlyConfig, () => identity),
  getTransactionCount: method(onlyConfig, (ledger) => ledger.history.count()),
  getEpochInfo: method(onlyConfig, (ledger, [options]) => {
    const { slot } = readBank(ledger, options)
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: slot / slotsPerEpoch,
      slotIndex: slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: ledger.history.count(),
    }
  }),
  getEpochSchedule: method(nothing, () => ({
    slotsPerEpoch,
    leaderScheduleSlotOffset: slotsPerEpoch,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  })),
  getFirstAvailableBlock: method(nothing, () => 0),
  minimumLedgerSlot: method(nothing, () => 0),
  getLatestBlockhash: method(onlyConfig, (ledger, [options]) => {
    const { slot } = readBank(ledger, options)
    return withContext(slot, {
      blockhash: ledger.blockhashes.ofSlot(slot),
      lastValidBlockHeight: slot + blockhashWindow,
    })
  }),
  isBlockhashValid: method(
    v.tuple([v.string(), config(bankEntries)]),
    (ledger, [hash, options]) => {
      const { slot } = readBank(ledger, options)
      const of = ledger.blockhashes.slotOf(hash)
      return withContext(slot, of !== undefined && of <= slot && slot - of <= blockhashWindow)
    },
  ),
  getMinimumBalanceForRentExemption: method(
    v.tuple([v.pipe(whole, v.maxValue(10 * 1024 * 1024)), config(bankEntries)]),
    (ledger, [size]) => ledger.svm.minimumBalanceForRentExemption(BigInt(size)),
  ),
  getRecentPerformanceSamples: method(v.tuple([v.optional(whole, 720)]), (ledger, [limit]) =>
    limit === 0
      ? []
      : [
          {
            slot: ledger.slot('finalized'),
            numTransactions: ledger.history.count(),
            numNonVoteTransactions: ledger.history.count(),
            numSlots: 150,
            samplePeriodSecs: 60,
          },
        ],
  ),
}
