import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignInInput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardConnectInput } from '@wallet-standard/features'
import { createEmitter } from '../emitter.ts'
import { devwalletMethods } from '../methods/devwallet.ts'
import { rpcError } from '../rpcError.ts'
import type { WalletContext } from '../walletContext.ts'
import { solana_signIn } from './solana_signIn.ts'
import { solana_signMessage } from './solana_signMessage.ts'
import { solana_signAndSendTransaction, solana_signTransaction } from './solana_signTransaction.ts'
import { solanaAccount } from './solanaAccount.ts'
import { standard_connect } from './standard_connect.ts'
import { type StandardContext, visibleIndexes } from './standardContext.ts'

const version = '1.0.0'
const supportedTransactionVersions = ['legacy', 0] as const

/**
 * Creates the object that sites find by the Wallet Standard. Its accounts are empty until the page connects, even if the site
 * is permitted, so that a page that forgets to reconnect notices.
 *
 * @source https://github.com/wallet-standard/wallet-standard
 */
export function createStandardWallet(wallet: WalletContext): {
  wallet: Wallet
  isConnected: () => boolean
} {
  const { config, store } = wallet
  const chains = config.solana.networks.map(({ id }) => id)
  const emitter = createEmitter()
  let connected = false
  let shown: readonly WalletAccount[] = []

  const refresh = () => {
    // A site that is no longer permitted must ask again.
    if (store.read().solanaAccounts.length === 0) connected = false
    const now = visibleIndexes(context).flatMap((index) => accounts[index] ?? [])
    if (now.length === shown.length && now.every((each, index) => each === shown[index])) return
    shown = Object.freeze(now)
    emitter.emit('change', { accounts: shown })
  }
  const context: StandardContext = {
    ...wallet,
    isConnected: () => connected,
    setConnected(value) {
      connected = value
      refresh()
    },
  }
  const features: Record<IdentifierString, unknown> = {
    'standard:connect': {
      version,
      async connect(input?: StandardConnectInput) {
        await standard_connect(context, { silent: input?.silent === true })
        return { accounts: shown }
      },
    },
    'standard:disconnect': { version, disconnect: async () => context.setConnected(false) },
    'standard:events': {
      version,
      on(event: string, listener: (value: unknown) => void) {
        emitter.on(event, listener)
        return () => emitter.off(event, listener)
      },
    },
    'solana:signMessage': {
      version,
      signMessage: async (...inputs: SolanaSignMessageInput[]) =>
        solana_signMessage(context, inputs),
    },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: async (...inputs: SolanaSignTransactionInput[]) =>
        solana_signTransaction(context, inputs),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: async (...inputs: SolanaSignAndSendTransactionInput[]) =>
        solana_signAndSendTransaction(context, inputs),
    },
    'solana:signIn': {
      version,
      async signIn(...inputs: SolanaSignInInput[]) {
        const outputs = []
        for (const input of inputs.length > 0 ? inputs : [{}]) {
          const { account, message, signature } = await solana_signIn(context, input)
          outputs.push({ account: accounts[account]!, signedMessage: message, signature })
        }
        return outputs
      },
    },
    // The development controls, for pages without the EIP-1193 provider. Not a standard feature.
    'foyer-devwallet:controls': {
      version,
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const control = Object.hasOwn(devwalletMethods, method)
          ? devwalletMethods[method]
          : undefined
        if (!control) throw rpcError(4200, `The control "${method}" does not exist.`)
        return control(wallet, params)
      },
    },
  }
  for (const name of config.without) if (name !== 'wallet_sendCalls') delete features[name]
  Object.freeze(features)
  const needAccount = Object.keys(features).filter((name): name is IdentifierString =>
    name.startsWith('solana:'),
  )
  const accounts = config.solana.accounts.map((account) =>
    solanaAccount(account, { chains, features: needAccount }),
  )
  store.watch(refresh)
  return {
    isConnected: () => connected,
    wallet: Object.freeze({
      version,
      name: config.name,
      icon: config.icon,
      chains: Object.freeze(chains),
      features,
      get accounts() {
        return shown
      },
    }),
  }
}
