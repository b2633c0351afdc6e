import type { Adapter, Calls, Transfers } from '@foyer/core'
import { addNetwork } from './addNetwork.ts'
import { readSwapCall } from './readSwapCall.ts'
import { send } from './send.ts'
import { sendNft } from './sendNft.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signMessage } from './signMessage.ts'
import { signTypedData } from './signTypedData.ts'
import { switchNetwork } from './switchNetwork.ts'

type Later<name extends keyof Adapter> = NonNullable<Adapter[name]>

// Reached through the requests, since each path of an import costs bytes before the first click.
const getBalance: Later<'getBalance'> = async (parameters) =>
  (await import('./getBalance.ts')).getBalance(parameters)
const getTokenBalances: Later<'getTokenBalances'> = async (parameters) =>
  (await import('./getTokenBalances.ts')).getTokenBalances(parameters)
const verifyAddress: Later<'verifyAddress'> = async (text) =>
  (await import('./address.ts')).isAddress(text)
const calls = async (): Promise<Calls> => (await import('./calls.ts')).calls
const transfers = async (): Promise<Transfers> => (await import('./transfers.ts')).transfers
const waitForTransaction: Later<'waitForTransaction'> = async (parameters) =>
  (await import('./waitForTransaction.ts')).waitForTransaction(parameters)

/** Requests to a connected wallet, in one chunk that loads on connect. */
export const requests = {
  addNetwork,
  calls,
  getBalance,
  getTokenBalances,
  readSwapCall,
  send,
  sendNft,
  sendTransaction,
  signMessage,
  signTypedData,
  switchNetwork,
  transfers,
  verifyAddress,
  waitForTransaction,
}
