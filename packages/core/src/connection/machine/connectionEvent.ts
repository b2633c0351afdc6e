import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { Connected } from '../../account/account.ts'
import type { SelectedAccount } from '../../account/selectedAccount.ts'
import type { Connector, Scope, Session } from '../../connector/connector.ts'
import type { Network } from '../../network/network.ts'
import type { Pairing } from '../../pairing.ts'
import type { RecentWallet } from '../../wallets/recentWallet.ts'
import type { Confirmation, Prompt } from './attempt.ts'

/** Everything that changes what is connected. One call of `dispatch` each. */
export type ConnectionEvent =
  /** A user picked a wallet. Joins the prompt that it shows already, if there is one. */
  | { readonly type: 'connect:asked'; readonly prompt: Prompt }
  /** The wallet says that an earlier request still waits in it. */
  | { readonly type: 'connect:pending'; readonly id: number }
  /** Shows what was connected before; what the wallet approves later still connects. */
  | { readonly type: 'connect:deferred'; readonly connector: Connector }
  /** Ends one attempt, or all of a namespace. */
  | { readonly type: 'connect:cancelled'; readonly id: number }
  | { readonly type: 'connect:cancelled'; readonly namespace: Namespace }
  /** Wallets are asked, without a prompt, whether they are still connected. */
  | {
      readonly type: 'confirm:begun'
      readonly attempts: readonly Confirmation[]
      /** After a reload. */
      readonly reloaded: boolean
    }
  /** A prompt was approved, or a connection confirmed. */
  | { readonly type: 'approved'; readonly id: number; readonly connection: Connected }
  /** The same refused. */
  | {
      readonly type: 'failed'
      readonly id: number
      /** The wallet approved this other namespace instead. */
      readonly instead?: Namespace | undefined
    }
  /** Nothing is left to confirm after a reload. */
  | { readonly type: 'ready' }
  /** A connector, or the URI that is kept ready, has something to scan; undefined: nothing for now. */
  | {
      readonly type: 'pairing:uri'
      readonly id: number
      readonly uri: { readonly uri: string; readonly expiresAt: number } | undefined
    }
  /** A wallet took the URI. */
  | { readonly type: 'pairing:taken'; readonly id: number }
  | { readonly type: 'pairing:linked'; readonly wcLinking: Pairing['wcLinking'] }
  | { readonly type: 'prepare:begun'; readonly id: number }
  | {
      readonly type: 'prepare:ended'
      readonly id: number
      readonly error?: FoyerError | undefined
    }
  /** The user disconnected here (`stored`: what is stored is forgotten too) or in another tab. */
  | {
      readonly type: 'disconnected'
      readonly namespaces: readonly Namespace[]
      readonly stored: boolean
    }
  /** The connected wallet changed its accounts, network or scope, or ended the connection. */
  | {
      readonly type: 'wallet:accounts'
      readonly namespace: Namespace
      readonly accounts: Session['accounts']
    }
  | { readonly type: 'wallet:chain'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'wallet:scope'; readonly namespace: Namespace; readonly scope: Scope }
  | {
      readonly type: 'wallet:disconnected'
      readonly namespace: Namespace
      readonly connector: Connector
    }
  /** The user chose another account of the connected wallet. */
  | { readonly type: 'account:selected'; readonly namespace: Namespace; readonly address: string }
  /** The user looks at another namespace, or at another network. */
  | { readonly type: 'namespace:activated'; readonly namespace: Namespace }
  | {
      readonly type: 'network:chosen'
      readonly chainId: ChainId
      /** The connected wallet is on it now. */
      readonly moved?: boolean
      /** Ask for the tokens of the account there. */
      readonly tokens?: boolean
    }
  | { readonly type: 'network:added'; readonly network: Network }
  | { readonly type: 'network:removed'; readonly chainId: ChainId }
  /** The instance stops: prompts end; connections stay, and wait for the next start to be confirmed. */
  | { readonly type: 'stopped' }

/** Work outside of the state, done in this order. */
export type ConnectionEffect =
  /** Opens the wallet of a new prompt. */
  | { readonly type: 'open'; readonly prompt: Prompt }
  | { readonly type: 'abort'; readonly id: number }
  /** Listens no longer to the wallet of a namespace. */
  | { readonly type: 'unwatch'; readonly namespace: Namespace }
  /** Stores what a namespace is connected to, or that it is not. */
  | { readonly type: 'store:connection'; readonly namespace: Namespace }
  | {
      readonly type: 'store:account'
      readonly namespace: Namespace
      readonly selected: SelectedAccount | undefined
    }
  | { readonly type: 'store:network'; readonly chainId: ChainId }
  | { readonly type: 'remember'; readonly wallet: RecentWallet }
  /** Asks for what an account shows. */
  | { readonly type: 'learn'; readonly namespace: Namespace; readonly tokens: boolean }
  /** The wallet is on a network that the site does not offer. */
  | { readonly type: 'unsupported'; readonly namespace: Namespace; readonly chainId: ChainId }

/** The event of one type. */
export type EventOf<type extends ConnectionEvent['type']> = Extract<ConnectionEvent, { type: type }>

/** Takes down what is to be done. */
export type Run = (effect: ConnectionEffect) => void
