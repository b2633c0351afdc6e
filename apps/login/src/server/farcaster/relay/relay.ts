import type { ResponseOf } from '@foyer/protocol'
import type { ChannelParams, readChannel } from '@foyer/protocol/login'

/** This server as the relay, for Farcaster apps that the operator knows. */
export type OwnRelay = {
  /** Secret of the apps that may answer. */
  readonly key: string
  /** The app's page: `https://app.example`; a channel is at `/~/siwf?channelToken=…` below it. */
  readonly clientUrl: string
}

/** The relay between a login and the user's Farcaster app: this server itself, or another one by its URL. */
export type RelaySettings = OwnRelay | { readonly url: string }

/** A relay as a login uses it. Neither what it says nor what it passes on is believed. */
export type Relay = {
  /** Opens a channel. @throws HttpError 503 `http-failed` @returns The address for the user's app. */
  open(params: ChannelParams): Promise<{ channelToken: string; url: string }>
  /** @returns `gone` for a channel that the relay does not know; `pending` also while the relay does not answer */
  read(channelToken: string): Promise<ChannelState>
}
export type ChannelState = ResponseOf<typeof readChannel> | { readonly state: 'gone' }
