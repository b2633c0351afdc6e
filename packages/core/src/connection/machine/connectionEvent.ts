import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { Connected } from '../../account/account.ts'
import type { SelectedAccount } from '../../account/selectedAccount.ts'
import type { Connector, Scope, Session } from '../../connector/connector.ts'
import type { Network } from '../../network/network.ts'
import type { Pairing } from '../../pairing.ts'
import type { RecentWallet } from '../../wallets/recentWallet.ts'
import type { Confirmation, Prompt } from './attempt.ts'

/** Every event that changes connections, passed to `dispatch`. */
export type ConnectionEvent =
  /** A user picked a wallet. Joins its open prompt, if there is one. */
  | { readonly type: 'connect:asked'; readonly prompt: Prompt }
  /** The wallet answered that an earlier request is still pending. */
  | { readonly type: 'connect:pending'; readonly id: number }
  /** Shows the previous connection; a later approval still connects. */
  | { readonly type: 'connect:deferred'; readonly connector: Connector }
  /** Ends one attempt, or all of a namespace. */
  | { readonly type: 'connect:cancelled'; readonly id: number }
  | { readonly type: 'connect:cancelled'; readonly namespace: Namespace }
  /** Restores connections by asking their wallets without a prompt. */
  | {
      readonly type: 'confirm:begun'
      readonly attempts: readonly Confirmation[]
      /** They come from before the reload. */
      readonly reloaded: boolean
    }
  /** A prompt was approved, or a connection confirmed. */
  | { readonly type: 'approved'; readonly id: number; readonly connection: Connected }
  /** A prompt was rejected, or a connection not confirmed. */
  | {
      readonly type: 'failed'
      readonly id: number
      /** The namespace that the wallet approved instead. */
      readonly instead?: Namespace | undefined
    }
  /** No connection is left to confirm after a reload. */
  | { readonly type: 'ready' }
  /** A connector, or the prepared pairing, has a URI to show; undefined: none at the moment. */
  | {
      readonly type: 'pairing:uri'
      readonly id: number
      readonly uri: { readonly uri: string; readonly expiresAt: number } | undefined
    }
  /** A wallet received the URI. */
  | { readonly type: 'pairing:taken'; readonly id: number }
  | { readonly type: 'pairing:linked'; readonly wcLinking: Pairing['wcLinking'] }
  | { readonly type: 'prepare:begun'; readonly id: number }
  | {
      readonly type: 'prepare:ended'
      readonly id: number
      readonly error?: FoyerError | undefined
    }
  /** The user disconnected here (`stored`: delete from storage too) or in another tab. */
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
  /** The user selected another account of the connected wallet. */
  | { readonly type: 'account:selected'; readonly namespace: Namespace; readonly address: string }
  /** The user selected another namespace or network. */
  | { readonly type: 'namespace:activated'; readonly namespace: Namespace }
  | {
      readonly type: 'network:chosen'
      readonly chainId: ChainId
      /** True if the connected wallet has already switched. */
      readonly moved?: boolean
      /** Load the tokens of the account there. */
      readonly tokens?: boolean
    }
  | { readonly type: 'network:added'; readonly network: Network }
  | { readonly type: 'network:removed'; readonly chainId: ChainId }
  /** The instance stops: prompts end; connections are kept for the next start to confirm. */
  | { readonly type: 'stopped' }

/** A side effect; effects run in this order. */
export type ConnectionEffect =
  /** Opens the wallet of a new prompt. */
  | { readonly type: 'open'; readonly prompt: Prompt }
  | { readonly type: 'abort'; readonly id: number }
  /** Stops listening to the wallet of a namespace. */
  | { readonly type: 'unwatch'; readonly namespace: Namespace }
  /** Stores the connection of a namespace, or deletes it. */
  | { readonly type: 'store:connection'; readonly namespace: Namespace }
  | {
      readonly type: 'store:account'
      readonly namespace: Namespace
      readonly selected: SelectedAccount | undefined
    }
  | { readonly type: 'store:network'; readonly chainId: ChainId }
  | { readonly type: 'remember'; readonly wallet: RecentWallet }
  /** Loads balance, name and image of an account. */
  | { readonly type: 'load'; readonly namespace: Namespace; readonly tokens: boolean }
  /** The wallet is on a network that the site does not offer. */
  | { readonly type: 'unsupported'; readonly namespace: Namespace; readonly chainId: ChainId }

/** The event of one type. */
export type EventOf<type extends ConnectionEvent['type']> = Extract<ConnectionEvent, { type: type }>

/** Queues an effect. */
export type Run = (effect: ConnectionEffect) => void
