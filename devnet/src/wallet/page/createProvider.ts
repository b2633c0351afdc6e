import * as v from 'valibot'
import { askChain } from './chainRpc.ts'
import { createEmitter } from './emitter.ts'
import { devwalletMethods } from './methods/devwallet.ts'
import { eth_requestAccounts } from './methods/eth_requestAccounts.ts'
import { eth_sendTransaction } from './methods/eth_sendTransaction.ts'
import { eth_signTypedData_v4 } from './methods/eth_signTypedData_v4.ts'
import { personal_sign } from './methods/personal_sign.ts'
import { readOnlyMethods } from './methods/readOnly.ts'
import { wallet_addEthereumChain } from './methods/wallet_addEthereumChain.ts'
import { wallet_connect } from './methods/wallet_connect.ts'
import { wallet_requestPermissions } from './methods/wallet_requestPermissions.ts'
import { wallet_revokePermissions } from './methods/wallet_revokePermissions.ts'
import {
  wallet_getCallsStatus,
  wallet_getCapabilities,
  wallet_sendCalls,
} from './methods/wallet_sendCalls.ts'
import { wallet_switchEthereumChain } from './methods/wallet_switchEthereumChain.ts'
import { wallet_watchAsset } from './methods/wallet_watchAsset.ts'
import { createNewHeads } from './newHeads.ts'
import { permissions } from './permissions.ts'
import { rpcError } from './rpcError.ts'
import { visibleAddresses, type WalletContext, type WalletMethod } from './walletContext.ts'

const hexOf = (chainId: number) => `0x${chainId.toString(16)}`

const methods: Readonly<Record<string, WalletMethod>> = {
  eth_accounts: async ({ config, store }) => visibleAddresses(config, store.read()),
  eth_coinbase: async ({ config, store }) => visibleAddresses(config, store.read())[0] ?? null,
  eth_chainId: async ({ store }) => hexOf(store.chain().id),
  net_version: async ({ store }) => String(store.chain().id),
  web3_clientVersion: async () => 'FoyerDevWallet/1',
  wallet_getPermissions: async (context) => permissions(context),
  eth_requestAccounts,
  wallet_requestPermissions,
  wallet_revokePermissions,
  wallet_switchEthereumChain,
  wallet_addEthereumChain,
  wallet_watchAsset,
  personal_sign,
  eth_signTypedData_v4,
  eth_sendTransaction,
  ...devwalletMethods,
}

/** Methods that a script can omit. */
const batchMethods: Readonly<Record<string, WalletMethod>> = {
  wallet_getCallsStatus,
  wallet_getCapabilities,
  wallet_sendCalls,
}

/** Methods that a script can add, as few wallets have them. */
const addedMethods: Readonly<Record<string, WalletMethod>> = { wallet_connect }

const requestArguments = v.object({
  method: v.pipe(v.string(), v.minLength(1)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

/** The provider object for the site. */
export type WalletProvider = {
  isFoyerDevWallet: true
  isConnected: () => boolean
  request: (args: unknown) => Promise<unknown>
  on: (event: string, listener: (value: unknown) => void) => WalletProvider
  once: (event: string, listener: (value: unknown) => void) => WalletProvider
  removeListener: (event: string, listener: (value: unknown) => void) => WalletProvider
}

/**
 * Creates the wallet's provider for this page.
 *
 * @source EIP-1193
 */
export function createProvider(context: WalletContext): WalletProvider {
  const { config, store } = context
  const emitter = createEmitter()

  let connected = true
  const ask = async (method: string, params: readonly unknown[]) => {
    const { id, rpcUrl } = store.chain()
    try {
      const result = await askChain(rpcUrl, method, params)
      if (!connected) {
        connected = true
        emitter.emit('connect', { chainId: hexOf(id) })
      }
      return result
    } catch (error) {
      if (connected && (error as { code?: unknown }).code === 4900) {
        connected = false
        emitter.emit('disconnect', error)
      }
      throw error
    }
  }
  const heads = createNewHeads(ask, (message) => emitter.emit('message', message))

  store.watch((now, before) => {
    // Not an EIP-1193 event: for pages that show the wallet's state in every namespace.
    emitter.emit('devwallet_changed', undefined)
    const [seen, saw] = [visibleAddresses(config, now), visibleAddresses(config, before)]
    if (now.chainId !== before.chainId) emitter.emit('chainChanged', hexOf(now.chainId))
    if (seen.join() !== saw.join()) emitter.emit('accountsChanged', seen)
  })
  const sayConnected = () => emitter.emit('connect', { chainId: hexOf(store.chain().id) })
  // Wait until the page's own scripts could add listeners.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', sayConnected, { once: true })
  } else setTimeout(sayConnected)

  const request = async (args: unknown): Promise<unknown> => {
    const parsed = v.safeParse(requestArguments, args)
    if (!parsed.success) throw rpcError(-32600, 'Expected an object with a method and parameters.')
    const { method, params: given = [] } = parsed.output
    const params = Array.isArray(given) ? given : [given]
    const known = {
      ...methods,
      ...(!config.without.includes('wallet_sendCalls') && batchMethods),
      ...(config.with.includes('wallet_connect') && addedMethods),
    }
    const own = Object.hasOwn(known, method) ? known[method] : undefined
    if (own) return own(context, params)
    if (method === 'eth_subscribe' && params[0] === 'newHeads') return heads.subscribe()
    if (method === 'eth_unsubscribe') return heads.unsubscribe(params[0])
    if (readOnlyMethods.has(method)) return ask(method, params)
    throw rpcError(4200, `The method "${method}" is not supported by this wallet.`)
  }

  const provider: WalletProvider = {
    isFoyerDevWallet: true,
    isConnected: () => connected,
    request,
    on: (event, listener) => {
      emitter.on(event, listener)
      return provider
    },
    once: (event, listener) => {
      emitter.once(event, listener)
      return provider
    },
    removeListener: (event, listener) => {
      emitter.off(event, listener)
      return provider
    },
  }
  return provider
}
